//! State of a running turn.

use crate::app::{App, Caller};
use crate::catalog::prices::list_prices::price_by_list;
use crate::chat::attachments::turn::TurnAttachments;
use crate::chat::record::TurnRecord;
use crate::chat::turn::Events;
use crate::error::AppError;
use crate::messages::translate;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::chat::MessageState;
use celeiro_domain::chat::grounding::answer_filter::AnswerFilter;
use celeiro_domain::chat::grounding::citations::BoundText;
use celeiro_domain::chat::grounding::doses::StatedDoses;
use celeiro_domain::chat::intent::catalog_question::CatalogQuestion;
use celeiro_domain::chat::intent::safety::Concern;
use celeiro_domain::chat::{ChatEvent, ChatMode, ChatSource, HistoryMessage, Stage, StageState, TurnFailure};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_store::TurnIds;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Help text that precedes the answer, for a person in danger.
pub(crate) struct Help {
    /// The danger that the message indicates.
    pub concern: Concern,
    /// Whether the turn still searches and answers after the help.
    pub allows_search: bool,
    /// The help text, in the person's language.
    pub text: String,
}

/// Input of an answer that is composed without a model, besides the search results.
pub(crate) struct ComposingContext {
    /// The message, with words of the trade translated into the language of the catalog.
    pub message: String,
    /// The question to the catalog.
    pub question: CatalogQuestion,
    /// The query to the FAQs.
    pub faq_query: String,
    /// Synonyms in force.
    pub synonyms: Arc<SynonymIndex>,
}

/// An answer that a message stands below.
pub(crate) struct EarlierAnswer {
    /// The answer.
    pub id: Uuid,
    /// Its text where the program wrote it; none where a model did.
    pub composed: Option<String>,
}

/// A running turn.
pub(crate) struct TurnRunner {
    pub app: App,
    pub caller: Caller,
    /// Ids of the conversation, its messages and the trace.
    pub ids: TurnIds,
    /// The person's message.
    pub message: String,
    /// Earlier messages of the conversation, oldest first.
    pub history: Vec<HistoryMessage>,
    /// Whether the caller gave the history: its messages were never read for danger.
    pub is_history_given: bool,
    /// Whether a stored message is answered once more: the person says nothing now.
    pub is_repeated: bool,
    /// The answers that the message stands below, most recent first, as far as the program wrote them and the one
    /// before those; none where the message follows another message, and at the desk.
    pub answers_before: Vec<EarlierAnswer>,
    /// Items of recent answers with the names that the answers used, most recent answer first.
    pub shown: Vec<Vec<ChatSource>>,
    /// The items of the branch's last catalog search before this turn, best first.
    pub catalog_state: Vec<Uuid>,
    /// Pictures and files of the message.
    pub attachments: TurnAttachments,
    /// Sends events to the client.
    pub events: Events,
    /// Cancelled when the turn must end early.
    pub stop: CancellationToken,
    /// Data for the trace.
    pub record: TurnRecord,
    /// Help that precedes the answer if a person is in danger.
    pub help: Option<Help>,
    /// Why the turn uses no model although one is configured; the answer reports it to the person.
    pub without: Option<AppError>,
    /// Input of a composed answer; present once the searches are done.
    pub composing: Option<ComposingContext>,
    /// The requested mode.
    pub mode: ChatMode,
    /// The list whose prices the answer gives; those of the counter where absent.
    pub price_list: Option<PriceList>,
}

impl TurnRunner {
    /// Creates the filter that an answer passes through: marks of sources that do not exist and doses that
    /// `stated` lacks are taken out.
    pub fn answer_filter(&self, stated: StatedDoses) -> AnswerFilter {
        AnswerFilter::new(&self.record.marks(), stated, &self.dose_omission())
    }

    /// Removes the doses that `stated` lacks from a text that is no answer, such as a heading.
    pub fn withhold_doses(&self, stated: &StatedDoses, text: &str) -> String {
        stated.clone().withhold_others(text, &self.dose_omission())
    }

    /// Reads items with the prices of the price list that the answer uses.
    pub async fn priced_items(&self, ids: &[Uuid]) -> Result<Vec<Item>, AppError> {
        let mut items = self.app.store().items(ids).await?;
        if let Some(list) = &self.price_list {
            price_by_list(self.app.store(), list, items.iter_mut()).await?;
        }
        Ok(items)
    }

    /// The text in the place of a dose that no source states.
    fn dose_omission(&self) -> String {
        translate(self.caller.lang, "chat.omittedDose")
    }

    /// Creates a function that streams parts of the answer. It separates the first part from a preceding
    /// help text by a blank line.
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

/// Event of a stage that started or ended; `ms` is its duration in milliseconds.
pub(crate) fn build_stage_event(step: Stage, state: StageState, ms: Option<f64>) -> ChatEvent {
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

/// Event of a retry: the turn requests the answer again, as attempt `attempt` of `attempts`.
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

/// The error of a failed turn, in the caller's language.
pub(crate) fn failure_of(error: &AppError, caller: &Caller) -> TurnFailure {
    let body = error.to_body(caller.lang);
    TurnFailure { code: body.code, message: body.message, details: body.details }
}

/// An answer with checked citation marks, and its final state.
pub(crate) struct WrittenAnswer {
    /// The text, its citations and its cautions.
    pub bound: BoundText,
    /// How the answer ended.
    pub state: MessageState,
    /// The model that wrote the text; `None` for a composed answer.
    pub model: Option<String>,
    /// Why the answer is incomplete or composed, if an error caused that.
    pub error: Option<TurnFailure>,
}
