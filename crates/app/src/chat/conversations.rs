//! Operations on conversations: list, change, rate, and the traces of answers.

use crate::accounts::access_log::account_actor;
use crate::api::{ById, DeletedRecord, WriteById, login_of};
use crate::app::{App, Caller};
use crate::chat::ownership::{check_everybody, require_message_owner, require_owner, require_reader};
use crate::chat::private_trace::without_memory;
use crate::chat::{Replay, rerun_trace};
use crate::error::{AppError, Code};
use crate::query_log;
use crate::query_log::api::PATIENCE;
use celeiro_domain::chat::{Conversation, ConversationDetail, Feedback, Message, Role, Trace};
use celeiro_domain::team::{Access, AccessEvent};
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
    /// Lists the conversations of everybody, for administrators; else the caller's own and those that are shared. Of
    /// one that is neither, `text` is looked for in the title alone.
    #[serde(default)]
    pub everybody: Option<bool>,
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
    /// Whether others may read it.
    #[serde(default)]
    pub shared: Option<bool>,
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

/// Lists conversations with the sales desk.
///
/// # Errors
/// `forbidden` where a caller who is no administrator asks for those of everybody.
pub async fn list_conversations(
    app: &App,
    caller: &Caller,
    request: ListConversations,
) -> Result<ConversationPage, AppError> {
    let everybody = check_everybody(caller, request.everybody)?;
    // A client that opens the chat lists them first: a message is still to come.
    app.inner.danger.warm_up();
    let query = ConversationQuery {
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        offset: request.offset.unwrap_or(0),
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE),
        reader: login_of(caller).map(str::to_owned),
        everybody,
    };
    let page = app.store().list_conversations(&query).await?;
    let conversations = page.rows.into_iter().map(|row| for_caller(caller, row)).collect();
    Ok(ConversationPage { conversations, total: u32::try_from(page.total).unwrap_or(u32::MAX) })
}

/// A conversation as the caller sees it.
fn for_caller(caller: &Caller, conversation: Conversation) -> Conversation {
    Conversation { read_only: !caller.owns(&conversation.owner), ..conversation }
}

/// Reads a conversation: the caller's own, or one that is shared. An administrator reads any; the access log says so.
///
/// # Errors
/// `not_found`.
pub async fn get_conversation(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<ConversationDetail, AppError> {
    require_reader(app, caller, request.id).await?;
    let detail = app.store().conversation(request.id).await?;
    Ok(ConversationDetail { conversation: for_caller(caller, detail.conversation), ..detail })
}

/// Renames, pins or shares a conversation, or opens one of its branches.
///
/// # Errors
/// `not_found`, `conversation_read_only` for another person's, `invalid_request` for a title that cannot be.
pub async fn update_conversation(
    app: &App,
    caller: &Caller,
    request: UpdateConversation,
) -> Result<Conversation, AppError> {
    let (store, id) = (app.store(), request.id);
    require_owner(app, caller, id).await?;
    // Each of the four sets a value, so only the first needs the client's id to be done once.
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
    if let Some(shared) = request.shared {
        let note = account_actor(caller).note(AccessEvent::ConversationShared, id.to_string());
        store.share_conversation(id, shared, &note, &write()).await?;
    }
    if let Some(active) = request.active_id {
        store.open_branch(id, active, &write()).await?;
    }
    Ok(store.conversation_summary(id).await?)
}

/// Deletes a conversation with the sales desk.
///
/// # Errors
/// `not_found`, `conversation_read_only` for another person's.
pub async fn delete_conversation(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    require_owner(app, caller, request.id).await?;
    app.store().delete_conversation(request.id, &begin_caller_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Restores a deleted conversation with the sales desk.
///
/// # Errors
/// `not_found`, `conversation_read_only` for another person's.
pub async fn restore_conversation(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<Conversation, AppError> {
    require_owner(app, caller, request.id).await?;
    app.store().restore_conversation(request.id, &begin_caller_write(caller, request.operation_id)).await?;
    Ok(app.store().conversation_summary(request.id).await?)
}

/// Stores a person's rating of an answer of the sales desk.
///
/// # Errors
/// `not_found`, `conversation_read_only` for an answer to another person, `not_an_answer` for a message of a person,
/// `invalid_request` for a note that is too long.
pub async fn set_feedback(app: &App, caller: &Caller, request: SetFeedback) -> Result<Message, AppError> {
    let note = request.feedback.as_ref().and_then(|feedback| feedback.note.as_deref());
    if note.is_some_and(|note| note.chars().count() > NOTE_CHARS) {
        return Err(AppError::invalid_request("note: 0..2000").detail("path", "feedback.note"));
    }
    require_message_owner(app, caller, request.id).await?;
    if app.store().message(request.id).await?.role != Role::Assistant {
        return Err(AppError::new(Code::NotAnAnswer));
    }
    app.store()
        .set_feedback(request.id, request.feedback.as_ref(), &begin_caller_write(caller, None))
        .await?;
    Ok(app.store().message(request.id).await?)
}

/// Stops a turn of the sales desk under way.
///
/// # Errors
/// None; a turn that is over is as good as stopped, and one of another person is none of the caller's.
pub async fn stop_turn(app: &App, caller: &Caller, request: StopTurn) -> Result<StopOutcome, AppError> {
    let stopped = app.inner.turns.stop(request.operation_id, |actor| caller.owns(actor));
    Ok(StopOutcome { stopped })
}

/// Reads the trace of an answer of the sales desk.
///
/// # Errors
/// `not_found`.
pub async fn get_trace(app: &App, caller: &Caller, request: ById) -> Result<Trace, AppError> {
    find_trace(app, caller, request.id).await
}

/// Runs the searches of a trace again, and what its rounds looked at, and compares. Nothing is written.
///
/// # Errors
/// `not_found`, and what a search says.
pub async fn replay_trace(app: &App, caller: &Caller, request: ById) -> Result<Replay, AppError> {
    rerun_trace(app, caller, &find_trace(app, caller, request.id).await?).await
}

/// By its own id, or by that of the answer it is about, where the caller may read its conversation. What a model was
/// told of the owner is in no message of a conversation that is shared: it is taken out for others.
pub(crate) async fn find_trace(app: &App, caller: &Caller, id: Uuid) -> Result<Trace, AppError> {
    let trace = find_any_trace(app, id).await?;
    let Some(conversation) = trace.conversation_id else { return Ok(trace) };
    require_reader(app, caller, conversation).await?;
    if caller.may(Access::Personal) {
        return Ok(trace);
    }
    let owner = app.store().conversation_owner(conversation).await?.actor;
    Ok(if caller.owns(&owner) { trace } else { without_memory(trace) })
}

/// That of a search may still be on its way.
async fn find_any_trace(app: &App, id: Uuid) -> Result<Trace, AppError> {
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
