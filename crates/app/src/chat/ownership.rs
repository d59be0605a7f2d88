//! Access to a conversation and its parts: owner, readers, writers.
//!
//! A conversation belongs to the person who began it. Others read it where it is shared, and an administrator reads
//! any, which the access log records before the text is returned. Only the owner writes to it, not an administrator. A
//! conversation that the caller may not read is refused like a missing one. Callers without an account read and write
//! all.

use crate::accounts::note_access;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::team::{Access, AccessEvent};
use celeiro_store::{ConversationOwner, StoreError};
use uuid::Uuid;

/// Refuses a conversation that the caller may not read, and writes an administrator's look down.
///
/// # Errors
/// [`Code::NotFound`], also for one that the caller may not read; what the database says where a look cannot be
/// written down.
pub(crate) async fn require_reader(app: &App, caller: &Caller, conversation: Uuid) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    let owner = app.store().conversation_owner(conversation).await?;
    if is_open_to(caller, &owner) {
        return Ok(());
    }
    if !caller.is_admin() {
        return Err(AppError::new(Code::NotFound));
    }
    record_look(app, caller, conversation).await
}

/// Whether the caller may open a conversation. Nothing is opened by it, and nothing written down.
pub(crate) async fn may_open(app: &App, caller: &Caller, conversation: Uuid) -> Result<bool, AppError> {
    if caller.is_admin() {
        return Ok(true);
    }
    match app.store().conversation_owner(conversation).await {
        Ok(owner) => Ok(is_open_to(caller, &owner)),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Refuses a conversation that is not the caller's own.
///
/// # Errors
/// [`Code::NotFound`] for one that the caller may not read, [`Code::ConversationReadOnly`] for one that they may.
pub(crate) async fn require_owner(app: &App, caller: &Caller, conversation: Uuid) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    let owner = app.store().conversation_owner(conversation).await?;
    if caller.owns(&owner.actor) {
        return Ok(());
    }
    if is_open_to(caller, &owner) || caller.is_admin() {
        return Err(AppError::new(Code::ConversationReadOnly).with("owner", owner.actor));
    }
    Err(AppError::new(Code::NotFound))
}

/// [`require_owner`] of the conversation of a message.
///
/// # Errors
/// Those of [`require_owner`], and [`Code::NotFound`] for the message.
pub(crate) async fn require_message_owner(app: &App, caller: &Caller, message: Uuid) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    require_owner(app, caller, app.store().conversation_of_message(message).await?).await
}

/// Refuses a picture or file of a message that the caller may not read. One that waits for its message is its
/// sender's alone.
///
/// # Errors
/// Those of [`require_reader`], and [`Code::NotFound`] for the attachment.
pub(crate) async fn require_attachment_reader(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    match find_conversation_of_attachment(app, caller, id).await? {
        Some(conversation) => require_reader(app, caller, conversation).await,
        None => Ok(()),
    }
}

/// Refuses a picture or file that is not the caller's own: it waits for their message, or came with one.
///
/// # Errors
/// Those of [`require_owner`], and [`Code::NotFound`] for the attachment.
pub(crate) async fn require_attachment_owner(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    match find_conversation_of_attachment(app, caller, id).await? {
        Some(conversation) => require_owner(app, caller, conversation).await,
        None => Ok(()),
    }
}

/// Whether a list is to hold the conversations of everybody.
///
/// # Errors
/// [`Code::Forbidden`] where the caller is no administrator.
pub(crate) fn check_everybody(caller: &Caller, everybody: Option<bool>) -> Result<bool, AppError> {
    let everybody = everybody.unwrap_or(false);
    if everybody {
        caller.require(Access::Administer)?;
    }
    Ok(everybody)
}

/// The conversation of an attachment; none where it waits for a message of the caller, or the caller has no account.
async fn find_conversation_of_attachment(
    app: &App,
    caller: &Caller,
    id: Uuid,
) -> Result<Option<Uuid>, AppError> {
    if caller.account.is_none() {
        return Ok(None);
    }
    let place = app.store().attachment_place(id).await?;
    let is_own = place.actor.as_deref().is_some_and(|actor| caller.owns(actor));
    match place.conversation_id {
        None if !is_own => Err(AppError::new(Code::NotFound)),
        conversation => Ok(conversation),
    }
}

/// Whether the caller reads the conversation without the right of an administrator.
fn is_open_to(caller: &Caller, owner: &ConversationOwner) -> bool {
    caller.owns(&owner.actor) || (owner.shared && !owner.is_deleted)
}

/// Writes down that an administrator looks at the conversation of another person, once for a look that goes on.
async fn record_look(app: &App, caller: &Caller, conversation: Uuid) -> Result<(), AppError> {
    let looks = &app.inner.looks;
    if !looks.goes_on(&caller.actor, conversation) {
        note_access(app, caller, AccessEvent::ConversationOpened, &conversation.to_string()).await?;
        looks.note(&caller.actor, conversation);
    }
    Ok(())
}
