//! Mutexes that stay usable after a panic. Every guarded value is replaced or inserted as a whole, so no
//! reader sees a half-done change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `lock` even if another thread panicked while it held the lock.
pub(crate) fn lock_unpoisoned<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
