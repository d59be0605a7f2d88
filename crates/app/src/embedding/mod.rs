//! Embeddings: which model serves, which is being filled, and the work that fills it.
//!
//! - `passages`: what of a record is embedded.
//! - [`Embedders`]: the models in memory and the vectors of recent queries.
//! - `fill`: the worker that takes jobs and writes vectors.
//! - `plan`: which model there should be, and the switch to it.

mod embedders;
mod fill;
mod passages;
mod plan;

pub use embedders::Embedders;
pub use fill::{EmbedSummary, Embedding, embed_all, embed_until, run_worker};
pub(crate) use plan::models_of;
