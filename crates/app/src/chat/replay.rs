//! Replay of a trace on current data: its searches and tool calls.

use crate::app::{App, Caller};
use crate::assistant::replayed_calls::{CallVerdict, ReplayedCall, replay_calls};
use crate::error::AppError;
use crate::search::rerun_search;
use celeiro_domain::chat::{ScoredId, Trace, TraceSearch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Scores that differ by no more are the same.
const SAME: f64 = 1e-6;

/// A trace, replayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// The trace.
    pub id: Uuid,
    /// Whether every search gave the same records in the same order with the same scores, and no call of a round came
    /// to something else.
    pub same: bool,
    /// Each search.
    pub searches: Vec<ReplayedSearch>,
    /// Each call of the rounds of an answer that was made with tools, in their order.
    pub calls: Vec<ReplayedCall>,
}

/// A search, run again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedSearch {
    /// `searchCatalog` or `searchFaqs`.
    pub tool: String,
    /// What was looked for.
    pub query: String,
    /// Whether it gave the same.
    pub same: bool,
    /// Then.
    pub before: Vec<ScoredId>,
    /// Now.
    pub now: Vec<ScoredId>,
    /// Where they differ.
    pub differences: Vec<Difference>,
}

/// A place in the list where then and now differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// The place, from 1.
    pub place: u32,
    /// The record there before.
    pub before: Option<ScoredId>,
    /// The record there now.
    pub now: Option<ScoredId>,
}

/// Runs the searches of `trace` again, and the calls of its rounds. Nothing is written.
///
/// # Errors
/// What a search says, and the database.
pub async fn rerun_trace(app: &App, caller: &Caller, trace: &Trace) -> Result<Replay, AppError> {
    let mut searches = Vec::new();
    for before in &trace.searches {
        searches.push(compare_search(before, rerun_search(app, caller, before).await?));
    }
    let calls = replay_calls(app, trace).await?;
    let same = searches.iter().all(|search| search.same)
        && calls.iter().all(|call| call.verdict != CallVerdict::Different);
    Ok(Replay { id: trace.id, same, searches, calls })
}

/// Compares the hits of a search place by place with those it has now.
fn compare_search(before: &TraceSearch, now: Vec<ScoredId>) -> ReplayedSearch {
    let places = before.hits.len().max(now.len());
    let differences: Vec<Difference> = (0..places)
        .map(|at| Difference {
            place: at as u32 + 1,
            before: before.hits.get(at).cloned(),
            now: now.get(at).cloned(),
        })
        .filter(|place| !are_same(place.before.as_ref(), place.now.as_ref()))
        .collect();
    ReplayedSearch {
        tool: before.run.tool.clone(),
        query: before.run.query.clone(),
        same: differences.is_empty(),
        before: before.hits.clone(),
        now,
        differences,
    }
}

/// Whether both places hold the same record; scores may differ by [`SAME`].
fn are_same(before: Option<&ScoredId>, now: Option<&ScoredId>) -> bool {
    match (before, now) {
        (Some(a), Some(b)) => a.id == b.id && (a.score - b.score).abs() <= SAME,
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(id: u128, score: f64) -> ScoredId {
        ScoredId { id: Uuid::from_u128(id), score }
    }

    #[test]
    fn a_score_may_differ_by_rounding_and_no_more() {
        assert!(are_same(Some(&hit(1, 2.0)), Some(&hit(1, 2.000_000_9))));
        assert!(!are_same(Some(&hit(1, 2.0)), Some(&hit(1, 2.000_002))));
        assert!(!are_same(Some(&hit(1, 2.0)), Some(&hit(2, 2.0))));
        assert!(!are_same(Some(&hit(1, 2.0)), None));
    }
}
