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

/// Values by key, each cached for a fixed time; of more than there is room for, the one used longest ago
/// goes.
pub(crate) struct TtlMap<V> {
    values: Mutex<LruCache<String, (Instant, Arc<V>)>>,
    lifetime: Duration,
    /// One value is loaded at a time: a second caller finds what the first has loaded.
    loading: tokio::sync::Mutex<()>,
}

impl<V> TtlMap<V> {
    /// An empty cache of at most `capacity` values.
    pub fn new(capacity: NonZeroUsize, lifetime: Duration) -> Self {
        let values = Mutex::new(LruCache::new(capacity));
        Self { values, lifetime, loading: tokio::sync::Mutex::default() }
    }

    /// The value of `key`: from memory, or as `load` reads it. `None` is not kept.
    ///
    /// # Errors
    /// What `load` says.
    pub async fn get_or_load(
        &self,
        key: String,
        load: impl AsyncFnOnce() -> Result<Option<V>, AppError>,
    ) -> Result<Option<Arc<V>>, AppError> {
        if let Some(value) = self.get(&key) {
            return Ok(Some(value));
        }
        let _turn = self.loading.lock().await;
        if let Some(value) = self.get(&key) {
            return Ok(Some(value));
        }
        let loaded = load().await?.map(Arc::new);
        if let Some(value) = &loaded {
            lock_unpoisoned(&self.values).put(key, (Instant::now(), value.clone()));
        }
        Ok(loaded)
    }

    /// Empties the cache.
    pub fn forget(&self) {
        lock_unpoisoned(&self.values).clear();
    }

    fn get(&self, key: &str) -> Option<Arc<V>> {
        let mut values = lock_unpoisoned(&self.values);
        values.get(key).filter(|(at, _)| at.elapsed() < self.lifetime).map(|(_, value)| value.clone())
    }
}
