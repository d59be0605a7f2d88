//! A neural model from a folder, in process (`celeiro-neural` runs it).
//!
//! The folder is looked at when the embedder is made, its numbers are loaded when the first text comes:
//! a command that asks for no vector does not wait for a hundred megabytes.

use super::{EmbedError, purpose::Purpose, unit_vector};
use celeiro_neural::{Identity, Model, ModelError, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use celeiro_neural::is_model_folder;

/// A neural model. Cheap to clone; clones share it.
#[derive(Clone, Debug)]
pub struct NeuralEmbedder {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    identity: Identity,
    /// Loaded once; what could not be loaded is not tried again until the program starts anew.
    model: OnceLock<Result<Model, String>>,
}

impl NeuralEmbedder {
    /// Looks at the model in `folder`: its description, the list of its numbers and the sum of its files.
    /// Waits for the disk.
    ///
    /// # Errors
    /// [`ModelError`] where that shows already that it cannot be run.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let identity = Identity::read(folder)?;
        let inner = Inner { folder: folder.to_owned(), identity, model: OnceLock::new() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The unit vectors of `texts` within `deadline`. What is not done then, or when the caller goes away,
    /// is left off.
    pub(super) async fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        deadline: Duration,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let stop = StopOnDrop::default();
        let (inner, texts, flag) = (self.inner.clone(), texts.to_vec(), stop.0.clone());
        let work = tokio::task::spawn_blocking(move || inner.embed(&texts, purpose, &flag));
        tokio::time::timeout(deadline, work)
            .await
            .map_err(|_| EmbedError::Timeout { after: deadline })?
            .map_err(|_| EmbedError::Cancelled)?
    }

    /// The means of the tokens of each of `texts`, queries, after each of `depths` layers
    /// ([`Model::embed_depths`]), within `deadline`; what is not done then is left off.
    ///
    /// # Errors
    /// As [`Embedder::embed`](super::Embedder::embed).
    pub async fn embed_depths(
        &self,
        texts: Vec<String>,
        depths: &'static [usize],
        deadline: Duration,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let stop = StopOnDrop::default();
        let (inner, flag) = (self.inner.clone(), stop.0.clone());
        let work = tokio::task::spawn_blocking(move || {
            let run = Run { stop: Some(&flag), background: false };
            let model = inner.model()?;
            let embed = |text: &String| model.embed_depths(text, depths, &run).map_err(to_embed_error);
            texts.iter().map(embed).collect()
        });
        tokio::time::timeout(deadline, work)
            .await
            .map_err(|_| EmbedError::Timeout { after: deadline })?
            .map_err(|_| EmbedError::Cancelled)?
    }

    /// Loads the model, so that the first text does not wait for it. Waits for the disk.
    ///
    /// # Errors
    /// [`EmbedError::Model`] where it cannot be loaded.
    pub fn load(&self) -> Result<(), EmbedError> {
        self.inner.model().map(|_| ())
    }

    /// Length of every vector.
    pub fn dimensions(&self) -> usize {
        self.inner.identity.dimensions
    }

    /// `neural:<folder name>:<first 8 hex digits of the sum of what vectors depend on>`.
    pub fn model_key(&self) -> String {
        let Identity { name, digest, .. } = &self.inner.identity;
        format!("neural:{name}:{}", digest.get(..8).unwrap_or(digest))
    }

    /// SHA-256 in hexadecimal of all that vectors depend on.
    pub fn digest(&self) -> &str {
        &self.inner.identity.digest
    }

    /// Name of the folder.
    pub fn name(&self) -> &str {
        &self.inner.identity.name
    }

    /// Where the model is.
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }
}

impl Inner {
    fn model(&self) -> Result<&Model, EmbedError> {
        let load = || Model::load(&self.folder).map_err(|error| error.to_string());
        let model = self.model.get_or_init(load).as_ref();
        model.map_err(|detail| EmbedError::Model { detail: detail.clone() })
    }

    fn embed(
        &self,
        texts: &[String],
        purpose: Purpose,
        stop: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let model = self.model()?;
        let (purpose, background) = match purpose {
            Purpose::Query => (celeiro_neural::Purpose::Query, false),
            Purpose::Document => (celeiro_neural::Purpose::Passage, true),
        };
        let vectors = model.embed(texts, purpose, &Run { stop: Some(stop), background });
        let vectors = vectors.map_err(to_embed_error)?;
        vectors.into_iter().map(|vector| unit_vector(vector, self.identity.dimensions)).collect()
    }
}

fn to_embed_error(error: ModelError) -> EmbedError {
    match error {
        ModelError::Stopped => EmbedError::Cancelled,
        ModelError::NotFinite => EmbedError::NotFinite,
        other => EmbedError::Model { detail: other.to_string() },
    }
}

/// Ends a run on another thread when the one who waits for it goes away.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
