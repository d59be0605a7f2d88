//! Operations on search gaps: failed searches of people, and decisions about them.

use super::api;
use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::query_log::gaps::check_gaps;
use celeiro_domain::insight::{Gap, GapReason, GapState, QueryScope};
use celeiro_store::GapQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
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
    pub gaps: Vec<Gap>,
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
pub async fn list_gaps(app: &App, caller: &Caller, request: ListGaps) -> Result<GapPage, AppError> {
    app.inner.query_log.wait_until_stored(api::PATIENCE).await;
    let unchecked = check_gaps(app, CHECK_TAKES, Duration::ZERO).await?;
    let query = GapQuery {
        state: Some(request.state.unwrap_or_default()),
        reason: request.reason,
        scope: request.scope,
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        offset: request.offset.unwrap_or(0),
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE),
        ..GapQuery::default()
    };
    let mut page = app.store().gaps(&query).await?;
    for gap in &mut page.rows {
        api::close_way_in(app, caller, (&mut gap.conversation_id, &mut gap.trace_id)).await?;
    }
    let counts = app.store().gap_counts().await?;
    let count = |(reason, count)| GapCount { reason, count };
    Ok(GapPage {
        gaps: page.rows,
        total: u32::try_from(page.total).unwrap_or(u32::MAX),
        open: counts.open,
        by_reason: counts.by_reason.into_iter().map(count).collect(),
        unchecked,
        enabled: app.config().switch("QUERY_LOG_ENABLED").unwrap_or(true),
    })
}

/// Reads one search gap.
///
/// # Errors
/// `not_found`.
pub async fn get_gap(app: &App, caller: &Caller, request: ById) -> Result<Gap, AppError> {
    read_gap(app, caller, request.id).await
}

/// A gap without the way into a conversation that the caller may not open.
async fn read_gap(app: &App, caller: &Caller, id: Uuid) -> Result<Gap, AppError> {
    let mut gap = app.store().gap(id).await?;
    api::close_way_in(app, caller, (&mut gap.conversation_id, &mut gap.trace_id)).await?;
    Ok(gap)
}

/// Takes a gap off the list for a reason; it comes back where its question goes wrong again.
///
/// # Errors
/// `not_found`, `invalid_request` for a reason that is blank or too long.
pub async fn dismiss_gap(app: &App, caller: &Caller, request: DismissGap) -> Result<Gap, AppError> {
    let reason = request.reason.trim();
    let length = reason.chars().count();
    if length == 0 || length > REASON_CHARS {
        return Err(AppError::invalid_request("reason: 1..2000").detail("path", "reason"));
    }
    app.store().decide_gap(request.id, Some(reason), &new_write(caller, request.operation_id)).await?;
    read_gap(app, caller, request.id).await
}

/// Reopens a search gap that was decided.
///
/// # Errors
/// `not_found`.
pub async fn reopen_gap(app: &App, caller: &Caller, request: ReopenGap) -> Result<Gap, AppError> {
    app.store().decide_gap(request.id, None, &new_write(caller, request.operation_id)).await?;
    read_gap(app, caller, request.id).await
}
