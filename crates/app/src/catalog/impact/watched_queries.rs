//! Watched queries: those saved in query sets, and the most frequent ones of the log.

use crate::app::App;
use crate::error::AppError;
use crate::search::prepare::find_excess;
use celeiro_domain::search::Kind;
use celeiro_store::WatchedQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;

/// Queries that a change is tried on at most.
pub(crate) const MAX_WATCHED: usize = 300;

/// Why a query is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WatchedOrigin {
    /// It came with the request.
    Given,
    /// It is in a query set.
    Saved,
    /// It is asked often.
    Frequent,
}

/// A query that is watched.
#[derive(Debug, Clone)]
pub(crate) struct QueryToCompare {
    pub query: String,
    pub origin: WatchedOrigin,
}

/// Those that came with a request, without blank ones and repetitions.
fn queries_of_request(queries: &[String]) -> Vec<QueryToCompare> {
    let mut seen = HashSet::new();
    let queries = queries.iter().map(|query| query.trim().to_owned());
    queries
        .filter(|query| !query.is_empty() && seen.insert(query.clone()))
        .take(MAX_WATCHED)
        .map(|query| QueryToCompare { query, origin: WatchedOrigin::Given })
        .collect()
}

/// The queries that came with a request, or where there are none those that a person watches.
///
/// # Errors
/// `invalid_fields` for a query that is longer than a search allows, or what the database says.
pub(crate) async fn load_watched_queries(
    app: &App,
    kind: Kind,
    queries: &[String],
) -> Result<Vec<QueryToCompare>, AppError> {
    let errors: Vec<_> = queries.iter().filter_map(|query| find_excess("queries", query.trim())).collect();
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let given = queries_of_request(queries);
    if !given.is_empty() {
        return Ok(given);
    }
    let stored = app.store().watched_queries(kind, MAX_WATCHED as i64).await?;
    let watched = stored.into_iter().map(|WatchedQuery { query, saved }| QueryToCompare {
        query,
        origin: if saved { WatchedOrigin::Saved } else { WatchedOrigin::Frequent },
    });
    Ok(watched.collect())
}
