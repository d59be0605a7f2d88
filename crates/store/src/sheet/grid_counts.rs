//! Cache of the grid's row counts for the last few filters. Counting a hundred thousand items takes most of the time of
//! a page, and sorting and scrolling count the same rows again.
//!
//! A snapshot is the set of transactions that a statement sees: two statements of the same snapshot see
//! the same rows, from any writer, so what was counted under it is still exact.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Counts and mean completeness by conditions.
#[derive(Debug, Default)]
pub(crate) struct GridCountCache(Mutex<CountedNow>);

#[derive(Debug, Default)]
struct CountedNow {
    snapshot: String,
    counts: HashMap<String, (i64, f64)>,
}

/// Conditions whose counts are kept.
const KEPT_COUNTS: usize = 64;

impl GridCountCache {
    /// Forgets all counts: snapshots of another server may have the same names.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = CountedNow::default();
    }

    /// Finds the cached row count of the grid under this snapshot.
    pub(crate) fn of(&self, snapshot: &str, conditions: &str) -> Option<(i64, f64)> {
        let now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (now.snapshot == snapshot).then(|| now.counts.get(conditions).copied()).flatten()
    }

    /// Keeps what was counted; what was counted under another snapshot goes.
    pub(crate) fn keep(&self, snapshot: String, conditions: String, counts: (i64, f64)) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now.snapshot != snapshot || now.counts.len() >= KEPT_COUNTS {
            *now = CountedNow { snapshot, counts: HashMap::new() };
        }
        now.counts.insert(conditions, counts);
    }
}
