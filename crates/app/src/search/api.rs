//! The operation of searching.

use super::{plan, run};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::query_log;
use crate::search::result_log::log;
use celeiro_domain::search::{SearchRequest, SearchResponse};
use std::time::Instant;

/// Searches the catalog or the FAQs.
///
/// # Errors
/// [`Code::UnknownProfile`], [`Code::UnknownFilter`], or what the database says. A query without
/// anything to look for gives an empty result, not an error.
pub async fn search(app: &App, caller: &Caller, request: SearchRequest) -> Result<SearchResponse, AppError> {
    let started = Instant::now();
    let plan = plan(app, request).await?;
    let (mut response, pool) = run(app, caller, &plan, started).await?;
    log(&plan, &response, pool.as_ref());
    response.trace_id = Some(query_log::note_search(app, caller, plan, pool, &response));
    Ok(response)
}
