//! Export profiles: saved formats for files that are written repeatedly.

pub mod profile;

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::catalog::prices::lists::price_list_by_name;
use crate::error::{AppError, Code, Missing};
use crate::profile_rules::{refuse_field, refuse_profile_name, take_profile_write, tidy_profile_name};
use celeiro_domain::catalog::FieldErrorCode;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use celeiro_store::StoredExportProfile;
use chrono::Utc;
use profile::{ExportProfile, ListExportProfiles, SaveExportProfile, check_export_profile};
use uuid::Uuid;

/// The profiles of exports, by name.
///
/// # Errors
/// None but those of the database.
pub async fn export_profiles(
    app: &App,
    _: &Caller,
    request: ListExportProfiles,
) -> Result<Vec<ExportProfile>, AppError> {
    list_profiles(app, request.kind).await
}

/// Keeps a profile of exports: a new one, or one in the place of another.
///
/// # Errors
/// `invalid_fields`: a name that another profile has, a column or a price list that is not there, an address that is
/// none, one profile too many; `not_found` where the one in whose place it comes is deleted; `profile_changed` where it
/// was changed since it was read.
pub async fn save_export_profile(
    app: &App,
    caller: &Caller,
    request: SaveExportProfile,
) -> Result<ExportProfile, AppError> {
    let SaveExportProfile { id, updated_at, kind, name, content } = request;
    let name = tidy_profile_name(&name);
    let errors = check_export_profile(kind, &name, &content);
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    find_price_list(app, caller, content.price_list).await?;
    let id_of_new = id.unwrap_or_else(Uuid::now_v7);
    let mut profile = ExportProfile { id: id_of_new, kind, name, content, updated_at: Utc::now() };
    let stored = StoredExportProfile {
        id: profile.id,
        name: profile.name.clone(),
        content: serde_json::to_value(&profile.content)?,
        updated_at: profile.updated_at,
    };
    let store = app.store();
    let written = match id {
        Some(_) => store.replace_export_profile(kind, &stored, updated_at).await?,
        None => store.add_export_profile(kind, &stored).await?,
    };
    profile.updated_at = take_profile_write(written, &profile.name)?;
    Ok(profile)
}

/// Deletes a profile of exports; files that were written by it stay.
///
/// # Errors
/// `not_found`.
pub async fn delete_export_profile(app: &App, _: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
    match app.store().delete_export_profile(request.id).await? {
        true => Ok(DeletedRecord { id: request.id }),
        false => Err(Missing::ExportProfile.refuse(request.id)),
    }
}

/// The profile of this name, whatever its case and accents.
///
/// # Errors
/// `invalid_fields` with the names that there are.
pub async fn export_profile_by_name(app: &App, kind: Kind, name: &str) -> Result<ExportProfile, AppError> {
    let folded = normalize_text(name.trim());
    let all = list_profiles(app, kind).await?;
    let unknown = refuse_profile_name(name, all.iter().map(|profile| profile.name.as_str()));
    all.into_iter().find(|profile| normalize_text(&profile.name) == folded).ok_or(unknown)
}

/// A profile by its id.
///
/// # Errors
/// `not_found`, also of one that another version of the program wrote and this one cannot read.
pub(super) async fn find_profile(app: &App, kind: Kind, id: Uuid) -> Result<ExportProfile, AppError> {
    let all = list_profiles(app, kind).await?;
    all.into_iter().find(|profile| profile.id == id).ok_or_else(|| Missing::ExportProfile.refuse(id))
}

/// The price list of a profile.
///
/// # Errors
/// `invalid_fields` where it is deleted.
pub(super) async fn find_price_list(
    app: &App,
    caller: &Caller,
    id: Option<Uuid>,
) -> Result<Option<PriceList>, AppError> {
    let Some(id) = id else { return Ok(None) };
    match price_list_by_name(app, caller, &id.to_string()).await {
        Ok(list) => Ok(Some(list)),
        Err(error) if error.code() == Code::NotFound => {
            Err(refuse_field("priceList", FieldErrorCode::NotPossible, &id.to_string(), ""))
        }
        Err(error) => Err(error),
    }
}

/// The profiles of a kind that can be read.
async fn list_profiles(app: &App, kind: Kind) -> Result<Vec<ExportProfile>, AppError> {
    let stored = app.store().export_profiles(kind).await?;
    let read = |one: StoredExportProfile| {
        let content = serde_json::from_value(one.content).ok()?;
        Some(ExportProfile { id: one.id, kind, name: one.name, content, updated_at: one.updated_at })
    };
    Ok(stored.into_iter().filter_map(read).collect())
}
