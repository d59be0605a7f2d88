//! Candidates that were fetched a moment ago: sliders are moved many times over one search.

use super::{Fetched, fetch};
use crate::app::App;
use crate::error::AppError;
use crate::runtime::sync::held;
use crate::search::Plan;
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Searches kept: an open query set. Each takes about half a megabyte.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(199);
/// How long; then the catalog may have changed too much.
const FRESH: Duration = Duration::from_secs(300);

type Entry = (Instant, Arc<Fetched>);

/// Candidates by search.
pub(crate) struct Pools {
    kept: Mutex<LruCache<String, Entry>>,
}

impl Default for Pools {
    fn default() -> Self {
        Self { kept: Mutex::new(LruCache::new(KEPT)) }
    }
}

impl Pools {
    /// What `plan` fetches, from memory where it was fetched a moment ago; nothing where there is
    /// nothing to look for.
    pub async fn get(&self, app: &App, plan: &Plan) -> Result<Option<Arc<Fetched>>, AppError> {
        let key = serde_json::to_string(&(&plan.raw, &plan.request, &plan.profile, plan.fusion, plan.limit))?;
        let kept = self.lock().get(&key).filter(|(at, _)| at.elapsed() < FRESH).map(|(_, f)| f.clone());
        if kept.is_some() {
            return Ok(kept);
        }
        let fetched = fetch(app, plan).await?.map(Arc::new);
        if let Some(fetched) = &fetched {
            self.lock().put(key, (Instant::now(), fetched.clone()));
        }
        Ok(fetched)
    }

    pub fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LruCache<String, Entry>> {
        held(&self.kept)
    }
}
