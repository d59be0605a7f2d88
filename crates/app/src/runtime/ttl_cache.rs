//! A value that is read again when it is older than a moment.
//!
//! Several programs may work on one database, so nothing read from it is kept for long; yet a
//! search must not read the synonyms every time.

use crate::error::AppError;
use crate::runtime::sync::held;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

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
        *held(&self.value) = Some((Instant::now(), value.clone()));
        Ok(value)
    }

    fn young(&self) -> Option<Arc<T>> {
        let kept = held(&self.value);
        kept.as_ref().filter(|(at, _)| at.elapsed() < self.keep).map(|(_, value)| value.clone())
    }

    pub fn forget(&self) {
        *held(&self.value) = None;
    }
}
