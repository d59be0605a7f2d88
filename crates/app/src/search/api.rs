//! The operation of searching.

use super::{plan, run};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::query_log;
use crate::search::result_log::log;
use celeiro_domain::search::{SearchRequest, SearchResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Instant;
use uuid::Uuid;

/// A search that its person stays with.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleSearch {
    /// The `traceId` of a response to a search with `settled: false`.
    pub trace_id: Uuid,
}

/// Result of settling a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettleOutcome {
    /// Whether the search goes into the query log now. False where the log is switched off, where it has
    /// the search already, or where the search is older than ten minutes or sixty-four others.
    pub logged: bool,
}

/// Searches the catalog or the FAQs.
///
/// # Errors
/// `unknown_profile`, `unknown_filter`, `invalid_fields` for a query of more than 8,000 characters, or what
/// the database says. A query without anything to look for gives an empty result, not an error.
pub async fn search(app: &App, caller: &Caller, request: SearchRequest) -> Result<SearchResponse, AppError> {
    let started = Instant::now();
    let plan = plan(app, request).await?;
    let (mut response, pool) = run(app, caller, &plan, started).await?;
    log(&plan, &response, pool.as_ref());
    response.trace_id = Some(query_log::record_search(app, caller, plan, pool, &response));
    Ok(response)
}

/// Writes a search into the query log that was made while its person was still typing, as it was answered
/// then.
///
/// # Errors
/// None: where there is nothing to write, the answer says so.
pub async fn settle_search(
    app: &App,
    caller: &Caller,
    request: SettleSearch,
) -> Result<SettleOutcome, AppError> {
    Ok(SettleOutcome { logged: query_log::settle(app, caller, request.trace_id) })
}
