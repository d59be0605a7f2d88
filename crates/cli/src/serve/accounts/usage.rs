//! Whether there are accounts at all. Where there are none, everything is as it was before there were any, and
//! that includes a database that does not answer: what needs none goes on.

use celeiro_app::{App, AppError, accounts};
use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a request waits for the database to say that there are still no accounts.
const PATIENCE: Duration = Duration::from_millis(250);

/// A question to the database that several requests wait for.
type Reading = Shared<BoxFuture<'static, Result<bool, AppError>>>;

/// What was last read.
#[derive(Default)]
pub struct AccountUsage {
    known: Arc<UsageState>,
}

#[derive(Default)]
struct UsageState {
    /// Accounts are closed and never deleted: once there is one, there always is.
    used: AtomicBool,
    /// The database said at least once that there are none.
    was_unused: AtomicBool,
    /// The question that is under way.
    reading: Mutex<Option<Reading>>,
}

impl AccountUsage {
    /// Whether it is known without asking that there are accounts.
    pub fn is_known(&self) -> bool {
        self.known.used.load(Ordering::Relaxed)
    }

    /// Finds whether there are accounts. One that this program made counts at once, and one of another program with
    /// the next answer of the database. A database that said before that there are none, and does not answer now, is
    /// taken at its word: an operation that reads it will say so itself.
    ///
    /// # Errors
    /// The database's, where it never answered.
    pub async fn find(&self, app: &App) -> Result<bool, AppError> {
        if self.is_known() || accounts::are_accounts_known(app) {
            return Ok(true);
        }
        let reading = self.read_again(app);
        if !self.known.was_unused.load(Ordering::Relaxed) {
            return reading.await;
        }
        let waited = tokio::time::timeout(PATIENCE, reading).await;
        Ok(matches!(waited, Ok(Ok(true))) || accounts::are_accounts_known(app))
    }

    /// The question that is under way, or a new one. It goes on where a request stops waiting: breaking it off
    /// would cost a connection each time.
    fn read_again(&self, app: &App) -> Reading {
        let mut current = self.known.lock_reading();
        // One that ended without an answer stays there.
        if let Some(reading) = current.as_ref().filter(|reading| reading.peek().is_none()) {
            return reading.clone();
        }
        let (app, known) = (app.clone(), self.known.clone());
        // It waits for the lock that is held here, so that it ends after it was put there.
        let task = tokio::spawn(async move {
            let used = accounts::are_accounts_used(&app).await;
            known.note(used)
        });
        let done = task.map(|done| done.unwrap_or_else(|error| Err(AppError::internal(error))));
        let reading = done.boxed().shared();
        *current = Some(reading.clone());
        reading
    }
}

impl UsageState {
    fn lock_reading(&self) -> MutexGuard<'_, Option<Reading>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database answered, and the next request asks anew.
    fn note(&self, used: Result<bool, AppError>) -> Result<bool, AppError> {
        if let Ok(used) = used {
            self.used.fetch_or(used, Ordering::Relaxed);
            self.was_unused.fetch_or(!used, Ordering::Relaxed);
        }
        *self.lock_reading() = None;
        used
    }
}
