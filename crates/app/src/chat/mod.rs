//! The sales desk: answers a message from catalog and FAQs, and stores a complete trace.
//!
//! | module | what it does |
//! |---|---|
//! | `turn`, `running_turns` | handle of a turn: events, end, cancellation |
//! | `ownership`, `looks` | access to a conversation; log of administrators' looks |
//! | `private_trace` | redaction of traces in shared conversations |
//! | `attachments` | images and files of messages |
//! | `place` | concurrency limit of computing turns |
//! | `steps` | steps, from the stored message to the stored answer |
//! | `dictation` | transcription of a recording for the composer |
//! | `danger` | vectors for the danger classifier |
//! | `models` | choice of models, and their calls |
//! | `searches` | retrieval, concurrent with the classifier |
//! | `record` | recorder of the trace |
//! | `list_prices` | price list of an answer |
//! | `wording`, `spending` | texts without a model; monthly spending cap |
//! | `replay` | replay of a trace |
//!
//! Rules that need neither a database nor a model are in `celeiro_domain::chat`. Left out: the transport of events
//! (the hosts), listing and changing of conversations (`conversations`).

pub mod attachments;
pub(crate) mod danger;
pub mod dictation;
pub(crate) mod models;
pub(crate) mod spending;

pub mod conversations;
pub(crate) mod documents;
mod list_prices;
pub(crate) mod looks;
mod out_of_stock;
pub(crate) mod ownership;
mod place;
pub(crate) mod private_trace;
pub mod providers;
pub(crate) mod record;
mod replay;
pub mod replay_recording;
pub(crate) mod running_turns;
pub(crate) mod searches;
pub(crate) mod steps;
pub(crate) mod turn;
pub(crate) mod wording;

pub use replay::{Difference, Replay, ReplayedSearch, rerun_trace};
pub use turn::Turn;

pub(crate) use models::{KeptModels, find_answer_model};
pub(crate) use running_turns::RunningTurns;

use crate::app::{App, Caller};
use crate::chat::attachments::turn::TurnAttachments;
use crate::chat::list_prices::find_answer_list;
use crate::chat::ownership::{require_attachment_owner, require_message_owner, require_owner};
use crate::chat::steps::turn_runner::{EarlierAnswer, TurnRunner};
use crate::error::{AppError, Code};
use celeiro_domain::chat::answer::title::title_of;
use celeiro_domain::chat::intent::follow_up::coreference::shown_sources;
use celeiro_domain::chat::intent::wording::language::language_of;
use celeiro_domain::chat::{
    ChatEvent, ChatMode, ChatRequest, ChatSource, HistoryMessage, MAX_HISTORY_MESSAGES, MAX_MESSAGE_CHARS,
    MessageState, Role, SourceKind, is_blank,
};
use celeiro_store::{BegunTurn, MessagePosition, Origin, PathMessage, TurnIds, Write};
use record::TurnRecord;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Messages of a stored conversation that are looked at; a summary stands for older ones.
const MAX_LOOKED_BACK: u32 = 200;

/// Answers among which the one is looked for whose card a message replies to.
const MAX_REPLIES_BACK: usize = 20;

/// Answers whose items a message may point at.
const MAX_ANSWERS_BACK: usize = 4;

/// Stores a message to the sales desk and begins the turn that answers it.
///
/// The turn goes on by itself; its events are to be taken from the result, which stops it when it is
/// dropped. Under an operation id that was used before, what came of that turn is told again.
///
/// # Errors
/// [`Code::MessageBlank`], [`Code::MessageTooLong`], [`Code::NotFound`] for a conversation or message
/// or price list that is not there, [`Code::InvalidRequest`] for one that gives no price today, [`Code::ConversationReadOnly`], [`Code::TurnUnderWay`], or what the database says. Nothing is
/// stored then.
pub async fn begin(app: &App, caller: &Caller, request: ChatRequest) -> Result<Turn, AppError> {
    let record = TurnRecord::new();
    check_message(&request)?;
    check_own(app, caller, &request).await?;
    let mode = request.mode.unwrap_or_else(|| usual_mode(app));
    let price_list = find_answer_list(app, &request, mode).await?;
    let operation = request.operation_id.unwrap_or_else(Uuid::now_v7);
    let write = Write { operation_id: operation, actor: caller.actor.clone(), origin: Origin::Person };
    let ids = match store_message(app, &request, &write).await? {
        BegunTurn::New(ids) => ids,
        BegunTurn::Before(ids) => return replay_turn(app, &ids).await,
    };
    let attachments = TurnAttachments::load(app, ids.user_message_id).await?;
    let branch = load_branch(app, &request, &ids).await?;
    let Branch { history, shown, catalog_state, answers: answers_before, message } = branch;
    let stop = CancellationToken::new();
    let (events, turn) = turn::open_turn(stop.clone());
    let noted = app.inner.turns.note(operation, &caller.actor, stop.clone());
    // Who writes English is answered in English, whatever the host speaks.
    let lang = language_of(&message, caller.lang);
    let desk = TurnRunner {
        app: app.clone(),
        caller: Caller { lang, ..caller.clone() },
        ids,
        message,
        history,
        is_history_given: request.conversation_id.is_none(),
        is_repeated: request.regenerate.is_some(),
        answers_before,
        shown,
        catalog_state,
        attachments,
        events,
        stop,
        record,
        help: None,
        without: None,
        composing: None,
        mode,
        price_list,
    };
    tokio::spawn(async move {
        desk.run().await;
        drop(noted);
    });
    Ok(turn)
}

/// The mode where a message names none.
fn usual_mode(app: &App) -> ChatMode {
    match app.config().text("CHAT_MODE") {
        Some(mode) if mode == ChatMode::Assistant.as_str() => ChatMode::Assistant,
        _ => ChatMode::Desk,
    }
}

/// Refuses a blank message, one that is too long and too many attachments; to regenerate an answer takes no
/// message.
fn check_message(request: &ChatRequest) -> Result<(), AppError> {
    if request.regenerate.is_some() {
        return match request.attachments.as_slice() {
            [] => Ok(()),
            _ => Err(AppError::invalid_request("attachments: regenerate")),
        };
    }
    attachments::check_count(&request.attachments)?;
    if is_blank(&request.message) {
        return Err(AppError::new(Code::MessageBlank));
    }
    let length = request.message.chars().count();
    if length > MAX_MESSAGE_CHARS {
        let error = AppError::new(Code::MessageTooLong).with("length", length);
        return Err(error.with("allowed", MAX_MESSAGE_CHARS));
    }
    Ok(())
}

/// Refuses a turn in the conversation of another person, and files that are another person's.
async fn check_own(app: &App, caller: &Caller, request: &ChatRequest) -> Result<(), AppError> {
    if let Some(message) = request.regenerate {
        require_message_owner(app, caller, message).await?;
    }
    if let Some(conversation) = request.conversation_id {
        require_owner(app, caller, conversation).await?;
    }
    for attachment in &request.attachments {
        require_attachment_owner(app, caller, *attachment).await?;
    }
    Ok(())
}

/// Stores the message at its place in the conversation, or begins another answer to a stored one.
async fn store_message(app: &App, request: &ChatRequest, write: &Write) -> Result<BegunTurn, AppError> {
    let store = app.store();
    if let Some(message) = request.regenerate {
        let question = question_of(app, message).await?;
        return Ok(store.begin_again(question, write).await?);
    }
    let title = title_of(&request.message).unwrap_or_else(|| "…".to_owned());
    let place = match (request.conversation_id, request.parent_id) {
        (Some(conversation), Some(parent)) => MessagePosition::After { conversation, parent },
        (Some(conversation), None) if request.from_start => MessagePosition::Start(conversation),
        (Some(conversation), None) => MessagePosition::End(conversation),
        (None, Some(parent)) => {
            let error = AppError::invalid_request("parentId needs conversationId");
            return Err(error.detail("parentId", parent.to_string()));
        }
        (None, None) => MessagePosition::New { title: &title },
    };
    Ok(store.begin_turn(place, &request.message, &request.attachments, write).await?)
}

/// The person's message that is to be answered once more: `message`, or where that is an answer, the
/// one it answers.
async fn question_of(app: &App, message: Uuid) -> Result<Uuid, AppError> {
    let said = app.store().message(message).await?;
    match (said.role, said.parent_id) {
        (Role::Assistant, Some(question)) => Ok(question),
        (Role::User | Role::Assistant, _) => Ok(message),
    }
}

/// The branch that a turn continues: its messages, the sources of its last answers, the items of its last
/// catalog search, the answers above the message, and the message to be answered.
struct Branch {
    history: Vec<HistoryMessage>,
    shown: Vec<Vec<ChatSource>>,
    catalog_state: Vec<Uuid>,
    answers: Vec<EarlierAnswer>,
    message: String,
}

/// A history that the caller gives is for a conversation that begins here.
async fn load_branch(app: &App, request: &ChatRequest, ids: &TurnIds) -> Result<Branch, AppError> {
    let mut path = app.store().conversation_path(ids.user_message_id, MAX_LOOKED_BACK).await?;
    let message = path.pop().map(|said| said.content).unwrap_or_default();
    let shown = recent_sources(&path);
    let catalog_state = last_found_items(&path);
    let answers = answers_above(&path);
    let stored = path.into_iter().map(|said| HistoryMessage { role: said.role, content: said.content });
    let given = request.history.iter().flatten().filter(|_| request.conversation_id.is_none());
    let given: Vec<HistoryMessage> = given.rev().take(MAX_HISTORY_MESSAGES).cloned().collect();
    let history = given.into_iter().rev().chain(stored).filter(has_content).collect();
    Ok(Branch { history, shown, catalog_state, answers, message })
}

/// The answers above a message, most recent first, up to the first one that a model wrote: between a card and a reply to
/// it are words of the program alone. None where the message before it has no answer yet.
fn answers_above(path: &[PathMessage]) -> Vec<EarlierAnswer> {
    let follows_answer = path.last().is_some_and(|last| last.role == Role::Assistant);
    let answers = path.iter().rev().filter(|said| follows_answer && said.role == Role::Assistant);
    let mut above = Vec::new();
    for answer in answers.take(MAX_REPLIES_BACK) {
        let composed = (answer.state == MessageState::Composed).then(|| answer.content.clone());
        let is_last = composed.is_none();
        above.push(EarlierAnswer { id: answer.id, composed });
        if is_last {
            break;
        }
    }
    above
}

/// The items that the last answers with sources have shown, the newest answer first.
fn recent_sources(path: &[PathMessage]) -> Vec<Vec<ChatSource>> {
    let answers = path.iter().rev().filter(|message| message.role == Role::Assistant);
    let with_sources = answers.take(MAX_ANSWERS_BACK).filter(|answer| !answer.sources.is_empty());
    with_sources.map(|answer| shown_sources(&answer.content, &answer.sources)).collect()
}

/// The items of the last catalog search of a branch, best first. Of answers without a note of it, which
/// versions before this one stored, their sources.
fn last_found_items(path: &[PathMessage]) -> Vec<Uuid> {
    let list_item_ids = |answer: &PathMessage| match answer.catalog_state.as_slice() {
        [] => {
            let items = answer.sources.iter().filter(|source| source.kind == SourceKind::Item);
            items.map(|source| source.id).collect()
        }
        noted => noted.to_vec(),
    };
    path.iter().rev().map(list_item_ids).find(|ids: &Vec<Uuid>| !ids.is_empty()).unwrap_or_default()
}

/// Whether a message belongs to the dialogue and has a text.
fn has_content(message: &HistoryMessage) -> bool {
    matches!(message.role, Role::User | Role::Assistant) && !message.content.trim().is_empty()
}

/// A turn that was begun under the same operation id before.
async fn replay_turn(app: &App, ids: &TurnIds) -> Result<Turn, AppError> {
    let response = app.store().answer(ids.message_id).await.map_err(|error| match error {
        celeiro_store::StoreError::NotFound => AppError::new(Code::TurnUnderWay),
        other => other.into(),
    })?;
    let (events, turn) = turn::open_turn(CancellationToken::new());
    events.send(ChatEvent::Done(Box::new(response)));
    Ok(turn)
}

#[cfg(test)]
mod tests;
