//! Operations on price changes: immediate or scheduled.

use super::lists::today;
use super::preview::{PriceUpdate, read_plan, stale_preview};
use crate::api::{ById, WriteById, new_write};
use crate::app::{App, Caller};
use crate::catalog::undo_access::may_undo;
use crate::error::{AppError, Code};
use crate::sheet::edits::Selection;
use celeiro_domain::catalog::prices::{PriceChange, PriceChangeRow, PriceChangeState};
use celeiro_domain::catalog::{FieldError, FieldErrorCode, clean_text};
use celeiro_store::{MadePriceChange, NewPriceChange};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::cmp::Reverse;
use std::collections::HashSet;
use uuid::Uuid;

/// Characters of a name at most.
const MAX_NAME: usize = 120;
/// Changes that are listed.
const MAX_LISTED: i64 = 100;
/// Rows of a change that are told.
const MAX_ROWS: i64 = 500;
/// How a change may stand that a person makes: what kept one from being made on its day may be put right by now.
const FROM_HAND: &[PriceChangeState] = &[PriceChangeState::Planned, PriceChangeState::Failed];

/// A change of prices to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakePriceChange {
    /// The list that gets own prices; the base where absent.
    #[serde(default)]
    pub list: Option<Uuid>,
    /// What happens to the prices.
    pub what: PriceUpdate,
    /// Of which items, as in a bulk edit; needed but with `rows`.
    #[serde(default)]
    pub selection: Option<Selection>,
    /// Its name, 1 to 120 characters.
    pub name: String,
    /// The day from which the prices count, tomorrow at the earliest; at once where absent.
    #[serde(default)]
    pub effective_on: Option<NaiveDate>,
    /// The `digest` of the preview: where the prices are not those of the preview any more, nothing is changed.
    pub digest: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Which changes of prices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListPriceChanges {
    /// Those that stand so; all where absent.
    #[serde(default)]
    pub state: Option<PriceChangeState>,
}

/// A change of prices with its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceChangeDetail {
    /// The change.
    pub change: PriceChange,
    /// The first 500 rows, those that stand out first.
    pub rows: Vec<PriceChangeRow>,
    /// How many there are in all.
    pub total: u32,
}

/// Makes a change of prices, or plans it for a day to come. Prices that stay as they are are no part of it.
///
/// # Errors
/// `selection_changed` where the preview is stale; `invalid_fields` where its name is blank, its day has come, or no
/// price would be another; and what [`super::preview::preview_price_change`] refuses.
pub async fn make_price_change(
    app: &App,
    caller: &Caller,
    request: MakePriceChange,
) -> Result<PriceChange, AppError> {
    let write = new_write(caller, request.operation_id);
    // An answer that was lost may be asked for again after midnight: the plan of the first time has its day.
    let is_known = app.store().operation_owner(write.operation_id).await.is_ok();
    let today = if is_known { None } else { Some(today(app)) };
    let name = check_change(&request, today).map_err(AppError::fields)?;
    let plan = read_plan(request.list, request.what, request.selection)?;
    let new = NewPriceChange { name: &name, effective_on: request.effective_on, digest: &request.digest };
    let id = match app.store().make_price_change(&plan, &new, &write).await? {
        MadePriceChange::Made(id) => id,
        MadePriceChange::Stale(planned) => return Err(stale_preview(*planned)),
        MadePriceChange::Empty => {
            let error = FieldError::new("what", FieldErrorCode::NotPossible, "", "");
            return Err(AppError::fields(vec![error]));
        }
    };
    if plan.list.is_none() {
        app.forget_values();
    }
    read_change(app, caller, id).await
}

/// Changes of prices, the newest first. Those that wait for their day are among them, however many were made since.
pub async fn list_price_changes(
    app: &App,
    caller: &Caller,
    request: ListPriceChanges,
) -> Result<Vec<PriceChange>, AppError> {
    let mut changes = app.store().price_changes(request.state, MAX_LISTED).await?;
    if request.state.is_none() {
        let known: HashSet<Uuid> = changes.iter().map(|change| change.id).collect();
        let planned = app.store().price_changes(Some(PriceChangeState::Planned), MAX_LISTED).await?;
        changes.extend(planned.into_iter().filter(|change| !known.contains(&change.id)));
        changes.sort_by_key(|change| Reverse((change.created_at, change.id)));
    }
    Ok(changes.into_iter().map(|change| for_caller(caller, change)).collect())
}

/// A change of prices with its rows.
///
/// # Errors
/// `not_found`.
pub async fn get_price_change(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<PriceChangeDetail, AppError> {
    let change = app.store().price_change(request.id).await?;
    let rows = app.store().price_change_rows(request.id, MAX_ROWS).await?;
    Ok(PriceChangeDetail { total: change.rows, change: for_caller(caller, change), rows })
}

/// Takes a planned change of prices off before its day.
///
/// # Errors
/// `not_found`; `conflict` with the change where it is not planned any more.
pub async fn cancel_price_change(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<PriceChange, AppError> {
    let write = new_write(caller, request.operation_id);
    let is_off = app.store().cancel_price_change(request.id, &write).await?;
    let change = read_change(app, caller, request.id).await?;
    if is_off { Ok(change) } else { Err(refuse_as_it_stands(change)) }
}

/// Makes a planned change of prices today, or one that failed on its day. One that is applied already is the answer as
/// it stands, so that asking again after a lost answer does nothing twice.
///
/// # Errors
/// `not_found`, also where its list is gone; `conflict` with the change where it was cancelled.
pub async fn apply_price_change_now(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<PriceChange, AppError> {
    if app.store().apply_price_change(request.id, &caller.actor, FROM_HAND).await? {
        app.forget_values();
    }
    let change = read_change(app, caller, request.id).await?;
    if change.state == PriceChangeState::Applied { Ok(change) } else { Err(refuse_as_it_stands(change)) }
}

pub(super) async fn read_change(app: &App, caller: &Caller, id: Uuid) -> Result<PriceChange, AppError> {
    Ok(for_caller(caller, app.store().price_change(id).await?))
}

fn refuse_as_it_stands(change: PriceChange) -> AppError {
    AppError::new(Code::Conflict).detail("current", change)
}

fn for_caller(caller: &Caller, change: PriceChange) -> PriceChange {
    PriceChange { undoable: change.undoable && may_undo(caller, &change.created_by), ..change }
}

/// The name, cleaned, where everything else will do. The day is checked where `today` is given.
fn check_change(request: &MakePriceChange, today: Option<NaiveDate>) -> Result<String, Vec<FieldError>> {
    let mut errors = Vec::new();
    let name = clean_text(&request.name, "name", MAX_NAME, &mut errors);
    if name.is_empty() {
        errors.push(FieldError::new("name", FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
    }
    if let (Some(day), Some(today)) = (request.effective_on, today)
        && day <= today
    {
        let (code, allowed) = (FieldErrorCode::NotPossible, format!("> {today}"));
        errors.push(FieldError::new("effectiveOn", code, &day.to_string(), allowed));
    }
    if errors.is_empty() { Ok(name) } else { Err(errors) }
}
