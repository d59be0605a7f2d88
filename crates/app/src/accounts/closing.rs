//! Background task that ends the running work of closed accounts, whichever program closed the account.
//!
//! Left out: enrichment runs and planned prices, which the database stops for all programs.

use crate::app::App;
use crate::error::AppError;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often it is looked whether an account with work under way was closed: as old as what is known of the sender of
/// a request may be.
const ROUND: Duration = Duration::from_secs(1);

/// Ends the work of closed accounts, again and again, until `stop`.
pub(crate) async fn run_closing_rounds(app: &App, stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
        // A database that is away is told by those who look after it.
        if let Err(error) = stop_closed_accounts(app).await {
            tracing::debug!(%error, "accounts with work under way were not looked at");
        }
    }
}

/// Ends what is under way for accounts that were closed, by the command line or another server. The database is asked
/// only while something is under way.
///
/// # Errors
/// Those of the database.
pub async fn stop_closed_accounts(app: &App) -> Result<(), AppError> {
    let at_work = list_people_at_work(app);
    if at_work.is_empty() {
        return Ok(());
    }
    for login in app.store().closed_logins(&at_work).await? {
        stop_work_of(app, &login);
    }
    Ok(())
}

/// Ends the answers, measurements, bulk edits, imports and exports under way of a person who is out: they would go on
/// reading, and writing, for them.
pub(super) fn stop_work_of(app: &App, login: &str) {
    app.inner.turns.stop_all_of(login);
    app.inner.measuring.cancel_all_of(login);
    app.inner.imports.cancel_all_of(login);
    app.inner.exports.cancel_all_of(login);
}

/// Names under which something is under way; some may be of no account.
fn list_people_at_work(app: &App) -> Vec<String> {
    let turns = app.inner.turns.owners();
    let names = turns.into_iter().chain(app.inner.measuring.owners());
    let names = names.chain(app.inner.imports.owners()).chain(app.inner.exports.owners());
    names.collect::<BTreeSet<String>>().into_iter().collect()
}
