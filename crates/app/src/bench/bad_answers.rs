//! Operation that turns a bad answer into a test: the rating, judgments and a regression case.

use super::query_sets::draw_set_seed;
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::chat::ownership::require_message_owner;
use crate::error::{AppError, Code};
use crate::messages::translate;
use crate::search::tool_of;
use celeiro_domain::bench::judging::{QueryDraft, RegressionCase, SetDraft, SetRole};
use celeiro_domain::chat::{Feedback, Message, Rating, Role, SourceKind};
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::{AnswerCase, NewSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Longest note, in characters.
const NOTE_CHARS: usize = 2_000;

/// A record that an answer should or should not have named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerRecord {
    /// Item or FAQ.
    #[serde(rename = "type")]
    pub kind: SourceKind,
    /// The record.
    pub id: Uuid,
}

/// A bad answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportAnswer {
    /// The answer's message.
    pub id: Uuid,
    /// What a person thinks of it; a thumb down.
    pub feedback: Feedback,
    /// Records that do not belong there: judged 0, and must not stand among the first three.
    #[serde(default)]
    pub wrong: Vec<AnswerRecord>,
    /// Records that were to be expected: judged 2, and must stand there; at most three of a kind.
    #[serde(default)]
    pub expected: Vec<AnswerRecord>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A test that was made of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportedCase {
    /// The set that it is in.
    pub set_id: Uuid,
    /// The set's name.
    pub set_name: String,
    /// The query in it.
    pub query_id: Uuid,
    /// What is searched for.
    pub query: String,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerReport {
    /// The answer with its rating.
    pub message: Message,
    /// The tests made of it: of items, of FAQs, or none where no record was named.
    pub cases: Vec<ReportedCase>,
}

/// Rates an answer down and makes a test of it, all or nothing.
///
/// # Errors
/// `not_found` for the answer or a record, `conversation_read_only` for an answer to another person, `not_an_answer`,
/// `invalid_request` for a thumb up or a note that is too long, `invalid_fields` for a record that is both wrong and
/// expected or more than three expected ones.
pub async fn report_answer(
    app: &App,
    caller: &Caller,
    request: ReportAnswer,
) -> Result<AnswerReport, AppError> {
    if request.feedback.rating != Rating::Down {
        return Err(AppError::invalid_request("feedback.rating: down").detail("path", "feedback.rating"));
    }
    if request.feedback.note.as_deref().is_some_and(|note| note.chars().count() > NOTE_CHARS) {
        return Err(AppError::invalid_request("note: 0..2000").detail("path", "feedback.note"));
    }
    require_message_owner(app, caller, request.id).await?;
    let message = app.store().message(request.id).await?;
    if message.role != Role::Assistant {
        return Err(AppError::new(Code::NotAnAnswer));
    }
    let mut drafts = Vec::new();
    for kind in [Kind::Items, Kind::Faqs] {
        if let Some(query) = build_answer_test(app, &message, kind, &request).await? {
            drafts.push((set_draft(caller.lang, kind), query));
        }
    }
    let case = |(set, query)| {
        let set = NewSet { id: Uuid::now_v7(), draft: set, role: SetRole::Answers, seed: draw_set_seed() };
        AnswerCase { set, id: Uuid::now_v7(), query }
    };
    let cases: Vec<AnswerCase<'_>> = drafts.iter().map(|(set, query)| case((set, query))).collect();
    let write = new_write(caller, request.operation_id);
    let stored = app.store().report_answer(request.id, &request.feedback, &cases, &write).await?;
    let mut reported = Vec::new();
    for case in stored {
        reported.push(ReportedCase {
            set_id: case.set,
            set_name: app.store().query_set(case.set).await?.name,
            query_id: case.query,
            query: app.store().set_query(case.query).await?.query,
        });
    }
    Ok(AnswerReport { message: app.store().message(request.id).await?, cases: reported })
}

/// The test of what is said of records of this kind; none where nothing is.
async fn build_answer_test(
    app: &App,
    answer: &Message,
    kind: Kind,
    request: &ReportAnswer,
) -> Result<Option<QueryDraft>, AppError> {
    let case = RegressionCase {
        expected: list_record_names(app, kind, &request.expected).await?,
        forbidden: list_record_names(app, kind, &request.wrong).await?,
    };
    if case.is_empty() {
        return Ok(None);
    }
    let draft = QueryDraft {
        // One test an answer: who thinks again writes over it.
        key: answer.id.to_string(),
        query: load_query_text(app, answer, kind).await?,
        class: None,
        protected: true,
        skipped: false,
        case,
    };
    Ok(Some(draft.check().map_err(AppError::fields)?))
}

/// By what names searches know the records of `kind`.
async fn list_record_names(app: &App, kind: Kind, records: &[AnswerRecord]) -> Result<Vec<String>, AppError> {
    let wanted = match kind {
        Kind::Items => SourceKind::Item,
        Kind::Faqs => SourceKind::Faq,
    };
    let mut names = Vec::new();
    for record in records.iter().filter(|record| record.kind == wanted) {
        names.push(super::set_queries::record_name(app, kind, &record.id.to_string()).await?);
    }
    Ok(names)
}

/// What was looked for: as the search of this kind had it, for a follow-up is put into whole words
/// first; else what the person wrote.
async fn load_query_text(app: &App, answer: &Message, kind: Kind) -> Result<String, AppError> {
    let tool = tool_of(kind);
    let searches = answer.response.iter().flat_map(|response| &response.debug.searches);
    if let Some(run) = searches.into_iter().find(|run| run.tool == tool && !run.query.trim().is_empty()) {
        return Ok(run.query.clone());
    }
    let asked = answer.parent_id.ok_or_else(|| AppError::new(Code::NotAnAnswer))?;
    Ok(app.store().message(asked).await?.content)
}

/// The set that collects tests of bad answers, one for each kind.
fn set_draft(lang: Lang, kind: Kind) -> SetDraft {
    SetDraft {
        name: translate(lang, &format!("querySet.answers.{}", kind.as_str())),
        kind,
        description: translate(lang, "querySet.answers.description"),
        protected: false,
        protected_classes: Vec::new(),
    }
}
