//! Re-runs of search gaps: a gap is closed when its query passes, and reopened when it fails again.
//!
//! A gap is run again when catalog, FAQs, synonyms or the active profile have changed since its last run: when a person
//! opens the list, and periodically by a long-running program. `celeiro_domain::insight` defines what passes.

use crate::app::App;
use crate::error::AppError;
use crate::search::{Keep, measure_coverage, plan_search, retrieve_candidates};
use celeiro_domain::insight::{Gap, GapReason, LOOKED_AT, Rerun, closes_gap};
use celeiro_domain::rank::rank;
use celeiro_domain::search::{Filters, Kind, SearchRequest};
use celeiro_store::GapQuery;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often a program that stays open looks whether something has changed.
const ROUND: Duration = Duration::from_secs(60);
/// Gaps that are run again in one go, and how long such a round may take.
const AT_ONCE: u32 = 50;
const ROUND_TAKES: Duration = Duration::from_secs(20);
/// Between two of them in the background: searches go first.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs gaps again, now and then, until `stop`.
pub(crate) async fn run_gap_rounds(app: &App, stop: &CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(ROUND) => {}
            () = stop.cancelled() => return,
        }
        if let Err(error) = check_gaps(app, ROUND_TAKES, PAUSE).await {
            tracing::warn!(%error, "gaps are not run again for now");
        }
    }
}

/// Runs gaps again that were not since the data changed, the most frequent first, as long as
/// `patience` allows. How many are left.
pub(crate) async fn check_gaps(app: &App, patience: Duration, pause: Duration) -> Result<u32, AppError> {
    let started = Instant::now();
    let stamp = app.store().searched_stamp().await?;
    // What was read a moment ago may be older than the stamp.
    let mut fresh = false;
    loop {
        let waiting = GapQuery { unchecked: Some(stamp.clone()), limit: AT_ONCE, ..GapQuery::default() };
        let page = app.store().gaps(&waiting).await?;
        let mut left = u32::try_from(page.total).unwrap_or(u32::MAX);
        if page.rows.is_empty() {
            return Ok(0);
        }
        if !std::mem::replace(&mut fresh, true) {
            app.forget();
        }
        for gap in &page.rows {
            if started.elapsed() >= patience {
                return Ok(left);
            }
            app.store().note_gap_run(gap.id, is_closed(app, gap).await, &stamp).await?;
            left = left.saturating_sub(1);
            tokio::time::sleep(pause).await;
        }
    }
}

/// Whether the gap's query passes now; one that cannot be run does not.
async fn is_closed(app: &App, gap: &Gap) -> bool {
    let mut now = Vec::new();
    for kind in gap.scope.kinds() {
        match rerun_gap(app, gap, *kind).await {
            Ok(run) => now.push(run),
            Err(error) => tracing::debug!(%error, "a gap cannot be run again"),
        }
    }
    match known_answers(app, gap, &now).await {
        Ok(known) => closes_gap(&gap.reasons, &now, &known),
        Err(error) => {
            tracing::debug!(%error, "what a gap's answer had is not known");
            false
        }
    }
}

/// Searches once more for what a gap's query looked for; a blank query finds nothing.
async fn rerun_gap(app: &App, gap: &Gap, kind: Kind) -> Result<Rerun, AppError> {
    let filters: Option<Filters> = gap.filters.clone().map(serde_json::from_value).transpose()?;
    let request = SearchRequest {
        query: gap.looked_for.clone().unwrap_or_else(|| gap.query.clone()),
        kind: Some(kind),
        filters,
        ..SearchRequest::default()
    };
    let plan = plan_search(app, request).await?;
    if plan.is_blank() {
        return Ok(Rerun { results: 0, coverage: None, first: Vec::new() });
    }
    let found = retrieve_candidates(app, &plan, Keep::Near).await?;
    let ranked = rank(found.rank_input(&plan), plan.limit);
    Ok(Rerun {
        results: ranked.len() as u32,
        coverage: measure_coverage(&found, ranked.iter().map(|ranked| ranked.id)),
        first: ranked.iter().take(LOOKED_AT).map(|ranked| ranked.id).collect(),
    })
}

/// Of what is found first now: what the answer that people did not take could rest on, or could have
/// rested on had the desk looked. What was written since is new to it.
async fn known_answers(app: &App, gap: &Gap, now: &[Rerun]) -> Result<Vec<Uuid>, AppError> {
    if !gap.reasons.iter().any(|r| matches!(r, GapReason::Refused | GapReason::RatedDown)) {
        return Ok(Vec::new());
    }
    let first: Vec<Uuid> = now.iter().flat_map(|run| run.first.iter().copied()).collect();
    let mut changed: HashSet<Uuid> = HashSet::new();
    for item in app.store().items(&first).await? {
        changed.extend((item.updated_at > gap.last_seen).then_some(item.id));
    }
    for faq in app.store().faqs(&first).await? {
        changed.extend((faq.updated_at > gap.last_seen).then_some(faq.id));
    }
    let trace = match gap.trace_id {
        Some(id) => app.store().trace(id).await.ok(),
        None => None,
    };
    let had: Vec<Uuid> = match trace {
        Some(trace) if !trace.searches.is_empty() => {
            trace.searches.iter().flat_map(|search| search.hits.iter().map(|hit| hit.id)).collect()
        }
        _ => first,
    };
    Ok(had.into_iter().filter(|id| !changed.contains(id)).collect())
}
