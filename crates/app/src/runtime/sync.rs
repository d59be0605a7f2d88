//! Locks that stay usable after a panic: what they guard is replaced or entered as a whole, so no reader
//! finds it half done.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `lock`, also where a thread panicked while it held the lock.
pub(crate) fn lock_unpoisoned<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
