//! The models of one provider with their client.

use super::ModelTask;
use crate::config::Config;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_llm::chat::{ChatClient, ChatError, Shortening, Vendor};
use celeiro_llm::secret::Secret;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The models of one provider.
#[derive(Clone)]
pub(crate) struct ChatModels {
    pub(crate) client: Arc<ChatClient>,
    pub(crate) vendor: Vendor,
    pub(crate) summary: String,
    pub(crate) classify: Vec<String>,
    pub(crate) answer: Vec<String>,
    pub(crate) assist: String,
    pub(crate) max_tokens: u32,
    pub(crate) brevity: Arc<Brevity>,
    pub(crate) sight: Arc<Sight>,
}

/// Which models are given short questions from the first on: all of them where a setting says so, and those
/// that could not take, or not finish, a whole one.
#[derive(Debug, Default)]
pub(crate) struct Brevity {
    always: bool,
    /// Until when, by the model's name; without an end where the question was longer than the model takes.
    noted: Mutex<HashMap<String, Option<Instant>>>,
}

/// How long a model that was too slow is given short questions: it may have been the hour and not the model.
const SLOW_MODEL_TIME: Duration = Duration::from_secs(15 * 60);

/// Which models were found to take no pictures, and until when they are given none: another may stand behind the
/// name by then.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    blind: Mutex<HashMap<String, Instant>>,
}

/// How long a model that refused pictures is given none.
const BLIND_MODEL_TIME: Duration = Duration::from_secs(15 * 60);

impl Sight {
    /// Notes that `model` refused pictures.
    pub fn note_blind(&self, model: &str) {
        lock_unpoisoned(&self.blind).insert(model.to_owned(), Instant::now() + BLIND_MODEL_TIME);
    }

    /// Whether `model` is to be given no pictures now.
    pub fn is_blind(&self, model: &str) -> bool {
        lock_unpoisoned(&self.blind).get(model).is_some_and(|until| Instant::now() < *until)
    }
}

impl Brevity {
    /// Models of which nothing is known yet; with `always`, all of them are given short questions.
    pub fn new(always: bool) -> Self {
        Self { always, ..Self::default() }
    }

    /// Notes that `model` needed a shorter question.
    pub fn note(&self, model: &str, why: Shortening) {
        let until = match why {
            Shortening::TooLong => None,
            Shortening::TooSlow => Some(Instant::now() + SLOW_MODEL_TIME),
        };
        lock_unpoisoned(&self.noted).insert(model.to_owned(), until);
    }

    /// Whether `model` is to be given short questions now.
    pub fn is_for(&self, model: &str) -> bool {
        let is_noted = |until: &Option<Instant>| until.is_none_or(|until| Instant::now() < until);
        self.always || lock_unpoisoned(&self.noted).get(model).is_some_and(is_noted)
    }
}

/// The models that were made last, and from what: a client is dear to make, for it reads the
/// system's certificates, and each turn needs one.
#[derive(Default)]
pub(crate) struct KeptModels {
    pub(crate) last: Mutex<Option<CachedClient>>,
}

/// Models, with the configuration and the key that they were made of.
pub(crate) struct CachedClient {
    pub(crate) config: Arc<Config>,
    pub(crate) key: Option<Secret>,
    pub(crate) models: ChatModels,
}

impl ChatModels {
    /// The models for a job, in the order in which they are tried.
    pub fn of(&self, job: ModelTask) -> &[String] {
        match job {
            ModelTask::Summarize => std::slice::from_ref(&self.summary),
            ModelTask::Classify => &self.classify,
            ModelTask::Answer
            | ModelTask::Assistant
            | ModelTask::Reply
            | ModelTask::Memory
            | ModelTask::Report
            | ModelTask::Vault => &self.answer,
            ModelTask::Assist => std::slice::from_ref(&self.assist),
        }
    }

    /// Provider of the chat models.
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
    /// service at the address must stay private.
    ///
    /// # Errors
    /// What it says.
    pub async fn list_models(&self) -> Result<Vec<String>, ChatError> {
        let names = self.client.models().await?.into_iter().map(|model| model.id);
        Ok(names.filter(|name| is_model_name(name)).collect())
    }
}

/// Whether a model may be called so: one word, such as `openai/gpt-4o-mini:online`.
pub(crate) fn is_model_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:/@+~*".contains(c);
    name.len() <= 120 && !name.is_empty() && name.chars().all(fits)
}
