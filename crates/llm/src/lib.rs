//! The wire to models, and the models that need no wire.
//!
//! What is here: one HTTP client set-up ([`http`]) that reaches no further than it may, keys that
//! cannot leak and belong to one origin ([`secret`]) and are blotted out of what comes back
//! ([`redact`]), the one place where a failed request is tried again ([`retry`]), chat
//! models of every vendor ([`chat`]), and embedding models, remote and local ([`embed`]).
//!
//! What is left out: what is embedded and when (the job queue), where vectors are stored, and
//! what a search does without one. This crate knows no catalog and no database.

mod address;
pub mod chat;
pub mod embed;
pub mod http;
mod provider_error;
pub mod redact;
pub mod retry;
pub mod secret;

pub use crate::embed::fitted::error::FitError;
pub use crate::embed::purpose::Purpose;
pub use embed::fitted::{FitConfig, FittedEmbedder};
pub use embed::neural::NeuralEmbedder;
pub use embed::remote::{RemoteConfig, RemoteEmbedder};
pub use embed::static_model::StaticEmbedder;
pub use embed::{EmbedError, Embedder, check_vector};
pub use redact::Redactor;
pub use secret::{OriginKey, Secret};
