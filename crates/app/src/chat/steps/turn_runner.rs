//! A turn at work.

use crate::app::{App, Caller};
use crate::chat::record::Record;
use crate::chat::turn::Events;
use crate::error::AppError;
use celeiro_domain::chat::MessageState;
use celeiro_domain::chat::grounding::citations::Bound;
use celeiro_domain::chat::intent::catalog_question::CatalogQuestion;
use celeiro_domain::chat::intent::safety::Concern;
use celeiro_domain::chat::{ChatEvent, ChatMode, ChatSource, HistoryMessage, Stage, StageState, TurnFailure};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_store::TurnIds;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The help that stands before an answer.
pub(crate) struct Help {
    /// What for.
    pub concern: Concern,
    /// Whether more may follow.
    pub allows_search: bool,
    /// The text, in the person's language.
    pub text: String,
}

/// What an answer without a model is put together by, beside what was found.
pub(crate) struct ComposingContext {
    /// The message, its trade's words in the catalog's language.
    pub message: String,
    /// What the catalog was asked.
    pub question: CatalogQuestion,
    /// What the FAQs were asked.
    pub faq_query: String,
    pub synonyms: Arc<SynonymIndex>,
}

/// A turn at work.
pub(crate) struct TurnRunner {
    pub app: App,
    pub caller: Caller,
    pub ids: TurnIds,
    pub message: String,
    /// What was said before, oldest first.
    pub history: Vec<HistoryMessage>,
    /// The items that the last answers have shown, as they named them, the newest first.
    pub shown: Vec<Vec<ChatSource>>,
    pub events: Events,
    pub stop: CancellationToken,
    pub record: Record,
    /// What stands before the answer where a person is in danger.
    pub help: Option<Help>,
    /// Why no model is asked although there is one: the person is told.
    pub without: Option<AppError>,
    /// Once the searches are done.
    pub composing: Option<ComposingContext>,
    /// The mode that was asked for.
    pub mode: ChatMode,
}

impl TurnRunner {
    /// Sends a piece of the answer; the help before it is a paragraph of its own.
    pub fn sender(&self) -> impl FnMut(String) + Send + use<> {
        let events = self.events.clone();
        let mut after_help = self.help.is_some();
        move |text| {
            if text.is_empty() {
                return;
            }
            let text = if std::mem::take(&mut after_help) { format!("\n\n{text}") } else { text };
            events.send(ChatEvent::Delta { text });
        }
    }
}

pub(crate) fn step(step: Stage, state: StageState, ms: Option<f64>) -> ChatEvent {
    ChatEvent::Step {
        step,
        state,
        ms,
        attempt: None,
        attempts: None,
        conversation_id: None,
        user_message_id: None,
        message_id: None,
    }
}

/// The answer is asked for again, for the `attempt`th time of at most `attempts`.
pub(crate) fn retry(attempt: u32, attempts: u32) -> ChatEvent {
    ChatEvent::Step {
        step: Stage::Write,
        state: StageState::Retrying,
        ms: None,
        attempt: Some(attempt),
        attempts: Some(attempts),
        conversation_id: None,
        user_message_id: None,
        message_id: None,
    }
}

pub(crate) fn failure_of(error: &AppError, caller: &Caller) -> TurnFailure {
    let body = error.to_body(caller.lang);
    TurnFailure { code: body.code, message: body.message, details: body.details }
}

/// A finished text, its marks checked, and how it came to its end.
pub(crate) struct WrittenAnswer {
    pub bound: Bound,
    pub state: MessageState,
    pub model: Option<String>,
    pub error: Option<TurnFailure>,
}
