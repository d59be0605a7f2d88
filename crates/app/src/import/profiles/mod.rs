//! Supplier profiles: how a supplier's files are read, and how their prices are converted.
//!
//! A file with all columns of a profile is read by the profile without a question. Where columns of the profile are
//! missing, the file is read by its column names, and the missing columns are reported.

pub mod defaults;
mod kept_values;
pub mod profile;

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use crate::import::report::{ImportWarning, WarningCode};
use crate::import::request::ImportRequest;
use crate::import::targets::put_columns;
use crate::import::{FileOverview, ImportError, read_overview};
use crate::profile_rules::{refuse_field, refuse_profile_name, take_profile_write, tidy_profile_name};
use celeiro_domain::catalog::{FieldErrorCode, RecordField};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use celeiro_store::StoredImportProfile;
use chrono::Utc;
use kept_values::put_values;
use profile::{
    ImportProfile, ListImportProfiles, ProfileContent, SaveImportProfile, check_profile, name_layout,
    parse_layout, profiles_of_layout,
};
use std::collections::HashSet;
use uuid::Uuid;

/// Places of profiles that are looked into for the layout of a file: each look is a process. Profiles say a place
/// where a person chose one, and those of one place share a look.
const MOST_PLACES: usize = 24;

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
/// `invalid_fields`: a name that another profile has, a rule that gives absurd prices, one profile too many;
/// `not_found` where the one in whose place it comes is deleted; `profile_changed` where it was changed since it was
/// read.
pub async fn save_import_profile(
    app: &App,
    _: &Caller,
    request: SaveImportProfile,
) -> Result<ImportProfile, AppError> {
    let SaveImportProfile { id, updated_at, kind, name, layout, content } = request;
    let name = tidy_profile_name(&name);
    let errors = check_profile(kind, &name, layout.as_deref(), &content);
    if !errors.is_empty() {
        return Err(AppError::fields(errors));
    }
    let id_of_new = id.unwrap_or_else(Uuid::now_v7);
    let mut profile = ImportProfile { id: id_of_new, kind, name, layout, content, updated_at: Utc::now() };
    let stored = StoredImportProfile {
        id: profile.id,
        name: profile.name.clone(),
        header: profile.layout.as_deref().and_then(parse_layout),
        content: serde_json::to_value(&profile.content)?,
        updated_at: profile.updated_at,
    };
    let store = app.store();
    let written = match id {
        Some(_) => store.replace_import_profile(kind, &stored, updated_at).await?,
        None => store.add_import_profile(kind, &stored).await?,
    };
    profile.updated_at = take_profile_write(written, &profile.name)?;
    Ok(profile)
}

/// Deletes a profile of a supplier; what was imported by it stays.
///
/// # Errors
/// `not_found`.
pub async fn delete_import_profile(app: &App, _: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
    match app.store().delete_import_profile(request.id).await? {
        true => Ok(DeletedRecord { id: request.id }),
        false => Err(Missing::ImportProfile.refuse(request.id)),
    }
}

/// The profiles of a kind that can be read.
pub(super) async fn list_profiles(app: &App, kind: Kind) -> Result<Vec<ImportProfile>, AppError> {
    let stored = app.store().import_profiles(kind).await?;
    Ok(stored.into_iter().filter_map(|one| read_stored(kind, one)).collect())
}

/// A profile by its id.
///
/// # Errors
/// `not_found`, also of one that another version of the program wrote and this one cannot read.
pub(super) async fn find_profile(app: &App, kind: Kind, id: Uuid) -> Result<ImportProfile, AppError> {
    let all = list_profiles(app, kind).await?;
    all.into_iter().find(|profile| profile.id == id).ok_or_else(|| Missing::ImportProfile.refuse(id))
}

/// Reads the file of `request` by the profile of this name, or by the one of its layout where none is named and
/// nothing was said of its columns.
///
/// # Errors
/// `invalid_fields` where there is no profile of the name, with those that there are, or where several profiles have
/// the layout and none is named; those of reading the file.
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
            let known = all.iter().map(|profile| profile.name.as_str());
            Some(found.ok_or_else(|| refuse_profile_name(name, known))?)
        }
    };
    let refuse = |error| crate::import::to_app_error(caller.lang, error, crate::import::Hints::CommandLine);
    if let Some(profile) = named {
        let overview = read_place(&profile, request).await.map_err(refuse)?;
        return read_by_profile(&profile, request, &overview);
    }
    match read_by_layout(all, request).await.map_err(refuse)? {
        (_, OfLayout::None) => Ok(()),
        (overview, OfLayout::One(profile)) => read_by_profile(&profile, request, &overview),
        // Which supplier the file is of decides on its prices.
        (_, OfLayout::Several(twins)) => Err(require_profile(&twins)),
    }
}

/// The profiles that have the layout of a file.
pub(super) enum OfLayout {
    None,
    One(Box<ImportProfile>),
    Several(Vec<ImportProfile>),
}

impl OfLayout {
    fn of(mut profiles: Vec<ImportProfile>) -> Self {
        match (profiles.pop(), profiles.is_empty()) {
            (None, _) => Self::None,
            (Some(profile), true) => Self::One(Box::new(profile)),
            (Some(profile), false) => {
                profiles.push(profile);
                Self::Several(profiles)
            }
        }
    }
}

/// Looks into a file where its table is found, or where the profile of its layout says that it is. Where no profile
/// has the layout of the table that is found, or none is found, those are tried that say another place.
pub(super) async fn read_by_layout(
    all: Vec<ImportProfile>,
    request: &mut ImportRequest,
) -> Result<(FileOverview, OfLayout), ImportError> {
    let overview = match read_overview(request).await {
        Err(refused @ ImportError::Refused { .. }) => {
            return read_other_place(&all, request).await?.ok_or(refused);
        }
        read => read?,
    };
    match OfLayout::of(profiles_of_layout(&all, &overview.layout)) {
        OfLayout::None => Ok(read_other_place(&all, request).await?.unwrap_or((overview, OfLayout::None))),
        OfLayout::One(profile) if profile.has_place_for(request) => {
            Ok((read_place(&profile, request).await?, OfLayout::One(profile)))
        }
        of_layout => Ok((overview, of_layout)),
    }
}

/// Looks where profiles say that the tables of their files are, for the first place with the layout of its profiles.
async fn read_other_place(
    all: &[ImportProfile],
    request: &mut ImportRequest,
) -> Result<Option<(FileOverview, OfLayout)>, ImportError> {
    let mut places: Vec<(&Option<String>, Option<u32>)> = Vec::new();
    for profile in all.iter().filter(|profile| profile.layout.is_some() && profile.has_place_for(request)) {
        let place = (&profile.content.sheet, profile.content.header_row);
        if places.contains(&place) || places.len() >= MOST_PLACES {
            continue;
        }
        places.push(place);
        let there = ImportRequest { sheet: place.0.clone(), header_row: place.1, ..request.clone() };
        let overview = match read_overview(&there).await {
            Ok(overview) => overview,
            // The place is of another file, whatever its reader made of this one there.
            Err(ImportError::Refused { .. } | ImportError::ParserDied { .. }) => continue,
            Err(error) => return Err(error),
        };
        let same = |profile: &ImportProfile| (&profile.content.sheet, profile.content.header_row) == place;
        let mut found = profiles_of_layout(all, &overview.layout);
        found.retain(same);
        if !found.is_empty() {
            (request.sheet, request.header_row) = (there.sheet, there.header_row);
            return Ok(Some((overview, OfLayout::of(found))));
        }
    }
    Ok(None)
}

/// None is named of several profiles that fit.
fn require_profile(twins: &[ImportProfile]) -> AppError {
    let names: Vec<&str> = twins.iter().map(|profile| profile.name.as_str()).collect();
    refuse_field("profile", FieldErrorCode::Required, "", &names.join(" | "))
}

/// Looks into the file where the profile says that its table is, unless a person said it. Where columns of the
/// profile are missing there, or there is nothing, the place is found out.
pub(super) async fn read_place(
    profile: &ImportProfile,
    request: &mut ImportRequest,
) -> Result<FileOverview, ImportError> {
    if !profile.has_place_for(request) {
        return read_overview(request).await;
    }
    request.sheet.clone_from(&profile.content.sheet);
    request.header_row = profile.content.header_row;
    let there = match read_overview(request).await {
        Ok(there) if profile.missing_in(&there).is_empty() => return Ok(there),
        Ok(there) => Some(there),
        Err(ImportError::Refused { .. }) => None,
        Err(error) => return Err(error),
    };
    let place = (request.sheet.take(), request.header_row.take());
    let found = match (read_overview(request).await, there) {
        (Err(_), Some(there)) => {
            (request.sheet, request.header_row) = place;
            return Ok(there);
        }
        (found, _) => found?,
    };
    // A row without a sheet is one of the sheet that is found, which need not be the first to have such a row.
    let is_of_found = profile.content.sheet.is_none() && !profile.missing_in(&found).is_empty();
    if let (true, (None, Some(row)), Some(sheet)) = (is_of_found, place, &found.facts.sheet) {
        let there = ImportRequest { sheet: Some(sheet.clone()), header_row: Some(row), ..request.clone() };
        if let Ok(overview) = read_overview(&there).await
            && profile.missing_in(&overview).is_empty()
        {
            (request.sheet, request.header_row) = (there.sheet, there.header_row);
            return Ok(overview);
        }
    }
    Ok(found)
}

/// What people said of columns of other files: folded names and fields, each name once.
pub(super) async fn learned_columns(app: &App, kind: Kind) -> Result<Vec<(String, RecordField)>, AppError> {
    Ok(learn_columns(kind, app.store().columns_said_before(kind).await?))
}

/// What was said of each name most often, where that is a field of `kind`: a name that is no field mostly is none.
fn learn_columns(kind: Kind, said: Vec<(String, String)>) -> Vec<(String, RecordField)> {
    let mut names = HashSet::new();
    let folded = said.into_iter().map(|(column, target)| (normalize_text(&column), target));
    let first = folded.filter(|(name, _)| names.insert(name.clone()));
    first
        .filter_map(|(name, target)| {
            let field = RecordField::parse(&target).filter(|field| field.belongs_to(kind))?;
            Some((name, field))
        })
        .collect()
}

/// Reads a file with this overview by the profile, or by the names of its columns where it does not fit.
pub(super) fn read_by_profile(
    profile: &ImportProfile,
    request: &mut ImportRequest,
    overview: &FileOverview,
) -> Result<(), AppError> {
    let missing = profile.missing_in(overview);
    let profile = &profile.fit_to(overview);
    if missing.is_empty() {
        put_columns(request, profile.content.columns.clone(), overview.layout.clone())?;
        let price_column = profile.price_column();
        if profile.knows_prices(price_column) {
            request.decimal = request.decimal.or(profile.content.decimal);
        }
        put_rules(profile, request, (price_column, true));
    } else {
        put_rules(profile, request, (overview.column_of(RecordField::Price), false));
        request.notices.push(ImportWarning::new(WarningCode::ProfileMisfit, missing));
    }
    Ok(())
}

/// What the profile says beside its columns, for a file whose prices are in `price_column`. What products get that the
/// file says nothing of is of a file that the profile fits: another may be of another supplier.
pub(super) fn put_rules(
    profile: &ImportProfile,
    request: &mut ImportRequest,
    (price_column, fits): (Option<&str>, bool),
) {
    request.profile = Some(profile.id);
    if fits {
        request.defaults = profile.content.defaults.clone();
        put_values(profile, request);
        request.notices.push(ImportWarning::new(WarningCode::ProfileApplied, [&profile.name]));
    }
    if profile.knows_prices(price_column) {
        request.price_rule = profile.content.price_rule;
        // The currency is that of the prices, whatever else the file lacks.
        request.defaults.currency.clone_from(&profile.content.defaults.currency);
        if !fits && request.price_rule.is_some() {
            request.notices.push(ImportWarning::new(WarningCode::PriceRuleUsed, profile.price_column()));
        }
    } else if profile.content.price_rule.is_some() {
        request.notices.push(ImportWarning::new(WarningCode::PriceRuleUnused, profile.price_column()));
    }
    // That a cost is a price holds beside the rule alone: other files must not learn it.
    if request.price_rule.is_some() {
        request.layout = None;
    }
}

/// Keeps the merged values of an import that took place with the profile that fits its file. They replace those that
/// the profile had, so that a value that a person took apart comes in as it is the next time. The import is done: where
/// they cannot be kept, they are asked for again, and that is logged.
pub async fn keep_values(app: &App, request: &ImportRequest) {
    if let Err(error) = write_values(app, request).await {
        tracing::warn!(%error, "the merged values of a supplier are not kept");
    }
}

async fn write_values(app: &App, request: &ImportRequest) -> Result<(), AppError> {
    let fits = request.notices.iter().any(|notice| notice.code == WarningCode::ProfileApplied);
    let Some(id) = request.profile.filter(|_| fits) else { return Ok(()) };
    let profile = find_profile(app, request.kind, id).await?;
    if profile.content.merges == request.merges {
        return Ok(());
    }
    let content = ProfileContent { merges: request.merges.clone(), ..profile.content };
    let stored = StoredImportProfile {
        id,
        name: profile.name,
        header: profile.layout.as_deref().and_then(parse_layout),
        content: serde_json::to_value(&content)?,
        updated_at: profile.updated_at,
    };
    // A profile that another person has changed meanwhile stays as that person has it.
    app.store().replace_import_profile(request.kind, &stored, Some(profile.updated_at)).await?;
    Ok(())
}

/// A profile as it is stored; `None` where this version cannot read its content, of which no part may be missing.
fn read_stored(kind: Kind, stored: StoredImportProfile) -> Option<ImportProfile> {
    let content = serde_json::from_value(stored.content)
        .inspect_err(|_| tracing::warn!(id = %stored.id, "a profile cannot be read"))
        .ok()?;
    let layout = stored.header.as_deref().map(name_layout);
    let StoredImportProfile { id, name, updated_at, .. } = stored;
    Some(ImportProfile { id, kind, name, layout, content, updated_at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn a_column_is_learned_by_what_was_said_of_it_most_often() {
        let said = [("Custo", "nothing"), ("Ref", "externalId"), ("CUSTO", "price"), ("ref", "name")];
        let said = said.map(|(column, target)| (column.to_owned(), target.to_owned())).to_vec();
        assert_eq!(learn_columns(Kind::Items, said), [("ref".to_owned(), RecordField::ExternalId)]);
    }

    #[test]
    fn a_profile_of_another_version_is_none() {
        let make_stored = |content| StoredImportProfile {
            id: Uuid::nil(),
            name: "A".into(),
            header: None,
            content,
            updated_at: DateTime::UNIX_EPOCH,
        };
        assert!(read_stored(Kind::Items, make_stored(serde_json::json!({}))).is_some());
        assert_eq!(read_stored(Kind::Items, make_stored(serde_json::json!({ "markup": 2 }))), None);
    }
}
