//! State of the company's sign-in between two requests.

use super::issuer::{Issuer, fetch_issuer, fetch_keys};
use super::keys::KeySet;
use super::settings::CompanySettings;
use crate::error::{AppError, Code};
use crate::runtime::ttl_cache::TtlValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// For how long what the issuer states, and its keys, are not asked for again.
const KEEP_SECONDS: u64 = 60 * 60;
/// Sign-ins that ask the issuer at once.
const AT_ONCE: usize = 4;
/// How long a further one waits for its turn.
const TURN_PATIENCE: Duration = Duration::from_secs(5);

/// What the company's sign-in remembers between two requests.
pub(crate) struct CompanyState {
    issuer: TtlValue<Issuer>,
    keys: TtlValue<KeySet>,
    turns: Semaphore,
    is_failing: AtomicBool,
}

impl Default for CompanyState {
    fn default() -> Self {
        Self {
            issuer: TtlValue::for_seconds(KEEP_SECONDS),
            keys: TtlValue::for_seconds(KEEP_SECONDS),
            turns: Semaphore::new(AT_ONCE),
            is_failing: AtomicBool::new(false),
        }
    }
}

impl CompanyState {
    /// Whether the issuer could not be used when it was last asked.
    pub fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed)
    }

    /// Notes how a question to the issuer ended.
    pub(super) fn note<T>(&self, asked: &Result<T, AppError>) {
        self.is_failing.store(asked.is_err(), Ordering::Relaxed);
    }

    /// The turn of a sign-in; dropping it lets the next one ask.
    ///
    /// # Errors
    /// `rate_limited` where no turn comes in time.
    pub(super) async fn take_turn(&self) -> Result<SemaphorePermit<'_>, AppError> {
        let turn = tokio::time::timeout(TURN_PATIENCE, self.turns.acquire()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| AppError::new(Code::RateLimited))
    }

    /// What the issuer states of itself.
    ///
    /// # Errors
    /// `company_unreachable`.
    pub(super) async fn find_issuer(&self, settings: &CompanySettings) -> Result<Arc<Issuer>, AppError> {
        let found = self.issuer.get(async || fetch_issuer(settings).await).await;
        self.note(&found);
        found
    }

    /// The issuer's keys.
    ///
    /// # Errors
    /// `company_unreachable`.
    pub(super) async fn find_keys(&self, issuer: &Issuer) -> Result<Arc<KeySet>, AppError> {
        let found = self.keys.get(async || fetch_keys(issuer).await).await;
        self.note(&found);
        found
    }

    /// The issuer's keys of this moment: it may have others since they were read.
    ///
    /// # Errors
    /// `company_unreachable`.
    pub(super) async fn read_keys_again(&self, issuer: &Issuer) -> Result<Arc<KeySet>, AppError> {
        self.keys.forget();
        self.find_keys(issuer).await
    }
}
