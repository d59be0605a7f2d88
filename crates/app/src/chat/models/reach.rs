//! Cache of the current provider's client, renewed when its configuration changes.

use super::choice::{Choice, NoModel, choose_models, choose_vendor, name_vendor_settings};
use super::to_app_error;
use crate::app::App;
use crate::chat::models::client::{Brevity, CachedClient, ChatModels};
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use celeiro_llm::chat::{ChatClient, ChatModelConfig, Patience, Vendor};
use celeiro_llm::http::{self, Attribution, Url};
use celeiro_llm::secret::{ExposeSecret, Secret};
use std::sync::Arc;
use std::time::Duration;

impl ChatModels {
    /// The models that the configuration names.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] where an address cannot be used.
    pub fn from_config(app: &App) -> Result<Result<Self, NoModel>, AppError> {
        let config = app.config();
        match choose_vendor(app, &config) {
            Some(vendor) => Self::of_vendor(app, config, vendor),
            None => Ok(Err(NoModel::NotConfigured)),
        }
    }

    /// The models of this provider, whichever is set.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] where its address cannot be used.
    pub fn of_vendor(
        app: &App,
        config: Arc<Config>,
        vendor: Vendor,
    ) -> Result<Result<Self, NoModel>, AppError> {
        let choice = match choose_models(app, &config, vendor) {
            Ok(choice) => choice,
            Err(none) => return Ok(Err(none)),
        };
        let base = parse_address(name_vendor_settings(choice.vendor).base, &choice.address)?;
        let key = choice.key.as_ref().and_then(|key| key.for_address(&base));
        let key = key.cloned();
        let mut last = lock_unpoisoned(&app.inner.models.last);
        if let Some(kept) = last.as_ref()
            && Arc::ptr_eq(&kept.config, &config)
            && kept.models.vendor == vendor
            && expose_key(kept.key.as_ref()) == expose_key(key.as_ref())
        {
            return Ok(Ok(kept.models.clone()));
        }
        let models = Self::build(app, &config, choice, base)?;
        *last = Some(CachedClient { config, key, models: models.clone() });
        Ok(Ok(models))
    }

    fn build(app: &App, config: &Config, choice: Choice, base: Url) -> Result<Self, AppError> {
        let read_text = |name: &str| config.text(name).map(str::to_owned);
        let settings = ChatModelConfig {
            key: choice.key,
            attribution: Attribution {
                site_url: read_text("OPENROUTER_SITE_URL"),
                site_name: read_text("OPENROUTER_SITE_NAME"),
            },
            patience: read_model_patience(config),
            ..ChatModelConfig::new(choice.vendor, base)
        };
        Ok(Self {
            client: Arc::new(open_client(app, config, settings)?),
            vendor: choice.vendor,
            summary: choice.summary,
            classify: choice.classify,
            answer: choice.answer,
            assist: choice.assist,
            max_tokens: config.number("CHAT_MAX_OUTPUT_TOKENS").map_or(2_000, |n| n as u32),
            sight: Arc::default(),
            brevity: Arc::new(Brevity::new(config.text("CHAT_PROMPT") == Some("short"))),
        })
    }
}

/// The text of a key, for the request to its provider alone.
fn expose_key(key: Option<&Secret>) -> Option<&str> {
    key.map(ExposeSecret::expose_secret)
}

/// A client with these settings, that leads only where this machine allows and blots out the keys it knows.
///
/// # Errors
/// Those of [`to_app_error`] where the client cannot be made.
pub(in crate::chat) fn open_client(
    app: &App,
    config: &Config,
    settings: ChatModelConfig,
) -> Result<ChatClient, AppError> {
    let redactor = app.settings().keys().redactor().clone();
    let settings = ChatModelConfig { reach: config.reach(), redactor, ..settings };
    ChatClient::new(settings).map_err(|error| to_app_error(&error))
}

/// A provider's base address; an invalid one is reported under the name of its setting.
///
/// # Errors
/// [`Code::InvalidSetting`].
pub(in crate::chat) fn parse_address(setting: &str, address: &str) -> Result<Url, AppError> {
    http::parse_base(address).map_err(|error| {
        let invalid = AppError::new(Code::InvalidSetting).with("name", setting);
        invalid.with("value", address).with("allowed", error)
    })
}

/// Share of the whole time in which the first word must come: a model that is too slow with a question has
/// the rest for a shorter one.
const FIRST_TOKEN_SHARE: f64 = 0.6;

/// How long a call may take; the first token must come within a share of that.
fn read_model_patience(config: &Config) -> Patience {
    let usual = Patience::default();
    let total = config.number("CHAT_ANSWER_TIMEOUT_SECONDS").map_or(usual.total, Duration::from_secs_f64);
    let first_token = usual.first_token.min(total.mul_f64(FIRST_TOKEN_SHARE));
    Patience { first_token, silence: usual.silence.min(total), total, ..usual }
}
