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
pub(crate) struct Fresh<T> {
    keep: Duration,
    value: Mutex<Option<(Instant, Arc<T>)>>,
}

impl<T> Fresh<T> {
    pub fn for_seconds(seconds: u64) -> Self {
        Self { keep: Duration::from_secs(seconds), value: Mutex::new(None) }
    }

    /// The value, read by `load` where there is none young enough.
    pub async fn get(&self, load: impl AsyncFnOnce() -> Result<T, AppError>) -> Result<Arc<T>, AppError> {
        if let Some(value) = self.young() {
            return Ok(value);
        }
        let value = Arc::new(load().await?);
        *lock_unpoisoned(&self.value) = Some((Instant::now(), value.clone()));
        Ok(value)
    }

    fn young(&self) -> Option<Arc<T>> {
        let kept = lock_unpoisoned(&self.value);
        kept.as_ref().filter(|(at, _)| at.elapsed() < self.keep).map(|(_, value)| value.clone())
    }

    pub fn forget(&self) {
        *lock_unpoisoned(&self.value) = None;
    }
}

/// A value that one caller loads and the others wait for; empty until then, and after a failure.
type Slot<V> = Arc<OnceCell<Option<Arc<V>>>>;

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

    /// The value of `key`: from memory, or as `load` reads it.
    ///
    /// # Errors
    /// What `load` says; the next caller loads again.
    pub async fn get_or_load(
        &self,
        key: String,
        load: impl AsyncFnOnce() -> Result<Option<V>, AppError>,
    ) -> Result<Option<Arc<V>>, AppError> {
        let slot = self.slot(key);
        slot.get_or_try_init(|| async { Ok(load().await?.map(Arc::new)) }).await.cloned()
    }

    /// Empties the cache.
    pub fn forget(&self) {
        lock_unpoisoned(&self.slots).clear();
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
