//! What the catalog holds, as a file.

use super::uploads::count;
use super::{ById, Deleted, aside};
use crate::app::{App, Caller};
use crate::error::{AppError, ErrorBody};
use crate::export::{ExportFormat, ExportRequest};
use celeiro_domain::catalog::Status;
use celeiro_domain::search::{Filters, Kind};
use celeiro_store::ListQuery;
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
    /// Text that a record must hold, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Status; any where absent.
    #[serde(default)]
    pub status: Option<Status>,
    /// Conditions on items.
    #[serde(default)]
    pub filters: Option<Filters>,
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
/// `disk_full`.
pub async fn begin_export(app: &App, caller: &Caller, request: BeginExport) -> Result<ExportState, AppError> {
    let how = ExportRequest {
        kind: request.kind,
        format: request.format,
        // People open these files in spreadsheet programs.
        bom: request.format == ExportFormat::Csv,
    };
    let view = ListQuery {
        text: request.text.unwrap_or_default().chars().take(500).collect(),
        status: request.status,
        filters: request.filters.unwrap_or_default(),
        ..ListQuery::default()
    };
    let name = format!("celeiro-{}.{}", how.kind.as_str(), how.format.extension());
    let id = app.inner.exports.begin(app, how, view, name)?;
    export_state(app, caller, ById { id }).await
}

/// Where an export is.
///
/// # Errors
/// `not_found`.
pub async fn export_state(app: &App, caller: &Caller, request: ById) -> Result<ExportState, AppError> {
    let progress = app.inner.exports.progress(request.id)?;
    let (file, error) = match progress.end {
        None => (None, None),
        Some(Ok(())) => (Some(ready(app, request.id)?), None),
        Some(Err(error)) => (None, Some(error.to_body(caller.lang))),
    };
    Ok(ExportState { id: request.id, written: progress.written, total: progress.total, file, error })
}

/// Ends an export, or throws its file away.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn drop_export(app: &App, _: &Caller, request: ById) -> Result<Deleted, AppError> {
    let app = app.clone();
    aside(move || {
        app.inner.exports.drop(&app, request.id);
        Ok(Deleted { id: request.id })
    })
    .await
}

/// The file of this id, which is whole.
pub(super) fn ready(app: &App, id: Uuid) -> Result<DownloadReady, AppError> {
    let file = app.transfers().download(id)?;
    let media_type = file.media_type.to_owned();
    Ok(DownloadReady { id, name: file.name, media_type, size_bytes: count(file.size) })
}
