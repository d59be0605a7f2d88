//! Files into the catalog, step by step: which columns a file has, what importing it would do, doing it,
//! and what was left out as a file of its own.

use crate::api::{ById, Empty};
use crate::app::{App, Caller};
use crate::error::{AppError, Code, ErrorBody};
use crate::export::api::{DownloadReady, ready};
use crate::files::transfer::{Purpose, UploadedFile};
use crate::import::sandbox::Sandbox;
use crate::import::tasks::{ImportTask, LayoutKey};
use crate::import::to_app_error;
use crate::import::{
    self, FileFacts, FileOverview, Fix, Hints, ImportError, ImportField, ImportPhase, ImportPreset,
    ImportReport, ImportRequest, MergedValue, Outcome, Rejects, Source, UnfilledColumn, ValueType,
};
use celeiro_domain::catalog::{DecimalMark, FieldChange};
use celeiro_domain::import::LeaveOut;
use celeiro_domain::search::{Kind, Lang};
use celeiro_store::ImportLayout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::Arc;
use uuid::Uuid;

/// Columns of a file that are shown; those behind are attributes of their names.
const MAX_COLUMNS: usize = 300;
/// Corrected cells of one import, and characters of one.
const MAX_FIXES: usize = 1_000;
const MAX_FIX_CHARS: usize = 20_000;
/// Merged values of one import.
const MAX_MERGES: usize = 4_000;
/// Rows that a person names to be left out, or taken.
const MAX_NAMED_ROWS: usize = 10_000;
/// Rows of a page.
const MAX_PAGE: u32 = 100;
/// Bytes of a file for which the reader gets another second beside its first twenty.
const BYTES_A_SECOND: u64 = 8 << 20;

/// Where the cells of a column go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportTarget {
    /// The id in the system that the record comes from.
    ExternalId,
    /// The name of an item.
    Name,
    /// The description of an item.
    Description,
    /// The category of an item.
    Category,
    /// The manufacturer of an item.
    Manufacturer,
    /// The price of an item.
    Price,
    /// The currency of that price.
    Currency,
    /// Words that people look for it by.
    Tags,
    /// Whether it is on sale.
    Status,
    /// All attributes of an item, as JSON.
    Attributes,
    /// The notes of an item.
    Notes,
    /// The question of a FAQ.
    Question,
    /// The answer of a FAQ.
    Answer,
    /// When a person approved the answer of a FAQ.
    ApprovedAt,
    /// Our own id of the record, as exports have it of records that nothing else tells apart.
    RecordId,
    /// The attribute that is called like the column.
    Attribute,
    /// The column is left out.
    Nothing,
}

/// Which file is looked into, and for what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportColumns {
    /// The file.
    pub upload_id: Uuid,
    /// Into which collection it is to go.
    pub kind: Kind,
    /// The sheet of a workbook; found out where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row that is the header, from 1; 0 where the table has none; found out where absent.
    #[serde(default)]
    pub header_row: Option<u32>,
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileColumns {
    /// How the file is read. With the preset `agrofit` its columns are known, and none is to be said.
    pub file: FileFacts,
    /// Its first columns, in their order.
    pub columns: Vec<ImportColumn>,
    /// How many it has in all.
    pub column_count: u32,
    /// The first rows that have something in them, at most 30: among them is the header, and another may
    /// be chosen. None of JSON.
    pub head: Vec<ImportHeadRow>,
    /// Whether the targets are those of the last file of the same layout.
    pub remembered: bool,
}

/// A row at the beginning of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportHeadRow {
    /// Its number, from 1.
    pub row: u32,
    /// Its first cells that are not blank, at most twelve, shortened.
    pub cells: Vec<String>,
}

/// A column of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// Its name.
    pub name: String,
    /// Where it would go.
    pub target: ImportTarget,
    /// Some of what stands in it.
    pub samples: Vec<String>,
    /// What its values are, as far as its first rows show; all of them decide when the file is read.
    pub found_type: ValueType,
    /// What a person said they are, for the last file of the same layout.
    pub value_type: Option<ValueType>,
}

/// What a person said of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColumnTarget {
    /// The column's name in the file.
    pub column: String,
    /// Where it goes.
    pub target: ImportTarget,
    /// What its values are, where it becomes an attribute. Where absent, all of its cells decide: numbers or
    /// yes and no where each of them is, and text else. Where a type is said, a row with a cell that is not
    /// of it is rejected.
    #[serde(default)]
    pub value_type: Option<ValueType>,
}

/// A file to be imported, and how it is to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartImport {
    /// The file.
    pub upload_id: Uuid,
    /// Into which collection.
    pub kind: Kind,
    /// The sheet of a workbook; found out where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row that is the header, from 1; 0 where the table has none; found out where absent.
    #[serde(default)]
    pub header_row: Option<u32>,
    /// How to read its columns; found out from its header where absent.
    #[serde(default)]
    pub preset: Option<ImportPreset>,
    /// Where its columns go; by their names where absent, or not among these. Remembered for the next
    /// file of the same layout.
    #[serde(default)]
    pub columns: Option<Vec<ColumnTarget>>,
    /// The sign before the decimals of written prices; found out from the file where absent.
    #[serde(default)]
    pub decimal: Option<DecimalMark>,
    /// Cells that a person has corrected, at most 1,000.
    #[serde(default)]
    pub fixes: Option<Vec<Fix>>,
    /// Values of category, manufacturer and tags that are other spellings of values in use, at most 4,000.
    #[serde(default)]
    pub merges: Option<Vec<MergedValue>>,
    /// Which rows are left out; those that surely are no records where absent.
    #[serde(default)]
    pub leave_out: Option<LeaveOut>,
    /// Chosen by the client: the same id means the same import, and names it from then on.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Where an import is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportState {
    /// The import; that of its operation too, by which it can be taken back.
    pub id: Uuid,
    /// The file that it reads.
    pub upload_id: Uuid,
    /// What the file is called.
    pub file_name: String,
    /// Into which collection.
    pub kind: Kind,
    /// Whether it only counts.
    pub dry_run: bool,
    /// The step.
    pub phase: ImportPhase,
    /// Rows read so far.
    pub rows: u32,
    /// How much of the file is read, or, while records are moved, of them, in percent; absent where
    /// its progress cannot be known.
    pub percent: Option<u8>,
    /// Records created or changed so far, while they are moved; visible once all are.
    pub moved: Option<u32>,
    /// For how many seconds it has been at this step.
    pub seconds: u32,
    /// What came of it, where it is over.
    pub result: Option<ImportResult>,
    /// Why nothing came of it; the catalog is as it was.
    pub error: Option<ErrorBody>,
}

/// What came, or would come, of an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// The report.
    pub report: ImportReport,
    /// Of a dry run: rows that would become a record beside one of the same name and manufacturer, or
    /// the same question, that has another external id. At most a hundred.
    pub lookalikes: Vec<LookalikeRow>,
    /// How many of those there are.
    pub lookalike_count: u32,
}

/// A row that looks like a record that it is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookalikeRow {
    /// The row.
    pub row: u32,
    /// Its name, or question.
    pub name: String,
    /// The record.
    pub id: Uuid,
    /// The record's external id.
    pub external_id: Option<String>,
}

/// Rows of a preview by what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ImportGroup {
    /// They change a record.
    Updated,
    /// They create one.
    Created,
    /// They leave one as it is.
    Unchanged,
}

/// Which rows of a preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRows {
    /// The preview.
    pub id: Uuid,
    /// Which of its rows.
    pub group: ImportGroup,
    /// Rows to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Rows wanted, 1..100; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Rows of a preview, in the order of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRowPage {
    /// The rows.
    pub rows: Vec<ImportRow>,
    /// How many of the group can be listed: the first 500 that change a record, the first 100 of the others.
    pub listed: u32,
    /// How many there are.
    pub total: u32,
}

/// A row, and what it would make of its record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRow {
    /// The row.
    pub row: u32,
    /// The record, where there is one.
    pub id: Option<Uuid>,
    /// Its name or question; of a record that is there, as it is before.
    pub name: String,
    /// What becomes different, or of a new record what it holds; long texts are cut.
    pub changes: Vec<FieldChange>,
}

/// Which columns a file has, and what they are taken for.
///
/// # Errors
/// `transfer_gone`, `upload_incomplete`, `file_format_unknown`, `file_unreadable`, `file_parser_failed`.
pub async fn import_columns(
    app: &App,
    caller: &Caller,
    request: ImportColumns,
) -> Result<FileColumns, AppError> {
    let file = app.transfers().find_upload(request.upload_id, Purpose::Import)?;
    let mut looking = of_upload(request.kind, &file, caller);
    (looking.sheet, looking.header_row) = (request.sheet, request.header_row);
    let look = import::read_overview(&looking)
        .await
        .map_err(|e| import::to_app_error(caller.lang, e, Hints::None))?;
    app.inner.imports.layouts.put(LayoutKey::of(request.upload_id, &looking), look.layout.clone());
    let remembered = app.store().layout(request.kind, &look.layout).await?;
    let said: Option<Vec<ColumnTarget>> = remembered.and_then(|value| serde_json::from_value(value).ok());
    Ok(to_file_columns(look, request.kind, said))
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
    start(app, caller, request, true).await
}

/// Imports a file: all of its good rows in one operation, or nothing; ask `importState` for the outcome.
///
/// # Errors
/// As [`preview_import`].
pub async fn run_import(app: &App, caller: &Caller, request: StartImport) -> Result<ImportState, AppError> {
    start(app, caller, request, false).await
}

/// The caller's imports that are under way, the latest first: a page that was loaded anew finds
/// its import here.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn list_imports(app: &App, caller: &Caller, _: Empty) -> Result<Vec<ImportState>, AppError> {
    let running = app.inner.imports.running(&caller.actor);
    Ok(running.iter().map(|(id, import)| state(*id, import, caller)).collect())
}

/// Where an import is, or what came of it.
///
/// # Errors
/// `not_found`.
pub async fn import_state(app: &App, caller: &Caller, request: ById) -> Result<ImportState, AppError> {
    Ok(state(request.id, &*app.inner.imports.get(request.id)?, caller))
}

/// Rows of a checked file, and what they would make of their records.
///
/// # Errors
/// `not_found`, also while the file is being checked.
pub async fn import_rows(app: &App, _: &Caller, request: ImportRows) -> Result<ImportRowPage, AppError> {
    let watched = app.inner.imports.get(request.id)?;
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
    let watched = app.inner.imports.get(request.id)?;
    let file = app.transfers().find_upload(watched.upload, Purpose::Import)?;
    let rejected = watched.rejected_rows(caller.lang).unwrap_or_default();
    let refused = |error| import::to_app_error(caller.lang, error, Hints::None);
    let rejects = Rejects::open(&watched.request, &rejected, caller.lang).await.map_err(refused)?;
    let format = rejects.format();
    let word = if caller.lang == Lang::En { "rejected" } else { "rejeitadas" };
    let name = format!("{}-{word}.{}", stem(&file.name), format.ending());
    let (id, out) = app.transfers().begin_download(name, format.media_type())?;
    match rejects.write_to(out).await {
        Ok(size) => app.transfers().finish_download(id, size)?,
        Err(error) => {
            app.transfers().drop_download(id);
            return Err(refused(error));
        }
    }
    ready(app, id)
}

/// A name without its ending.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

async fn start(
    app: &App,
    caller: &Caller,
    request: StartImport,
    dry_run: bool,
) -> Result<ImportState, AppError> {
    if let Some(id) = request.operation_id
        && let Ok(begun) = app.inner.imports.get(id)
        && !begun.was_interrupted()
    {
        return Ok(state(id, &begun, caller));
    }
    let file = app.transfers().find_upload(request.upload_id, Purpose::Import)?;
    let mut import = of_upload(request.kind, &file, caller);
    import.dry_run = dry_run;
    import.preset = request.preset;
    (import.sheet, import.header_row) = (request.sheet, request.header_row);
    import.decimal = request.decimal;
    import.fixes = check_fixes(request.fixes.unwrap_or_default())?;
    import.merges = check_merge_count(request.merges.unwrap_or_default())?;
    import.leave_out = check_leave_out(request.leave_out.unwrap_or_default())?;
    import.operation_id = request.operation_id.unwrap_or_else(Uuid::now_v7);
    if let Some(columns) = request.columns {
        let layout = layout_of(app, request.upload_id, &import).await;
        let layout = layout.map_err(|e| import::to_app_error(caller.lang, e, Hints::None))?;
        put_columns(&mut import, columns, layout)?;
    }
    let (working, lang) = (app.clone(), caller.lang);
    let work = async move |watched| run_watched(working, watched, lang).await;
    let id = app.inner.imports.watch(import, request.upload_id, work);
    Ok(state(id, &*app.inner.imports.get(id)?, caller))
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

async fn run_watched(app: App, watched: Arc<ImportTask>, lang: Lang) -> Result<Outcome, AppError> {
    let note = |progress| watched.note(progress);
    let previews = &app.inner.imports.previews;
    let done = previews.carry_out(app.store(), watched.upload, &watched.request, note, &watched.cancel).await;
    if !watched.request.dry_run {
        app.forget();
    }
    done.map_err(|error| to_app_error(lang, error, Hints::None))
}

/// A request to import an upload, by the names of its columns.
fn of_upload(kind: Kind, file: &UploadedFile, caller: &Caller) -> ImportRequest {
    let mut request = ImportRequest::of_path(kind, &file.path, &caller.actor);
    request.source = Source::Path(file.path.clone());
    request.file_name.clone_from(&file.name);
    request.sandbox = Sandbox::default();
    request.sandbox.cpu_seconds += file.size / BYTES_A_SECOND;
    request
}

fn check_fixes(fixes: Vec<Fix>) -> Result<Vec<Fix>, AppError> {
    let too_long = fixes.iter().any(|fix| fix.value.chars().count() > MAX_FIX_CHARS);
    if fixes.len() > MAX_FIXES || too_long {
        return Err(AppError::invalid_request(format_args!(
            "fixes: 0..{MAX_FIXES}, value: 0..{MAX_FIX_CHARS}"
        )));
    }
    Ok(fixes)
}

fn check_merge_count(merges: Vec<MergedValue>) -> Result<Vec<MergedValue>, AppError> {
    if merges.len() > MAX_MERGES {
        return Err(AppError::invalid_request(format_args!("merges: 0..{MAX_MERGES}")));
    }
    import::check_merges(merges).map_err(AppError::fields)
}

fn check_leave_out(said: LeaveOut) -> Result<LeaveOut, AppError> {
    if said.rows.len() > MAX_NAMED_ROWS || said.take.len() > MAX_NAMED_ROWS {
        return Err(AppError::invalid_request(format_args!(
            "leaveOut.rows, leaveOut.take: 0..{MAX_NAMED_ROWS}"
        )));
    }
    Ok(said)
}

/// Reads the columns as a person said, and remembers it when the import takes place.
fn put_columns(
    import: &mut ImportRequest,
    columns: Vec<ColumnTarget>,
    layout: Vec<u8>,
) -> Result<(), AppError> {
    for said in &columns {
        match said.target.place() {
            Ok(field) if !field.belongs_to(import.kind) => {
                return Err(AppError::invalid_request(format_args!("columns: {}", field.column())));
            }
            Ok(field) if import.map.iter().any(|(_, other)| *other == field) => {
                return Err(AppError::invalid_request(format_args!("columns: {} × 2", field.column())));
            }
            Ok(field) => import.map.push((said.column.clone(), field)),
            Err(unfilled) => import.unfilled.push((said.column.clone(), unfilled)),
        }
        import.types.extend(said.value_type.map(|value| (said.column.clone(), value)));
    }
    import.preset = Some(ImportPreset::Plain);
    let mapping = serde_json::to_value(&columns)?;
    import.layout = Some(ImportLayout { header: layout, mapping });
    Ok(())
}

impl ImportTarget {
    /// The field, or where a column goes that fills none.
    fn place(self) -> Result<ImportField, UnfilledColumn> {
        Ok(match self {
            ImportTarget::ExternalId => ImportField::ExternalId,
            ImportTarget::Name => ImportField::Name,
            ImportTarget::Description => ImportField::Description,
            ImportTarget::Category => ImportField::Category,
            ImportTarget::Manufacturer => ImportField::Manufacturer,
            ImportTarget::Price => ImportField::Price,
            ImportTarget::Currency => ImportField::Currency,
            ImportTarget::Tags => ImportField::Tags,
            ImportTarget::Status => ImportField::Status,
            ImportTarget::Attributes => ImportField::Attributes,
            ImportTarget::Notes => ImportField::Notes,
            ImportTarget::Question => ImportField::Question,
            ImportTarget::Answer => ImportField::Answer,
            ImportTarget::ApprovedAt => ImportField::ApprovedAt,
            ImportTarget::RecordId => ImportField::RecordId,
            ImportTarget::Attribute => return Err(UnfilledColumn::Attribute),
            ImportTarget::Nothing => return Err(UnfilledColumn::Nowhere),
        })
    }
}

impl From<ImportField> for ImportTarget {
    fn from(field: ImportField) -> Self {
        match field {
            ImportField::ExternalId => ImportTarget::ExternalId,
            ImportField::Name => ImportTarget::Name,
            ImportField::Description => ImportTarget::Description,
            ImportField::Category => ImportTarget::Category,
            ImportField::Manufacturer => ImportTarget::Manufacturer,
            ImportField::Price => ImportTarget::Price,
            ImportField::Currency => ImportTarget::Currency,
            ImportField::Tags => ImportTarget::Tags,
            ImportField::Status => ImportTarget::Status,
            ImportField::Attributes => ImportTarget::Attributes,
            ImportField::Notes => ImportTarget::Notes,
            ImportField::Question => ImportTarget::Question,
            ImportField::Answer => ImportTarget::Answer,
            ImportField::ApprovedAt => ImportTarget::ApprovedAt,
            ImportField::RecordId => ImportTarget::RecordId,
        }
    }
}

fn to_file_columns(look: FileOverview, kind: Kind, said: Option<Vec<ColumnTarget>>) -> FileColumns {
    let unfilled = match kind {
        Kind::Items => ImportTarget::Attribute,
        Kind::Faqs => ImportTarget::Nothing,
    };
    let plain = look.facts.preset == ImportPreset::Plain;
    let said = said.filter(|_| plain);
    let of_name = |name: &str| said.iter().flatten().find(|said| said.column == name);
    let column_count = look.columns.len() as u32;
    let columns = look.columns.into_iter().take(MAX_COLUMNS).map(|column| ImportColumn {
        target: match of_name(&column.name) {
            Some(said) => said.target,
            None => column.field.map_or(unfilled, Into::into),
        },
        value_type: of_name(&column.name).and_then(|said| said.value_type),
        found_type: column.value_type,
        name: column.name,
        samples: column.samples,
    });
    let head = look.head.into_iter().map(|seen| ImportHeadRow { row: seen.row, cells: seen.cells });
    FileColumns {
        columns: columns.collect(),
        file: look.facts,
        column_count,
        head: head.collect(),
        remembered: said.is_some(),
    }
}

fn state(id: Uuid, import: &ImportTask, caller: &Caller) -> ImportState {
    let (progress, since) = import.progress();
    let (result, error) = match import.end() {
        None => (None, None),
        Some(Ok(outcome)) => (Some(result_of(&outcome, caller)), None),
        Some(Err(error)) => (None, Some(error.to_body(caller.lang))),
    };
    ImportState {
        id,
        upload_id: import.upload,
        file_name: import.request.file_name.clone(),
        kind: import.request.kind,
        dry_run: import.request.dry_run,
        phase: progress.phase,
        rows: progress.rows,
        percent: progress.percent,
        moved: progress.moved,
        seconds: u32::try_from(since.as_secs()).unwrap_or(u32::MAX),
        result,
        error,
    }
}

fn result_of(outcome: &Outcome, caller: &Caller) -> ImportResult {
    let row = |found: &celeiro_store::Lookalike| LookalikeRow {
        row: found.row_number.unsigned_abs(),
        name: found.name.clone(),
        id: found.id,
        external_id: found.external_id.clone(),
    };
    ImportResult {
        report: import::in_words(caller.lang, outcome.report.clone(), Hints::None),
        lookalikes: outcome.lookalikes.iter().map(row).collect(),
        lookalike_count: outcome.lookalike_count,
    }
}
