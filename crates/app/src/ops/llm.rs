//! The provider of chat models: is it there, what does it offer, what is it told.

use super::Empty;
use crate::app::{App, Caller};
use crate::chat::models::{ChatModels, Job, failed, millis};
use crate::error::{AppError, ErrorBody};
use celeiro_domain::prompt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::{Duration, Instant};

/// How long a test may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Most models that are listed.
const MAX_MODELS: usize = 500;

/// What a test of the provider found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderTest {
    /// The provider; absent where none is configured.
    pub provider: Option<String>,
    /// Whether it is there and takes the key.
    pub works: bool,
    /// What is wrong, exactly.
    pub error: Option<ErrorBody>,
    /// Milliseconds it took.
    #[specta(type = i32)]
    pub ms: f64,
    /// The models that it offers, where it says.
    pub models: Vec<String>,
    /// The models that are asked: for the answer, for classifying, for summaries.
    pub in_use: Vec<ModelInUse>,
}

/// A model and what it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelInUse {
    /// `answer`, `classify` or `summarize`.
    pub purpose: String,
    /// In the order in which they are tried.
    pub models: Vec<String>,
    /// Whether the provider offers the first; absent where it does not say what it offers.
    pub offered: Option<bool>,
}

/// A prompt as it ships.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptEntry {
    /// Its name.
    pub name: String,
    /// The first eight hexadecimal digits of the SHA-256 of its file.
    pub version: String,
    /// The text, places unfilled.
    pub text: String,
}

/// Asks the configured provider whether it is there, takes the key, and knows the models.
///
/// # Errors
/// `invalid_setting` for an address that cannot be used. What the provider says is in the answer.
pub async fn test_provider(app: &App, caller: &Caller, _: Empty) -> Result<ProviderTest, AppError> {
    let started = Instant::now();
    let models = match ChatModels::configured(app)? {
        Ok(models) => models,
        Err(none) => {
            let error = AppError::new(none.code()).to_body(caller.lang);
            return Ok(ProviderTest {
                provider: crate::chat::models::vendor(app, &app.config()).map(|v| v.as_str().to_owned()),
                works: false,
                error: Some(error),
                ms: millis(started.elapsed()),
                models: Vec::new(),
                in_use: Vec::new(),
            });
        }
    };
    let (checked, offered) = tokio::join!(
        tokio::time::timeout(PATIENCE, models.check()),
        tokio::time::timeout(PATIENCE, models.offered())
    );
    let mut offered = offered.ok().and_then(Result::ok).unwrap_or_default();
    offered.sort();
    let error = match checked {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(failed(&error)),
        Err(_) => Some(AppError::new(crate::Code::ModelTimedOut).with("reason", "15 s")),
    };
    Ok(ProviderTest {
        provider: Some(models.vendor().as_str().to_owned()),
        works: error.is_none(),
        error: error.map(|error| error.to_body(caller.lang)),
        ms: millis(started.elapsed()),
        in_use: [Job::Answer, Job::Classify, Job::Summarize]
            .map(|job| ModelInUse {
                purpose: job.as_str().to_owned(),
                models: models.of(job).to_vec(),
                offered: (!offered.is_empty())
                    .then(|| models.of(job).first().is_some_and(|m| offered.contains(m))),
            })
            .to_vec(),
        models: offered.into_iter().take(MAX_MODELS).collect(),
    })
}

/// The prompts in use.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn list_prompts(_: &App, _: &Caller, _: Empty) -> Result<Vec<PromptEntry>, AppError> {
    let entry = |prompt: prompt::Prompt| PromptEntry {
        name: prompt.name().to_owned(),
        version: prompt.version(),
        text: prompt.text().to_owned(),
    };
    Ok(prompt::ALL.into_iter().map(entry).collect())
}
