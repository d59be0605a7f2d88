//! Other weights on a search that was made: what moves, and what one weight would have to be.

use crate::analysis::{Fetched, candidate_names};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::search::{Plan, ms, plan, plan_as};
use crate::sets::load;
use celeiro_domain::analysis::{
    Counterfactual, PoolChange, check_profile, counterfactual, turned_pairs, with_value,
};
use celeiro_domain::rank::{Profile, Ranked};
use celeiro_domain::search::{Fusion, Kind, SearchRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Queries that a change is tried on at most.
const MAX_QUERIES: usize = 200;
/// Hits of each among which pairs are counted.
const DEPTH: usize = 10;

/// A search with other weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rerank {
    /// The search, by the profile as it is.
    pub search: SearchRequest,
    /// The profile as it would be; it need not be saved.
    pub profile: Profile,
}

/// A record in its new place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedHit {
    /// Which.
    pub id: Uuid,
    /// The id in the system it came from.
    pub external_id: Option<String>,
    /// Its score now.
    #[specta(type = i32)]
    pub score: f64,
    /// Its place now, from 1.
    pub place: u32,
    /// Its place before; none where it was not in the result.
    pub before: Option<u32>,
}

/// What other weights do to a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reranked {
    /// The result as it would be.
    pub hits: Vec<MovedHit>,
    /// Records that would fall out, by their place before.
    pub lost: Vec<Uuid>,
    /// Why candidates had to be fetched anew; empty where they did not.
    pub searched_again: Vec<PoolChange>,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Milliseconds.
    #[specta(type = i32)]
    pub ms: f64,
}

/// Which weight would turn two records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskCounterfactual {
    /// The search.
    pub search: SearchRequest,
    /// The record that stands above, by its external id or id.
    pub above: String,
    /// The one that should.
    pub below: String,
    /// Queries that the change is tried on too; at most 200.
    #[serde(default)]
    pub queries: Vec<String>,
    /// A stored set whose queries are tried, where it searches the same; goes before `queries`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CounterfactualAnswer {
    /// What would do.
    #[serde(flatten)]
    pub counterfactual: Counterfactual,
    /// Pairs among the first ten hits of the other queries that it would turn too.
    pub turned: u32,
    /// Queries on which it could not be tried without another search.
    pub untried: u32,
}

/// Ranks a search with other weights. Candidates are fetched anew only where others would be found.
///
/// # Errors
/// [`Code::InvalidProfile`]; as [`crate::ops::search`].
pub async fn rerank(app: &App, _: &Caller, request: Rerank) -> Result<Reranked, AppError> {
    let started = Instant::now();
    check_profile(&request.profile).map_err(|e| {
        let error = AppError::new(Code::InvalidProfile).with("path", e.path);
        error.with("value", e.value).with("allowed", e.allowed)
    })?;
    let mut moved = request.profile;
    app.config().override_profile(&mut moved);
    let fusion = request.search.fusion.unwrap_or(moved.fusion);
    let before = plan(app, request.search.clone()).await?;
    let Some(pool) = app.inner.pools.get(app, &before).await? else {
        let (hits, lost, searched_again) = Default::default();
        return Ok(Reranked { hits, lost, searched_again, fusion, ms: ms(started) });
    };
    let first = ranked(&pool, &before, &before.profile, before.fusion)?;
    let (second, searched_again) = match pool.components.explain(&moved, fusion, before.limit) {
        Ok(ranked) => (ranked, Vec::new()),
        Err(changes) => {
            let plan = plan_as(app, request.search, moved, Some(fusion)).await?;
            let pool = app.inner.pools.get(app, &plan).await?;
            let pool = pool.ok_or_else(|| AppError::internal("a query is asked and not asked"))?;
            (ranked(&pool, &plan, &plan.profile, fusion)?, changes)
        }
    };
    let names = candidate_names(app, before.kind, second.iter().map(|r| r.id)).await?;
    let place = |id: Uuid| first.iter().position(|r| r.id == id).map(|at| at as u32 + 1);
    let hit = |(at, r): (u32, &Ranked)| MovedHit {
        id: r.id,
        external_id: names.get(&r.id).cloned(),
        score: r.explanation.value(),
        place: at,
        before: place(r.id),
    };
    let kept = |id: Uuid| second.iter().any(|r| r.id == id);
    Ok(Reranked {
        hits: (1..).zip(&second).map(hit).collect(),
        lost: first.iter().map(|r| r.id).filter(|id| !kept(*id)).collect(),
        searched_again,
        fusion,
        ms: ms(started),
    })
}

fn ranked(pool: &Fetched, plan: &Plan, profile: &Profile, fusion: Fusion) -> Result<Vec<Ranked>, AppError> {
    let ranked = pool.components.explain(profile, fusion, plan.limit);
    ranked.map_err(|changes| AppError::internal(format!("a pool does not serve its profile: {changes:?}")))
}

/// The smallest change of one weight that puts `below` above `above`, and what else it would turn.
///
/// # Errors
/// [`Code::NotFound`] where one of them is no candidate of the search; as [`crate::ops::search`].
pub async fn ask_counterfactual(
    app: &App,
    _: &Caller,
    request: AskCounterfactual,
) -> Result<CounterfactualAnswer, AppError> {
    let plan = plan(app, request.search.clone()).await?;
    let missing = |reference: &str| AppError::new(Code::NotFound).with("reference", reference);
    let mut ids = Vec::new();
    for reference in [&request.above, &request.below] {
        let id = app.store().find_record(plan.kind, reference).await?;
        ids.push(id.ok_or_else(|| missing(reference))?);
    }
    let pool = app.inner.pools.get(app, &plan).await?.ok_or_else(|| missing(&request.above))?;
    let answer = counterfactual(&pool.components, &plan.profile, plan.fusion, ids[0], ids[1]);
    let answer = answer.ok_or_else(|| missing(&format!("{}, {}", request.above, request.below)))?;
    let (mut turned, mut untried) = (0, 0);
    if let Counterfactual::Weight { knob, to, .. } = &answer {
        let path = format!("{}.{knob}", plan.kind.as_str());
        let after = with_value(&plan.profile, &path, &to.to_string()).map_err(AppError::internal)?;
        let pools = others(app, &request).await?;
        let components: Vec<_> = pools.iter().map(|pool| &pool.components).collect();
        (turned, untried) = turned_pairs(&components, &plan.profile, &after, plan.fusion, DEPTH);
    }
    Ok(CounterfactualAnswer { counterfactual: answer, turned, untried })
}

/// The candidates of the other queries.
async fn others(app: &App, request: &AskCounterfactual) -> Result<Vec<Arc<Fetched>>, AppError> {
    let mut pools = Vec::new();
    let queries = match request.set_id {
        Some(id) => of_set(app, id, request.search.kind.unwrap_or_default()).await?,
        None => request.queries.clone(),
    };
    let others = queries.iter().filter(|query| **query != request.search.query);
    for query in others.take(MAX_QUERIES) {
        let plan = plan(app, SearchRequest { query: query.clone(), ..request.search.clone() }).await?;
        pools.extend(app.inner.pools.get(app, &plan).await?);
    }
    Ok(pools)
}

/// The queries of a stored set, where it searches `kind`.
async fn of_set(app: &App, id: Uuid, kind: Kind) -> Result<Vec<String>, AppError> {
    let (stored, set) = load(app, id).await?;
    if stored.kind != kind {
        let error = AppError::new(Code::QuerySetOtherKind).with("name", stored.name);
        return Err(error.with("kind", stored.kind.as_str()));
    }
    Ok(set.queries.into_iter().map(|query| query.query).collect())
}
