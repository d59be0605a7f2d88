//! A neural model from a folder, in process (`celeiro-neural` runs it).
//!
//! The folder is looked at when the embedder is made, its numbers are loaded when the first text comes:
//! a command that asks for no vector does not wait for a hundred megabytes. They can be unloaded when no
//! text came for a while; the next one loads them anew.

use super::{EmbedError, purpose::Purpose, unit_vector};
use celeiro_neural::{Identity, Model, ModelError, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use celeiro_neural::{has_fast_kernel, is_model_folder};

/// A neural model. Cheap to clone; clones share it.
#[derive(Clone, Debug)]
pub struct NeuralEmbedder {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    identity: Identity,
    numbers: Mutex<Numbers>,
    /// Whether `numbers` are loaded, for those who must not wait for a load.
    is_loaded: AtomicBool,
}

/// The numbers of a model.
#[derive(Debug)]
enum Numbers {
    Unloaded,
    Loaded {
        model: Arc<Model>,
        last_used: Instant,
    },
    /// Why they could not be loaded: it is not tried again until the program starts anew.
    Failed(String),
}

impl NeuralEmbedder {
    /// Looks at the model in `folder`: its description, the list of its numbers and the sum of its files.
    /// Waits for the disk.
    ///
    /// # Errors
    /// [`ModelError`] where that shows already that it cannot be run.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let identity = Identity::read(folder)?;
        let numbers = Mutex::new(Numbers::Unloaded);
        let inner = Inner { folder: folder.to_owned(), identity, numbers, is_loaded: AtomicBool::new(false) };
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

    /// Whether the weights of the neural model are in memory.
    pub fn is_loaded(&self) -> bool {
        self.inner.is_loaded.load(Ordering::Relaxed)
    }

    /// Gives the memory of its numbers back where no text came since `since`; whether it did.
    pub fn unload_unused_since(&self, since: Instant) -> bool {
        let mut numbers = self.inner.lock();
        let is_idle = matches!(*numbers, Numbers::Loaded { last_used, .. } if last_used <= since);
        if is_idle {
            *numbers = Numbers::Unloaded;
            self.inner.is_loaded.store(false, Ordering::Relaxed);
        }
        is_idle
    }

    /// Length of the vectors that the neural model computes.
    pub fn dimensions(&self) -> usize {
        self.inner.identity.dimensions
    }

    /// `neural:<folder name>:<first 8 hex digits of the sum of what vectors depend on>`.
    pub fn model_key(&self) -> String {
        let Identity { name, digest, .. } = &self.inner.identity;
        format!("neural:{name}:{}", digest.get(..8).unwrap_or(digest))
    }

    /// SHA-256 in hexadecimal of all that the neural model's vectors depend on.
    pub fn digest(&self) -> &str {
        &self.inner.identity.digest
    }

    /// Name of the neural model: that of its folder.
    pub fn name(&self) -> &str {
        &self.inner.identity.name
    }

    /// Folder of the neural model.
    pub fn folder(&self) -> &Path {
        &self.inner.folder
    }
}

impl Inner {
    /// The model, loaded where it is not, and marked as used now. Others who ask wait until it is loaded.
    fn model(&self) -> Result<Arc<Model>, EmbedError> {
        let mut numbers = self.lock();
        if matches!(*numbers, Numbers::Unloaded) {
            *numbers = match Model::load(&self.folder) {
                Ok(model) => Numbers::Loaded { model: Arc::new(model), last_used: Instant::now() },
                Err(error) => Numbers::Failed(error.to_string()),
            };
            self.is_loaded.store(matches!(*numbers, Numbers::Loaded { .. }), Ordering::Relaxed);
        }
        match &mut *numbers {
            Numbers::Loaded { model, last_used } => {
                *last_used = Instant::now();
                Ok(model.clone())
            }
            Numbers::Failed(detail) => Err(EmbedError::Model { detail: detail.clone() }),
            Numbers::Unloaded => Err(EmbedError::Cancelled),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
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
