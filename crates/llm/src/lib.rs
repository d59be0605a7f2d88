//! Models: clients for remote models, and local embedding models.
//!
//! In scope: the HTTP client with its address checks ([`http`]); single requests to servers that are no models
//! ([`fetch`]); keys that cannot leak and belong to one origin ([`secret`]); redaction of keys in responses
//! ([`redact`]); the only retry logic ([`retry`]); chat models of all vendors ([`chat`]); remote and local embedding
//! models ([`embed`]).
//!
//! Out of scope: what is embedded and when (the job queue), the storage of vectors, and search without
//! vectors. This crate does not know the catalog or the database.

mod address;
pub mod chat;
pub mod embed;
pub mod fetch;
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
