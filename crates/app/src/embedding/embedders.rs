//! Models in memory, and the vectors of recent queries.

use super::choice::{Choice, Note, Provider, choose};
use super::fallbacks::FallbackLog;
use super::former::{Unable, former, storable};
use super::outgoing::Outgoing;
use crate::app::App;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::keys::Keys;
use crate::runtime::sync::held;
use crate::runtime::ttl_cache::Fresh;
use celeiro_domain::search::{FallbackReason, Kind, Lang};
use celeiro_domain::text::{content_of, normalize_text};
use celeiro_llm::embed::QUERY_DEADLINE;
use celeiro_llm::http::{Attribution, parse_base};
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
    Given {
        embedder: Embedder,
        provider: &'static str,
        name: String,
        threshold: f64,
        /// Where it is asked, as far as that may be stored, and with the key of which setting.
        address: Option<String>,
        key_name: Option<&'static str>,
    },
}

/// A model that serves.
#[derive(Debug, Clone)]
pub(crate) struct Serving {
    pub stored: StoredModel,
    pub embedder: Embedder,
}

/// What serves a corpus.
#[derive(Debug, Clone)]
pub(crate) enum Service {
    /// Nothing, because nothing is wanted or none is filled yet.
    None,
    /// This model.
    Ready(Arc<Serving>),
    /// A model whose vectors are there, but which cannot be asked.
    Unable(Unable),
}

/// A query's vector and what it belongs to.
pub(crate) struct QueryVector {
    pub serving: Arc<Serving>,
    pub vector: Vec<f32>,
}

/// Models in memory.
pub struct Embedders {
    pub(super) wanted: Wanted,
    /// What the settings ask for, with what is to be said of it.
    pub(crate) choice: Choice,
    pub(crate) fallbacks: FallbackLog,
    pub(super) outgoing: Outgoing,
    serving: [Fresh<Service>; 2],
    loaded: Mutex<HashMap<String, Embedder>>,
    queries: Mutex<LruCache<(String, String), Vec<f32>>>,
}

impl Embedders {
    /// Reads what the configuration asks for; models are loaded when they are needed.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] or [`Code::EmbedderFailed`] where the embedder cannot be set up.
    pub fn new(config: &Config, keys: &Keys) -> Result<Self, AppError> {
        let mut choice = choose(config, |name| keys.has(name));
        Ok(Self {
            wanted: wanted(config, keys, &mut choice)?,
            choice,
            fallbacks: FallbackLog::default(),
            outgoing: Outgoing::default(),
            serving: [Fresh::for_seconds(2), Fresh::for_seconds(2)],
            loaded: Mutex::new(HashMap::new()),
            queries: Mutex::new(LruCache::new(CACHED_QUERIES)),
        })
    }

    pub(crate) fn forget(&self) {
        self.serving.iter().for_each(Fresh::forget);
    }

    /// Tells the log what computes vectors, and what of the settings is not followed.
    pub(crate) fn tell(&self) {
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
    pub(crate) fn wants(&self, model: &StoredModel) -> bool {
        match &self.wanted {
            Wanted::Nothing => false,
            Wanted::Fitted => model.provider == "local",
            Wanted::Given { embedder, .. } => embedder.model_key() == model.model_key,
        }
    }

    /// The embedder of a stored model, or why this program cannot run it.
    pub(super) async fn load(
        &self,
        app: &App,
        model: &StoredModel,
    ) -> Result<Result<Embedder, Unable>, AppError> {
        if let Wanted::Given { embedder, .. } = &self.wanted
            && embedder.model_key() == model.model_key
        {
            return Ok(Ok(embedder.clone()));
        }
        let kept = held(&self.loaded).get(&model.model_key).cloned();
        if let Some(embedder) = kept {
            return Ok(Ok(embedder));
        }
        if model.provider != "local" {
            let (asking, model) = (app.clone(), model.clone());
            let former = tokio::task::spawn_blocking(move || {
                former(&asking, asking.settings().keys(), &model).map(|embedder| (model, embedder))
            });
            let former = former.await.map_err(AppError::internal)?;
            return Ok(former.map(|(model, embedder)| self.keep(&model, embedder)));
        }
        let bytes = app.store().model_artifact(model.id).await?;
        let fitted = tokio::task::spawn_blocking(move || FittedEmbedder::from_bytes(&bytes))
            .await
            .map_err(AppError::internal)?;
        match fitted {
            Ok(fitted) => Ok(Ok(self.keep(model, Embedder::Fitted(fitted)))),
            // Fitted by another version, whose rules of text were others: it is made anew.
            Err(error) => {
                tracing::info!(%error, model = model.model_key, "the local model has to be fitted again");
                Ok(Err(Unable::Outdated))
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

    /// What serves `corpus`.
    pub(crate) async fn service(&self, app: &App, corpus: Kind) -> Result<Service, AppError> {
        if matches!(self.wanted, Wanted::Nothing) {
            return Ok(Service::None);
        }
        let found = self.serving[corpus as usize]
            .get(async || {
                let models = app.store().models(corpus).await?;
                let Some(stored) = models.into_iter().find(|m| m.state == ModelState::Active) else {
                    return Ok(Service::None);
                };
                Ok(match self.load(app, &stored).await? {
                    Ok(embedder) => Service::Ready(Arc::new(Serving { stored, embedder })),
                    Err(unable) => Service::Unable(unable),
                })
            })
            .await?;
        Ok((*found).clone())
    }

    /// The model that serves `corpus`, where one does and can be asked.
    pub(crate) async fn serving(&self, app: &App, corpus: Kind) -> Result<Option<Arc<Serving>>, AppError> {
        Ok(match self.service(app, corpus).await? {
            Service::Ready(serving) => Some(serving),
            Service::None | Service::Unable(_) => None,
        })
    }

    /// The vector of a query, from memory where it was asked before. `Err` says why there is none.
    pub(crate) async fn embed_query(
        &self,
        app: &App,
        corpus: Kind,
        query: &str,
    ) -> Result<Option<QueryVector>, FallbackReason> {
        let without = |reason: FallbackReason, why: &dyn std::fmt::Display| {
            self.fallbacks.without(corpus, reason, why);
            Err(reason)
        };
        let serving = match self.service(app, corpus).await {
            Ok(Service::Ready(serving)) => serving,
            Ok(Service::None) => {
                return without(FallbackReason::EmbeddingDisabled, &"no embedding model serves");
            }
            Ok(Service::Unable(unable)) => {
                return without(FallbackReason::EmbeddingGenerationFailed, &unable.message(Lang::En));
            }
            Err(error) => return without(FallbackReason::EmbeddingGenerationFailed, &error),
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
            Err(error) => without(FallbackReason::EmbeddingGenerationFailed, &error),
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

fn wanted(config: &Config, keys: &Keys, choice: &mut Choice) -> Result<Wanted, AppError> {
    match choice.provider {
        Provider::Nothing => Ok(Wanted::Nothing),
        Provider::Local => Ok(Wanted::Fitted),
        Provider::Static => static_model(config),
        Provider::OpenAi | Provider::OpenRouter => remote(config, keys, choice),
    }
}

fn remote(config: &Config, keys: &Keys, choice: &mut Choice) -> Result<Wanted, AppError> {
    let of_provider = choice.provider.server().map(|(key, _)| key);
    let names = ["EMBEDDING_API_KEY"].into_iter().chain(of_provider);
    let found = names.clone().find_map(|name| Some((name, keys.key_for(name, &choice.base_url)?)));
    if found.is_none() && config.given("EMBEDDING_BASE_URL").is_none() {
        let places = vec![
            ("names", names.collect::<Vec<_>>().join(", ")),
            ("provider", choice.provider.as_str().to_owned()),
        ];
        choice.notes.push(Note::warning("keyMissing", places));
    }
    let (key_name, key) = found.unzip();
    let remote = RemoteEmbedder::new(RemoteConfig {
        base_url: choice.base_url.clone(),
        model: choice.model.clone(),
        dimensions: choice.dimensions,
        send_dimensions: choice.send_dimensions,
        key,
        attribution: attribution(config, &choice.base_url, choice.provider == Provider::OpenRouter),
        reach: config.reach(),
        redactor: keys.redactor().clone(),
    })
    .map_err(|e| AppError::new(Code::EmbedderFailed).with("reason", e))?;
    Ok(Wanted::Given {
        embedder: Embedder::Remote(remote),
        provider: "openai",
        name: choice.model.clone(),
        threshold: REMOTE_THRESHOLD,
        address: storable(&choice.base_url).map(str::to_owned),
        key_name,
    })
}

/// What OpenRouter is told of who asks: at its own address, wherever that is, as the chat does.
pub(super) fn attribution(config: &Config, address: &str, openrouter: bool) -> Attribution {
    let origin = |text: &str| parse_base(text).ok().map(|url| url.origin());
    let home = config.text("OPENROUTER_BASE_URL").and_then(origin);
    if !openrouter && (home.is_none() || home != origin(address)) {
        return Attribution::default();
    }
    let said = |name: &str| config.text(name).map(str::to_owned);
    Attribution { site_url: said("OPENROUTER_SITE_URL"), site_name: said("OPENROUTER_SITE_NAME") }
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
        address: Some(folder.to_owned()),
        key_name: None,
    })
}

/// The own threshold of the model that `config` asks for; none where it asks for none.
pub(crate) fn default_threshold(config: &Config) -> Option<f64> {
    match choose(config, |name| config.text(name).is_some()).provider {
        Provider::Nothing => None,
        Provider::OpenAi | Provider::OpenRouter => Some(REMOTE_THRESHOLD),
        Provider::Static => Some(STATIC_THRESHOLD),
        Provider::Local => Some(FITTED_THRESHOLD),
    }
}

pub(super) fn fitted_threshold() -> f64 {
    FITTED_THRESHOLD
}
