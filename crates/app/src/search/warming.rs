//! Cache warming after a start: reads the database pages that the first searches would wait for.
//!
//! The lexical search runs the queries that people saved or repeat, and the vector index is walked from stored vectors.
//! No text is embedded: a neural model would take 100 MB, and it is loaded at the first request.

use crate::app::{App, Caller};
use crate::embedding::selection::plan::models_of;
use crate::error::AppError;
use crate::search::{plan_search, run_planned_search};
use celeiro_domain::search::{Kind, Lang, SearchRequest};
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Queries of each kind that are asked.
const QUERIES: i64 = 20;
/// Walks over the vectors of each kind.
const WALKS: i64 = 20;

/// Searches as people do, one search after the other, until `stop`; says how many searches and walks there were. None
/// is logged, counted or traced. What fails is left out: somebody's first search then takes longer.
pub async fn warm_searches(app: &App, stop: &CancellationToken) -> usize {
    let mut made = 0;
    for kind in [Kind::Items, Kind::Faqs] {
        match warm_kind(app, kind, stop).await {
            Ok(count) => made += count,
            Err(error) => tracing::debug!(%error, kind = kind.as_str(), "searches are not warm"),
        }
    }
    made
}

async fn warm_kind(app: &App, kind: Kind, stop: &CancellationToken) -> Result<usize, AppError> {
    let mut made = 0;
    for watched in app.store().watched_queries(kind, QUERIES).await? {
        if stop.is_cancelled() {
            return Ok(made);
        }
        let request = SearchRequest {
            query: watched.query,
            kind: Some(kind),
            explain: Some(false),
            ..SearchRequest::default()
        };
        let mut plan = plan_search(app, request).await?;
        plan.vectors = false;
        run_planned_search(app, &Caller::local(Lang::default()), &plan, Instant::now()).await?;
        made += 1;
    }
    if stop.is_cancelled() {
        return Ok(made);
    }
    if let Some(model) = models_of(app, kind).await?.active {
        made += app.search_store().walk_vectors(kind, &model, WALKS).await?;
    }
    Ok(made)
}
