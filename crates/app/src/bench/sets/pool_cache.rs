//! Cache of a whole set's candidates, for moving sliders.

use super::load::load;
use crate::app::App;
use crate::bench::eval::check_fit;
use crate::bench::sets::cached_set::CachedSet;
use crate::bench::{AT_ONCE, InForce, judged_pool, measure_query};
use crate::error::AppError;
use crate::runtime::crunch::crunch;
use celeiro_domain::bench::JudgedPool;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use std::sync::Arc;
use uuid::Uuid;

/// Queries of one set at most. Each takes about half a megabyte.
const MAX_QUERIES: usize = 200;

/// The set `id` as `in_force` fetches it, from memory where nothing in it has changed.
pub(crate) async fn get_set(app: &App, id: Uuid, in_force: &InForce) -> Result<Arc<CachedSet>, AppError> {
    let version = app.store().query_set_version(id).await?;
    let key = serde_json::to_string(&(id, version, &in_force.profile, in_force.fusion))?;
    let set = app
        .inner
        .set_pools
        .get_or_load(key, async || fetch_query_set(app, id, in_force).await.map(Some))
        .await?;
    set.ok_or_else(|| AppError::internal("a set that was fetched is there"))
}

/// Fetches the candidates of every query of a set, a sample of the queries where it is long.
async fn fetch_query_set(app: &App, id: Uuid, in_force: &InForce) -> Result<CachedSet, AppError> {
    let (summary, mut set) = load(app, id).await?;
    check_fit(app, &set, summary.kind).await?;
    let all = set.queries.len();
    set.queries = sample_evenly(set.queries);
    let fetching: Vec<_> =
        set.queries.iter().map(|query| judged_pool(app, &set, query, summary.kind, in_force)).collect();
    let pools: Vec<JudgedPool> = stream::iter(fetching).buffered(AT_ONCE).try_collect().await?;
    let in_force = in_force.clone();
    let measured = crunch(move |goes_on| {
        let measured = pools.iter().take_while(|_| goes_on()).map(|pool| measure_query(pool, &in_force));
        measured.collect::<Result<Vec<_>, _>>().map(|before| (pools, before))
    });
    let (pools, before) = measured.await??;
    let left_out = u32::try_from(all - pools.len()).unwrap_or(u32::MAX);
    Ok(CachedSet { summary, set, pools, before, left_out })
}

/// Takes a sample of a long list of judged queries, as many as are kept, from all over it.
pub(crate) fn sample_evenly<T>(all: Vec<T>) -> Vec<T> {
    let count = all.len().max(1);
    let taken = count.min(MAX_QUERIES);
    let is_wanted = |at: usize| at * taken / count != (at + 1) * taken / count;
    all.into_iter().enumerate().filter(|(at, _)| is_wanted(*at)).map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_thinned_out_evenly_and_a_short_one_stays() {
        assert_eq!(sample_evenly((0..7).collect()), [0, 1, 2, 3, 4, 5, 6]);
        assert!(sample_evenly(Vec::<u32>::new()).is_empty());
        let thin = sample_evenly((0..10_000).collect());
        assert_eq!(thin.len(), MAX_QUERIES);
        assert!(thin.windows(2).all(|pair| pair[1] - pair[0] == 50), "{thin:?}");
    }
}
