//! Candidates of a whole set, kept while sliders are moved over it.

use super::load::load;
use crate::app::App;
use crate::bench::eval::{QuerySet, check_fit};
use crate::bench::{AT_ONCE, InForce, judged_pool, measured};
use crate::error::AppError;
use crate::runtime::sync::held;
use celeiro_domain::bench::judging::QuerySetSummary;
use celeiro_domain::bench::{JudgedPool, QueryQuality};
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Sets kept: the open one, and the one before it.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);
/// How long; then the catalog may have changed too much.
const FRESH: Duration = Duration::from_secs(300);
/// Queries of one set at most. Each takes about half a megabyte.
const MAX_QUERIES: usize = 200;

/// A set with what searches for its queries fetched, and how good they are.
pub(crate) struct Kept {
    pub summary: QuerySetSummary,
    pub set: QuerySet,
    /// In the order of the set's queries.
    pub pools: Vec<JudgedPool>,
    pub before: Vec<QueryQuality>,
    /// Queries beyond those that are kept.
    pub left_out: u32,
}

type Entry = (Instant, Arc<Kept>);

/// Candidates by set, state of the set, and profile.
pub(crate) struct SetPools {
    kept: Mutex<LruCache<String, Entry>>,
    /// Sliders ask faster than a set is fetched: who comes second waits for the first.
    fetching: tokio::sync::Mutex<()>,
}

impl Default for SetPools {
    fn default() -> Self {
        Self { kept: Mutex::new(LruCache::new(KEPT)), fetching: tokio::sync::Mutex::default() }
    }
}

impl SetPools {
    /// The set `id` as `in_force` fetches it, from memory where nothing in it has changed.
    pub async fn get(&self, app: &App, id: Uuid, in_force: &InForce) -> Result<Arc<Kept>, AppError> {
        let version = app.store().query_set_version(id).await?;
        let key = serde_json::to_string(&(id, version, &in_force.profile, in_force.fusion))?;
        if let Some(kept) = self.young(&key) {
            return Ok(kept);
        }
        let _alone = self.fetching.lock().await;
        if let Some(kept) = self.young(&key) {
            return Ok(kept);
        }
        let kept = Arc::new(fetch(app, id, in_force).await?);
        self.lock().put(key, (Instant::now(), kept.clone()));
        Ok(kept)
    }

    pub fn forget(&self) {
        self.lock().clear();
    }

    fn young(&self, key: &str) -> Option<Arc<Kept>> {
        self.lock().get(key).filter(|(at, _)| at.elapsed() < FRESH).map(|(_, kept)| kept.clone())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, LruCache<String, Entry>> {
        held(&self.kept)
    }
}

async fn fetch(app: &App, id: Uuid, in_force: &InForce) -> Result<Kept, AppError> {
    let (summary, mut set) = load(app, id).await?;
    check_fit(app, &set, summary.kind).await?;
    let all = set.queries.len();
    set.queries = spread(set.queries);
    let fetching: Vec<_> =
        set.queries.iter().map(|query| judged_pool(app, &set, query, summary.kind, in_force)).collect();
    let pools: Vec<JudgedPool> = stream::iter(fetching).buffered(AT_ONCE).try_collect().await?;
    let before = pools.iter().map(|pool| measured(pool, in_force)).collect::<Result<_, _>>()?;
    let left_out = u32::try_from(all - pools.len()).unwrap_or(u32::MAX);
    Ok(Kept { summary, set, pools, before, left_out })
}

/// Of a long list as many as are kept, from all over it.
pub(crate) fn spread<T>(all: Vec<T>) -> Vec<T> {
    let count = all.len().max(1);
    let taken = count.min(MAX_QUERIES);
    let wanted = |at: usize| at * taken / count != (at + 1) * taken / count;
    all.into_iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_thinned_out_evenly_and_a_short_one_stays() {
        assert_eq!(spread((0..7).collect()), [0, 1, 2, 3, 4, 5, 6]);
        assert!(spread(Vec::<u32>::new()).is_empty());
        let thin = spread((0..10_000).collect());
        assert_eq!(thin.len(), MAX_QUERIES);
        assert!(thin.windows(2).all(|pair| pair[1] - pair[0] == 50), "{thin:?}");
    }
}
