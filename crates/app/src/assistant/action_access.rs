//! Access to pending actions. An action belongs to its conversation: readers of the conversation may read the action,
//! and only the owner decides it. An action that another program proposed belongs to the account of the program's
//! token, and administrators may decide it too.

use crate::app::{App, Caller};
use crate::chat::ownership::{require_owner, require_reader};
use crate::error::{AppError, Code};
use celeiro_domain::assistant::Tool;
use celeiro_domain::assistant::action::read_writes;
use celeiro_domain::team::Access;
use celeiro_store::ActionOwner;
use uuid::Uuid;

/// Refuses an action that the caller may not read.
///
/// # Errors
/// [`Code::NotFound`], also for one that the caller may not read.
pub(super) async fn require_action_reader(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    let owner = app.store().action_owner(id).await?;
    match owner.conversation_id {
        Some(conversation) => require_reader(app, caller, conversation).await,
        None => require_program_action(caller, &owner),
    }
}

/// Refuses an action that the caller may not decide, and one with a write, but those at the places `without`, that
/// needs more than the caller may.
///
/// # Errors
/// [`Code::NotFound`] for one that the caller may not read, [`Code::ConversationReadOnly`] for one that they may;
/// [`Code::Forbidden`] for a write beyond what the caller may.
pub(super) async fn require_action_decider(
    app: &App,
    caller: &Caller,
    id: Uuid,
    without: &[u32],
) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    require_action_owner(app, caller, id).await?;
    let ActionOwner { tool, arguments, .. } = app.store().action_owner(id).await?;
    let writes = read_writes(&tool, &arguments);
    let needs: Vec<Access> = (0..)
        .zip(&writes)
        .filter(|(at, _)| !without.contains(at))
        .map(|(_, write)| access_of(&write.tool))
        .collect();
    // What cannot be told part by part is decided by callers who may do everything.
    let all: &[Access] = if needs.is_empty() { &[Access::Administer] } else { &needs };
    all.iter().try_for_each(|access| caller.require(*access))
}

/// Refuses an action that is another person's.
///
/// # Errors
/// [`Code::NotFound`] for one that the caller may not read, [`Code::ConversationReadOnly`] for one that they may.
pub(super) async fn require_action_owner(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    let owner = app.store().action_owner(id).await?;
    match owner.conversation_id {
        Some(conversation) => require_owner(app, caller, conversation).await,
        None => require_program_action(caller, &owner),
    }
}

fn require_program_action(caller: &Caller, owner: &ActionOwner) -> Result<(), AppError> {
    if caller.is_admin() || caller.owns(&owner.actor) { Ok(()) } else { Err(AppError::new(Code::NotFound)) }
}

/// What a tool needs; a tool of another version of the program needs everything.
fn access_of(tool: &str) -> Access {
    Tool::parse(tool).map_or(Access::Administer, Tool::access)
}
