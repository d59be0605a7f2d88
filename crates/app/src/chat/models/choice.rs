//! Choice of provider and model for each purpose, from the settings.

use crate::app::App;
use crate::config::Config;
use crate::error::Code;
use celeiro_llm::chat::Vendor;
use celeiro_llm::secret::OriginKey;

/// Why there is no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoModel {
    /// None is configured.
    NotConfigured,
    /// One is, but its key is missing.
    KeyMissing,
}

impl NoModel {
    /// Error code of a missing chat model, as traces have it.
    pub fn code(self) -> Code {
        match self {
            NoModel::NotConfigured => Code::ModelNotConfigured,
            NoModel::KeyMissing => Code::ModelKeyMissing,
        }
    }
}

/// The settings of a provider: key, address, and the models it is asked for where none is named.
pub(super) struct Names {
    pub key: &'static str,
    pub base: &'static str,
    pub own_models: [Option<&'static str>; 3],
    pub usual: &'static str,
}

/// Names of the provider's settings, and the model that is asked where none is set.
pub(super) fn name_vendor_settings(vendor: Vendor) -> Names {
    match vendor {
        Vendor::OpenRouter => Names {
            key: "OPENROUTER_API_KEY",
            base: "OPENROUTER_BASE_URL",
            own_models: [
                Some("OPENROUTER_MODEL_CLASSIFY"),
                Some("OPENROUTER_MODEL_CLASSIFY_FALLBACK"),
                Some("OPENROUTER_MODEL_ANSWER"),
            ],
            usual: "openai/gpt-4o-mini",
        },
        Vendor::OpenAi => Names {
            key: "OPENAI_API_KEY",
            base: "OPENAI_BASE_URL",
            own_models: [None, None, Some("OPENAI_MODEL")],
            usual: "gpt-4o-mini",
        },
        Vendor::Gemini => Names {
            key: "GEMINI_API_KEY",
            base: "GEMINI_BASE_URL",
            own_models: [None, None, Some("GEMINI_MODEL")],
            usual: "gemini-2.5-flash",
        },
        Vendor::Anthropic => Names {
            key: "ANTHROPIC_API_KEY",
            base: "ANTHROPIC_BASE_URL",
            own_models: [None, None, Some("CLAUDE_MODEL")],
            usual: "claude-haiku-4-5",
        },
    }
}

/// The provider that is set, or else the one that there is a key or an address for.
pub(crate) fn choose_vendor(app: &App, config: &Config) -> Option<Vendor> {
    match config.text("LLM_PROVIDER") {
        Some(name) => Vendor::parse(name),
        None => Vendor::ALL.into_iter().find(|vendor| {
            let names = name_vendor_settings(*vendor);
            let address = config.text(names.base).unwrap_or(vendor.default_base());
            config.value_of(names.base).is_some() || app.key_for(names.key, address).is_some()
        }),
    }
}

/// Everything that decides which models are asked, and how they are reached.
pub(super) struct Choice {
    pub vendor: Vendor,
    pub address: String,
    pub key: Option<OriginKey>,
    pub summary: String,
    pub classify: Vec<String>,
    pub answer: Vec<String>,
    pub assist: String,
}

/// Address, key and models of a provider, as configured; needs a key or an address of its own.
pub(super) fn choose_models(app: &App, config: &Config, vendor: Vendor) -> Result<Choice, NoModel> {
    let names = name_vendor_settings(vendor);
    let own_address = config.value_of(names.base);
    let address = config.text(names.base).unwrap_or(vendor.default_base()).to_owned();
    let key = app.key_for(names.key, &address);
    if key.is_none() && own_address.is_none() {
        return Err(NoModel::KeyMissing);
    }
    let own = |at: usize| names.own_models[at].and_then(|name| config.text(name)).map(str::to_owned);
    let read_name = |general: &str| config.text(general).map(str::to_owned);
    let answer = read_name("LLM_MODEL_ANSWER").or_else(|| own(2)).unwrap_or_else(|| names.usual.to_owned());
    let classify = read_name("LLM_MODEL_CLASSIFY").or_else(|| own(0)).unwrap_or_else(|| answer.clone());
    let second = read_name("LLM_MODEL_CLASSIFY_FALLBACK").or_else(|| own(1));
    Ok(Choice {
        assist: read_name("CATALOG_AI_MODEL").unwrap_or_else(|| answer.clone()),
        vendor,
        address,
        key,
        summary: read_name("LLM_MODEL_SUMMARY").unwrap_or_else(|| classify.clone()),
        classify: std::iter::once(classify).chain(second).collect(),
        answer: std::iter::once(answer)
            .chain(split_model_names(config.text("LLM_MODEL_ANSWER_FALLBACK")))
            .collect(),
    })
}

/// The model that writes answers, where there is one.
pub(crate) fn find_answer_model(app: &App) -> Option<String> {
    let config = app.config();
    choose_models(app, &config, choose_vendor(app, &config)?).ok()?.answer.into_iter().next()
}

/// The model that fills the empty fields of items, where there is one.
pub(crate) fn find_assist_model(app: &App) -> Option<String> {
    let config = app.config();
    Some(choose_models(app, &config, choose_vendor(app, &config)?).ok()?.assist)
}

/// Splits names at commas and drops blank ones.
fn split_model_names(names: Option<&str>) -> Vec<String> {
    let names = names.unwrap_or_default().split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
