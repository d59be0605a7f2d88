//! Access log: account events, and looks at other people's data by a role's right.

use super::wire::{AccessEntry, AccessPage, ListAccessLog};
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::team::AccessEvent;
use celeiro_store::{AccessNote, AccountActor, StoredAccess};

/// Most entries of a page.
const MAX_PAGE: i64 = 500;

/// Lists the entries of the access log, the newest first.
///
/// # Errors
/// Those of the database.
pub async fn list_access_log(app: &App, _: &Caller, request: ListAccessLog) -> Result<AccessPage, AppError> {
    let offset = i64::from(request.offset.unwrap_or(0));
    let limit = i64::from(request.limit.unwrap_or(50)).clamp(1, MAX_PAGE);
    let (entries, total) = app.store().access_log(offset, limit).await?;
    let rows = entries.into_iter().map(describe_entry).collect();
    Ok(AccessPage { rows, total: u32::try_from(total).unwrap_or(u32::MAX) })
}

/// Writes into the access log that the caller did something to `subject`.
///
/// # Errors
/// Those of the database: what has to be recorded is not done where it cannot be.
pub async fn note_access(
    app: &App,
    caller: &Caller,
    event: AccessEvent,
    subject: &str,
) -> Result<(), AppError> {
    Ok(app.store().note_access(&account_actor(caller).note(event, subject)).await?)
}

/// Names the caller for the access log.
pub(crate) fn account_actor(caller: &Caller) -> AccountActor {
    AccountActor { actor: caller.actor.clone(), network: network_text(caller) }
}

/// The network of a caller.
pub(super) fn network_text(caller: &Caller) -> Option<String> {
    caller.network.map(|network| network.to_string())
}

fn describe_entry(entry: StoredAccess) -> AccessEntry {
    let AccessNote { actor, event, subject, network } = entry.note;
    AccessEntry { at: entry.at, actor, event, subject, network }
}
