//! Judging pool of a query: the top of each list of each profile, pooled as in TREC.

use crate::app::App;
use crate::bench::{InForce, query_plan};
use crate::error::AppError;
use crate::inspect::{FetchedPool, fetch};
use celeiro_domain::rank::RankedHit;
use celeiro_domain::search::Kind;
use std::collections::HashMap;
use uuid::Uuid;

/// A record of the pool and where the first profile puts it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SetPool {
    /// Its place, from 1, where the first profile has it among the first.
    pub place: Option<u32>,
    /// Its score there.
    pub score: Option<f64>,
    /// Whether words found it.
    pub by_words: bool,
    /// Whether vectors did.
    pub by_vectors: bool,
}

/// The first `depth` by words, by vectors and of the result, by each of the profiles.
pub(crate) async fn fetch_pool(
    app: &App,
    kind: Kind,
    query: &str,
    profiles: &[InForce],
    depth: usize,
) -> Result<HashMap<Uuid, SetPool>, AppError> {
    let mut pool: HashMap<Uuid, SetPool> = HashMap::new();
    for (at, in_force) in profiles.iter().enumerate() {
        let plan = query_plan(app, kind, query, in_force).await?;
        let Some(fetched) = fetch(app, &plan).await? else { continue };
        let ranked = fetched.components.explain(&in_force.profile, in_force.fusion, usize::MAX);
        let ranked =
            ranked.map_err(|changes| AppError::internal(format!("a pool does not serve: {changes:?}")))?;
        list_top_records(&fetched, &ranked, depth).for_each(|id| {
            pool.entry(id).or_default();
        });
        if at == 0 {
            (1..).zip(&ranked).for_each(|(place, one)| {
                if let Some(known) = pool.get_mut(&one.id) {
                    known.place = Some(place);
                    known.score = Some(one.explanation.value());
                }
            });
        }
        for one in &ranked {
            if let Some(known) = pool.get_mut(&one.id) {
                known.by_words |= one.lexical_rank.is_some();
                known.by_vectors |= one.vector_rank.is_some();
            }
        }
    }
    Ok(pool)
}

/// The records that one profile puts first: by words, by vectors, in the result.
fn list_top_records<'a>(
    fetched: &'a FetchedPool,
    ranked: &'a [RankedHit],
    depth: usize,
) -> impl Iterator<Item = Uuid> + 'a {
    let near = move |rank: Option<u32>| rank.is_some_and(|rank| rank as usize <= depth);
    let candidates = fetched.components.pool().candidates.iter();
    let listed = candidates.filter(move |c| near(c.lexical_rank) || near(c.vector.map(|v| v.rank)));
    listed.map(|c| c.id).chain(ranked.iter().take(depth).map(|one| one.id))
}
