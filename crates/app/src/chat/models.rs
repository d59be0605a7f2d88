//! Which model does which job, and the one way to ask it.
//!
//! What a call was given and what came of it is written down whatever happens, so that a failed or
//! stopped call is in the trace like any other.

use crate::app::App;
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_domain::chat::{LlmCall, TokenUsage, TraceCall};
use celeiro_domain::prompt;
use celeiro_llm::chat::{
    Answer, ChatClient, ChatError, ChatModelConfig, ErrorClass, JsonFormat, Patience, Progress, Prompt,
    PromptMessage, ProviderPreferences, Vendor,
};
use celeiro_llm::http::{self, Url};
use celeiro_llm::secret::{ExposeSecret, OriginKey, Secret};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long a model may take whose answer nobody sees: rules take over then.
const PATIENCE_BEHIND_THE_SCENES: Duration = Duration::from_secs(8);

/// What a model is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    /// A long history in few words.
    Summarize,
    /// What a message is about.
    Classify,
    /// The answer.
    Answer,
}

impl Job {
    /// The prompt of the job.
    pub fn prompt(self) -> prompt::Prompt {
        match self {
            Job::Summarize => prompt::SUMMARIZE,
            Job::Classify => prompt::CLASSIFY,
            Job::Answer => prompt::ANSWER,
        }
    }

    /// The name in traces.
    pub fn as_str(self) -> &'static str {
        match self {
            Job::Summarize => "summarize",
            Job::Classify => "classify",
            Job::Answer => "answer",
        }
    }
}

/// The models of one provider.
#[derive(Clone)]
pub(crate) struct ChatModels {
    client: Arc<ChatClient>,
    vendor: Vendor,
    summary: String,
    classify: Vec<String>,
    answer: Vec<String>,
    max_tokens: u32,
}

/// Why there is no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoModel {
    /// None is configured.
    NotConfigured,
    /// One is, but its key is missing.
    KeyMissing,
}

impl NoModel {
    /// The code in traces.
    pub fn code(self) -> Code {
        match self {
            NoModel::NotConfigured => Code::ModelNotConfigured,
            NoModel::KeyMissing => Code::ModelKeyMissing,
        }
    }
}

/// The settings of a provider: key, address, and the models it is asked for where none is named.
struct Names {
    key: &'static str,
    base: &'static str,
    own_models: [Option<&'static str>; 3],
    usual: &'static str,
}

fn names(vendor: Vendor) -> Names {
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
pub(crate) fn vendor(app: &App, config: &Config) -> Option<Vendor> {
    match config.text("LLM_PROVIDER") {
        Some(name) => Vendor::parse(name),
        None => Vendor::ALL.into_iter().find(|vendor| {
            let names = names(*vendor);
            let address = config.text(names.base).unwrap_or(vendor.default_base());
            config.given(names.base).is_some() || app.key_for(names.key, address).is_some()
        }),
    }
}

/// Everything that decides which models are asked, and how they are reached.
struct Choice {
    vendor: Vendor,
    address: String,
    key: Option<OriginKey>,
    summary: String,
    classify: Vec<String>,
    answer: Vec<String>,
}

fn choice(app: &App, config: &Config, vendor: Vendor) -> Result<Choice, NoModel> {
    let names = names(vendor);
    let own_address = config.given(names.base);
    let address = config.text(names.base).unwrap_or(vendor.default_base()).to_owned();
    let key = app.key_for(names.key, &address);
    if key.is_none() && own_address.is_none() {
        return Err(NoModel::KeyMissing);
    }
    let own = |at: usize| names.own_models[at].and_then(|name| config.text(name)).map(str::to_owned);
    let named = |general: &str| config.text(general).map(str::to_owned);
    let answer = named("LLM_MODEL_ANSWER").or_else(|| own(2)).unwrap_or_else(|| names.usual.to_owned());
    let classify = named("LLM_MODEL_CLASSIFY").or_else(|| own(0)).unwrap_or_else(|| answer.clone());
    let second = named("LLM_MODEL_CLASSIFY_FALLBACK").or_else(|| own(1));
    Ok(Choice {
        vendor,
        address,
        key,
        summary: named("LLM_MODEL_SUMMARY").unwrap_or_else(|| classify.clone()),
        classify: std::iter::once(classify).chain(second).collect(),
        answer: std::iter::once(answer).chain(list(config.text("LLM_MODEL_ANSWER_FALLBACK"))).collect(),
    })
}

/// The model that writes answers, where there is one.
pub(crate) fn answering(app: &App) -> Option<String> {
    let config = app.config();
    choice(app, &config, vendor(app, &config)?).ok()?.answer.into_iter().next()
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
        let mut last = app.inner.models.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = last.as_ref()
            && Arc::ptr_eq(&kept.config, &config)
            && kept.models.vendor == vendor
            && shown(kept.key.as_ref()) == shown(key.as_ref())
        {
            return Ok(Ok(kept.models.clone()));
        }
        let models = Self::made(&config, choice, base)?;
        *last = Some(Kept { config, key, models: models.clone() });
        Ok(Ok(models))
    }

    fn made(config: &Config, choice: Choice, base: Url) -> Result<Self, AppError> {
        let settings = ChatModelConfig {
            key: choice.key,
            site_url: config.text("OPENROUTER_SITE_URL").map(str::to_owned),
            site_name: config.text("OPENROUTER_SITE_NAME").map(str::to_owned),
            patience: patience(config),
            ..ChatModelConfig::new(choice.vendor, base)
        };
        Ok(Self {
            client: Arc::new(ChatClient::new(settings).map_err(|error| failed(&error))?),
            vendor: choice.vendor,
            summary: choice.summary,
            classify: choice.classify,
            answer: choice.answer,
            max_tokens: config.number("CHAT_MAX_OUTPUT_TOKENS").map_or(2_000, |n| n as u32),
        })
    }

    /// The models for a job, in the order in which they are tried.
    pub fn of(&self, job: Job) -> &[String] {
        match job {
            Job::Summarize => std::slice::from_ref(&self.summary),
            Job::Classify => &self.classify,
            Job::Answer => &self.answer,
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

    /// The models that the provider offers.
    ///
    /// # Errors
    /// What it says.
    pub async fn offered(&self) -> Result<Vec<String>, ChatError> {
        Ok(self.client.models().await?.into_iter().map(|model| model.id).collect())
    }
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

fn list(names: Option<&str>) -> Vec<String> {
    let names = names.unwrap_or_default().split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn patience(config: &Config) -> Patience {
    let usual = Patience::default();
    let total = config.number("CHAT_ANSWER_TIMEOUT_SECONDS").map_or(usual.total, Duration::from_secs_f64);
    Patience { first_token: usual.first_token.min(total), silence: usual.silence.min(total), total, ..usual }
}

/// One question to a model.
pub(crate) struct Question<'a> {
    pub job: Job,
    pub model: &'a str,
    pub system: &'a str,
    pub user: &'a str,
    pub format: Option<JsonFormat>,
}

/// What came of a question.
pub(crate) struct Asked {
    pub result: Result<Answer, ChatError>,
    /// The text, also of a call that failed or was stopped.
    pub text: String,
    /// Whether a person stopped it.
    pub stopped: bool,
    pub call: TraceCall,
}

impl ChatModels {
    /// Asks, and tells what comes as it comes.
    pub async fn ask(
        &self,
        question: Question<'_>,
        stop: &CancellationToken,
        mut tell: impl FnMut(&Progress) + Send,
    ) -> Asked {
        let started = Instant::now();
        let prompt = self.prompt(&question);
        let (mut text, mut first, mut attempts) = (String::new(), None, 1);
        let mut on = |progress: Progress| {
            match &progress {
                Progress::Text(piece) => {
                    first.get_or_insert_with(|| started.elapsed());
                    text.push_str(piece);
                }
                Progress::Trying { attempt, .. } => attempts = *attempt,
                Progress::Reasoning(_) => {}
            }
            tell(&progress);
        };
        let ended = tokio::select! {
            ended = self.run(question.job, &prompt, &mut on) => Some(ended),
            () = stop.cancelled() => None,
        };
        let stopped = ended.is_none();
        let nothing = Answer::default();
        let (answer, error) = match &ended {
            Some(Ok(answer)) => {
                // Of a whole answer the text counts as it was decoded at the end.
                text.clone_from(&answer.text);
                (answer, None)
            }
            Some(Err(failure)) => (&failure.partial, Some(code_of(&failure.error).as_str())),
            None => (&nothing, Some("stopped")),
        };
        let call = LlmCall {
            purpose: question.job.as_str().to_owned(),
            provider: self.vendor.as_str().to_owned(),
            model: question.model.to_owned(),
            served_model: answer.served_model.clone(),
            usage: usage(answer),
            ms: millis(started.elapsed()),
            first_token_ms: first.map(millis),
            retries: answer.attempts.max(attempts).saturating_sub(1),
            finish: error.is_none().then(|| answer.finish.as_str().to_owned()),
            error: error.map(str::to_owned),
            prompt: question.job.prompt().label(),
        };
        let call = TraceCall {
            call,
            system: question.system.to_owned(),
            user: question.user.to_owned(),
            output: text.clone(),
        };
        let result = ended.unwrap_or(Ok(nothing)).map_err(|failure| failure.error);
        Asked { result, text, stopped, call }
    }

    async fn run(
        &self,
        job: Job,
        prompt: &Prompt,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, celeiro_llm::chat::Failure> {
        if job == Job::Answer {
            return self.client.stream(prompt, on).await;
        }
        match tokio::time::timeout(PATIENCE_BEHIND_THE_SCENES, self.client.complete(prompt, on)).await {
            Ok(ended) => ended,
            Err(_) => Err(celeiro_llm::chat::Failure {
                error: ChatError::new(ErrorClass::Timeout, "no answer within 8 s"),
                partial: Answer::default(),
            }),
        }
    }

    fn prompt(&self, question: &Question<'_>) -> Prompt {
        let behind_the_scenes = question.job != Job::Answer;
        let openrouter = self.vendor == Vendor::OpenRouter;
        Prompt {
            model: question.model.to_owned(),
            system: question.system.to_owned(),
            messages: vec![PromptMessage::User(question.user.to_owned())],
            format: question.format.clone(),
            max_tokens: Some(if behind_the_scenes { 400 } else { self.max_tokens }),
            temperature: behind_the_scenes.then_some(0.0),
            provider_preferences: openrouter.then(|| ProviderPreferences {
                require_parameters: question.format.is_some(),
                ..ProviderPreferences::default()
            }),
            cache: true,
            ..Prompt::default()
        }
    }
}

fn usage(answer: &Answer) -> TokenUsage {
    let Some(usage) = answer.usage else { return TokenUsage::default() };
    let count = |tokens: Option<u64>| u32::try_from(tokens.unwrap_or(0)).unwrap_or(u32::MAX);
    TokenUsage {
        input: count(usage.input),
        output: count(usage.output),
        cached: count(usage.cached_input),
        cost_usd: usage.cost,
    }
}

pub(crate) fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// Our code for what a provider said.
pub(crate) fn code_of(error: &ChatError) -> Code {
    match error.class {
        ErrorClass::Setup => Code::ModelSetup,
        ErrorClass::Connect => Code::ModelUnreachable,
        ErrorClass::Timeout => Code::ModelTimedOut,
        ErrorClass::RateLimited => Code::ModelRateLimited,
        ErrorClass::Auth | ErrorClass::Permission => Code::ModelRefusedKey,
        ErrorClass::Payment => Code::ModelUnpaid,
        ErrorClass::NotFound => Code::ModelUnknown,
        ErrorClass::BadRequest | ErrorClass::TooLarge => Code::ModelRefusedRequest,
        ErrorClass::Moderation => Code::ModelRefusedContent,
        ErrorClass::Interrupted | ErrorClass::Cancelled => Code::ModelInterrupted,
        ErrorClass::TooLong | ErrorClass::Redirect | ErrorClass::Parse => Code::ModelAnswerUnusable,
        ErrorClass::Server
        | ErrorClass::BadGateway
        | ErrorClass::Unavailable
        | ErrorClass::Overloaded
        | ErrorClass::ProviderError => Code::ModelFailed,
    }
}

/// What the provider said; where it said nothing, what kind of answer that was.
fn reason_of(error: &ChatError) -> String {
    match (error.message.trim(), error.http_status) {
        ("", Some(status)) => format!("{} (HTTP {status})", error.class),
        ("", None) => error.class.to_string(),
        (said, _) => said.to_owned(),
    }
}

/// The error that a provider's is to people.
pub(crate) fn failed(error: &ChatError) -> AppError {
    AppError::new(code_of(error)).with("reason", reason_of(error))
}
