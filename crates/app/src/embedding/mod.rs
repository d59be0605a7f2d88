//! Embeddings: which model serves, which is being filled, and the work that fills it.
//!
//! - `choice`: what the settings ask for, and what of them is not followed.
//! - `draft`: the vectors that a record would have, for a preview.
//! - `former`: a model that the configuration has left and that serves until the new one is filled.
//! - `outgoing`: how long a model that is left and fails is not asked again.
//! - `passages`: what of a record is embedded.
//! - [`Embedders`]: the models in memory and the vectors of recent queries.
//! - `fallbacks`: when vectors stop taking part in searches, in the log.
//! - `fetch`: a stronger local model from the network, when a person asks for it.
//! - `fill`: the worker that takes jobs and writes vectors.
//! - `state`: which model serves and which is on its way, in words.
//! - `sample`: the texts that a model is fitted on, in a bounded room.
//! - `plan`: which model there should be, and the switch to it.

mod choice;
pub(crate) mod configured;
mod draft;
mod embedders;
mod fallbacks;
mod fetch;
mod fill;
mod former;
mod outgoing;
mod passages;
mod plan;
pub(crate) mod report;
mod sample;
mod serve;
pub(crate) mod service;
mod state;
pub(crate) mod vectors;

pub(crate) use crate::embedding::configured::default_threshold;
pub(crate) use crate::embedding::vectors::VectorState;
pub(crate) use crate::embedding::vectors::Worry;
pub(crate) use choice::{Provider, choose};
pub(crate) use draft::embed_draft;
pub use embedders::Embedders;
pub use fetch::{FetchedModel, ModelSums, fetch_static_model};
pub use fill::{EmbedSummary, Embedding, embed_all, embed_until, run_worker};
pub(crate) use passages::file_blocks;
pub(crate) use report::item_passages;
pub(crate) use state::vector_state;
