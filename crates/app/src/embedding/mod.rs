//! Embeddings: the model in use, the model being filled, and the worker that fills it.
//!
//! - `selection`: the model of the settings, the switch from the old model to the new one.
//! - `filling`: the embedded passages of a record, and the worker that takes jobs and writes vectors.
//! - `serve`, `service`: the vectors of queries, and the model that computes them.
//! - `calibration`: how far the vectors of a model count against words in this corpus.
//! - [`Embedders`]: the models in memory and the cached vectors of recent queries.
//! - `vectors`, `fallbacks`: reports to people and to the log whether searches use vectors.

mod calibration;
mod embedders;
mod fallbacks;
pub(crate) mod filling;
mod prefetch;
pub(crate) mod selection;
mod serve;
pub(crate) mod service;
pub(crate) mod vectors;

pub(crate) use crate::embedding::selection::beside::find_brought_model;
pub(crate) use crate::embedding::selection::configured::{WantedEmbedder, default_threshold};
pub(crate) use crate::embedding::vectors::VectorState;
pub(crate) use crate::embedding::vectors::Worry;
pub use embedders::Embedders;
pub(crate) use filling::draft::embed_draft;
pub use filling::fill::{EmbedSummary, Embedding, FillGoal, embed_all, embed_until, run_worker};
pub(crate) use filling::passages::file_blocks;
pub(crate) use filling::report::item_passages;
pub(crate) use filling::write::embed_texts;
pub(crate) use selection::choice::{Provider, choose};
pub(crate) use selection::configured::least_likeness;
pub use selection::fetch::{FetchedModel, ModelSums, fetch_static_model};
pub(crate) use selection::state::vector_state;
