//! Loop of an assistant turn: model request, tool calls, until the model answers or a write awaits confirmation.

use super::calls::RoundEnd;
use super::speech::Speech;
use super::workspace::Workspace;
use crate::chat::models::{
    self, ChatModels, ModelQuestion, ModelReply, ModelRequest, ModelTask, ToolDialogue, millis,
};
use crate::chat::steps::search::TurnResults;
use crate::chat::steps::turn_runner::{TurnRunner, WrittenAnswer, failure_of, retry};
use crate::chat::steps::write::why_empty;
use crate::chat::wording::choose_fallback;
use crate::error::{AppError, Code};
use crate::messages::{translate, translate_with};
use celeiro_domain::assistant::padding::padding_tools;
use celeiro_domain::assistant::rounds::{LoopEnd, Rounds};
use celeiro_domain::assistant::{Tool, ToolDefinition};
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::{ChatEvent, ChatMode, MessageState, Stage, StageState};
use celeiro_llm::chat::{
    Answer, ChatError, ErrorClass, Progress, PromptMessage, ToolChoice, ToolDefinition as OfferedTool, Vendor,
};
use serde_json::Value;
use std::time::Instant;

/// How the assistant's part of a turn ends.
pub(crate) enum AssistantEnd {
    /// With an answer.
    Answered(Box<WrittenAnswer>, Box<TurnResults>),
    /// The model cannot ask for tools: the desk answers.
    ToDesk,
    /// The model cannot be had at all: the desk answers without one.
    ToDeskWithoutModel,
}

impl TurnRunner {
    /// Lets the model ask for tools until it answers, proposes a write, or rounds or time are over.
    pub(crate) async fn run_assistant(
        &mut self,
        models: Option<&ChatModels>,
    ) -> Result<AssistantEnd, AppError> {
        let Some(models) = models else {
            let why = self.record.fallbacks.last().map(|last| last.reason.clone()).unwrap_or_default();
            self.record.fallback("assistant", &why, "desk");
            return Ok(AssistantEnd::ToDesk);
        };
        self.step(Stage::Classify, StageState::Skipped, None);
        let beginning = self.begin_personal().await?;
        let rounds = Rounds::with_tools(beginning.tools);
        let limit = self.history_limit();
        let mut work = Workspace::new(&self.message, &self.history, limit, rounds, &self.attachments);
        work.add_profile(&beginning.profile.text);
        if let Some(person) = &beginning.person {
            work.add_subject(person);
        }
        self.record.note_memory(beginning.profile.items);
        self.record.note_manner(beginning.manner, &beginning.prompts);
        let names = models.of(ModelTask::Assistant).to_vec();
        let mut names = names.iter().peekable();
        while let Some(name) = names.peek() {
            if let Err(end) = work.rounds.may_ask() {
                return Ok(self.end_at_limit(work, end));
            }
            let asking = Instant::now();
            let asked = self.ask_round(models, name, &beginning.instruction, &mut work).await;
            work.rounds.spend(asking.elapsed());
            self.note_reply(&asked);
            if let Some(why) = asked.shortened {
                self.record.fallback("assistant", why.as_str(), "shorter-prompt");
            }
            let served = asked.call.call.served_model.clone().or_else(|| Some((*name).clone()));
            let answer = match asked.result {
                _ if asked.stopped => return Ok(self.end_with(work, served, MessageState::Stopped)),
                Ok(answer) => answer,
                Err(error) if !work.is_untouched() => {
                    return Ok(self.end_broken(work, served, &models::to_app_error(&error)));
                }
                Err(error) => {
                    let code = models::code_of(&error).as_str();
                    if takes_no_tools(&error) {
                        self.record.fallback("assistant", code, "desk");
                        return Ok(AssistantEnd::ToDesk);
                    }
                    names.next();
                    if names.peek().is_some() {
                        self.record.fallback("assistant", code, "fallback-model");
                        continue;
                    }
                    self.record.fallback("assistant", code, "composed");
                    self.without = Some(models::to_app_error(&error));
                    return Ok(AssistantEnd::ToDeskWithoutModel);
                }
            };
            if answer.tool_calls.is_empty() {
                return Ok(self.end_answered(work, served, &answer));
            }
            if let RoundEnd::Waits { refused } = self.run_round(&mut work, answer).await {
                return Ok(self.end_with_card(work, served, refused));
            }
        }
        Ok(AssistantEnd::ToDeskWithoutModel)
    }

    /// Asks once and passes on what comes, without marks of sources that do not exist and doses that none states.
    async fn ask_round(
        &mut self,
        models: &ChatModels,
        model: &str,
        instruction: &str,
        work: &mut Workspace,
    ) -> ModelReply {
        let stated = self.attachments.add_doses(work.stated.clone());
        let speech = work.speech.take();
        let mut speech = speech.unwrap_or_else(|| Speech::new(self.answer_filter(stated.clone())));
        speech.begin_round(&self.record.marks(), stated);
        let mut first = None;
        let (events, started) = (self.events.clone(), self.record.started);
        let send = |text: String| {
            if !text.is_empty() {
                events.send(ChatEvent::Delta { text });
            }
        };
        let tell = |progress: &Progress| match progress {
            Progress::Text(piece) => {
                first.get_or_insert_with(|| millis(started.elapsed()));
                send(speech.push(piece));
            }
            Progress::Trying { attempt, of, .. } => self.events.send(retry(*attempt, *of)),
            Progress::Reasoning(_) => {}
        };
        let shown = transcript(&work.messages);
        let shorter = work.shorter_messages();
        let shown_shorter = shorter.as_deref().map(transcript);
        let prompt = ModelTask::Assistant.prompt();
        let whole = ModelQuestion { prompt, system: instruction, user: &shown };
        let question = ModelRequest {
            job: ModelTask::Assistant,
            model,
            text: whole,
            shorter: shown_shorter.as_deref().map(|user| ModelQuestion { user, ..whole }),
            images: &[],
            format: None,
        };
        let offered = work.rounds.list_tools().into_iter().map(Tool::definition);
        let pads = models.vendor() == Vendor::Anthropic
            && self.app.config().switch("CHAT_CACHE_PADDING") == Some(true);
        let padding = if pads { padding_tools() } else { Vec::new() };
        let tools = offered.chain(padding).map(offered_tool).collect();
        let choice = ToolChoice::Auto;
        let dialogue = ToolDialogue { messages: work.messages.clone(), shorter, tools, choice };
        let asked =
            models.ask_with_tools(&question, dialogue, work.rounds.time_left(), &self.stop, tell).await;
        send(speech.end_round());
        self.record.first_token_ms = self.record.first_token_ms.or(first);
        work.speech = Some(speech);
        let goes_on = matches!(&asked.result, Ok(answer) if !answer.tool_calls.is_empty());
        if asked.stopped || !goes_on {
            self.end_speech(work);
        }
        asked
    }

    /// Ends the words of the model, and passes on what was held back of them.
    fn end_speech(&self, work: &mut Workspace) {
        let Some(speech) = work.speech.take() else { return };
        let (rest, bound) = speech.finish();
        if !rest.is_empty() {
            self.events.send(ChatEvent::Delta { text: rest });
        }
        work.note_text(bound);
    }

    fn end_answered(&mut self, mut work: Workspace, served: Option<String>, answer: &Answer) -> AssistantEnd {
        if !work.has_text() && !self.record.showcases.is_empty() {
            return self.end_with_showcases(work, served);
        }
        if !work.has_text() {
            return self.end_broken(work, served, &AppError::new(why_empty(answer)));
        }
        let bound = work.text();
        let written = self.end_answer(bound, served, answer.finish);
        self.end(work, written)
    }

    fn end_with(&mut self, mut work: Workspace, served: Option<String>, state: MessageState) -> AssistantEnd {
        let written = WrittenAnswer::of_bound(work.text(), served, state);
        self.end(work, written)
    }

    /// The program's own words below cards of items, where the model let the cards speak.
    fn end_with_showcases(&mut self, mut work: Workspace, served: Option<String>) -> AssistantEnd {
        let bound = self.cite_cards();
        self.record.first_words();
        self.events.send(ChatEvent::Delta { text: bound.text.clone() });
        work.note_text(bound);
        self.end_with(work, served, MessageState::Complete)
    }

    /// The program's own words below the card: whatever the model said, nothing has changed yet.
    fn end_with_card(&mut self, mut work: Workspace, served: Option<String>, refused: usize) -> AssistantEnd {
        let mut said = translate(self.caller.lang, "chat.assistant.pending");
        if refused > 0 {
            let count = [("count", refused.to_string())];
            said = format!("{said} {}", translate_with(self.caller.lang, "chat.assistant.notOnCard", &count));
        }
        self.say(&mut work, &said);
        self.end_with(work, served, MessageState::Complete)
    }

    /// What went wrong after something was shown, or where nothing else can answer.
    fn end_broken(&mut self, mut work: Workspace, served: Option<String>, error: &AppError) -> AssistantEnd {
        let said = translate(self.caller.lang, choose_fallback(error.code()).key());
        self.say(&mut work, &said);
        let bound = work.text();
        let written = self.interrupt_answer(bound, served, error);
        self.end(work, written)
    }

    fn end_at_limit(&mut self, mut work: Workspace, end: LoopEnd) -> AssistantEnd {
        let error = AppError::new(match end {
            LoopEnd::Rounds => Code::MaxIterationsExceeded,
            LoopEnd::Time => Code::ModelTimedOut,
        });
        tracing::warn!(error = error.code().as_str(), "the tool loop has no end");
        self.say(&mut work, &translate(self.caller.lang, "chat.assistant.limit"));
        let bound = work.text();
        let failure = failure_of(&error, &self.caller);
        self.record.fallback("assistant", error.code().as_str(), "partial");
        let written = WrittenAnswer {
            error: Some(failure),
            ..WrittenAnswer::of_bound(bound, None, MessageState::Interrupted)
        };
        self.end(work, written)
    }

    /// Adds a paragraph of the program's own.
    fn say(&mut self, work: &mut Workspace, said: &str) {
        self.end_speech(work);
        let before = if work.has_text() { "\n\n" } else { "" };
        self.record.first_words();
        self.events.send(ChatEvent::Delta { text: format!("{before}{said}") });
        work.note_text(BoundText { text: said.to_owned(), ..BoundText::default() });
    }

    fn end(&mut self, work: Workspace, written: WrittenAnswer) -> AssistantEnd {
        tracing::info!(
            rounds = self.record.rounds.len(),
            length = written.bound.text.len(),
            "tool loop completed"
        );
        self.record.mode = ChatMode::Assistant;
        self.record.raw_answer.clone_from(&written.bound.text);
        self.record.context = transcript(&work.messages);
        AssistantEnd::Answered(
            Box::new(written),
            Box::new(TurnResults { read: work.read, ..TurnResults::default() }),
        )
    }
}

/// Whether the provider refuses the request as such: because the model knows no tools, most often, or because
/// their descriptions are more than it takes at once. The desk asks in fewer words and without tools.
fn takes_no_tools(error: &ChatError) -> bool {
    matches!(error.class, ErrorClass::BadRequest | ErrorClass::NotFound) || error.is_too_long()
}

/// Converts a tool's definition to the form that the model is offered.
pub(super) fn offered_tool(definition: ToolDefinition) -> OfferedTool {
    let ToolDefinition { name, description, parameters, input_examples, .. } = definition;
    let examples: Vec<String> = input_examples.iter().map(Value::to_string).collect();
    let description = match examples.is_empty() {
        true => description,
        false => format!("{description} Examples: {}", examples.join(" or ")),
    };
    OfferedTool { name, description, schema: parameters }
}

/// The conversation as the trace has it.
fn transcript(messages: &[PromptMessage]) -> String {
    let line = |message: &PromptMessage| match message {
        PromptMessage::User(text) => format!("user: {text}"),
        PromptMessage::Pictured { text, images } => format!("user: {text}\n  ({} pictures)", images.len()),
        PromptMessage::Assistant { text, tool_calls, .. } => {
            let calls: Vec<String> =
                tool_calls.iter().map(|call| format!("\n  {}({})", call.name, call.arguments_raw)).collect();
            format!("assistant: {text}{}", calls.concat())
        }
        PromptMessage::ToolResult { name, content, .. } => format!("tool {name}: {content}"),
    };
    messages.iter().map(line).collect::<Vec<_>>().join("\n\n")
}
