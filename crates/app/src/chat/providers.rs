//! Operations on the chat model provider: availability, its models, data sent to it.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::chat::models::{ChatModels, ModelTask, NoModel, choose_vendor, millis, to_app_error};
use crate::error::{AppError, Code, ErrorBody};
use celeiro_domain::prompt;
use celeiro_domain::wire::Number;
use celeiro_llm::chat::Vendor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::{Duration, Instant};

/// How long a test may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Most models that are listed.
const MAX_MODELS: usize = 500;

/// Which provider is to be tested.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TestProvider {
    /// `openrouter`, `openai`, `gemini` or `claude`; the one in use where absent.
    #[serde(default)]
    pub provider: Option<String>,
}

/// What a test of the provider found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderTest {
    /// The provider; absent where none is configured.
    pub provider: Option<String>,
    /// Whether it is there, takes the key and offers every model that is to be asked.
    pub works: bool,
    /// What is wrong, exactly.
    pub error: Option<ErrorBody>,
    /// Milliseconds it took.
    #[specta(type = Number)]
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

/// Asks a provider whether it is there, takes the key, and knows the models.
///
/// # Errors
/// `invalid_request` for a provider that there is not, `invalid_setting` for an address that cannot
/// be used. What the provider says is in the answer.
pub async fn test_provider(
    app: &App,
    caller: &Caller,
    request: TestProvider,
) -> Result<ProviderTest, AppError> {
    let started = Instant::now();
    let config = app.config();
    let vendor = match request.provider.as_deref() {
        Some(name) => Some(Vendor::parse(name).ok_or_else(|| unknown_provider(name))?),
        None => choose_vendor(app, &config),
    };
    let models = match vendor {
        Some(vendor) => ChatModels::of_vendor(app, config, vendor)?,
        None => Err(NoModel::NotConfigured),
    };
    let models = match models {
        Ok(models) => models,
        Err(none) => return Ok(ProviderTest::without(vendor, none, caller, started)),
    };
    let (checked, offered) = tokio::join!(
        tokio::time::timeout(PATIENCE, models.check()),
        tokio::time::timeout(PATIENCE, models.list_models())
    );
    let mut offered = offered.ok().and_then(Result::ok).unwrap_or_default();
    offered.sort();
    let error = match checked {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(to_app_error(&error)),
        Err(_) => Some(AppError::new(Code::ModelTimedOut).with("reason", "15 s")),
    };
    let error = error.or_else(|| check_models_offered(&models, &offered));
    Ok(ProviderTest {
        provider: Some(models.vendor().as_str().to_owned()),
        works: error.is_none(),
        error: error.map(|error| error.to_body(caller.lang)),
        ms: millis(started.elapsed()),
        in_use: [ModelTask::Answer, ModelTask::Classify, ModelTask::Summarize]
            .map(|job| ModelInUse {
                purpose: job.as_str().to_owned(),
                models: models.of(job).to_vec(),
                offered: (!offered.is_empty())
                    .then(|| models.of(job).first().is_some_and(|model| is_offered(&offered, model))),
            })
            .to_vec(),
        models: offered.into_iter().take(MAX_MODELS).collect(),
    })
}

/// The error of a provider that does not offer a model that is to be asked. One that does not say
/// what it offers is taken at its word.
fn check_models_offered(models: &ChatModels, offered: &[String]) -> Option<AppError> {
    let mut missing: Vec<&str> = Vec::new();
    for model in [ModelTask::Answer, ModelTask::Classify, ModelTask::Summarize]
        .into_iter()
        .flat_map(|job| models.of(job))
    {
        if !is_offered(offered, model) && !missing.contains(&model.as_str()) {
            missing.push(model);
        }
    }
    (!offered.is_empty() && !missing.is_empty())
        .then(|| AppError::new(Code::ModelNotOffered).with("models", missing.join(", ")))
}

/// Whether a model is on the list, under its name or one that the provider takes for it: with a date
/// (`claude-haiku-4-5-20251001`), a tag (`llama3:latest`), without Google's folder (`models/…`) or
/// OpenRouter's variant (`…:online`).
fn is_offered(offered: &[String], model: &str) -> bool {
    let bare = |name: &str| name.strip_prefix("models/").unwrap_or(name).to_owned();
    let model = bare(model);
    let is_date = |rest: &str| {
        let groups: Vec<usize> = rest.split('-').skip(1).map(str::len).collect();
        let digits = rest.starts_with('-') && rest.bytes().all(|b| b == b'-' || b.is_ascii_digit());
        // `-001`, `-0613`, `-20251001` or `-2024-08-06`: a version like `-4-5` is another model.
        let date = matches!(groups.as_slice(), [3..=8] | [4, 2, 2]);
        rest == ":latest" || rest == "-latest" || (digits && date)
    };
    offered.iter().map(|name| bare(name)).any(|name| {
        let variant = model.split_once(':').is_some_and(|(base, _)| base.contains('/') && base == name);
        name.strip_prefix(&model).is_some_and(|rest| rest.is_empty() || is_date(rest)) || variant
    })
}

impl ProviderTest {
    fn without(vendor: Option<Vendor>, none: NoModel, caller: &Caller, started: Instant) -> Self {
        Self {
            provider: vendor.map(|vendor| vendor.as_str().to_owned()),
            works: false,
            error: Some(AppError::new(none.code()).to_body(caller.lang)),
            ms: millis(started.elapsed()),
            models: Vec::new(),
            in_use: Vec::new(),
        }
    }
}

/// The error of a provider's name that is none, with the known names.
fn unknown_provider(name: &str) -> AppError {
    let known = Vendor::ALL.map(Vendor::as_str).join(" | ");
    AppError::invalid_request(format_args!("provider: {known}, not “{name}”")).detail("path", "provider")
}

/// Lists the prompts that go to chat models.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_known_under_every_name_that_its_provider_takes() {
        let offered: Vec<String> =
            ["openai/gpt-4o-mini", "models/gemini-2.5-flash", "claude-haiku-4-5-20251001", "llama3:latest"]
                .map(str::to_owned)
                .into();
        for model in [
            "openai/gpt-4o-mini",
            "openai/gpt-4o-mini:online",
            "gemini-2.5-flash",
            "claude-haiku-4-5",
            "llama3",
        ] {
            assert!(is_offered(&offered, model), "{model}");
        }
        for model in ["openai/gpt-4o", "gemini-2.5", "claude-haiku", "llama3:70b", "x"] {
            assert!(!is_offered(&offered, model), "{model}");
        }
    }
}
