//! Cache of loaded embedding models and of the vectors of recent queries.

use super::fallbacks::FallbackLog;
use super::filling::pace::Pace;
use super::selection::choice::{Choice, choose};
use super::selection::outgoing::Outgoing;
use crate::config::Config;
use crate::embedding::selection::configured::{WantedEmbedder, wanted_embedder};
use crate::embedding::service::{CorpusSample, Service};
use crate::error::AppError;
use crate::keys::Keys;
use crate::runtime::sync::lock_unpoisoned;
use crate::runtime::ttl_cache::TtlValue;
use celeiro_domain::search::Lang;
use celeiro_llm::Embedder;
use celeiro_store::StoredModel;
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Query vectors kept.
const CACHED_QUERIES: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// Models in memory.
pub struct Embedders {
    pub(super) wanted: WantedEmbedder,
    /// What the settings ask for, with what is to be said of it.
    pub(crate) choice: Choice,
    pub(crate) fallbacks: FallbackLog,
    pub(super) outgoing: Outgoing,
    pub(super) pace: Pace,
    /// Whether the last fit found too little to learn from, by corpus.
    pub(super) too_little: [AtomicBool; 2],
    pub(super) serving: [TtlValue<Service>; 2],
    pub(super) loaded: Mutex<HashMap<String, Embedder>>,
    pub(super) queries: Mutex<LruCache<(String, String), Vec<f32>>>,
    /// Vectors that stand for the corpus of a model, by the model's id.
    pub(super) samples: Mutex<HashMap<i32, Arc<CorpusSample>>>,
}

impl Embedders {
    /// Reads what the configuration asks for; models are loaded when they are needed.
    ///
    /// # Errors
    /// `invalid_setting` or `embedder_failed` where the embedder cannot be set up.
    pub fn new(config: &Config, keys: &Keys) -> Result<Self, AppError> {
        let mut choice = choose(config, |name| keys.has(name));
        Ok(Self {
            wanted: wanted_embedder(config, keys, &mut choice)?,
            choice,
            fallbacks: FallbackLog::default(),
            outgoing: Outgoing::default(),
            pace: Pace::default(),
            too_little: Default::default(),
            serving: [TtlValue::for_seconds(2), TtlValue::for_seconds(2)],
            loaded: Mutex::new(HashMap::new()),
            queries: Mutex::new(LruCache::new(CACHED_QUERIES)),
            samples: Mutex::default(),
        })
    }

    /// The model that the configuration asks for.
    pub(crate) fn wanted_embedder(&self) -> &WantedEmbedder {
        &self.wanted
    }

    pub(crate) fn forget(&self) {
        self.serving.iter().for_each(TtlValue::forget);
    }

    /// Tells the log what computes vectors, and what of the settings is not followed.
    pub(crate) fn log_choice(&self) {
        let Choice { provider, model, dimensions, notes, .. } = &self.choice;
        if provider.server().is_some() {
            tracing::info!(provider = provider.as_str(), model, dimensions, "vectors of a server");
        } else {
            tracing::info!(provider = provider.as_str(), "vectors");
        }
        for note in notes {
            let said = note.message(Lang::En);
            match note.warns {
                true => tracing::warn!(note = note.code, said, "the settings of vectors"),
                false => tracing::info!(note = note.code, said, "the settings of vectors"),
            }
        }
    }

    /// Whether `model` is the one that the configuration asks for; of fitted ones each is.
    pub(crate) fn is_wanted(&self, model: &StoredModel) -> bool {
        match &self.wanted {
            WantedEmbedder::Nothing | WantedEmbedder::Unusable => false,
            WantedEmbedder::Fitted => model.provider == "local",
            WantedEmbedder::Given { embedder, .. } => embedder.model_key() == model.model_key,
        }
    }

    /// Gives the memory of neural models back to which no text came since `since`; the next one loads them anew.
    pub(crate) fn unload_unused_since(&self, since: Instant) {
        let wanted = match &self.wanted {
            WantedEmbedder::Given { embedder, .. } => Some(embedder.clone()),
            WantedEmbedder::Nothing | WantedEmbedder::Fitted | WantedEmbedder::Unusable => None,
        };
        let loaded: Vec<Embedder> = lock_unpoisoned(&self.loaded).values().cloned().collect();
        for embedder in wanted.into_iter().chain(loaded) {
            if let Embedder::Neural(model) = embedder
                && model.unload_unused_since(since)
            {
                tracing::debug!(model = model.name(), "the model of searches is unloaded");
            }
        }
    }

    /// Keeps a loaded model; of fitted ones only as many as can be in use at once.
    pub(super) fn keep(&self, model: &StoredModel, embedder: Embedder) -> Embedder {
        let mut loaded = lock_unpoisoned(&self.loaded);
        if loaded.len() >= 4 {
            loaded.clear();
        }
        loaded.insert(model.model_key.clone(), embedder.clone());
        embedder
    }
}
