//! Profiles of suppliers: how their files are read, and what becomes of their prices.
//!
//! A file with the columns of a profile is read by it without a word. Where columns of it are missing, the file is
//! read by the names of its columns, and the missing ones are told.

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::import::profile::{
    ImportProfile, ListImportProfiles, SaveImportProfile, check_profile, name_layout, parse_layout,
    profile_of_layout,
};
use crate::import::report::{ImportWarning, WarningCode};
use crate::import::request::ImportRequest;
use crate::import::targets::put_columns;
use crate::import::{FileOverview, ImportError, read_overview};
use celeiro_domain::catalog::{FieldError, FieldErrorCode, RecordField};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use celeiro_store::StoredImportProfile;
use uuid::Uuid;

/// The profiles of suppliers, by name.
///
/// # Errors
/// None but those of the database.
pub async fn import_profiles(
    app: &App,
    _: &Caller,
    request: ListImportProfiles,
) -> Result<Vec<ImportProfile>, AppError> {
    list_profiles(app, request.kind).await
}

/// Keeps a profile of a supplier: a new one, or one in the place of another.
///
/// # Errors
/// `invalid_fields`: a name that another profile has, a rule that gives absurd prices.
pub async fn save_import_profile(
    app: &App,
    _: &Caller,
    request: SaveImportProfile,
) -> Result<ImportProfile, AppError> {
    let SaveImportProfile { id, kind, name, layout, content } = request;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let errors = check_profile(kind, &name, layout.as_deref(), &content);
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let profile = ImportProfile { id: id.unwrap_or_else(Uuid::now_v7), kind, name, layout, content };
    let stored = StoredImportProfile {
        id: profile.id,
        name: profile.name.clone(),
        header: profile.layout.as_deref().and_then(parse_layout),
        content: serde_json::to_value(&profile.content)?,
    };
    match app.store().put_import_profile(kind, &stored).await? {
        true => Ok(profile),
        false => {
            Err(AppError::fields(vec![FieldError::new("name", FieldErrorCode::Taken, &profile.name, "")]))
        }
    }
}

/// Deletes a profile of a supplier; what was imported by it stays.
///
/// # Errors
/// `not_found`.
pub async fn delete_import_profile(app: &App, _: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
    match app.store().delete_import_profile(request.id).await? {
        true => Ok(DeletedRecord { id: request.id }),
        false => Err(AppError::new(Code::NotFound)),
    }
}

/// The profiles of a kind.
pub(super) async fn list_profiles(app: &App, kind: Kind) -> Result<Vec<ImportProfile>, AppError> {
    let stored = app.store().import_profiles(kind).await?;
    Ok(stored.into_iter().map(|one| of_stored(kind, one)).collect())
}

/// A profile by its id.
pub(super) async fn find_profile(app: &App, kind: Kind, id: Uuid) -> Result<ImportProfile, AppError> {
    let all = list_profiles(app, kind).await?;
    all.into_iter().find(|profile| profile.id == id).ok_or_else(|| AppError::new(Code::NotFound))
}

/// Reads the file of `request` by the profile of this name, or by the one of its layout where none is named and
/// nothing was said of its columns.
///
/// # Errors
/// `not_found` where there is no profile of the name; those of reading the file.
pub async fn put_profile(
    app: &App,
    caller: &Caller,
    request: &mut ImportRequest,
    name: Option<&str>,
) -> Result<(), AppError> {
    request.learned = learned_columns(app, request.kind).await?;
    let all = list_profiles(app, request.kind).await?;
    let named = match name {
        None if all.is_empty() || !request.map.is_empty() || request.preset.is_some() => return Ok(()),
        None => None,
        Some(name) => {
            let folded = normalize_text(name.trim());
            let found = all.iter().find(|profile| normalize_text(&profile.name) == folded).cloned();
            Some(found.ok_or_else(|| unknown_profile(name, &all))?)
        }
    };
    if let Some(profile) = &named {
        profile.put_place(request);
    }
    let overview = read_place(request).await;
    let overview = overview.map_err(|e| super::to_app_error(caller.lang, e, super::Hints::CommandLine))?;
    match named.or_else(|| profile_of_layout(all, &overview.layout)) {
        Some(profile) => read_by_profile(&profile, request, &overview),
        None => Ok(()),
    }
}

/// No profile has this name; these are there.
fn unknown_profile(name: &str, all: &[ImportProfile]) -> AppError {
    let names: Vec<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
    AppError::fields(vec![FieldError::new("profile", FieldErrorCode::NotPossible, name, names.join(" | "))])
}

/// Looks into the file; where it has no such sheet or row, the place is found out.
pub(super) async fn read_place(request: &mut ImportRequest) -> Result<FileOverview, ImportError> {
    match read_overview(request).await {
        Err(ImportError::Refused { .. }) if request.sheet.is_some() || request.header_row.is_some() => {
            (request.sheet, request.header_row, request.one_sheet) = (None, None, false);
            read_overview(request).await
        }
        read => read,
    }
}

/// What people said of columns of other files: folded names and fields, each name once.
pub(super) async fn learned_columns(app: &App, kind: Kind) -> Result<Vec<(String, RecordField)>, AppError> {
    let mut learned: Vec<(String, RecordField)> = Vec::new();
    for (column, target) in app.store().columns_said_before(kind).await? {
        let folded = normalize_text(&column);
        let field = RecordField::parse(&target).filter(|field| field.belongs_to(kind));
        if let Some(field) = field.filter(|_| learned.iter().all(|(known, _)| *known != folded)) {
            learned.push((folded, field));
        }
    }
    Ok(learned)
}

/// Reads a file with this overview by the profile, or by the names of its columns where it does not fit.
pub(super) fn read_by_profile(
    profile: &ImportProfile,
    request: &mut ImportRequest,
    overview: &FileOverview,
) -> Result<(), AppError> {
    put_rules(profile, request);
    let missing = profile.missing_in(overview);
    if missing.is_empty() {
        return put_columns(request, profile.content.columns.clone(), overview.layout.clone());
    }
    request.notices.push(ImportWarning::new(WarningCode::ProfileMisfit, missing));
    Ok(())
}

/// What the profile says beside its columns.
pub(super) fn put_rules(profile: &ImportProfile, request: &mut ImportRequest) {
    request.price_rule = profile.content.price_rule;
    request.defaults = profile.content.defaults.clone();
    request.decimal = request.decimal.or(profile.content.decimal);
    request.notices.push(ImportWarning::new(WarningCode::ProfileApplied, [&profile.name]));
}

/// A profile as it is stored; content that an older program wrote otherwise is none.
fn of_stored(kind: Kind, stored: StoredImportProfile) -> ImportProfile {
    let content = serde_json::from_value(stored.content).unwrap_or_default();
    let layout = stored.header.as_deref().map(name_layout);
    ImportProfile { id: stored.id, kind, name: stored.name, layout, content }
}
