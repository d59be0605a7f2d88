//! Judged queries with the fetched candidates of each.

use crate::app::App;
use crate::bench::eval::{JudgedQuery, QuerySet, WithoutVectors};
use crate::error::AppError;
use crate::inspect::{candidate_names, fetch};
use crate::search::plan::Plan;
use crate::search::plan_as;
use celeiro_domain::bench::JudgedPool;
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{FallbackReason, Fusion, Kind, SearchRequest};

/// Hits that each search is for: as deep as a search goes.
const DEPTH: i32 = 50;
/// Queries under way at once: while the database looks for one, another is read and ranked. Three
/// measurements at once leave connections for all else.
pub(crate) const AT_ONCE: usize = 2;

/// A profile as searches would use it now, with its fusion.
#[derive(Debug, Clone)]
pub(crate) struct InForce {
    pub profile: Profile,
    pub fusion: Fusion,
}

impl InForce {
    /// What settings stand above the profile counts here too.
    pub fn new(app: &App, mut profile: Profile, fusion: Option<Fusion>) -> Self {
        app.config().override_profile(&mut profile);
        Self { fusion: fusion.unwrap_or(profile.fusion), profile }
    }
}

/// A search for `query` as deep as a search goes.
pub(crate) async fn query_plan(
    app: &App,
    kind: Kind,
    query: &str,
    in_force: &InForce,
) -> Result<Plan, AppError> {
    let request = SearchRequest {
        query: query.to_owned(),
        kind: Some(kind),
        limit: Some(DEPTH),
        ..SearchRequest::default()
    };
    plan_as(app, request, in_force.profile.clone(), Some(in_force.fusion)).await
}

/// What a search for `query` fetches under `in_force`, for figures that are kept or compared.
///
/// # Errors
/// [`Code::MeasuredWithoutVectors`](crate::error::Code::MeasuredWithoutVectors) where vectors failed: such
/// figures are not the profile's. Where no model is in use, words alone are what the profile gives.
pub(crate) async fn judged_pool(
    app: &App,
    set: &QuerySet,
    query: &JudgedQuery,
    kind: Kind,
    in_force: &InForce,
) -> Result<JudgedPool, AppError> {
    let (pool, reason) = judged_search(app, set, query, kind, in_force).await?;
    match WithoutVectors::of([reason]).filter(|without| without.is_failure()) {
        Some(without) => Err(without.refusal(1)),
        None => Ok(pool),
    }
}

/// What a search for `query` fetches under `in_force`, and why vectors had no part in it, where they had
/// none.
pub(crate) async fn judged_search(
    app: &App,
    set: &QuerySet,
    query: &JudgedQuery,
    kind: Kind,
    in_force: &InForce,
) -> Result<(JudgedPool, Option<FallbackReason>), AppError> {
    let plan = query_plan(app, kind, &query.query, in_force).await?;
    let fetched = fetch(app, &plan).await?;
    let fallback = fetched.as_ref().and_then(|fetched| fetched.fallback);
    let components = fetched.map(|fetched| fetched.components);
    let candidates = components.iter().flat_map(|c| &c.pool().candidates);
    let names = candidate_names(app, kind, candidates.map(|c| c.id)).await?;
    let pool = JudgedPool {
        id: query.id.clone(),
        class: query.kind.clone(),
        protected: query.protected,
        names,
        judgments: set.judgments.get(&query.id).cloned().unwrap_or_default(),
        case: query.case(),
        components,
    };
    Ok((pool, fallback))
}
