//! Gaps: what people looked for and did not get, and what is done about it.

use super::api;
use crate::api::{ById, write};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::query_log::gaps::check;
use celeiro_domain::insight::{GapReason, GapState, QueryScope};
use celeiro_store::{Gap, GapQuery};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use std::time::Duration;
use uuid::Uuid;

/// Gaps on one page at most, and where nothing is said.
const MAX_PAGE: u32 = 200;
const USUAL_PAGE: u32 = 50;
/// How long a list waits for gaps to be run again; the rest follows in the background.
const CHECK_TAKES: Duration = Duration::from_millis(1_500);
/// Longest reason, in characters.
const REASON_CHARS: usize = 2_000;

/// Which gaps are wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListGaps {
    /// Where they stand; open ones where absent.
    #[serde(default)]
    pub state: Option<GapState>,
    /// Why they are gaps; any reason where absent.
    #[serde(default)]
    pub reason: Option<GapReason>,
    /// Where it was asked; anywhere where absent.
    #[serde(default)]
    pub scope: Option<QueryScope>,
    /// Text that a question must hold, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Gaps to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Gaps wanted, 1..200; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Questions that went wrong, taken together where they hold the same words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapEntry {
    /// The gap.
    pub id: Uuid,
    /// Where it was asked.
    pub scope: QueryScope,
    /// Where it stands.
    pub state: GapState,
    /// Why it is a gap.
    pub reasons: Vec<GapReason>,
    /// How often it went wrong.
    pub count: u32,
    /// When first.
    pub first_seen: DateTime<Utc>,
    /// When last.
    pub last_seen: DateTime<Utc>,
    /// The question, as it was last typed.
    pub query: String,
    /// What was searched for, where that is not what was typed.
    pub looked_for: Option<String>,
    /// The conditions it was asked under.
    pub filters: Option<Value>,
    /// Results of the last time.
    pub results: u32,
    /// The share of what was asked that one of the first hits held the last time, in 0..1.
    #[specta(type = Option<i32>)]
    pub coverage: Option<f64>,
    /// A trace of it.
    pub trace_id: Option<Uuid>,
    /// Of a question in chat: the conversation.
    pub conversation_id: Option<Uuid>,
    /// Why it was dismissed, if it ever was.
    pub dismissed_because: Option<String>,
    /// When it passed or was dismissed.
    pub decided_at: Option<DateTime<Utc>>,
    /// When it was last run again.
    pub checked_at: Option<DateTime<Utc>>,
}

/// Open gaps of one reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapCount {
    /// The reason.
    pub reason: GapReason,
    /// Gaps; one may have several reasons.
    pub count: u32,
}

/// Some gaps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapPage {
    /// The most frequent first, then the latest.
    pub gaps: Vec<GapEntry>,
    /// How many there are in all.
    pub total: u32,
    /// Open gaps.
    pub open: u32,
    /// Open gaps by reason.
    pub by_reason: Vec<GapCount>,
    /// Gaps that are still to be run again since something changed.
    pub unchecked: u32,
    /// Whether what is asked is kept at present: without that no gap is seen.
    pub enabled: bool,
}

/// A gap that nothing is to be done about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DismissGap {
    /// The gap.
    pub id: Uuid,
    /// Why: not blank, at most 2,000 characters.
    pub reason: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A gap that is to be looked at again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReopenGap {
    /// The gap.
    pub id: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists gaps. Those whose answer may have changed are run again first, as far as a moment allows.
///
/// # Errors
/// What the database says.
pub async fn list_gaps(app: &App, _: &Caller, request: ListGaps) -> Result<GapPage, AppError> {
    app.inner.query_log.wait_until_stored(api::PATIENCE).await;
    let unchecked = check(app, CHECK_TAKES, Duration::ZERO).await?;
    let query = GapQuery {
        state: Some(request.state.unwrap_or_default()),
        reason: request.reason,
        scope: request.scope,
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        offset: request.offset.unwrap_or(0),
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE),
        ..GapQuery::default()
    };
    let page = app.store().gaps(&query).await?;
    let counts = app.store().gap_counts().await?;
    let count = |(reason, count)| GapCount { reason, count };
    Ok(GapPage {
        gaps: page.rows.into_iter().map(entry).collect(),
        total: u32::try_from(page.total).unwrap_or(u32::MAX),
        open: counts.open,
        by_reason: counts.by_reason.into_iter().map(count).collect(),
        unchecked,
        enabled: app.config().switch("QUERY_LOG_ENABLED").unwrap_or(true),
    })
}

/// One gap.
///
/// # Errors
/// `not_found`.
pub async fn get_gap(app: &App, _: &Caller, request: ById) -> Result<GapEntry, AppError> {
    Ok(entry(app.store().gap(request.id).await?))
}

/// Takes a gap off the list for a reason; it comes back where its question goes wrong again.
///
/// # Errors
/// `not_found`, `invalid_request` for a reason that is blank or too long.
pub async fn dismiss_gap(app: &App, caller: &Caller, request: DismissGap) -> Result<GapEntry, AppError> {
    let reason = request.reason.trim();
    let length = reason.chars().count();
    if length == 0 || length > REASON_CHARS {
        return Err(AppError::invalid_request("reason: 1..2000").detail("path", "reason"));
    }
    app.store().decide_gap(request.id, Some(reason), &write(caller, request.operation_id)).await?;
    Ok(entry(app.store().gap(request.id).await?))
}

/// Puts a gap back on the list.
///
/// # Errors
/// `not_found`.
pub async fn reopen_gap(app: &App, caller: &Caller, request: ReopenGap) -> Result<GapEntry, AppError> {
    app.store().decide_gap(request.id, None, &write(caller, request.operation_id)).await?;
    Ok(entry(app.store().gap(request.id).await?))
}

fn entry(gap: Gap) -> GapEntry {
    GapEntry {
        id: gap.id,
        scope: gap.scope,
        state: gap.state,
        reasons: gap.reasons,
        count: gap.count,
        first_seen: gap.first_seen,
        last_seen: gap.last_seen,
        query: gap.query,
        looked_for: gap.looked_for,
        filters: gap.filters,
        results: gap.results,
        coverage: gap.coverage,
        trace_id: gap.trace_id,
        conversation_id: gap.conversation_id,
        dismissed_because: (!gap.reason.is_empty()).then_some(gap.reason),
        decided_at: gap.decided_at,
        checked_at: gap.checked_at,
    }
}
