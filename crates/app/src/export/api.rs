//! What the catalog holds, as a file.

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::error::{AppError, Code, ErrorBody};
use crate::export::ExportView;
use crate::export::request::{ExportFormat, ExportRequest};
use crate::files::transfer::api::{clamp_byte_count, may_use, owner_of};
use crate::runtime::blocking::run_blocking;
use crate::sheet::grid::plan_grid;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, GridQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What is to be exported: the records of a view, or all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BeginExport {
    /// Which collection.
    pub kind: Kind,
    /// Which format.
    pub format: ExportFormat,
    /// What a grid is asked: its rows are written in its order, whatever the page. All records, the
    /// oldest first, where absent. Deleted ones never are.
    #[serde(default)]
    pub query: Option<GridQuery>,
    /// The columns in sight, as a grid calls them; all where absent. What says which record a row is, is
    /// always written, an attribute brings all attributes, the price its currency, and what is only counted is
    /// left out.
    #[serde(default)]
    pub columns: Option<Vec<String>>,
}

/// Where an export is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportState {
    /// The export.
    pub id: Uuid,
    /// Records written so far.
    pub written: u32,
    /// Records there are.
    pub total: u32,
    /// The file, where it is whole.
    pub file: Option<DownloadReady>,
    /// Why there is none, where there will be none.
    pub error: Option<ErrorBody>,
}

/// A file that can be fetched with `readDownload`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadReady {
    /// The file.
    pub id: Uuid,
    /// What it is to be called.
    pub name: String,
    /// Its media type.
    pub media_type: String,
    /// Its bytes.
    pub size_bytes: u32,
}

/// Begins an export.
///
/// # Errors
/// `disk_full`, `unknown_filter`, `invalid_filter`.
pub async fn begin_export(app: &App, caller: &Caller, request: BeginExport) -> Result<ExportState, AppError> {
    let how = ExportRequest {
        kind: request.kind,
        format: request.format,
        // People open these files in spreadsheet programs.
        bom: request.format == ExportFormat::Csv,
    };
    let view = ExportView {
        rows: request.query.map(|query| plan_grid(request.kind, &query)).transpose()?,
        columns: request.columns.map(|names| parse_columns(request.kind, &names)).transpose()?,
    };
    if view.rows.is_some() {
        app.store().renew_expectations().await?;
    }
    let name = format!("celeiro-{}.{}", how.kind.as_str(), how.format.extension());
    let id = app.inner.exports.begin(app.store(), app.transfers(), how, view, name, owner_of(caller))?;
    export_state(app, caller, ById { id }).await
}

/// Columns by their names in the grid; the first unknown name is the error.
fn parse_columns(kind: Kind, names: &[String]) -> Result<Vec<Column>, AppError> {
    let read = |name: &String| {
        Column::parse(kind, name).ok_or_else(|| {
            let name: String = name.chars().take(120).collect();
            AppError::new(Code::UnknownFilter).with("name", name).with("allowed", Column::allowed_names(kind))
        })
    };
    names.iter().map(read).collect()
}

/// Where an export is.
///
/// # Errors
/// `not_found`, also for an export of another person.
pub async fn export_state(app: &App, caller: &Caller, request: ById) -> Result<ExportState, AppError> {
    require_export(app, caller, request.id)?;
    let progress = app.inner.exports.progress(request.id)?;
    let (file, error) = match progress.end {
        None => (None, None),
        Some(Ok(())) => (Some(find_ready_download(app, request.id)?), None),
        Some(Err(error)) => (None, Some(error.to_body(caller.lang))),
    };
    Ok(ExportState { id: request.id, written: progress.written, total: progress.total, file, error })
}

/// Ends an export, or throws its file away.
///
/// # Errors
/// `not_found` for an export of another person; one that is not there is no failure.
pub async fn drop_export(app: &App, caller: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
    require_export(app, caller, request.id)?;
    let app = app.clone();
    run_blocking(move || {
        app.inner.exports.drop(app.transfers(), request.id);
        Ok(DeletedRecord { id: request.id })
    })
    .await
}

/// Refuses an export of another person like one that is not there. Dropping one drops the file of its id, whatever made
/// it, so that file must be the caller's too.
fn require_export(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    let may_use = |owner: Option<&str>| may_use(caller, owner);
    let is_open = app.inner.exports.is_open(id, may_use) && app.transfers().is_download_open(id, may_use);
    if is_open { Ok(()) } else { Err(AppError::new(Code::NotFound)) }
}

/// The file of this id, which is whole.
pub(crate) fn find_ready_download(app: &App, id: Uuid) -> Result<DownloadReady, AppError> {
    let file = app.transfers().download(id)?;
    let media_type = file.media_type.to_owned();
    Ok(DownloadReady { id, name: file.name, media_type, size_bytes: clamp_byte_count(file.size) })
}
