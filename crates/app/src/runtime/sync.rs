//! Locks that a panic leaves usable: what they guard is replaced or entered as a whole, so that nobody
//! finds it half done.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What `lock` guards.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
