//! Rights to undo and redo confirmed writes: their confirmer, and administrators for all. A redo undoes the undo, so
//! the caller needs the right to that one too.

use super::action_access::require_action_reader;
use crate::app::{App, Caller};
use crate::catalog::history::UndoBlocker;
use crate::catalog::undo_access::{may_undo, require_own};
use crate::chat::ownership::require_reader;
use crate::error::AppError;
use celeiro_store::{ActionGroup, ConfirmedAction};

/// Why a write cannot be taken back by the caller.
pub(super) fn blocker(caller: &Caller, action: &ConfirmedAction) -> Option<UndoBlocker> {
    let is_undone = action.undone_by.is_some();
    if !may_undo(caller, actor_of(action, is_undone)) {
        return Some(UndoBlocker::NotYours);
    }
    match is_undone {
        true => Some(UndoBlocker::Undone),
        false => (!action.any_left).then_some(UndoBlocker::Purged),
    }
}

/// The person whose operation is taken back: to have an action again, what took it back is.
fn actor_of(action: &ConfirmedAction, redo: bool) -> &str {
    let undoer = action.undone_by_actor.as_deref().filter(|_| redo);
    undoer.unwrap_or(&action.confirmed_by)
}

/// Refuses an answer or a conversation that the caller may not read.
pub(super) async fn require_group_reader(
    app: &App,
    caller: &Caller,
    group: ActionGroup,
) -> Result<(), AppError> {
    if caller.account.is_none() {
        return Ok(());
    }
    match group {
        ActionGroup::Answer(id) => {
            require_reader(app, caller, app.store().conversation_of_answer(id).await?).await
        }
        ActionGroup::Conversation(id) => require_reader(app, caller, id).await,
        // An action that was confirmed outlives its conversation: it is found by the person who confirmed it.
        ActionGroup::Action(_) | ActionGroup::Span(..) => Ok(()),
    }
}

/// Leaves out what the caller may not take back; one action alone is refused instead.
pub(super) async fn leave_out_others(
    app: &App,
    caller: &Caller,
    (group, redo): (ActionGroup, bool),
    actions: &mut Vec<ConfirmedAction>,
) -> Result<(), AppError> {
    if let (ActionGroup::Action(id), Some(one)) = (group, actions.first()) {
        let own = require_own(caller, actor_of(one, redo));
        if own.is_err() && !may_undo(caller, &one.confirmed_by) {
            require_action_reader(app, caller, id).await?;
        }
        return own;
    }
    actions.retain(|one| may_undo(caller, actor_of(one, redo)));
    Ok(())
}
