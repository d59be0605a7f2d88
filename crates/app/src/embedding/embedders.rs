//! Models in memory, and the vectors of recent queries.

use crate::app::App;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::fresh::Fresh;
use crate::held::held;
use crate::keys::{Keys, embedding_base};
use celeiro_domain::search::{FallbackReason, Kind};
use celeiro_domain::text::{content_of, normalize_text};
use celeiro_llm::embed::{QUERY_DEADLINE, remote::DEFAULT_MODEL};
use celeiro_llm::{Embedder, FittedEmbedder, Purpose, RemoteConfig, RemoteEmbedder, StaticEmbedder};
use celeiro_store::{ModelState, StoredModel};
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Query vectors kept.
const CACHED_QUERIES: NonZeroUsize = NonZeroUsize::new(512).unwrap();
/// The default threshold of a model that Celeiro does not know (SPEC §3.4).
const REMOTE_THRESHOLD: f64 = -0.5;
/// Below this likeness the vectors of a fitted model are noise; see `docs/adr/0004-embedder.md`.
const FITTED_THRESHOLD: f64 = -0.3;
/// The same for static token models.
const STATIC_THRESHOLD: f64 = -0.3;

/// What the configuration asks for.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    /// No vectors.
    Nothing,
    /// A model fitted on the catalog.
    Fitted,
    /// This very model.
    Given { embedder: Embedder, provider: &'static str, name: String, threshold: f64 },
}

/// A model that serves.
#[derive(Debug, Clone)]
pub(crate) struct Serving {
    pub stored: StoredModel,
    pub embedder: Embedder,
}

/// A query's vector and what it belongs to.
pub(crate) struct QueryVector {
    pub serving: Arc<Serving>,
    pub vector: Vec<f32>,
}

/// Models in memory.
pub struct Embedders {
    pub(super) wanted: Wanted,
    serving: [Fresh<Option<Arc<Serving>>>; 2],
    loaded: Mutex<HashMap<String, Embedder>>,
    queries: Mutex<LruCache<(String, String), Vec<f32>>>,
}

impl Embedders {
    /// Reads what the configuration asks for; models are loaded when they are needed.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] or [`Code::EmbedderFailed`] where the embedder cannot be set up.
    pub fn new(config: &Config, keys: &Keys) -> Result<Self, AppError> {
        Ok(Self {
            wanted: wanted(config, keys)?,
            serving: [Fresh::for_seconds(2), Fresh::for_seconds(2)],
            loaded: Mutex::new(HashMap::new()),
            queries: Mutex::new(LruCache::new(CACHED_QUERIES)),
        })
    }

    pub(crate) fn forget(&self) {
        self.serving.iter().for_each(Fresh::forget);
    }

    /// The embedder of a stored model, where this program can run it.
    pub(super) async fn load(&self, app: &App, model: &StoredModel) -> Result<Option<Embedder>, AppError> {
        if let Wanted::Given { embedder, .. } = &self.wanted
            && embedder.model_key() == model.model_key
        {
            return Ok(Some(embedder.clone()));
        }
        if model.provider != "local" {
            return Ok(None);
        }
        let kept = held(&self.loaded).get(&model.model_key).cloned();
        if let Some(embedder) = kept {
            return Ok(Some(embedder));
        }
        let bytes = app.store().model_artifact(model.id).await?;
        let fitted = tokio::task::spawn_blocking(move || FittedEmbedder::from_bytes(&bytes))
            .await
            .map_err(AppError::internal)?;
        match fitted {
            Ok(fitted) => Ok(Some(self.keep(model, Embedder::Fitted(fitted)))),
            // Fitted by another version, whose rules of text were others: it is made anew.
            Err(error) => {
                tracing::info!(%error, model = model.model_key, "the local model has to be fitted again");
                Ok(None)
            }
        }
    }

    /// Keeps a loaded model; of fitted ones only as many as can be in use at once.
    pub(super) fn keep(&self, model: &StoredModel, embedder: Embedder) -> Embedder {
        let mut loaded = held(&self.loaded);
        if loaded.len() >= 4 {
            loaded.clear();
        }
        loaded.insert(model.model_key.clone(), embedder.clone());
        embedder
    }

    /// The model that serves `corpus`, if this program can run it.
    pub(crate) async fn serving(&self, app: &App, corpus: Kind) -> Result<Option<Arc<Serving>>, AppError> {
        if matches!(self.wanted, Wanted::Nothing) {
            return Ok(None);
        }
        let found = self.serving[corpus as usize]
            .get(async || {
                let models = app.store().models(corpus).await?;
                let Some(stored) = models.into_iter().find(|m| m.state == ModelState::Active) else {
                    return Ok(None);
                };
                let embedder = self.load(app, &stored).await?;
                Ok(embedder.map(|embedder| Arc::new(Serving { stored, embedder })))
            })
            .await?;
        Ok((*found).clone())
    }

    /// The vector of a query, from memory where it was asked before. `Err` says why there is none.
    pub(crate) async fn embed_query(
        &self,
        app: &App,
        corpus: Kind,
        query: &str,
    ) -> Result<Option<QueryVector>, FallbackReason> {
        let serving = match self.serving(app, corpus).await {
            Ok(Some(serving)) => serving,
            Ok(None) => return Err(FallbackReason::EmbeddingDisabled),
            Err(error) => {
                tracing::warn!(%error, "no embedder");
                return Err(FallbackReason::EmbeddingGenerationFailed);
            }
        };
        let query = asked_of(&serving.embedder, corpus, query);
        let key = (serving.stored.model_key.clone(), query.clone());
        let kept = held(&self.queries).get(&key).cloned();
        if let Some(vector) = kept {
            return Ok(Some(QueryVector { serving, vector }));
        }
        match serving.embedder.embed(&[query], Purpose::Query, QUERY_DEADLINE).await {
            Ok(mut vectors) => {
                let Some(vector) = vectors.pop() else { return Ok(None) };
                held(&self.queries).put(key, vector.clone());
                Ok(Some(QueryVector { serving, vector }))
            }
            // A text that says nothing to the model has no neighbours; nothing failed.
            Err(celeiro_llm::EmbedError::EmptyText { .. }) => Ok(None),
            Err(error) => {
                tracing::warn!(%error, "the query could not be embedded");
                Err(FallbackReason::EmbeddingGenerationFailed)
            }
        }
    }
}

/// A model that learnt its words from the catalog is asked without the words of asking; one that
/// reads sentences gets the sentence.
fn asked_of(embedder: &Embedder, corpus: Kind, query: &str) -> String {
    match (embedder, corpus) {
        (Embedder::Fitted(_), Kind::Items) => content_of(&normalize_text(query)),
        _ => query.to_owned(),
    }
}

fn wanted(config: &Config, keys: &Keys) -> Result<Wanted, AppError> {
    match config.text("EMBEDDING_PROVIDER") {
        Some("none") => Ok(Wanted::Nothing),
        Some(provider @ ("openai" | "openrouter")) => remote(config, keys, provider),
        Some("static") => static_model(config),
        _ => Ok(Wanted::Fitted),
    }
}

fn remote(config: &Config, keys: &Keys, provider: &str) -> Result<Wanted, AppError> {
    let base_url = embedding_base(config);
    let other = if provider == "openrouter" { "OPENROUTER_API_KEY" } else { "OPENAI_API_KEY" };
    let key = ["EMBEDDING_API_KEY", other].into_iter().find_map(|name| keys.key_for(name, &base_url));
    let name = config.text("EMBEDDING_MODEL").unwrap_or(DEFAULT_MODEL).to_owned();
    let remote = RemoteEmbedder::new(RemoteConfig {
        base_url,
        model: name.clone(),
        dimensions: config.number("EMBEDDING_DIMENSIONS").unwrap_or(1536.0) as usize,
        send_dimensions: true,
        key,
        headers: Vec::new(),
    })
    .map_err(|e| AppError::new(Code::EmbedderFailed).with("reason", e))?;
    Ok(Wanted::Given {
        embedder: Embedder::Remote(remote),
        provider: "openai",
        name,
        threshold: REMOTE_THRESHOLD,
    })
}

fn static_model(config: &Config) -> Result<Wanted, AppError> {
    let Some(folder) = config.text("EMBEDDING_MODEL_DIR") else {
        let error = AppError::new(Code::InvalidSetting).with("name", "EMBEDDING_MODEL_DIR").with("value", "");
        return Err(error.with("allowed", "…/model (tokenizer.json, model.safetensors)"));
    };
    let model = StaticEmbedder::load(Path::new(folder))
        .map_err(|e| AppError::new(Code::EmbedderFailed).with("reason", e))?;
    let name =
        Path::new(folder).file_name().map_or_else(|| folder.to_owned(), |n| n.to_string_lossy().into_owned());
    Ok(Wanted::Given {
        embedder: Embedder::Static(model),
        provider: "static",
        name,
        threshold: STATIC_THRESHOLD,
    })
}

/// The own threshold of the model that `config` asks for; none where it asks for none.
pub(crate) fn default_threshold(config: &Config) -> Option<f64> {
    match config.text("EMBEDDING_PROVIDER") {
        Some("none") => None,
        Some("openai" | "openrouter") => Some(REMOTE_THRESHOLD),
        Some("static") => Some(STATIC_THRESHOLD),
        _ => Some(FITTED_THRESHOLD),
    }
}

pub(super) fn fitted_threshold() -> f64 {
    FITTED_THRESHOLD
}
