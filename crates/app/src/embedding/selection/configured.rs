//! Configured embedding model: its name, address and key.

use super::beside::{candidate_folders, find_brought_model};
use super::choice::{Choice, Note, Provider};

use crate::config::Config;
use crate::embedding::choose;
use crate::error::{AppError, Code};
use crate::keys::Keys;
use celeiro_llm::http::{Attribution, parse_base};
use celeiro_llm::{Embedder, NeuralEmbedder, RemoteConfig, RemoteEmbedder, StaticEmbedder};
use std::path::{Path, PathBuf};

/// What the configuration asks for.
#[derive(Debug, Clone)]
pub(crate) enum WantedEmbedder {
    /// No vectors.
    Nothing,
    /// A model fitted on the catalog.
    Fitted,
    /// A neural model that cannot be used: what serves goes on, else a fitted one is made.
    Unusable,
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

pub(crate) fn wanted_embedder(
    config: &Config,
    keys: &Keys,
    choice: &mut Choice,
) -> Result<WantedEmbedder, AppError> {
    match choice.provider {
        Provider::Nothing => Ok(WantedEmbedder::Nothing),
        Provider::Local => Ok(WantedEmbedder::Fitted),
        Provider::Static => static_model(config),
        Provider::Neural => Ok(neural(config, choice)),
        Provider::OpenAi | Provider::OpenRouter => remote(config, keys, choice),
    }
}

pub(crate) fn remote(config: &Config, keys: &Keys, choice: &mut Choice) -> Result<WantedEmbedder, AppError> {
    let of_provider = choice.provider.server().map(|(key, _)| key);
    let names = ["EMBEDDING_API_KEY"].into_iter().chain(of_provider);
    let found = names.clone().find_map(|name| Some((name, keys.key_for(name, &choice.base_url)?)));
    if found.is_none() && config.value_of("EMBEDDING_BASE_URL").is_none() {
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
    Ok(WantedEmbedder::Given {
        embedder: Embedder::Remote(remote),
        provider: "openai",
        name: choice.model.clone(),
        threshold: REMOTE_THRESHOLD,
        address: storable_address(&choice.base_url).map(str::to_owned),
        key_name,
    })
}

pub(crate) fn static_model(config: &Config) -> Result<WantedEmbedder, AppError> {
    let Some(folder) = config.text("EMBEDDING_MODEL_DIR") else {
        let error = AppError::new(Code::InvalidSetting).with("name", "EMBEDDING_MODEL_DIR").with("value", "");
        return Err(error.with("allowed", "…/model (tokenizer.json, model.safetensors)"));
    };
    let model = StaticEmbedder::load(Path::new(folder))
        .map_err(|e| AppError::new(Code::EmbedderFailed).with("reason", e))?;
    let name =
        Path::new(folder).file_name().map_or_else(|| folder.to_owned(), |n| n.to_string_lossy().into_owned());
    Ok(WantedEmbedder::Given {
        embedder: Embedder::Static(model),
        provider: "static",
        name,
        threshold: STATIC_THRESHOLD,
        address: Some(folder.to_owned()),
        key_name: None,
    })
}

/// The neural model of `EMBEDDING_MODEL_DIR`, or the one that Celeiro brings.
/// A folder that holds none is no reason not to start: words answer, and records can be edited.
fn neural(config: &Config, choice: &mut Choice) -> WantedEmbedder {
    match open_neural(config) {
        Ok((model, folder)) => WantedEmbedder::Given {
            provider: "neural",
            name: model.name().to_owned(),
            threshold: NEURAL_THRESHOLD,
            address: Some(folder.display().to_string()),
            key_name: None,
            embedder: Embedder::Neural(model),
        },
        Err(reason) => {
            choice.notes.push(Note::warning("neuralUnusable", vec![("reason", reason)]));
            WantedEmbedder::Unusable
        }
    }
}

fn open_neural(config: &Config) -> Result<(NeuralEmbedder, PathBuf), String> {
    let folder = config.text("EMBEDDING_MODEL_DIR").map(PathBuf::from).or_else(|| find_brought_model(config));
    let Some(folder) = folder else {
        let looked_in: Vec<String> =
            candidate_folders(config).iter().map(|place| place.display().to_string()).collect();
        return Err(format!("there is no model beside the program ({})", looked_in.join(", ")));
    };
    let model = NeuralEmbedder::open(&folder).map_err(|error| error.to_string())?;
    Ok((model, folder))
}

/// What OpenRouter is told of who asks: at its own address, wherever that is, as the chat does.
pub(crate) fn attribution(config: &Config, address: &str, openrouter: bool) -> Attribution {
    let origin = |text: &str| parse_base(text).ok().map(|url| url.origin());
    let home = config.text("OPENROUTER_BASE_URL").and_then(origin);
    if !openrouter && (home.is_none() || home != origin(address)) {
        return Attribution::default();
    }
    let read_text = |name: &str| config.text(name).map(str::to_owned);
    Attribution { site_url: read_text("OPENROUTER_SITE_URL"), site_name: read_text("OPENROUTER_SITE_NAME") }
}

/// The own threshold of the model that `config` asks for; none where it asks for none.
pub(crate) fn default_threshold(config: &Config) -> Option<f64> {
    match choose(config, |name| config.text(name).is_some()).provider {
        Provider::Nothing => None,
        Provider::OpenAi | Provider::OpenRouter => Some(REMOTE_THRESHOLD),
        Provider::Static => Some(STATIC_THRESHOLD),
        Provider::Neural => Some(NEURAL_THRESHOLD),
        Provider::Local => Some(FITTED_THRESHOLD),
    }
}

/// The likeness below which vectors of a model say nothing.
pub(crate) fn least_likeness(embedder: &Embedder) -> f64 {
    -match embedder {
        Embedder::Remote(_) => REMOTE_THRESHOLD,
        Embedder::Fitted(_) => FITTED_THRESHOLD,
        Embedder::Static(_) => STATIC_THRESHOLD,
        Embedder::Neural(_) => NEURAL_THRESHOLD,
    }
}

pub(crate) fn fitted_threshold() -> f64 {
    FITTED_THRESHOLD
}

/// The default threshold of a model that Celeiro does not know.
pub(crate) const REMOTE_THRESHOLD: f64 = -0.5;

/// Below this likeness the vectors of a fitted model are noise; see `docs/adr/0004-embedder.md`.
pub(crate) const FITTED_THRESHOLD: f64 = -0.3;

/// The same for static token models.
pub(crate) const STATIC_THRESHOLD: f64 = -0.3;

/// The same for neural models: those of the E5 family find every two texts alike to .7 (ADR 10).
pub(crate) const NEURAL_THRESHOLD: f64 = -0.75;

/// The part of the model's `address` that may stand in the database. An address with more in its query than a version
/// may hold a key.
pub(crate) fn storable_address(address: &str) -> Option<&str> {
    let url = parse_base(address).ok()?;
    url.query_pairs().all(|(name, _)| name == "api-version").then_some(address)
}
