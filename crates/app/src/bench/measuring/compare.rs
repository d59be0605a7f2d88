//! Comparison of two profiles on judged queries. Candidates are fetched for the first; the second profile ranks the
//! same ones, unless it would have fetched others.

use super::judged_set::{AT_ONCE, InForce, judged_search};
use crate::app::App;
use crate::bench::eval::{JudgedQuery, QuerySet, WithoutVectors, check_fit};
use crate::error::AppError;
use crate::runtime::crunch::crunch;
use crate::search::timing::ms;
use celeiro_domain::bench::{
    CaseChange, Comparison, JudgedPool, Quality, QueryChange, QueryQuality, compare_queries, measure_profile,
};
use celeiro_domain::search::{FallbackReason, Fusion, Kind};
use celeiro_domain::wire::Number;
use futures::stream::{self, StreamExt as _, TryStreamExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Instant;

/// A profile that was compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileComparison {
    /// Its name.
    pub profile: String,
    /// The fusion in force.
    pub fusion: Fusion,
    /// How well it answers in the mean.
    #[serde(flatten)]
    pub quality: Quality,
}

/// Two profiles on the same queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompareReport {
    /// What was searched.
    pub kind: Kind,
    /// The one that is left.
    pub before: ProfileComparison,
    /// The one that would come.
    pub after: ProfileComparison,
    /// How likely so great a difference is by chance.
    #[specta(type = Number)]
    pub p_value: f64,
    /// Overall, by class, query by query with the one that lost most first.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Queries whose candidates had to be fetched for the second profile too.
    pub searched_again: u32,
    /// Queries that words answered alone, where there are any: the figures are not the profiles'.
    pub without_vectors: Option<WithoutVectors>,
    /// Milliseconds.
    #[specta(type = Number)]
    pub ms: f64,
}

/// Compares `after` with `before` on every query of `set`.
pub(crate) async fn compare_profiles(
    app: &App,
    set: &QuerySet,
    kind: Kind,
    before: &InForce,
    after: &InForce,
    progress: impl Fn(usize),
) -> Result<CompareReport, AppError> {
    check_fit(app, set, kind).await?;
    let started = Instant::now();
    let (mut changes, mut figures, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
    let mut searched_again = 0;
    let measuring: Vec<_> =
        set.queries.iter().map(|query| compare_on_query(app, set, query, kind, before, after)).collect();
    let mut measured = stream::iter(measuring).buffered(AT_ONCE);
    for (at, query) in set.queries.iter().enumerate() {
        let Some(Both { first, second, again, fallback }) = measured.try_next().await? else { break };
        searched_again += u32::from(again);
        reasons.push(fallback);
        changes.push(QueryChange {
            id: query.id.clone(),
            query: query.query.clone(),
            class: query.kind.clone(),
            protected: query.protected,
            case: first.passes.zip(second.passes).map(|(before, after)| CaseChange { before, after }),
            before: first.quality.ndcg,
            after: second.quality.ndcg,
            delta: 0.0,
        });
        figures.push((first, second));
        progress(at + 1);
    }
    let comparison = crunch(move |_| compare_queries(changes)).await?;
    Ok(CompareReport {
        kind,
        before: compare_figures(before, figures.iter().map(|f| f.0)),
        after: compare_figures(after, figures.iter().map(|f| f.1)),
        p_value: comparison.overall.p_value,
        comparison,
        searched_again,
        without_vectors: WithoutVectors::of(reasons),
        ms: ms(started),
    })
}

/// One query by both profiles.
struct Both {
    first: QueryQuality,
    second: QueryQuality,
    /// Whether it had to be searched for each of them.
    again: bool,
    /// Why vectors had no part, where they had none in one of the searches.
    fallback: Option<FallbackReason>,
}

/// Measures both profiles on one query; a second search is made only where the first does not suffice.
async fn compare_on_query(
    app: &App,
    set: &QuerySet,
    query: &JudgedQuery,
    kind: Kind,
    before: &InForce,
    after: &InForce,
) -> Result<Both, AppError> {
    let (pool, fallback) = judged_search(app, set, query, kind, before).await?;
    let first = measure_query(&pool, before)?;
    if let Ok(second) = measure_profile(&pool, &after.profile, after.fusion) {
        return Ok(Both { first, second, again: false, fallback });
    }
    let (pool, other) = judged_search(app, set, query, kind, after).await?;
    let second = measure_query(&pool, after)?;
    Ok(Both { first, second, again: true, fallback: fallback.or(other) })
}

/// A pool always serves the profile that it was fetched for.
pub(crate) fn measure_query(pool: &JudgedPool, in_force: &InForce) -> Result<QueryQuality, AppError> {
    let measured = measure_profile(pool, &in_force.profile, in_force.fusion);
    measured.map_err(|changes| AppError::internal(format!("a pool does not serve its profile: {changes:?}")))
}

/// Mean quality of a profile over its queries.
fn compare_figures(in_force: &InForce, figures: impl Iterator<Item = QueryQuality>) -> ProfileComparison {
    ProfileComparison {
        profile: in_force.profile.name.clone(),
        fusion: in_force.fusion,
        quality: Quality::mean(figures.map(|figure| figure.quality)),
    }
}
