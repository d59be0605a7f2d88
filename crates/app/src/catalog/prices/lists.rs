//! Operations on price lists, single and all.

use crate::api::{DeletedRecord, Empty, WriteById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use crate::personal::switch::{time_zone, today_in};
use celeiro_domain::catalog::prices::{MAX_PRICE_LISTS, PriceList, PriceListDraft, resembles_name};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::import::PriceRule;
use celeiro_domain::text::normalize_text;
use celeiro_store::StoreError;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// The constraint that two lists of one name break.
const ONE_NAME: &str = "price_lists_name_unique";

/// A new price list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreatePriceList {
    /// Its name, 1 to 80 characters; no other list may have it, whatever its case and accents.
    pub name: String,
    /// What it is for, at most 500 characters.
    #[serde(default)]
    pub note: Option<String>,
    /// Its first day; always where absent.
    #[serde(default)]
    pub valid_from: Option<NaiveDate>,
    /// Its last day; without end where absent.
    #[serde(default)]
    pub valid_until: Option<NaiveDate>,
    /// What it makes of the base where it has no own price; the base itself where absent.
    #[serde(default)]
    pub rule: Option<PriceRule>,
    /// Whether it is in use; it is where absent.
    #[serde(default)]
    pub active: Option<bool>,
    /// Chosen by the client: asking again under the same id creates nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A changed price list, with all that it is from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdatePriceList {
    /// The list.
    pub id: Uuid,
    /// The version that the change started from.
    pub version: i32,
    /// Its name, 1 to 80 characters; no other list may have it, whatever its case and accents.
    pub name: String,
    /// What it is for, at most 500 characters.
    #[serde(default)]
    pub note: Option<String>,
    /// Its first day; always where absent.
    #[serde(default)]
    pub valid_from: Option<NaiveDate>,
    /// Its last day; without end where absent.
    #[serde(default)]
    pub valid_until: Option<NaiveDate>,
    /// What it makes of the base where it has no own price; the base itself where absent.
    #[serde(default)]
    pub rule: Option<PriceRule>,
    /// Whether it is in use; it is where absent.
    #[serde(default)]
    pub active: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A price list with all that it is from now on: a new one, or one in the place of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavePriceList {
    /// The list that is changed; a new one where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The version that the change started from; needed with `id`.
    #[serde(default)]
    pub version: Option<i32>,
    /// Its name, 1 to 80 characters; no other list may have it, whatever its case and accents.
    pub name: String,
    /// What it is for, at most 500 characters.
    #[serde(default)]
    pub note: Option<String>,
    /// Its first day; always where absent.
    #[serde(default)]
    pub valid_from: Option<NaiveDate>,
    /// Its last day; without end where absent.
    #[serde(default)]
    pub valid_until: Option<NaiveDate>,
    /// What it makes of the base where it has no own price; the base itself where absent.
    #[serde(default)]
    pub rule: Option<PriceRule>,
    /// Whether it is in use; it is where absent.
    #[serde(default)]
    pub active: Option<bool>,
    /// Chosen by the client: asking again under the same id creates nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// The price lists, by name.
///
/// # Errors
/// None but those of the database.
pub async fn list_price_lists(app: &App, _: &Caller, _: Empty) -> Result<Vec<PriceList>, AppError> {
    Ok(app.store().price_lists(today(app)).await?)
}

/// Creates a price list.
///
/// # Errors
/// `invalid_fields`: a name that another list has or that looks like it, days in the wrong order, a rule that gives
/// absurd prices, one list too many.
pub async fn create_price_list(
    app: &App,
    caller: &Caller,
    request: CreatePriceList,
) -> Result<PriceList, AppError> {
    let CreatePriceList { name, note, valid_from, valid_until, rule, active, operation_id } = request;
    let draft = PriceListDraft { name, note, valid_from, valid_until, rule, active: active.unwrap_or(true) };
    let draft = draft.check().map_err(AppError::fields)?;
    let write = new_write(caller, operation_id);
    // An answer that was lost is asked for again: the list of the first time has the name.
    if app.store().operation_owner(write.operation_id).await.is_err() {
        require_own_name(app, None, &draft.name).await?;
    }
    let created = app.store().create_price_list(&draft, today(app), &write).await;
    created.map_err(|error| name_error(&draft.name, error))?.ok_or_else(|| too_many(&draft.name))
}

/// Replaces a price list.
///
/// # Errors
/// `conflict` with both states where the version is not the current one, `not_found`, and what [`create_price_list`]
/// refuses.
pub async fn update_price_list(
    app: &App,
    caller: &Caller,
    request: UpdatePriceList,
) -> Result<PriceList, AppError> {
    let UpdatePriceList { id, version, name, note, valid_from, valid_until, rule, active, operation_id } =
        request;
    let draft = PriceListDraft { name, note, valid_from, valid_until, rule, active: active.unwrap_or(true) };
    let draft = draft.check().map_err(AppError::fields)?;
    require_own_name(app, Some(id), &draft.name).await?;
    let write = new_write(caller, operation_id);
    let saved = app.store().update_price_list((id, version), &draft, today(app), &write).await;
    saved.map_err(|error| match error {
        conflict @ StoreError::Conflict(_) => AppError::from(conflict).detail("yours", &draft),
        other => name_error(&draft.name, other),
    })
}

/// Saves a price list under the address of all of them, as fields and profiles are: a new one, or one in the place of
/// another.
///
/// # Errors
/// `invalid_fields` also for an id without its version; what [`create_price_list`] and [`update_price_list`] refuse.
pub async fn save_price_list(
    app: &App,
    caller: &Caller,
    request: SavePriceList,
) -> Result<PriceList, AppError> {
    let SavePriceList { id, version, name, note, valid_from, valid_until, rule, active, operation_id } =
        request;
    let Some(id) = id else {
        let new = CreatePriceList { name, note, valid_from, valid_until, rule, active, operation_id };
        return create_price_list(app, caller, new).await;
    };
    let Some(version) = version else {
        let error = FieldError::new("version", FieldErrorCode::Required, "", "1..");
        return Err(AppError::fields(vec![error]));
    };
    let changed =
        UpdatePriceList { id, version, name, note, valid_from, valid_until, rule, active, operation_id };
    update_price_list(app, caller, changed).await
}

/// Deletes a price list; it can be restored with its own prices.
///
/// # Errors
/// `not_found`.
pub async fn delete_price_list(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    app.store().delete_price_list(request.id, &new_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Brings a deleted price list back.
///
/// # Errors
/// `not_found`; `invalid_fields` where another list has its name meanwhile, or there are too many.
pub async fn restore_price_list(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<PriceList, AppError> {
    let write = new_write(caller, request.operation_id);
    let restored = app.store().restore_price_list(request.id, today(app), &write).await;
    restored.map_err(|error| name_error("", error))?.ok_or_else(|| too_many(""))
}

/// The list with this id.
///
/// # Errors
/// `not_found`.
pub(crate) async fn find_price_list(app: &App, id: Uuid) -> Result<PriceList, AppError> {
    let found = app.store().price_lists(today(app)).await?.into_iter().find(|list| list.id == id);
    found.ok_or_else(|| Missing::PriceList.refuse(id))
}

/// The list with this id or name, whatever the case and accents of the name.
///
/// # Errors
/// `not_found`.
pub async fn price_list_by_name(app: &App, _: &Caller, name: &str) -> Result<PriceList, AppError> {
    let folded = normalize_text(name.trim());
    let is_it = |list: &PriceList| list.id.to_string() == folded || normalize_text(&list.name) == folded;
    let found = app.store().price_lists(today(app)).await?.into_iter().find(is_it);
    found.ok_or_else(|| Missing::PriceList.refuse(name))
}

/// The day by the program's zone.
pub(crate) fn today(app: &App) -> NaiveDate {
    today_in(&time_zone(app))
}

/// Refuses a name that a reader would take for that of another list.
async fn require_own_name(app: &App, own: Option<Uuid>, name: &str) -> Result<(), AppError> {
    let lists = app.store().price_lists(today(app)).await?;
    let is_taken = lists.iter().any(|list| Some(list.id) != own && resembles_name(&list.name, name));
    if is_taken { Err(name_taken(name)) } else { Ok(()) }
}

fn name_taken(name: &str) -> AppError {
    AppError::fields(vec![FieldError::new("name", FieldErrorCode::Taken, name, "")])
}

fn too_many(name: &str) -> AppError {
    let most = format!("0..{MAX_PRICE_LISTS}");
    AppError::fields(vec![FieldError::new("priceLists", FieldErrorCode::NotPossible, name, most)])
}

fn name_error(name: &str, error: StoreError) -> AppError {
    match error {
        StoreError::Constraint(constraint) if constraint == ONE_NAME => name_taken(name),
        other => other.into(),
    }
}
