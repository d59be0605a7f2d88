//! Embeddings: texts in, unit vectors out, from whichever model is configured.
//!
//! [`Embedder`] is a closed list on purpose: every kind has its own set-up, and callers treat
//! them alike. Whatever the model, a vector that leaves this module has the promised length,
//! finite numbers and norm 1; anything else is an [`EmbedError`].
//!
//! Left out: caching of query vectors, cutting of long texts into passages, the job queue.

mod error;
pub mod fitted;
pub mod neural;
pub(crate) mod purpose;
pub mod remote;
pub mod static_model;
mod vector;

use crate::embed::purpose::Purpose;
use std::time::Duration;

pub use error::EmbedError;
pub use vector::{check_vector, unit_vector};

use self::{
    fitted::FittedEmbedder, neural::NeuralEmbedder, remote::RemoteEmbedder, static_model::StaticEmbedder,
};

/// Texts that callers should hand over at once (`EMBEDDING_BATCH_SIZE`).
pub const EMBEDDING_BATCH_SIZE: usize = 16;
/// Time in which a query must be embedded, else the search goes on without its vector.
pub const QUERY_DEADLINE: Duration = Duration::from_secs(2);

/// A configured embedding model. Cheap to clone; clones share the model.
#[derive(Clone, Debug)]
pub enum Embedder {
    /// An OpenAI-compatible server.
    Remote(RemoteEmbedder),
    /// A small model in process, fitted on the catalog's own texts.
    Fitted(FittedEmbedder),
    /// Token vectors loaded from a folder.
    Static(StaticEmbedder),
    /// A network of layers in process, from a folder.
    Neural(NeuralEmbedder),
}

impl Embedder {
    /// Embeds `texts`, giving one unit vector of [`dimensions`](Self::dimensions) numbers for
    /// each, in order, within `deadline`. No texts give no vectors.
    ///
    /// # Errors
    /// See [`EmbedError`]. A batch succeeds or fails as a whole;
    /// [`EmbedError::EmptyText`] names all the texts to leave out.
    pub async fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        deadline: Duration,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        refuse_blank(texts)?;
        match self {
            Self::Remote(remote) => remote.embed(texts, purpose, deadline).await,
            Self::Fitted(fitted) => {
                let model = fitted.clone();
                run_local(texts, deadline, move |text| model.embed_one(text)).await
            }
            Self::Static(loaded) => {
                let model = loaded.clone();
                run_local(texts, deadline, move |text| model.embed_one(text)).await
            }
            Self::Neural(neural) => neural.embed(texts, purpose, deadline).await,
        }
    }

    /// Length of the vectors that the embedding model computes.
    pub fn dimensions(&self) -> usize {
        match self {
            Self::Remote(remote) => remote.dimensions(),
            Self::Fitted(fitted) => fitted.dimensions(),
            Self::Static(loaded) => loaded.dimensions(),
            Self::Neural(neural) => neural.dimensions(),
        }
    }

    /// Stable identity of the model: vectors are comparable only where their keys are equal.
    /// Printable ASCII or the model's own name, for example `openai:text-embedding-3-small:1536`.
    pub fn model_key(&self) -> String {
        match self {
            Self::Remote(remote) => remote.model_key(),
            Self::Fitted(fitted) => fitted.model_key(),
            Self::Static(loaded) => loaded.model_key(),
            Self::Neural(neural) => neural.model_key(),
        }
    }
}

/// Servers answer a blank text with anything from a refusal to noise, so none is sent one.
fn refuse_blank(texts: &[String]) -> Result<(), EmbedError> {
    let blank = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_control());
    let indices: Vec<usize> = (0..texts.len()).filter(|&i| blank(&texts[i])).collect();
    if indices.is_empty() { Ok(()) } else { Err(EmbedError::EmptyText { indices }) }
}

/// Runs a local model away from the threads that serve input and output, and gathers the texts
/// that say nothing to it.
async fn run_local(
    texts: &[String],
    deadline: Duration,
    embed_one: impl Fn(&str) -> Option<Vec<f32>> + Send + 'static,
) -> Result<Vec<Vec<f32>>, EmbedError> {
    let texts = texts.to_vec();
    let work =
        tokio::task::spawn_blocking(move || texts.iter().map(|text| embed_one(text)).collect::<Vec<_>>());
    let vectors = tokio::time::timeout(deadline, work)
        .await
        .map_err(|_| EmbedError::Timeout { after: deadline })?
        .map_err(|_| EmbedError::Cancelled)?;
    let indices: Vec<usize> = (0..vectors.len()).filter(|&i| vectors[i].is_none()).collect();
    if indices.is_empty() {
        Ok(vectors.into_iter().flatten().collect())
    } else {
        Err(EmbedError::EmptyText { indices })
    }
}
