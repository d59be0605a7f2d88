//! Search traces: all data needed to understand a search's result and to replay it.

use super::run::{find, log_search_result};
use super::{note_search, plan_as, run_planned_search};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::search::plan::Plan;
use crate::search::ranking::{
    Outcome, RankedLater, Ranking, explain_candidates, scored_ids, summarize_response,
};
use crate::search::timing::ms;
use celeiro_domain::chat::{ScoredId, TraceSearch};
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{Fusion, SearchRequest, SearchResponse};
use std::time::Instant;
use tokio_util::task::AbortOnDropHandle;

/// Searches, and tells how. `tool` is the search's name in traces; the candidates come later.
pub(crate) async fn search_with_trace(
    app: &App,
    caller: &Caller,
    tool: &'static str,
    request: SearchRequest,
) -> Result<(SearchResponse, TraceSearch, RankedLater), AppError> {
    let started = Instant::now();
    let (plan, response, pool) = find(app, caller, request, started).await?;
    log_search_result(&plan, &response, pool.as_ref());
    note_search(app, &response, pool.as_ref());
    let trace = build_search_trace(app, &plan, summarize_response(tool, &response, ms(started))).await?;
    let lang = caller.lang;
    let ranking = tokio::task::spawn_blocking(move || {
        pool.map_or_else(Ranking::default, |pool| explain_candidates(lang, &plan, &pool))
    });
    Ok((response, trace, AbortOnDropHandle::new(ranking)))
}

/// Runs a traced search again: the same request, profile and fusion on the data as they are now.
pub(crate) async fn rerun_search(
    app: &App,
    caller: &Caller,
    before: &TraceSearch,
) -> Result<Vec<ScoredId>, AppError> {
    let request: SearchRequest = serde_json::from_value(before.request.clone())?;
    let profile: Profile = serde_json::from_value(before.profile.clone())?;
    let plan = plan_as(app, request, profile, Fusion::parse(&before.fusion)).await?;
    let (response, _) = run_planned_search(app, caller, &plan, Instant::now()).await?;
    Ok(scored_ids(&response))
}

/// The trace of a search, without its candidates.
pub(crate) async fn build_search_trace(
    app: &App,
    plan: &Plan,
    outcome: Outcome,
) -> Result<TraceSearch, AppError> {
    let embedding_model = match outcome.embedding_used {
        true => app.inner.embedders.find_serving(app, plan.kind).await?.map(|s| s.stored.model_key.clone()),
        false => None,
    };
    Ok(TraceSearch {
        run: outcome.run,
        request: serde_json::to_value(&plan.request)?,
        profile: serde_json::to_value(&plan.profile)?,
        fusion: plan.fusion.as_str().to_owned(),
        embedding_model,
        hits: outcome.hits,
        threshold: None,
        candidates: Vec::new(),
        reduced: false,
        coverage: None,
        timings: serde_json::to_value(outcome.timings)?,
    })
}
