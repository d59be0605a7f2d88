//! Operations of the import wizard: columns of a file, preview, import, and the file of rejected rows.

use crate::api::{ById, Empty};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::export::api::{DownloadReady, find_ready_download};
use crate::files::transfer::api::{find_upload, owner_of};
use crate::files::transfer::{Purpose, UploadedFile};
use crate::import::checking::merges::MAX_MERGES;
use crate::import::profiles::profile::ImportProfile;
use crate::import::profiles::{
    OfLayout, find_profile, keep_values, learned_columns, list_profiles, put_rules, read_by_layout,
    read_by_profile, read_place,
};
use crate::import::sandbox::Sandbox;
use crate::import::targets::{ColumnTarget, put_columns};
use crate::import::tasks::{ImportTask, LayoutKey};
use crate::import::to_app_error;
use crate::import::wire::{
    FileColumns, ImportColumns, ImportGroup, ImportRow, ImportRowPage, ImportRows, ImportState, StartImport,
    to_file_columns, to_import_state,
};
use crate::import::{self, Fix, Hints, ImportError, ImportRequest, MergedValue, Outcome, Rejects, Source};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::import::LeaveOut;
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::StoreError;
use std::sync::Arc;
use uuid::Uuid;

/// Corrected cells of one import, and characters of one.
const MAX_FIXES: usize = 1_000;
const MAX_FIX_CHARS: usize = 20_000;
/// Rows that a person names to be left out, or taken.
const MAX_NAMED_ROWS: usize = 10_000;
/// Rows of a page.
const MAX_PAGE: u32 = 100;
/// Bytes of a file for which the reader gets another second beside its first twenty.
const BYTES_A_SECOND: u64 = 8 << 20;

/// Which columns a file has, and what they are taken for.
///
/// # Errors
/// `transfer_gone`, `upload_incomplete`, `file_format_unknown`, `file_unreadable`, `file_parser_failed`.
pub async fn import_columns(
    app: &App,
    caller: &Caller,
    request: ImportColumns,
) -> Result<FileColumns, AppError> {
    let file = find_upload(app, caller, request.upload_id, Purpose::Import)?;
    let mut looking = of_upload(request.kind, &file, caller);
    (looking.sheet, looking.header_row) = (request.sheet, request.header_row);
    looking.learned = learned_columns(app, request.kind).await?;
    let refuse = |error| import::to_app_error(caller.lang, error, Hints::None);
    let named = named_profile(app, request.kind, request.profile).await?;
    let (look, of_layout) = match (named, request.profile) {
        (Some(named), _) => {
            (read_place(&named, &mut looking).await.map_err(refuse)?, OfLayout::One(Box::new(named)))
        }
        (None, None) => {
            let all = list_profiles(app, request.kind).await?;
            read_by_layout(all, &mut looking).await.map_err(refuse)?
        }
        (None, Some(_)) => (import::read_overview(&looking).await.map_err(refuse)?, OfLayout::None),
    };
    app.inner.imports.layouts.put(LayoutKey::of(request.upload_id, &looking), look.layout.clone());
    let remembered = app.store().layout(request.kind, &look.layout).await?;
    let said: Option<Vec<ColumnTarget>> = remembered.and_then(|value| serde_json::from_value(value).ok());
    Ok(to_file_columns(look, request.kind, said, of_layout))
}

/// Reads and checks a file, and counts what importing it would do; ask `importState` for the outcome.
///
/// # Errors
/// As [`import_columns`]; `invalid_request` where two columns are said to be one field.
pub async fn preview_import(
    app: &App,
    caller: &Caller,
    request: StartImport,
) -> Result<ImportState, AppError> {
    start_import(app, caller, request, true).await
}

/// Imports a file: all of its good rows in one operation, or nothing; ask `importState` for the outcome.
///
/// # Errors
/// As [`preview_import`].
pub async fn run_import(app: &App, caller: &Caller, request: StartImport) -> Result<ImportState, AppError> {
    start_import(app, caller, request, false).await
}

/// The caller's imports that are under way, the latest first: a page that was loaded anew finds
/// its import here.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn list_imports(app: &App, caller: &Caller, _: Empty) -> Result<Vec<ImportState>, AppError> {
    let running = app.inner.imports.list_running(&caller.actor);
    Ok(running.iter().map(|(id, import)| to_import_state(*id, import, caller)).collect())
}

/// State of an import, or its outcome.
///
/// # Errors
/// `not_found`, also for an import of another person.
pub async fn import_state(app: &App, caller: &Caller, request: ById) -> Result<ImportState, AppError> {
    Ok(to_import_state(request.id, &*find_import(app, caller, request.id)?, caller))
}

/// Rows of a checked file, and what they would make of their records.
///
/// # Errors
/// `not_found`, also while the file is being checked.
pub async fn import_rows(app: &App, caller: &Caller, request: ImportRows) -> Result<ImportRowPage, AppError> {
    let watched = find_import(app, caller, request.id)?;
    let outcome = watched.end().and_then(Result::ok).ok_or_else(|| AppError::new(Code::NotFound))?;
    let (report, changes) = (&outcome.report, &outcome.changes);
    let (rows, total) = match request.group {
        ImportGroup::Updated => (&changes.updated, report.updated),
        ImportGroup::Created => (&changes.created, report.created),
        ImportGroup::Unchanged => (&changes.unchanged, report.unchanged),
    };
    let limit = request.limit.unwrap_or(MAX_PAGE).min(MAX_PAGE) as usize;
    let page = rows.iter().skip(request.offset.unwrap_or(0) as usize).take(limit);
    let row = |row: &celeiro_store::RowChange| ImportRow {
        row: row.row_number.unsigned_abs(),
        id: row.id,
        name: row.name.clone(),
        changes: row.changes.clone(),
    };
    Ok(ImportRowPage { rows: page.map(row).collect(), listed: rows.len() as u32, total })
}

/// Asks an import to stop; nothing is changed then. Its state is `cancelling` until what is under way
/// has ended; one that was stored by that moment goes on to its end.
///
/// # Errors
/// `not_found`.
pub async fn cancel_import(app: &App, caller: &Caller, request: ById) -> Result<ImportState, AppError> {
    find_import(app, caller, request.id)?;
    app.inner.imports.cancel(request.id)?;
    import_state(app, caller, request).await
}

/// The rejected rows of an import as a file, with what is wrong with each. Mended and imported, only
/// those rows are read.
///
/// # Errors
/// `not_found`; as [`import_columns`].
pub async fn write_import_errors(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<DownloadReady, AppError> {
    let watched = find_import(app, caller, request.id)?;
    let file = find_upload(app, caller, watched.upload, Purpose::Import)?;
    let rejected = watched.rejected_rows(caller.lang).unwrap_or_default();
    let refusal = |error| import::to_app_error(caller.lang, error, Hints::None);
    let rejects = Rejects::open(&watched.request, &rejected, caller.lang).await.map_err(refusal)?;
    let format = rejects.format();
    let word = if caller.lang == Lang::En { "rejected" } else { "rejeitadas" };
    let name = format!("{}-{word}.{}", strip_ending(&file.name), format.ending());
    let (id, out) = app.transfers().begin_download(name, format.media_type(), owner_of(caller))?;
    match rejects.write_to(out).await {
        Ok(size) => app.transfers().finish_download(id, size)?,
        Err(error) => {
            app.transfers().drop_download(id);
            return Err(refusal(error));
        }
    }
    find_ready_download(app, id)
}

/// A name without its ending.
fn strip_ending(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

/// Starts an import in the background, unless one of the same operation id runs or is over.
async fn start_import(
    app: &App,
    caller: &Caller,
    request: StartImport,
    dry_run: bool,
) -> Result<ImportState, AppError> {
    if let Some(id) = request.operation_id
        && let Ok(begun) = app.inner.imports.get(id)
    {
        if !is_own(caller, &begun) {
            return Err(StoreError::Constraint("operations_pkey".to_owned()).into());
        }
        if !begun.was_interrupted() {
            return Ok(to_import_state(id, &begun, caller));
        }
    }
    let file = find_upload(app, caller, request.upload_id, Purpose::Import)?;
    let mut import = of_upload(request.kind, &file, caller);
    import.dry_run = dry_run;
    import.preset = request.preset;
    (import.sheet, import.header_row) = (request.sheet, request.header_row);
    import.decimal = request.decimal;
    import.fixes = check_fixes(request.fixes.unwrap_or_default())?;
    let merges = request.merges.map(check_merge_count).transpose()?;
    import.leave_out = check_leave_out(request.leave_out.unwrap_or_default())?;
    import.operation_id = request.operation_id.unwrap_or_else(Uuid::now_v7);
    import.learned = learned_columns(app, import.kind).await?;
    let profile = named_profile(app, import.kind, request.profile).await?;
    let refuse = |error| import::to_app_error(caller.lang, error, Hints::None);
    match (profile, request.columns) {
        (profile, Some(columns)) => {
            let layout = layout_of(app, request.upload_id, &import).await.map_err(refuse)?;
            put_columns(&mut import, columns, layout)?;
            if let Some(profile) = profile {
                let look = import::read_overview(&import).await.map_err(refuse)?;
                let fits = profile.missing_in(&look).is_empty();
                put_rules(&profile.fit_to(&look), &mut import, (look.column_of(RecordField::Price), fits));
            }
        }
        (Some(profile), None) => {
            let look = read_place(&profile, &mut import).await.map_err(refuse)?;
            read_by_profile(&profile, &mut import, &look)?;
        }
        (None, None) => {}
    }
    // What a page says is all of it: a value of the profile that a person took apart is not there.
    if let Some(merges) = merges {
        import.merges = merges;
    }
    if !dry_run && app.inner.imports.has_other_rules(request.upload_id, &import) {
        return Err(AppError::new(Code::ProfileChanged));
    }
    let (working, lang) = (app.clone(), caller.lang);
    let work = async move |watched| run_watched(working, watched, lang).await;
    let id = app.inner.imports.watch(import, request.upload_id, work);
    Ok(to_import_state(id, &*find_import(app, caller, id)?, caller))
}

/// The import of this id, where it is the caller's. Administrators find those of everybody.
fn find_import(app: &App, caller: &Caller, id: Uuid) -> Result<Arc<ImportTask>, AppError> {
    let import = app.inner.imports.get(id)?;
    if caller.is_admin() || is_own(caller, &import) { Ok(import) } else { Err(AppError::new(Code::NotFound)) }
}

fn is_own(caller: &Caller, import: &ImportTask) -> bool {
    caller.owns(&import.request.actor)
}

/// The profile of this id; none where the id is nil.
async fn named_profile(app: &App, kind: Kind, id: Option<Uuid>) -> Result<Option<ImportProfile>, AppError> {
    match id.filter(|id| !id.is_nil()) {
        Some(id) => Ok(Some(find_profile(app, kind, id).await?)),
        None => Ok(None),
    }
}

/// The layout of an upload by which its columns are remembered, from memory where a person has just seen the
/// columns.
async fn layout_of(app: &App, upload: Uuid, import: &ImportRequest) -> Result<Vec<u8>, ImportError> {
    let layouts = &app.inner.imports.layouts;
    let key = LayoutKey::of(upload, import);
    if let Some(layout) = layouts.get(&key) {
        return Ok(layout);
    }
    let layout = import::read_overview(import).await?.layout;
    layouts.put(key, layout.clone());
    Ok(layout)
}

/// Runs an import to its end and notes how far it is; caches are dropped even where it fails.
async fn run_watched(app: App, watched: Arc<ImportTask>, lang: Lang) -> Result<Outcome, AppError> {
    let note = |progress| watched.note(progress);
    let previews = &app.inner.imports.previews;
    let done = previews.carry_out(app.store(), watched.upload, &watched.request, note, &watched.cancel).await;
    if !watched.request.dry_run {
        app.forget();
    }
    if !watched.request.dry_run && done.is_ok() {
        app.transfers().note_stored(watched.upload);
        keep_values(&app, &watched.request).await;
    }
    done.map_err(|error| to_app_error(lang, error, Hints::None))
}

/// A request to import an upload, by the names of its columns.
pub(crate) fn of_upload(kind: Kind, file: &UploadedFile, caller: &Caller) -> ImportRequest {
    let mut request = ImportRequest::of_path(kind, &file.path, &caller.actor);
    request.source = Source::Path(file.path.clone());
    request.file_name.clone_from(&file.name);
    request.sandbox = Sandbox::default();
    request.sandbox.cpu_seconds += file.size / BYTES_A_SECOND;
    request
}

/// Refuses more than [`MAX_FIXES`] corrected cells, and a text above [`MAX_FIX_CHARS`] characters.
fn check_fixes(fixes: Vec<Fix>) -> Result<Vec<Fix>, AppError> {
    let too_long = fixes.iter().any(|fix| fix.value.chars().count() > MAX_FIX_CHARS);
    if fixes.len() > MAX_FIXES || too_long {
        return Err(AppError::invalid_request(format_args!(
            "fixes: 0..{MAX_FIXES}, value: 0..{MAX_FIX_CHARS}"
        )));
    }
    Ok(fixes)
}

/// Refuses more than [`MAX_MERGES`] merged values, and merges that contradict each other.
fn check_merge_count(merges: Vec<MergedValue>) -> Result<Vec<MergedValue>, AppError> {
    if merges.len() > MAX_MERGES {
        return Err(AppError::invalid_request(format_args!("merges: 0..{MAX_MERGES}")));
    }
    import::check_merges(merges).map_err(AppError::fields)
}

/// Refuses a list of more than [`MAX_NAMED_ROWS`] rows.
fn check_leave_out(said: LeaveOut) -> Result<LeaveOut, AppError> {
    if said.rows.len() > MAX_NAMED_ROWS || said.take.len() > MAX_NAMED_ROWS {
        return Err(AppError::invalid_request(format_args!(
            "leaveOut.rows, leaveOut.take: 0..{MAX_NAMED_ROWS}"
        )));
    }
    Ok(said)
}
