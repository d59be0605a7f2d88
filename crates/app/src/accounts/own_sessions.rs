//! Sessions of the caller's own account: a person lists them, and ends those on devices no longer in use.

use super::access_log::account_actor;
use super::wire::{EndedSessions, OwnSession};
use crate::api::{ById, Empty};
use crate::app::{App, Caller};
use crate::error::AppError;

/// Sessions of the caller that are not over, the last used first.
///
/// # Errors
/// `account_needed`; `session_needed` for a token.
pub async fn list_my_sessions(app: &App, caller: &Caller, _: Empty) -> Result<Vec<OwnSession>, AppError> {
    let account = caller.require_session()?;
    let stored = app.store().sessions(account.id).await?;
    let describe = |session: celeiro_store::StoredSession| OwnSession {
        id: session.id,
        device: session.device,
        network: session.network,
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        is_this: account.session == Some(session.id),
    };
    Ok(stored.into_iter().map(describe).collect())
}

/// Ends one session of the caller, the one of the request too.
///
/// # Errors
/// `account_needed`; `session_needed` for a token; `not_found`, also for the session of another person.
pub async fn end_my_session(app: &App, caller: &Caller, request: ById) -> Result<EndedSessions, AppError> {
    let account = caller.require_session()?;
    app.store().end_own_session(request.id, account.id, &account_actor(caller)).await?;
    Ok(EndedSessions { ended: 1 })
}
