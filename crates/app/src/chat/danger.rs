//! Vectors for the danger classifier: the bundled neural model, loaded at the first use of the chat and called with a
//! deadline. A turn never waits for the load.

use crate::config::Config;
use crate::embedding::{WantedEmbedder, find_brought_model};
use celeiro_domain::chat::intent::safety::{SafetyFinding, VECTOR_DEPTHS, read_first, vector_model};
use celeiro_llm::{Embedder, NeuralEmbedder};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Longest wait for vectors: with it the help is on the screen within 100 ms.
const DEADLINE: Duration = Duration::from_millis(60);
/// Value of `CELEIRO_SAFETY_MODEL_DIR` that lets the reading do without vectors.
const OFF: &str = "none";

/// The model that gives the vectors. Clones share it.
#[derive(Clone)]
pub(crate) struct DangerVectors {
    source: Source,
    state: Arc<Mutex<State>>,
}

enum State {
    Unloaded,
    Loading,
    /// Its numbers may have been unloaded since.
    Loaded(NeuralEmbedder),
    /// It is not tried again until the program starts anew.
    Failed,
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
            (None, _) => find_brought_model(config).map_or(Source::Nowhere, Source::Folder),
        };
        Self { source, state: Arc::new(Mutex::new(State::Unloaded)) }
    }

    /// Begins to load the model beside everything else, unless that was begun before.
    pub fn warm_up(&self) {
        if matches!(self.source, Source::Nowhere) || !self.begin_loading() {
            return;
        }
        let this = self.clone();
        // A thread of its own: a folder on a disk that hangs would keep one of the runtime's until its end.
        let loading = std::thread::Builder::new().name("safety-model".into()).spawn(move || {
            this.set(match load_danger_model(this.source.clone()) {
                Ok(model) => {
                    tracing::info!("vectors take part in the reading of danger");
                    State::Loaded(model)
                }
                Err(reason) => {
                    tracing::warn!(reason, "danger is read without vectors");
                    State::Failed
                }
            });
        });
        if let Err(error) = loading {
            tracing::warn!(%error, "danger is read without vectors");
            self.set(State::Failed);
        }
    }

    /// Reads a message by words and classifier, and where these leave a doubt by vectors. Without their model, and where
    /// it is late, the first reading counts.
    pub async fn read_message(&self, message: &str) -> Option<SafetyFinding> {
        self.warm_up();
        let reading = read_first(message);
        let texts = reading.texts();
        if texts.is_empty() {
            return reading.finding;
        }
        match self.embed(texts).await {
            Some(vectors) => reading.read_vectors(&vectors),
            None => reading.finding,
        }
    }

    /// The vectors of `texts`; nothing where the model is not loaded yet, fails or takes too long.
    async fn embed(&self, texts: Vec<String>) -> Option<Vec<Vec<f32>>> {
        let embedded = self.loaded_model()?.embed_depths(texts, VECTOR_DEPTHS, DEADLINE).await;
        embedded.inspect_err(|error| tracing::debug!(%error, "danger is read without vectors")).ok()
    }

    /// Gives the memory of its own model back where no message came since `since`; the next one loads it anew.
    /// The model of searches is unloaded by them.
    pub fn unload_unused_since(&self, since: Instant) {
        if let (State::Loaded(model), Source::Folder(_)) = (&*self.lock(), &self.source)
            && model.unload_unused_since(since)
        {
            tracing::debug!("the model that reads danger is unloaded");
        }
    }

    fn begin_loading(&self) -> bool {
        let mut state = self.lock();
        let is_due = match &*state {
            State::Unloaded => true,
            State::Loaded(model) => !model.is_loaded(),
            State::Loading | State::Failed => false,
        };
        if is_due {
            *state = State::Loading;
        }
        is_due
    }

    /// The model, where it is loaded.
    fn loaded_model(&self) -> Option<NeuralEmbedder> {
        match &*self.lock() {
            State::Loaded(model) if model.is_loaded() => Some(model.clone()),
            _ => None,
        }
    }

    fn set(&self, state: State) {
        *self.lock() = state;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Loads the model of `source`, which must be the one that the network was trained with.
fn load_danger_model(source: Source) -> Result<NeuralEmbedder, String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn has_model(danger: &DangerVectors) -> bool {
        let begun = Instant::now();
        while matches!(*danger.lock(), State::Loading) {
            assert!(begun.elapsed() < Duration::from_secs(60), "the model is not loaded");
            std::thread::sleep(Duration::from_millis(20));
        }
        danger.loaded_model().is_some()
    }

    #[test]
    fn a_model_that_is_idle_is_unloaded_and_loaded_anew_for_the_next_message() {
        let config = Config::load(&std::collections::BTreeMap::new(), |_| None).unwrap();
        let Some(folder) = find_brought_model(&config) else {
            eprintln!("SKIPPED: there is no model in target/models (run `cargo xtask model`)");
            return;
        };
        let state = Arc::new(Mutex::new(State::Unloaded));
        let danger = DangerVectors { source: Source::Folder(folder), state };
        let before = Instant::now();
        danger.warm_up();
        assert!(has_model(&danger));
        danger.unload_unused_since(before);
        assert!(danger.loaded_model().is_some(), "it was used since");
        danger.unload_unused_since(Instant::now());
        assert!(danger.loaded_model().is_none());
        danger.warm_up();
        assert!(has_model(&danger));
    }
}
