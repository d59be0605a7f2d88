//! The operations of search.

use super::note_search;
use super::run::{count_facets, find, log_search_result};
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::catalog::categories::facets::add_tree_of_search;
use crate::catalog::fields::definitions::arrange_facets;
use crate::catalog::items::facets;
use crate::error::AppError;
use crate::query_log;
use celeiro_domain::catalog::SearchFacets;
use celeiro_domain::search::{SearchRequest, SearchResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::time::Instant;
use uuid::Uuid;

/// Request to settle a search: the person stopped typing and stays with its result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleSearch {
    /// The `traceId` from the response to a search with `settled: false`.
    pub trace_id: Uuid,
}

/// Result of settling a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettleOutcome {
    /// Whether the query log records the search. False if the log is switched off, if it has the search
    /// already, or if the search is no longer in memory: it keeps searches for ten minutes and at most
    /// the last sixty-four.
    pub logged: bool,
}

/// Searches the catalog or the FAQs. A query without search terms returns an empty result, not an error.
///
/// # Errors
/// `unknown_profile`; `unknown_filter`; `invalid_fields` for a query of more than 8,000 characters; an
/// error of the database.
pub async fn search(app: &App, caller: &Caller, request: SearchRequest) -> Result<SearchResponse, AppError> {
    let started = Instant::now();
    let (plan, mut response, pool) = find(app, caller, request, started).await?;
    log_search_result(&plan, &response, pool.as_ref());
    note_search(app, &response, pool.as_ref());
    response.trace_id = Some(query_log::record_search(app, caller, plan, pool, &response));
    Ok(response)
}

/// Counts the values that filters can choose from beside the results of a search for items.
///
/// # Errors
/// As [`search`].
pub async fn search_facets(
    app: &App,
    caller: &Caller,
    request: SearchRequest,
) -> Result<SearchFacets, AppError> {
    Ok(match count_facets(app, caller, request).await? {
        Some((matched, mut facets)) => {
            arrange_facets(&mut facets, &app.store().field_definitions().await?);
            add_tree_of_search(&mut facets.categories, app.store().category_places().await?);
            SearchFacets { matched: Some(matched), facets }
        }
        None => SearchFacets { matched: None, facets: facets(app, caller, Empty {}).await? },
    })
}

/// Records a search of a person who was still typing in the query log, with the result it had then.
///
/// # Errors
/// None; `logged` is false if there is nothing to record.
pub async fn settle_search(
    app: &App,
    caller: &Caller,
    request: SettleSearch,
) -> Result<SettleOutcome, AppError> {
    Ok(SettleOutcome { logged: query_log::log_settled_search(app, caller, request.trace_id) })
}
