//! Review of queued suggestions by trace, for the command line, where a person works through a list.
//!
//! Where a person sees the item, its version identifies what the person decided on (`decide_review`). Here the field
//! does: a field that was changed since the suggestion is not overwritten.

use super::review_api::{DecideReview, decide_review};
use crate::app::{App, Caller};
use crate::assist::api::AssistOutcome;
use crate::error::{AppError, Code, ErrorBody};
use celeiro_domain::assist::AssistField;
use celeiro_domain::search::Kind;
use celeiro_store::ReviewRow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Suggestions of one trace at most: one a field.
const MOST: i64 = 50;
/// Saves of an item that are looked through.
const SAVES: i64 = 1_000;

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFilter {
    /// The trace.
    pub trace_id: Uuid,
    /// This field alone; all that wait where absent.
    pub field: Option<AssistField>,
}

/// What became of a suggestion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewDecision {
    /// The trace.
    pub trace_id: Uuid,
    /// The item.
    pub item_id: Uuid,
    /// Its name.
    pub name: String,
    /// The field.
    pub field: AssistField,
    /// Why it waits still.
    pub error: Option<ErrorBody>,
}

/// Decides the suggestions of the queue that `listed` names, one after the other; what one fails by does
/// not hinder the others.
///
/// # Errors
/// `not_found` where no suggestion of the queue is meant; what the database says.
pub async fn decide_matching(
    app: &App,
    caller: &Caller,
    listed: &ReviewFilter,
    outcome: AssistOutcome,
) -> Result<Vec<ReviewDecision>, AppError> {
    let (rows, _) = app.store().review_queue(None, Some(listed.trace_id), 0, MOST).await?;
    let meant: Vec<ReviewRow> =
        rows.into_iter().filter(|row| listed.field.is_none_or(|field| field == row.field)).collect();
    if meant.is_empty() {
        return Err(AppError::new(Code::NotFound));
    }
    let mut decided = Vec::new();
    for row in meant {
        let name = app.store().item(row.item).await?.name;
        let done = decide_review_row(app, caller, &row, outcome).await;
        decided.push(ReviewDecision {
            trace_id: row.trace_id,
            item_id: row.item,
            name,
            field: row.field,
            error: done.err().map(|error| error.to_body(caller.lang)),
        });
    }
    Ok(decided)
}

/// Decides one suggestion; an item that changed since is a conflict, unless it is rejected.
async fn decide_review_row(
    app: &App,
    caller: &Caller,
    row: &ReviewRow,
    outcome: AssistOutcome,
) -> Result<(), AppError> {
    let item = app.store().item(row.item).await?;
    if outcome != AssistOutcome::Rejected && is_changed_since(app, row).await? {
        return Err(AppError::new(Code::Conflict).detail("current", &item));
    }
    let request = DecideReview {
        item_id: row.item,
        version: item.version,
        trace_id: row.trace_id,
        field: row.field,
        outcome,
        value: None,
        operation_id: None,
    };
    decide_review(app, caller, request).await.map(drop)
}

/// Whether a person changed the field after the suggestion was made.
async fn is_changed_since(app: &App, row: &ReviewRow) -> Result<bool, AppError> {
    let saves = app.store().history(Kind::Items, row.item, 0, SAVES).await?;
    let mut since = saves.iter().filter(|save| save.at > row.created_at).flat_map(|save| &save.changes);
    Ok(since.any(|change| change.field == row.field.as_str()))
}
