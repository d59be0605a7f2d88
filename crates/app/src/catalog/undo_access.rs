//! Rights to undo: people undo their own operations, administrators all. An undo is a write and needs today's right to
//! that write: an editor who has become a seller cannot undo an edit.

use crate::app::Caller;
use crate::error::{AppError, Code};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::team::Access;

/// Whether the caller may take back what `actor` did.
pub(crate) fn may_undo(caller: &Caller, actor: &str) -> bool {
    caller.is_admin() || caller.owns(actor)
}

/// Refuses an operation of another person.
///
/// # Errors
/// [`Code::OperationNotYours`].
pub(crate) fn require_own(caller: &Caller, actor: &str) -> Result<(), AppError> {
    if may_undo(caller, actor) {
        return Ok(());
    }
    Err(AppError::new(Code::OperationNotYours).with("actor", actor))
}

/// Refuses to take back what the caller may not write: records of the catalog where it changed some, and records of
/// these kinds of the personal assistant, by their stored names.
///
/// # Errors
/// [`Code::Forbidden`].
pub(crate) fn require_write(
    caller: &Caller,
    changed_catalog: bool,
    personal_kinds: &[String],
) -> Result<(), AppError> {
    if changed_catalog {
        caller.require(Access::Edit)?;
    }
    let access_of =
        |kind: &String| PersonalKind::parse(kind).map_or(Access::Administer, PersonalKind::access);
    personal_kinds.iter().map(access_of).try_for_each(|access| caller.require(access))
}
