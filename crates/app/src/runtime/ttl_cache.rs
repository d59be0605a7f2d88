//! Values cached for a fixed time.
//!
//! Several programs may work on one database, so nothing read from it is kept for long; yet a
//! search must not read the synonyms every time.

use crate::error::AppError;
use crate::runtime::sync::lock_unpoisoned;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// One value, cached for a fixed time.
pub(crate) struct TtlValue<T> {
    keep: Duration,
    value: Mutex<Option<(Instant, Arc<T>)>>,
}

impl<T> TtlValue<T> {
    pub fn for_seconds(seconds: u64) -> Self {
        Self { keep: Duration::from_secs(seconds), value: Mutex::new(None) }
    }

    /// The cached value, read anew by `load` where it is too old.
    pub async fn get(&self, load: impl AsyncFnOnce() -> Result<T, AppError>) -> Result<Arc<T>, AppError> {
        if let Some(value) = self.fresh_value() {
            return Ok(value);
        }
        let value = Arc::new(load().await?);
        *lock_unpoisoned(&self.value) = Some((Instant::now(), value.clone()));
        Ok(value)
    }

    fn fresh_value(&self) -> Option<Arc<T>> {
        let kept = lock_unpoisoned(&self.value);
        kept.as_ref().filter(|(at, _)| at.elapsed() < self.keep).map(|(_, value)| value.clone())
    }

    pub fn forget(&self) {
        *lock_unpoisoned(&self.value) = None;
    }
}

type Outcome<V> = Result<Option<Arc<V>>, AppError>;

/// What came of a loading that one caller does and the others wait for. A failure is theirs too: a database
/// that is silent is not waited for by one caller after the other.
type Slot<V> = Arc<OnceCell<Outcome<V>>>;

/// Values by key, each cached for a fixed time; of more than there is room for, the one used longest ago
/// goes. A value is loaded once, however many callers want it meanwhile; other keys do not wait for it.
pub(crate) struct TtlMap<V> {
    slots: Mutex<LruCache<String, (Instant, Slot<V>)>>,
    lifetime: Duration,
}

impl<V> TtlMap<V> {
    /// An empty cache of at most `capacity` values.
    pub fn new(capacity: NonZeroUsize, lifetime: Duration) -> Self {
        Self { slots: Mutex::new(LruCache::new(capacity)), lifetime }
    }

    /// The cached value of `key`, read by `load` where it is absent or too old.
    ///
    /// # Errors
    /// What `load` says; the next caller loads again.
    pub async fn get_or_load(
        &self,
        key: String,
        load: impl AsyncFnOnce() -> Result<Option<V>, AppError>,
    ) -> Outcome<V> {
        let slot = self.slot(key.clone());
        let loading = || async { Box::pin(load()).await.map(|value| value.map(Arc::new)) };
        let outcome = slot.get_or_init(loading).await.clone();
        if outcome.is_err() {
            self.remove(&key, &slot);
        }
        outcome
    }

    /// Empties the cache of values.
    pub fn forget(&self) {
        lock_unpoisoned(&self.slots).clear();
    }

    /// Removes `slot`, unless another took its place.
    fn remove(&self, key: &str, slot: &Slot<V>) {
        let mut slots = lock_unpoisoned(&self.slots);
        if slots.peek(key).is_some_and(|(_, there)| Arc::ptr_eq(there, slot)) {
            slots.pop(key);
        }
    }

    fn slot(&self, key: String) -> Slot<V> {
        let mut slots = lock_unpoisoned(&self.slots);
        let young = slots.get(&key).filter(|(at, _)| at.elapsed() < self.lifetime);
        if let Some((_, slot)) = young {
            return slot.clone();
        }
        let slot = Slot::default();
        slots.put(key, (Instant::now(), slot.clone()));
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn cache() -> TtlMap<u32> {
        TtlMap::new(NonZeroUsize::MIN.saturating_add(1), Duration::from_secs(600))
    }

    #[tokio::test]
    async fn one_key_is_loaded_once_and_another_does_not_wait_for_it() {
        let (cache, loads, other) = (cache(), AtomicU32::new(0), tokio::sync::Notify::new());
        let load = async || {
            loads.fetch_add(1, Ordering::Relaxed);
            other.notified().await;
            Ok(Some(7))
        };
        let second = async {
            let value = cache.get_or_load("b".into(), async || Ok(Some(8))).await;
            other.notify_one();
            value
        };
        let (a, again, b) =
            tokio::join!(cache.get_or_load("a".into(), load), cache.get_or_load("a".into(), load), second);
        assert_eq!([a, again, b].map(|value| *value.unwrap().unwrap()), [7, 7, 8]);
        assert_eq!(loads.into_inner(), 1);
    }

    #[tokio::test]
    async fn callers_of_one_moment_share_a_failure() {
        let (cache, loads) = (cache(), AtomicU32::new(0));
        let load = async || {
            loads.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(5)).await;
            Err(AppError::new(Code::DatabaseStuck))
        };
        let asked = futures::future::join_all((0..20).map(|_| cache.get_or_load("a".into(), load))).await;
        assert!(asked.iter().all(|failed| failed.as_ref().unwrap_err().code() == Code::DatabaseStuck));
        assert_eq!(loads.into_inner(), 1);
    }

    #[tokio::test]
    async fn a_failure_is_not_cached_and_what_is_forgotten_is_loaded_again() {
        let cache = cache();
        let failed = cache.get_or_load("a".into(), async || Err(AppError::new(Code::DatabaseBusy))).await;
        assert_eq!(failed.unwrap_err().code(), Code::DatabaseBusy);
        for (value, forgets) in [(1, false), (1, true), (2, false)] {
            let found = cache.get_or_load("a".into(), async || Ok(Some(value))).await;
            assert_eq!(*found.unwrap().unwrap(), value);
            if forgets {
                cache.forget();
            }
        }
    }
}
