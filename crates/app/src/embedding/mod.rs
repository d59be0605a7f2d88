//! Embeddings: which model serves, which is being filled, and the work that fills it.
//!
//! - `selection`: what the settings choose, the model that is left and the one on its way, the switch.
//! - `filling`: what of a record is embedded, and the worker that takes jobs and writes vectors.
//! - `serve`, `service`: the vectors of queries, and the model that gives them.
//! - [`Embedders`]: the models in memory and the vectors of recent queries.
//! - `vectors`, `fallbacks`: whether vectors take part in searches, for people and in the log.

mod embedders;
mod fallbacks;
pub(crate) mod filling;
mod prefetch;
pub(crate) mod selection;
mod serve;
pub(crate) mod service;
pub(crate) mod vectors;

pub(crate) use crate::embedding::selection::configured::default_threshold;
pub(crate) use crate::embedding::vectors::VectorState;
pub(crate) use crate::embedding::vectors::Worry;
pub use embedders::Embedders;
pub(crate) use filling::draft::embed_draft;
pub use filling::fill::{EmbedSummary, Embedding, embed_all, embed_until, run_worker};
pub(crate) use filling::passages::file_blocks;
pub(crate) use filling::report::item_passages;
pub(crate) use selection::choice::{Provider, choose};
pub use selection::fetch::{FetchedModel, ModelSums, fetch_static_model};
pub(crate) use selection::state::vector_state;
