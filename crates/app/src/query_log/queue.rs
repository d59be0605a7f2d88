//! Write queue of the query log, and the memory of recent searches that are not logged.

use crate::query_log::recent::RecentSearches;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

/// Entries on their way into the log, and what is remembered of others.
pub(crate) struct QueryLog {
    pub(crate) waiting: TaskTracker,
    pub(crate) one_at_a_time: Semaphore,
    pub(crate) dropped: AtomicU32,
    pub(super) recent: RecentSearches,
}

impl Default for QueryLog {
    fn default() -> Self {
        Self {
            waiting: TaskTracker::new(),
            one_at_a_time: Semaphore::new(1),
            dropped: AtomicU32::new(0),
            recent: RecentSearches::default(),
        }
    }
}

impl QueryLog {
    /// Entries that were left out since the program started, for want of room or because they could not
    /// be stored.
    pub fn dropped_count(&self) -> u32 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until nothing is on its way, at most this long.
    pub async fn wait_until_stored(&self, patience: Duration) {
        self.waiting.close();
        let settled = tokio::time::timeout(patience, self.waiting.wait()).await;
        self.waiting.reopen();
        if settled.is_err() {
            tracing::warn!(waiting = self.waiting.len(), "entries of the query log are still on their way");
        }
    }

    /// Forgets the recent searches that the query log only remembers.
    pub fn forget(&self) {
        self.recent.forget();
    }

    pub(super) fn count_dropped(&self) {
        let dropped = self.dropped.fetch_add(1, Ordering::Relaxed) + 1;
        tracing::warn!(dropped, "no room for an entry of the query log");
    }
}
