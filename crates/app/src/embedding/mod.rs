//! Embeddings: which model serves, which is being filled, and the work that fills it.
//!
//! - `draft`: the vectors that a record would have, for a preview.
//! - `passages`: what of a record is embedded.
//! - [`Embedders`]: the models in memory and the vectors of recent queries.
//! - `fetch`: a stronger local model from the network, when somebody asks for it.
//! - `fill`: the worker that takes jobs and writes vectors.
//! - `sample`: the texts that a model is fitted on, in a bounded room.
//! - `plan`: which model there should be, and the switch to it.

mod draft;
mod embedders;
mod fetch;
mod fill;
mod passages;
mod plan;
mod sample;
mod shown;

pub(crate) use draft::embed_draft;
pub use embedders::Embedders;
pub(crate) use embedders::default_threshold;
pub use fetch::{FetchedModel, ModelSums, fetch_static_model};
pub use fill::{EmbedSummary, Embedding, embed_all, embed_until, run_worker};
pub(crate) use passages::file_blocks;
pub(crate) use plan::models_of;
pub(crate) use shown::item_passages;
