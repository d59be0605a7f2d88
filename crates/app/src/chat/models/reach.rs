//! The client of the provider in use, made once and kept while nothing it was made of changes.

use super::choice::{Choice, NoModel, choice, names, vendor};
use super::{Job, failed};
use crate::app::App;
use crate::config::Config;
use crate::error::{AppError, Code};
use crate::runtime::sync::held;
use celeiro_llm::chat::{ChatClient, ChatError, ChatModelConfig, Patience, Vendor};
use celeiro_llm::http::{self, Attribution, Url};
use celeiro_llm::secret::{ExposeSecret, Secret};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The models of one provider.
#[derive(Clone)]
pub(crate) struct ChatModels {
    pub(super) client: Arc<ChatClient>,
    pub(super) vendor: Vendor,
    summary: String,
    classify: Vec<String>,
    answer: Vec<String>,
    assist: String,
    pub(super) max_tokens: u32,
}

/// The models that were made last, and from what: a client is dear to make, for it reads the
/// system's certificates, and each turn needs one.
#[derive(Default)]
pub(crate) struct KeptModels {
    last: Mutex<Option<Kept>>,
}

/// Models, with the configuration and the key that they were made of.
struct Kept {
    config: Arc<Config>,
    key: Option<Secret>,
    models: ChatModels,
}

impl ChatModels {
    /// The models that the configuration names.
    ///
    /// # Errors
    /// [`Code::InvalidSetting`] where an address cannot be used.
    pub fn configured(app: &App) -> Result<Result<Self, NoModel>, AppError> {
        let config = app.config();
        match vendor(app, &config) {
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
        let choice = match choice(app, &config, vendor) {
            Ok(choice) => choice,
            Err(none) => return Ok(Err(none)),
        };
        let base = parse_address(&choice)?;
        let key = choice.key.as_ref().and_then(|key| key.for_address(&base));
        let key = key.cloned();
        let mut last = held(&app.inner.models.last);
        if let Some(kept) = last.as_ref()
            && Arc::ptr_eq(&kept.config, &config)
            && kept.models.vendor == vendor
            && shown(kept.key.as_ref()) == shown(key.as_ref())
        {
            return Ok(Ok(kept.models.clone()));
        }
        let models = Self::made(app, &config, choice, base)?;
        *last = Some(Kept { config, key, models: models.clone() });
        Ok(Ok(models))
    }

    fn made(app: &App, config: &Config, choice: Choice, base: Url) -> Result<Self, AppError> {
        let said = |name: &str| config.text(name).map(str::to_owned);
        let settings = ChatModelConfig {
            key: choice.key,
            attribution: Attribution {
                site_url: said("OPENROUTER_SITE_URL"),
                site_name: said("OPENROUTER_SITE_NAME"),
            },
            reach: config.reach(),
            redactor: app.settings().keys().redactor().clone(),
            patience: patience(config),
            ..ChatModelConfig::new(choice.vendor, base)
        };
        Ok(Self {
            client: Arc::new(ChatClient::new(settings).map_err(|error| failed(&error))?),
            vendor: choice.vendor,
            summary: choice.summary,
            classify: choice.classify,
            answer: choice.answer,
            assist: choice.assist,
            max_tokens: config.number("CHAT_MAX_OUTPUT_TOKENS").map_or(2_000, |n| n as u32),
        })
    }

    /// The models for a job, in the order in which they are tried.
    pub fn of(&self, job: Job) -> &[String] {
        match job {
            Job::Summarize => std::slice::from_ref(&self.summary),
            Job::Classify => &self.classify,
            Job::Answer => &self.answer,
            Job::Assist => std::slice::from_ref(&self.assist),
        }
    }

    /// The provider.
    pub fn vendor(&self) -> Vendor {
        self.vendor
    }

    /// Asks the provider whether it is there and takes the key.
    ///
    /// # Errors
    /// What it says.
    pub async fn check(&self) -> Result<(), ChatError> {
        self.client.check().await
    }

    /// The models that the provider offers. What no model is called is left out: a list of another
    /// service at the address is nobody's business.
    ///
    /// # Errors
    /// What it says.
    pub async fn offered(&self) -> Result<Vec<String>, ChatError> {
        let names = self.client.models().await?.into_iter().map(|model| model.id);
        Ok(names.filter(|name| is_model_name(name)).collect())
    }
}

/// Whether a model may be called so: one word, such as `openai/gpt-4o-mini:online`.
fn is_model_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:/@+~*".contains(c);
    name.len() <= 120 && !name.is_empty() && name.chars().all(fits)
}

fn shown(key: Option<&Secret>) -> Option<&str> {
    key.map(ExposeSecret::expose_secret)
}

fn parse_address(choice: &Choice) -> Result<Url, AppError> {
    http::parse_base(&choice.address).map_err(|error| {
        AppError::new(Code::InvalidSetting)
            .with("name", names(choice.vendor).base)
            .with("value", &choice.address)
            .with("allowed", error)
    })
}

fn patience(config: &Config) -> Patience {
    let usual = Patience::default();
    let total = config.number("CHAT_ANSWER_TIMEOUT_SECONDS").map_or(usual.total, Duration::from_secs_f64);
    Patience { first_token: usual.first_token.min(total), silence: usual.silence.min(total), total, ..usual }
}
