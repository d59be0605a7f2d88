//! Calls of chat models: the single entry point.
//!
//! Each call's input and outcome are recorded in every case, so that a failed or cancelled call is in the trace like
//! any other.

use super::{ChatModels, ModelTask, code_of};
use crate::chat::place::leave_place;
use crate::error::Code;
use celeiro_domain::chat::answer::prompt::attached::UNSEEN_NOTE;
use celeiro_domain::chat::{LlmCall, TokenUsage, TraceCall};
use celeiro_domain::prompt;
use celeiro_llm::chat::{
    Answer, ChatError, ErrorClass, Failure, ImagePart, JsonFormat, Progress, Prompt, PromptMessage,
    ProviderPreferences, Shortening, ShorterPrompt, ToolChoice, ToolDefinition, Usage, Vendor,
};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long a model may take whose answer is not shown: rules take over then.
pub(crate) const PATIENCE_BEHIND_THE_SCENES: Duration = Duration::from_secs(8);

/// Tokens that an answer to the memory may have at least.
const MEMORY_TOKENS: u32 = 4_000;

/// One question to a model.
pub(crate) struct ModelRequest<'a> {
    pub job: ModelTask,
    pub model: &'a str,
    pub text: ModelQuestion<'a>,
    /// What to ask in its place where it is too long for the model, or the model too slow with it.
    pub shorter: Option<ModelQuestion<'a>>,
    /// Pictures that go with the question.
    pub images: &'a [ImagePart],
    pub format: Option<JsonFormat>,
}

/// What a model is asked, and the prompt that it is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ModelQuestion<'a> {
    pub prompt: prompt::Prompt,
    pub system: &'a str,
    pub user: &'a str,
}

/// What is sent beside the instruction of a question where the model may call tools.
pub(crate) struct ToolDialogue {
    pub messages: Vec<PromptMessage>,
    /// What is sent in place of `messages` where they are too long or too slow.
    pub shorter: Option<Vec<PromptMessage>>,
    pub tools: Vec<ToolDefinition>,
    pub choice: ToolChoice,
}

/// What came of a question.
pub(crate) struct ModelReply {
    pub result: Result<Answer, ChatError>,
    /// The text, also of a call that failed or was stopped.
    pub text: String,
    /// Whether a person stopped it.
    pub stopped: bool,
    /// Whether the model has answered with the pictures of the question before it.
    pub has_seen_images: bool,
    /// Whether the provider has refused the question because of its pictures; it was asked without them then.
    pub has_refused_images: bool,
    /// Why the model was given [`ModelRequest::shorter`] at last, where it was.
    pub shortened: Option<Code>,
    pub call: TraceCall,
    /// The prompt that was asked at last.
    pub prompt: prompt::Prompt,
}

impl ChatModels {
    /// Asks the chat model, and reports its progress.
    pub async fn ask(
        &self,
        question: ModelRequest<'_>,
        stop: &CancellationToken,
        tell: impl FnMut(&Progress) + Send,
    ) -> ModelReply {
        leave_place(self.ask_prompt(&question, &self.prompt(&question), stop, tell)).await
    }

    /// Asks with tools, no longer than `patience`: `question` says what is written down, `dialogue` what is
    /// sent.
    pub async fn ask_with_tools(
        &self,
        question: &ModelRequest<'_>,
        dialogue: ToolDialogue,
        patience: Duration,
        stop: &CancellationToken,
        tell: impl FnMut(&Progress) + Send,
    ) -> ModelReply {
        let ToolDialogue { messages, shorter, tools, choice } = dialogue;
        let shorter = question
            .shorter
            .zip(shorter)
            .map(|(question, messages)| ShorterPrompt { system: question.system.to_owned(), messages });
        let prompt = Prompt { messages, shorter, tools, tool_choice: choice, ..self.prompt(question) };
        let late = CancellationToken::new();
        let asking = leave_place(self.ask_prompt(question, &prompt, &late, tell));
        tokio::pin!(asking);
        let mut is_late = false;
        let mut reply = tokio::select! {
            reply = &mut asking => reply,
            () = stop.cancelled() => { late.cancel(); asking.await }
            () = tokio::time::sleep(patience) => { is_late = true; late.cancel(); asking.await }
        };
        if is_late && reply.stopped {
            let error = ChatError::new(ErrorClass::Timeout, "the turn's time is over");
            reply.call.call.error = Some(code_of(&error).as_str().to_owned());
            (reply.result, reply.stopped) = (Err(error), false);
        }
        reply
    }

    async fn ask_prompt(
        &self,
        question: &ModelRequest<'_>,
        prompt: &Prompt,
        stop: &CancellationToken,
        mut tell: impl FnMut(&Progress) + Send,
    ) -> ModelReply {
        let started = Instant::now();
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
        let blind = (prompt.has_images() && self.sight.is_blind(question.model))
            .then(|| prompt.without_images(UNSEEN_NOTE));
        let mut has_images = prompt.has_images() && blind.is_none();
        let mut ended = tokio::select! {
            ended = self.run(question.job, blind.as_ref().unwrap_or(prompt), &mut on) => Some(ended),
            () = stop.cancelled() => None,
        };
        let refusal = ended.as_ref().and_then(|ended| ended.as_ref().err()).filter(|failure| {
            has_images && failure.partial.text.is_empty() && failure.error.refuses_images()
        });
        let is_about_size = refusal.is_some_and(|failure| failure.error.is_too_long());
        let has_refused_images = refusal.is_some();
        if has_refused_images {
            has_images = false;
            let bare = prompt.without_images(UNSEEN_NOTE);
            ended = tokio::select! {
                ended = self.run(question.job, &bare, &mut on) => Some(ended),
                () = stop.cancelled() => None,
            };
            // Only where the same question is answered without them, it was for the pictures.
            if !is_about_size && matches!(ended, Some(Ok(_))) {
                self.sight.note_blind(question.model);
            }
        }
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
            usage: to_token_usage(answer.usage),
            ms: millis(started.elapsed()),
            first_token_ms: first.map(millis),
            retries: answer.attempts.max(attempts).saturating_sub(1),
            finish: error.is_none().then(|| answer.finish.as_str().to_owned()),
            error: error.map(str::to_owned),
            prompt: String::new(),
        };
        if let Some(why) = answer.shortened {
            self.brevity.note(question.model, why);
        }
        let shortened = answer.shortened.map(|why| match why {
            Shortening::TooLong => Code::ModelContextTooLong,
            Shortening::TooSlow => Code::ModelTimedOut,
        });
        let asked = question.shorter.filter(|_| shortened.is_some()).unwrap_or(question.text);
        let call = TraceCall {
            call: LlmCall { prompt: asked.prompt.label(), ..call },
            system: asked.system.to_owned(),
            user: asked.user.to_owned(),
            output: text.clone(),
        };
        let has_seen_images = has_images && (matches!(ended, Some(Ok(_))) || !text.is_empty());
        let result = ended.unwrap_or(Ok(nothing)).map_err(|failure| failure.error);
        ModelReply {
            result,
            text,
            stopped,
            has_seen_images,
            has_refused_images,
            shortened,
            call,
            prompt: asked.prompt,
        }
    }

    async fn run(
        &self,
        job: ModelTask,
        prompt: &Prompt,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        match job {
            ModelTask::Answer | ModelTask::Assistant => return self.client.stream(prompt, on).await,
            // A person waits for it as for an answer, and sees it only when it was checked.
            ModelTask::Assist | ModelTask::Memory | ModelTask::Report | ModelTask::Vault => {
                return self.client.complete(prompt, on).await;
            }
            ModelTask::Summarize | ModelTask::Classify | ModelTask::Reply => {}
        }
        match tokio::time::timeout(PATIENCE_BEHIND_THE_SCENES, self.client.complete(prompt, on)).await {
            Ok(ended) => ended,
            Err(_) => Err(Failure {
                error: ChatError::new(ErrorClass::Timeout, "no answer within 8 s"),
                partial: Answer::default(),
            }),
        }
    }

    fn prompt(&self, question: &ModelRequest<'_>) -> Prompt {
        let behind_the_scenes = !matches!(question.job, ModelTask::Answer | ModelTask::Assistant);
        let openrouter = self.vendor == Vendor::OpenRouter;
        Prompt {
            model: question.model.to_owned(),
            system: question.text.system.to_owned(),
            messages: vec![to_message(question.text.user, question.images)],
            shorter: question.shorter.map(|shorter| ShorterPrompt {
                system: shorter.system.to_owned(),
                messages: vec![to_message(shorter.user, question.images)],
            }),
            format: question.format.clone(),
            max_tokens: Some(match question.job {
                ModelTask::Summarize | ModelTask::Classify | ModelTask::Reply => 400,
                ModelTask::Answer
                | ModelTask::Assistant
                | ModelTask::Assist
                | ModelTask::Report
                | ModelTask::Vault => self.max_tokens,
                // Facts of many messages, each with its quotes.
                ModelTask::Memory => self.max_tokens.max(MEMORY_TOKENS),
            }),
            temperature: behind_the_scenes.then_some(0.0),
            provider_preferences: openrouter.then(|| ProviderPreferences {
                require_parameters: question.format.is_some(),
                ..ProviderPreferences::default()
            }),
            // A note of the vault is to stand nowhere longer than it must, at a provider neither.
            cache: question.job != ModelTask::Vault,
            ..Prompt::default()
        }
    }
}

/// The person's words, with pictures where there are any.
pub(crate) fn to_message(text: &str, images: &[ImagePart]) -> PromptMessage {
    match images {
        [] => PromptMessage::User(text.to_owned()),
        images => PromptMessage::Pictured { text: text.to_owned(), images: images.to_vec() },
    }
}

/// Tokens and cost of a call; 0 tokens and no cost where the provider does not say.
pub(crate) fn to_token_usage(usage: Option<Usage>) -> TokenUsage {
    let Some(usage) = usage else { return TokenUsage::default() };
    let count = |tokens: Option<u64>| u32::try_from(tokens.unwrap_or(0)).unwrap_or(u32::MAX);
    TokenUsage {
        input: count(usage.input),
        output: count(usage.output),
        cached: count(usage.cached_input),
        cost_usd: usage.cost,
    }
}

/// A duration in milliseconds.
pub(crate) fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
