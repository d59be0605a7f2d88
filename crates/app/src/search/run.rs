//! Execution of a search for a person or a program: on a replica where one serves, with its log entry. If a call fails
//! on the replica, the whole search is repeated on the primary, so that one result comes from one server.

use super::{lexical_plan, plan_search, prepare_query, run_planned_search};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::messages::name_of;
use crate::search::plan::Plan;
use crate::search::retrieved::SearchedPool;
use celeiro_domain::catalog::Facets;
use celeiro_domain::search::{Kind, SearchRequest, SearchResponse};
use std::time::Instant;

/// A search with its plan and, unless the query is blank, its candidates.
pub(super) type FoundSearch = (Plan, SearchResponse, Option<SearchedPool>);

/// Plans a search and runs it.
///
/// # Errors
/// Those of the plan, and of the database.
pub(super) async fn find(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
    started: Instant,
) -> Result<FoundSearch, AppError> {
    let mut at = app.for_search(caller).await;
    loop {
        let found = find_at(&at, caller, request.clone(), started).await;
        match at.without_failed_replica() {
            Some(primary) => at = primary,
            None => return found,
        }
    }
}

async fn find_at(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
    started: Instant,
) -> Result<FoundSearch, AppError> {
    let plan = plan_search(app, request).await?;
    let (response, pool) = run_planned_search(app, caller, &plan, started).await?;
    Ok((plan, response, pool))
}

/// Counts the values that filters can choose from beside the results of a search for items; none where they are not
/// counted.
///
/// # Errors
/// As [`find`].
pub(super) async fn count_facets(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
) -> Result<Option<(u32, Facets)>, AppError> {
    let mut at = app.for_search(caller).await;
    loop {
        let counted = count_facets_at(&at, request.clone()).await;
        match at.without_failed_replica() {
            Some(primary) => at = primary,
            None => return counted,
        }
    }
}

async fn count_facets_at(app: &App, request: SearchRequest) -> Result<Option<(u32, Facets)>, AppError> {
    let plan = plan_search(app, request).await?;
    if plan.kind != Kind::Items || plan.is_blank() {
        return Ok(None);
    }
    let query = prepare_query(app, &plan).await?;
    Ok(app.search_store().count_facets(&lexical_plan(&plan, &query)).await?)
}

/// Tells the log what a search came to: counts and times, nothing of what was asked. One of a person
/// who is still typing is told to those alone who want to know everything.
pub(super) fn log_search_result(plan: &Plan, response: &SearchResponse, pool: Option<&SearchedPool>) {
    macro_rules! tell {
        ($level:ident) => {
            tracing::$level!(
                corpus = plan.kind.as_str(),
                results = response.results.len(),
                vector = response.vector_count,
                lexical = response.lexical_count,
                dimensions =
                    pool.and_then(|pool| pool.retrieved.asked.as_ref()).map(|asked| asked.dimensions),
                fallback = response.fallback_reason.map(|reason| name_of(&reason)),
                embed_ms = response.timings.embed_ms,
                lexical_ms = response.timings.lexical_ms,
                vector_ms = response.timings.vector_ms,
                fuse_ms = response.timings.fuse_ms,
                total_ms = response.timings.total_ms,
                profile = response.profile,
                fusion = response.fusion.as_str(),
                "search"
            )
        };
    }
    match plan.request.settled {
        Some(false) => tell!(debug),
        _ => tell!(info),
    }
}
