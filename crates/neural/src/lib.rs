//! A neural text embedder in process: texts in, unit vectors out, without a network or a graphics card.
//!
//! Models are folders in the layout of sentence-transformers, of the architectures of BERT and
//! XLM-RoBERTa. Weights are multiplied as whole numbers of 4 bits (where the folder has them so) or 7 (to
//! which fractions are rounded when they are loaded), activations as whole numbers of 8 bits.
//!
//! - `folder`: what a folder says of its model; `text`: from texts to tokens.
//! - `weights`: the numbers; `kernel`: multiplying with them; `numbers`: all else that is done to numbers.
//! - `encoder`: the network; [`Model`]: all of it together, and runs over many texts.
//!
//! Left out: where folders are, what vectors are kept for, and anything asynchronous.

mod encoder;
mod error;
mod folder;
mod identity;
mod kernel;
mod model;
mod numbers;
mod run;
#[cfg(test)]
mod tests;
mod text;
mod weights;

pub use error::ModelError;
pub use folder::{CONFIG_FILE, MAX_TOKENS, is_model_folder};
pub use identity::Identity;
pub use kernel::has_fast_kernel;
pub use model::{Model, Purpose};
pub use run::Run;
pub use text::TOKENIZER_FILE;
pub use weights::WEIGHTS_FILE;
