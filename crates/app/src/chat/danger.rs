//! Vectors for the reading of danger: the neural model that comes with the program, loaded when the chat is
//! first used, and asked within a deadline. A turn never waits for it to be loaded.

use crate::config::Config;
use crate::embedding::{WantedEmbedder, brought_model};
use celeiro_domain::chat::intent::safety::{VECTOR_DEPTHS, vector_model};
use celeiro_llm::{Embedder, NeuralEmbedder};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Longest wait for vectors: with it the help is on the screen within 100 ms.
const DEADLINE: Duration = Duration::from_millis(60);
/// Value of `CELEIRO_SAFETY_MODEL_DIR` that lets the reading do without vectors.
const OFF: &str = "none";

/// The model that gives the vectors. Clones share it.
#[derive(Clone)]
pub(crate) struct DangerVectors {
    source: Source,
    begun: Arc<AtomicBool>,
    /// Set once the model is loaded; never where it cannot be.
    model: Arc<OnceLock<NeuralEmbedder>>,
}

/// Where the model comes from.
#[derive(Clone)]
enum Source {
    Nowhere,
    Folder(PathBuf),
    /// The model of searches, which has the same vectors and is in memory already or will be.
    OfSearches(NeuralEmbedder),
}

impl DangerVectors {
    /// The model that `config` names, or the one that comes with the program. Nothing is read yet.
    pub fn new(config: &Config, of_searches: &WantedEmbedder) -> Self {
        let source = match (config.text("CELEIRO_SAFETY_MODEL_DIR"), of_searches) {
            (Some(OFF), _) => Source::Nowhere,
            (Some(folder), _) => Source::Folder(folder.into()),
            (None, WantedEmbedder::Given { embedder: Embedder::Neural(model), .. }) if is_fitting(model) => {
                Source::OfSearches(model.clone())
            }
            (None, _) => brought_model().map_or(Source::Nowhere, Source::Folder),
        };
        Self { source, begun: Arc::default(), model: Arc::default() }
    }

    /// Begins to load the model beside everything else, unless that was begun before.
    pub fn warm_up(&self) {
        if matches!(self.source, Source::Nowhere) || self.begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let (source, model) = (self.source.clone(), self.model.clone());
        // A thread of its own: a folder on a disk that hangs would keep one of the runtime's until its end.
        let loading =
            std::thread::Builder::new().name("safety-model".into()).spawn(move || match load(source) {
                Ok(loaded) => {
                    model.get_or_init(|| loaded);
                    tracing::info!("vectors take part in the reading of danger");
                }
                Err(reason) => tracing::warn!(reason, "danger is read without vectors"),
            });
        if let Err(error) = loading {
            tracing::warn!(%error, "danger is read without vectors");
        }
    }

    /// The vectors of `texts`; nothing where the model is not loaded yet, fails or takes too long.
    pub async fn embed(&self, texts: Vec<String>) -> Option<Vec<Vec<f32>>> {
        let model = self.model.get()?;
        let embedded = model.embed_depths(texts, VECTOR_DEPTHS, DEADLINE).await;
        embedded.inspect_err(|error| tracing::debug!(%error, "danger is read without vectors")).ok()
    }
}

fn load(source: Source) -> Result<NeuralEmbedder, String> {
    let model = match source {
        Source::Nowhere => return Err("there is no model".to_owned()),
        Source::Folder(folder) => NeuralEmbedder::open(&folder).map_err(|error| error.to_string())?,
        Source::OfSearches(model) => model,
    };
    if !is_fitting(&model) {
        return Err(format!("{} is another model than the network was trained with", model.name()));
    }
    model.load().map_err(|error| error.to_string())?;
    Ok(model)
}

/// Whether the network over vectors was trained with those of `model`.
fn is_fitting(model: &NeuralEmbedder) -> bool {
    vector_model().is_some_and(|digits| model.digest().starts_with(digits))
}
