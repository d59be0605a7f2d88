//! Reranking of a search with other weights: moves of hits, and the value that one weight would need.

use super::record_name::RecordName;
use super::search_halves::names_of;
use crate::app::{App, Caller};
use crate::bench::AT_ONCE;
use crate::bench::sets::{load, sample_evenly};
use crate::error::{AppError, Code};
use crate::inspect::FetchedPool;
use crate::inspect::get_pool;
use crate::runtime::crunch::crunch;
use crate::search::plan::Plan;
use crate::search::timing::ms;
use crate::search::{plan_as, plan_search, rows_only};
use celeiro_domain::bench::{check_profile, profile_difference, with_value};
use celeiro_domain::inspect::{Counterfactual, PoolChange, search_counterfactual, turned_in};
use celeiro_domain::rank::{Profile, RankedHit};
use celeiro_domain::search::{ExplanationNode, Fusion, Kind, SearchRequest};
use celeiro_domain::wire::Number;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Hits of each among which pairs are counted.
const DEPTH: usize = 10;
/// Turned pairs that are named; the others are only counted.
const NAMED_PAIRS: usize = 100;

/// A search with other weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rerank {
    /// The search, by the profile as it is.
    pub search: SearchRequest,
    /// The profile as it would be; it need not be saved.
    pub profile: Profile,
    /// The fusion as it would be; the search's, or else the profile's, where absent.
    #[serde(default)]
    pub fusion: Option<Fusion>,
}

/// A record in its new place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedHit {
    /// Which.
    pub id: Uuid,
    /// The id in the system it came from.
    pub external_id: Option<String>,
    /// The item's name or the question.
    pub title: String,
    /// Its score now.
    #[specta(type = Number)]
    pub score: f64,
    /// The rows of its score now, without what each comes from.
    pub explanation: ExplanationNode,
    /// Its place now, from 1.
    pub place: u32,
    /// Its place before; none where it was not in the result.
    pub before: Option<u32>,
}

/// What other weights do to a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RerankResult {
    /// The result as it would be.
    pub hits: Vec<MovedHit>,
    /// Records that would fall out, by their place before.
    pub lost: Vec<Uuid>,
    /// Why candidates had to be fetched anew; empty where they did not.
    pub searched_again: Vec<PoolChange>,
    /// Values of the profile that a setting overrules, by path: moving them moves nothing.
    pub pinned: Vec<String>,
    /// The fusion in force.
    pub fusion: Fusion,
    /// Milliseconds.
    #[specta(type = Number)]
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
    /// Queries that the change is tried on too; of more than 200 as many, from all over the list.
    #[serde(default)]
    pub queries: Vec<String>,
    /// A stored set whose queries are tried, where it searches the same; goes before `queries`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
}

/// Two hits that would stand the other way round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnedPair {
    /// The query.
    pub query: String,
    /// The one that stands above now.
    pub above: RecordName,
    /// The one that stands below now.
    pub below: RecordName,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CounterfactualAnswer {
    /// What would do.
    #[serde(flatten)]
    pub counterfactual: Counterfactual,
    /// Pairs among the first ten hits of this search that it would turn too.
    pub turned_here: u32,
    /// Pairs among the first ten hits of the other queries that it would turn too.
    pub turned: u32,
    /// These pairs, those of this search first; the first hundred.
    pub pairs: Vec<TurnedPair>,
    /// Queries on which it could not be tried without another search.
    pub untried: u32,
    /// Queries of a large set that were left out, evenly.
    pub left_out: u32,
}

/// Ranks a search with other weights. Candidates are fetched anew only where others would be found.
///
/// # Errors
/// [`Code::InvalidProfile`]; as [`crate::search::api::search`].
pub async fn rerank(app: &App, caller: &Caller, request: Rerank) -> Result<RerankResult, AppError> {
    let started = Instant::now();
    check_profile(&request.profile).map_err(|e| {
        let error = AppError::new(Code::InvalidProfile).with("path", e.path);
        error.with("value", e.value).with("allowed", e.allowed)
    })?;
    let mut moved = request.profile.clone();
    app.config().override_profile(&mut moved);
    let pinned = profile_difference(&request.profile, &moved).into_iter().map(|d| d.path).collect();
    let fusion = request.fusion.or(request.search.fusion).unwrap_or(moved.fusion);
    let before = plan_search(app, request.search.clone()).await?;
    let Some(pool) = get_pool(app, &before).await? else {
        let (hits, lost, searched_again) = Default::default();
        return Ok(RerankResult { hits, lost, searched_again, pinned, fusion, ms: ms(started) });
    };
    let (moved_pool, second, searched_again) = match pool.components.explain(&moved, fusion, before.limit) {
        Ok(ranked) => (pool.clone(), ranked, Vec::new()),
        Err(changes) => {
            let plan = plan_as(app, request.search, moved, Some(fusion)).await?;
            let pool = get_pool(app, &plan).await?;
            let pool = pool.ok_or_else(|| AppError::internal("a query is asked and not asked"))?;
            let ranked = explain_order(&pool, &plan, &plan.profile, fusion)?;
            (pool, ranked, changes)
        }
    };
    let names = moved_pool.names(app).await?;
    let place = |id: Uuid| pool.order.iter().position(|before| *before == id).map(|at| at as u32 + 1);
    let remains = |id: Uuid| second.iter().any(|r| r.id == id);
    let lost = pool.order.iter().copied().filter(|id| !remains(*id)).collect();
    let hit = |(at, r): (u32, &RankedHit)| {
        let name = names.get(&r.id);
        MovedHit {
            id: r.id,
            external_id: name.and_then(|name| name.external_id.clone()),
            title: name.map(|name| name.title.clone()).unwrap_or_default(),
            score: r.explanation.value(),
            explanation: rows_only(caller.lang, &r.explanation),
            place: at,
            before: place(r.id),
        }
    };
    Ok(RerankResult {
        hits: (1..).zip(&second).map(hit).collect(),
        lost,
        searched_again,
        pinned,
        fusion,
        ms: ms(started),
    })
}

fn explain_order(
    pool: &FetchedPool,
    plan: &Plan,
    profile: &Profile,
    fusion: Fusion,
) -> Result<Vec<RankedHit>, AppError> {
    let ranked = pool.components.explain(profile, fusion, plan.limit);
    ranked.map_err(|changes| AppError::internal(format!("a pool does not serve its profile: {changes:?}")))
}

/// The smallest change of one weight that puts `below` above `above`, and what else it would turn.
///
/// # Errors
/// [`Code::NotFound`] where one of them is no candidate of the search; as [`crate::search::api::search`].
pub async fn ask_counterfactual(
    app: &App,
    _: &Caller,
    request: AskCounterfactual,
) -> Result<CounterfactualAnswer, AppError> {
    let plan = plan_search(app, request.search.clone()).await?;
    let missing = |reference: &str| AppError::new(Code::NotFound).with("reference", reference);
    let mut ids = Vec::new();
    for reference in [&request.above, &request.below] {
        let id = app.store().find_record(plan.kind, reference).await?;
        ids.push(id.ok_or_else(|| missing(reference))?);
    }
    let pool = get_pool(app, &plan).await?.ok_or_else(|| missing(&request.above))?;
    let answer = search_counterfactual(&pool.components, &plan.profile, plan.fusion, ids[0], ids[1]);
    let answer = answer.ok_or_else(|| missing(&format!("{}, {}", request.above, request.below)))?;
    let (mut turned, mut left_out) = (TurnedPairs::default(), 0);
    if let Counterfactual::Weight { knob, to, .. } = &answer {
        let path = format!("{}.{knob}", plan.kind.as_str());
        let after = with_value(&plan.profile, &path, &to.to_string()).map_err(AppError::internal)?;
        let others;
        (others, left_out) = other_pools(app, &request).await?;
        let all: Vec<_> = std::iter::once((request.search.query, pool)).chain(others).collect();
        let (before, fusion, meant) = (plan.profile, plan.fusion, (ids[0], ids[1]));
        turned = crunch(move |goes_on| {
            TurnedPairs::by((&before, &after), fusion, all.iter().take_while(|_| goes_on()), meant)
        })
        .await?;
    }
    let pairs = turned.name_pairs(app, plan.kind).await?;
    let TurnedPairs { here, elsewhere, untried, .. } = turned;
    Ok(CounterfactualAnswer {
        counterfactual: answer,
        turned_here: here,
        turned: elsewhere,
        pairs,
        untried,
        left_out,
    })
}

/// What a change of one weight turns besides the pair that it is for.
#[derive(Default)]
struct TurnedPairs {
    here: u32,
    elsewhere: u32,
    untried: u32,
    pairs: Vec<(String, Uuid, Uuid)>,
}

impl TurnedPairs {
    /// Tries the second profile instead of the first on the pools, of which the first is the search at hand.
    fn by<'a>(
        (before, after): (&Profile, &Profile),
        fusion: Fusion,
        pools: impl Iterator<Item = &'a (String, Arc<FetchedPool>)>,
        meant: (Uuid, Uuid),
    ) -> Self {
        let mut all = Self::default();
        for (at, (query, pool)) in pools.enumerate() {
            let pairs = turned_in(&pool.components, before, after, fusion, DEPTH);
            let Some(mut pairs) = pairs else {
                all.untried += 1;
                continue;
            };
            if at == 0 {
                pairs.retain(|pair| *pair != meant);
                all.here = pairs.len() as u32;
            } else {
                all.elsewhere += pairs.len() as u32;
            }
            all.pairs.extend(pairs.into_iter().map(|(above, below)| (query.clone(), above, below)));
        }
        all
    }

    async fn name_pairs(&self, app: &App, kind: Kind) -> Result<Vec<TurnedPair>, AppError> {
        let shown = &self.pairs[..self.pairs.len().min(NAMED_PAIRS)];
        let ids: std::collections::HashSet<Uuid> = shown.iter().flat_map(|(_, a, b)| [*a, *b]).collect();
        let names: HashMap<Uuid, RecordName> = names_of(app, kind, ids.into_iter()).await?;
        let pair = |(query, above, below): &(String, Uuid, Uuid)| {
            let (above, below) = (names.get(above)?.clone(), names.get(below)?.clone());
            Some(TurnedPair { query: query.clone(), above, below })
        };
        Ok(shown.iter().filter_map(pair).collect())
    }
}

/// The other queries with their candidates, and how many were left out.
async fn other_pools(
    app: &App,
    request: &AskCounterfactual,
) -> Result<(Vec<(String, Arc<FetchedPool>)>, u32), AppError> {
    let queries = match request.set_id {
        Some(id) => of_set(app, id, request.search.kind.unwrap_or_default()).await?,
        None => request.queries.clone(),
    };
    let others: Vec<String> = queries.into_iter().filter(|query| *query != request.search.query).collect();
    let all = others.len();
    let others = sample_evenly(others);
    let left_out = u32::try_from(all - others.len()).unwrap_or(u32::MAX);
    let fetching: Vec<_> = others.into_iter().map(|query| pool_of(app, request, query)).collect();
    let pools: Vec<_> = stream::iter(fetching).buffered(AT_ONCE).try_collect().await?;
    Ok((pools.into_iter().flatten().collect(), left_out))
}

/// What the search fetches for another query; nothing where there is nothing to look for.
async fn pool_of(
    app: &App,
    request: &AskCounterfactual,
    query: String,
) -> Result<Option<(String, Arc<FetchedPool>)>, AppError> {
    let plan = plan_search(app, SearchRequest { query: query.clone(), ..request.search.clone() }).await?;
    Ok(get_pool(app, &plan).await?.map(|pool| (query, pool)))
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
