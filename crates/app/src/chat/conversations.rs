//! Conversations: listing, changing, rating, and the traces of their answers.

use crate::api::{ById, DeletedRecord, WriteById};
use crate::app::{App, Caller};
use crate::chat::{Replay, replay_searches};
use crate::error::{AppError, Code};
use crate::query_log;
use crate::query_log::api::PATIENCE;
use celeiro_domain::chat::{Conversation, ConversationDetail, Feedback, Message, Role, Trace};
use celeiro_store::{ConversationQuery, Origin, Write};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Conversations on one page at most, and where nothing is said.
const MAX_PAGE: u32 = 200;
const USUAL_PAGE: u32 = 50;
/// Longest title and longest note, in characters.
const TITLE_CHARS: usize = 200;
const NOTE_CHARS: usize = 2_000;

/// Which conversations are wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListConversations {
    /// Words that title or messages must hold, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Conversations to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Conversations wanted, 1..200; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Some conversations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConversationPage {
    /// Pinned ones first, then the newest.
    pub conversations: Vec<Conversation>,
    /// How many there are in all.
    pub total: u32,
}

/// What is to be changed; what is absent stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateConversation {
    /// The conversation.
    pub id: Uuid,
    /// Its new title: not blank, at most 200 characters.
    #[serde(default)]
    pub title: Option<String>,
    /// Whether it is kept on top.
    #[serde(default)]
    pub pinned: Option<bool>,
    /// The last message of the branch to be opened.
    #[serde(default)]
    pub active_id: Option<Uuid>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What a person thinks of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetFeedback {
    /// The answer's message.
    pub id: Uuid,
    /// The rating; absent takes it back.
    #[serde(default)]
    pub feedback: Option<Feedback>,
}

/// Which turn is to be stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopTurn {
    /// The operation id under which it began.
    pub operation_id: Uuid,
}

/// Whether a turn was stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopOutcome {
    /// False where it was over already.
    pub stopped: bool,
}

/// Lists conversations.
pub async fn list_conversations(
    app: &App,
    _: &Caller,
    request: ListConversations,
) -> Result<ConversationPage, AppError> {
    // A client that opens the chat lists them first: a message is still to come.
    app.inner.danger.warm_up();
    let query = ConversationQuery {
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        offset: request.offset.unwrap_or(0),
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE),
    };
    let page = app.store().list_conversations(&query).await?;
    Ok(ConversationPage { conversations: page.rows, total: u32::try_from(page.total).unwrap_or(u32::MAX) })
}

/// Reads a conversation.
///
/// # Errors
/// `not_found`.
pub async fn get_conversation(app: &App, _: &Caller, request: ById) -> Result<ConversationDetail, AppError> {
    Ok(app.store().conversation(request.id).await?)
}

/// Renames or pins a conversation, or opens one of its branches.
///
/// # Errors
/// `not_found`, `invalid_request` for a title that cannot be.
pub async fn update_conversation(
    app: &App,
    caller: &Caller,
    request: UpdateConversation,
) -> Result<Conversation, AppError> {
    let (store, id) = (app.store(), request.id);
    // Each of the three sets a value, so only the first needs the client's id to be done once.
    let mut operation = request.operation_id;
    let mut write = || begin_caller_write(caller, operation.take());
    if let Some(title) = &request.title {
        let length = title.trim().chars().count();
        if length == 0 || length > TITLE_CHARS {
            return Err(AppError::invalid_request("title: 1..200").detail("path", "title"));
        }
        store.rename_conversation(id, title.trim(), &write()).await?;
    }
    if let Some(pinned) = request.pinned {
        store.pin_conversation(id, pinned, &write()).await?;
    }
    if let Some(active) = request.active_id {
        store.open_branch(id, active, &write()).await?;
    }
    Ok(store.conversation_summary(id).await?)
}

/// Deletes a conversation.
///
/// # Errors
/// `not_found`.
pub async fn delete_conversation(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    app.store().delete_conversation(request.id, &begin_caller_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Brings a deleted conversation back.
///
/// # Errors
/// `not_found`.
pub async fn restore_conversation(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<Conversation, AppError> {
    app.store().restore_conversation(request.id, &begin_caller_write(caller, request.operation_id)).await?;
    Ok(app.store().conversation_summary(request.id).await?)
}

/// Says what a person thinks of an answer.
///
/// # Errors
/// `not_found`, `not_an_answer` for a message of a person, `invalid_request` for a note that is too
/// long.
pub async fn set_feedback(app: &App, caller: &Caller, request: SetFeedback) -> Result<Message, AppError> {
    let note = request.feedback.as_ref().and_then(|feedback| feedback.note.as_deref());
    if note.is_some_and(|note| note.chars().count() > NOTE_CHARS) {
        return Err(AppError::invalid_request("note: 0..2000").detail("path", "feedback.note"));
    }
    if app.store().message(request.id).await?.role != Role::Assistant {
        return Err(AppError::new(Code::NotAnAnswer));
    }
    app.store()
        .set_feedback(request.id, request.feedback.as_ref(), &begin_caller_write(caller, None))
        .await?;
    Ok(app.store().message(request.id).await?)
}

/// Stops a turn under way.
///
/// # Errors
/// None; a turn that is over is as good as stopped.
pub async fn stop_turn(app: &App, _: &Caller, request: StopTurn) -> Result<StopOutcome, AppError> {
    Ok(StopOutcome { stopped: app.inner.turns.stop(request.operation_id) })
}

/// Everything that led to an answer.
///
/// # Errors
/// `not_found`.
pub async fn get_trace(app: &App, _: &Caller, request: ById) -> Result<Trace, AppError> {
    find_trace(app, request.id).await
}

/// Runs the searches of a trace again and compares.
///
/// # Errors
/// `not_found`, and what a search says.
pub async fn replay_trace(app: &App, caller: &Caller, request: ById) -> Result<Replay, AppError> {
    replay_searches(app, caller, &find_trace(app, request.id).await?).await
}

/// By its own id, or by that of the answer it is about. That of a search may still be on its way.
pub(crate) async fn find_trace(app: &App, id: Uuid) -> Result<Trace, AppError> {
    if let Some(trace) = query_log::recent_trace(app, id).await? {
        return Ok(trace);
    }
    match stored_trace(app, id).await {
        Err(error) if error.code() == Code::NotFound => {
            app.inner.query_log.wait_until_stored(PATIENCE).await;
            stored_trace(app, id).await
        }
        found => found,
    }
}

/// Finds a trace by its own id, or by the id of its answer.
async fn stored_trace(app: &App, id: Uuid) -> Result<Trace, AppError> {
    match app.store().trace(id).await.map_err(AppError::from) {
        Err(error) if error.code() == Code::NotFound => Ok(app.store().trace_of(id).await?),
        found => found,
    }
}

/// The write of `caller`, with a new operation id if the client chose none.
fn begin_caller_write(caller: &Caller, operation: Option<Uuid>) -> Write {
    Write {
        operation_id: operation.unwrap_or_else(Uuid::now_v7),
        actor: caller.actor.clone(),
        origin: Origin::Person,
    }
}
