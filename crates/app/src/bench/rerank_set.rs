//! Reranking of a whole query set with other weights, fast enough for a slider: candidates are cached from the first
//! call.

use crate::app::{App, Caller};
use crate::bench::eval::Cases;
use crate::bench::profile_gate::load_active_profile;
use crate::bench::sets::CachedSet;
use crate::bench::sets::get_set;
use crate::bench::{AT_ONCE, InForce, judged_pool, measure_query};
use crate::error::{AppError, Code};
use crate::runtime::crunch::crunch;
use crate::search::timing::ms;
use celeiro_domain::bench::{CaseChange, Quality, QueryQuality, check_profile, measure_profile};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::Fusion;
use celeiro_domain::wire::Number;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Queries that are named as changed at most.
const MOST_CHANGED: usize = 10;

/// A query set with other weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RerankSet {
    /// The profile as it would be; it need not be saved. What it is compared with is the active one.
    pub profile: Profile,
    /// The stored set.
    pub set_id: Uuid,
    /// A fusion instead of the profiles' own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
}

/// Means before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FiguresChange {
    /// Queries.
    pub queries: u32,
    /// By the active profile.
    pub before: Quality,
    /// By the other.
    pub after: Quality,
}

/// A query that other weights answer otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedQuery {
    /// Its key in the set.
    pub id: String,
    /// The query.
    pub text: String,
    /// Its class.
    pub class: Option<String>,
    /// Whether it may not get worse.
    pub protected: bool,
    /// nDCG of the first ten before.
    #[specta(type = Number)]
    pub before: f64,
    /// The same after.
    #[specta(type = Number)]
    pub after: f64,
    /// Of a regression case: whether it passes.
    pub case: Option<CaseChange>,
}

/// What other weights do to a query set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RerankedSet {
    /// The set.
    pub set_id: Uuid,
    /// Its name.
    pub name: String,
    /// All queries that were measured.
    #[serde(flatten)]
    pub overall: FiguresChange,
    /// By class.
    pub per_class: BTreeMap<String, FiguresChange>,
    /// The queries that change most, the greatest change first; at most ten.
    pub changed: Vec<ChangedQuery>,
    /// Queries that change at all.
    pub changed_count: u32,
    /// Regression cases that pass by the active profile, where there are any.
    pub cases_before: Option<Cases>,
    /// The same by the other.
    pub cases_after: Option<Cases>,
    /// Queries for which other candidates had to be fetched.
    pub searched_again: u32,
    /// Queries of a large set that were left out, evenly.
    pub left_out: u32,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// Measures other weights on a query set, on kept candidates.
///
/// # Errors
/// [`Code::InvalidProfile`], [`Code::NotFound`], [`Code::QuerySetForeign`]; where a search fails.
pub async fn rerank_set(app: &App, _: &Caller, request: RerankSet) -> Result<RerankedSet, AppError> {
    let started = Instant::now();
    check_profile(&request.profile).map_err(|e| {
        let error = AppError::new(Code::InvalidProfile).with("path", e.path);
        error.with("value", e.value).with("allowed", e.allowed)
    })?;
    let before = InForce::new(app, load_active_profile(app).await?.profile, request.fusion);
    let after = InForce::new(app, request.profile, request.fusion);
    let kept = get_set(app, request.set_id, &before).await?;
    let (figures, searched_again) = measure_set_queries(app, &kept, &after).await?;
    let changes: Vec<Change<'_>> = (0..figures.len())
        .filter_map(|at| Some((kept.set.queries.get(at)?, *kept.before.get(at)?, *figures.get(at)?)))
        .map(|(query, before, after)| Change { query, before, after })
        .collect();
    let mut classes: BTreeMap<&str, Vec<&Change<'_>>> = BTreeMap::new();
    for change in &changes {
        if let Some(class) = &change.query.kind {
            classes.entry(class).or_default().push(change);
        }
    }
    let (changed, changed_count) = top_changes(&changes);
    Ok(RerankedSet {
        set_id: request.set_id,
        name: kept.summary.name.clone(),
        overall: average_changes(changes.iter()),
        per_class: classes
            .into_iter()
            .map(|(c, of)| (c.to_owned(), average_changes(of.into_iter())))
            .collect(),
        changed,
        changed_count,
        cases_before: Cases::of(changes.iter().map(|change| change.before.passes)),
        cases_after: Cases::of(changes.iter().map(|change| change.after.passes)),
        searched_again,
        left_out: kept.left_out,
        ms: ms(started),
    })
}

struct Change<'a> {
    query: &'a crate::bench::eval::JudgedQuery,
    before: QueryQuality,
    after: QueryQuality,
}

impl Change<'_> {
    fn delta(&self) -> f64 {
        self.after.quality.ndcg - self.before.quality.ndcg
    }

    fn case(&self) -> Option<CaseChange> {
        let passes = self.before.passes.zip(self.after.passes);
        passes.map(|(before, after)| CaseChange { before, after })
    }

    fn is_any(&self) -> bool {
        self.delta().abs() > 1e-9 || self.case().is_some_and(|case| case.before != case.after)
    }
}

/// How good each query is by `after`, and for how many other candidates had to be fetched.
async fn measure_set_queries(
    app: &App,
    kept: &Arc<CachedSet>,
    after: &InForce,
) -> Result<(Vec<QueryQuality>, u32), AppError> {
    let (shared, profile) = (kept.clone(), after.clone());
    let measured_here = crunch(move |goes_on| {
        let pools = shared.pools.iter().take_while(|_| goes_on());
        pools.map(|pool| measure_profile(pool, &profile.profile, profile.fusion).ok()).collect::<Vec<_>>()
    });
    let measured_here = measured_here.await?;
    let again = measured_here.iter().filter(|found| found.is_none()).count();
    let finding: Vec<_> =
        (0..).zip(measured_here).map(|(at, found)| reuse_or_fetch(app, kept, after, at, found)).collect();
    let figures = stream::iter(finding).buffered(AT_ONCE).try_collect().await?;
    Ok((figures, u32::try_from(again).unwrap_or(u32::MAX)))
}

/// The quality that was measured on kept candidates, or that of a new search where those do not suffice.
async fn reuse_or_fetch(
    app: &App,
    kept: &CachedSet,
    after: &InForce,
    at: usize,
    found: Option<QueryQuality>,
) -> Result<QueryQuality, AppError> {
    match (found, kept.set.queries.get(at)) {
        (Some(found), _) => Ok(found),
        (None, Some(query)) => {
            measure_query(&judged_pool(app, &kept.set, query, kept.summary.kind, after).await?, after)
        }
        (None, None) => Err(AppError::internal("a kept query without its text")),
    }
}

/// Mean quality of queries before and after.
fn average_changes<'a>(changes: impl Iterator<Item = &'a Change<'a>>) -> FiguresChange {
    let changes: Vec<&Change<'_>> = changes.collect();
    FiguresChange {
        queries: changes.len() as u32,
        before: Quality::mean(changes.iter().map(|change| change.before.quality)),
        after: Quality::mean(changes.iter().map(|change| change.after.quality)),
    }
}

/// The queries that change most, and how many change at all.
fn top_changes(changes: &[Change<'_>]) -> (Vec<ChangedQuery>, u32) {
    let mut changed: Vec<&Change<'_>> = changes.iter().filter(|change| change.is_any()).collect();
    changed.sort_by(|a, b| b.delta().abs().total_cmp(&a.delta().abs()).then(a.query.id.cmp(&b.query.id)));
    let name_change = |change: &&Change<'_>| ChangedQuery {
        id: change.query.id.clone(),
        text: change.query.query.clone(),
        class: change.query.kind.clone(),
        protected: change.query.protected,
        before: change.before.quality.ndcg,
        after: change.after.quality.ndcg,
        case: change.case(),
    };
    (
        changed.iter().take(MOST_CHANGED).map(name_change).collect(),
        u32::try_from(changed.len()).unwrap_or(u32::MAX),
    )
}
