//! Operations of the catalog export.

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::error::{AppError, Code, ErrorBody};
use crate::export::google::LeftOutReason;
use crate::export::profiles::{find_price_list, find_profile};
use crate::export::request::{ExportDialect, ExportFormat, ExportRequest};
use crate::export::{ExportForm, ExportView};
use crate::files::transfer::api::{clamp_byte_count, may_use, owner_of};
use crate::personal::switch::time_zone;
use crate::runtime::blocking::run_blocking;
use crate::sheet::grid::plan_grid;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, Status};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, GridFilter, GridQuery, GridSort, GridTest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What is to be exported: the records of a view, or all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
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
    /// always written, an attribute brings all attributes where they have no columns of their own, the price its
    /// currency, and what is only counted is left out.
    #[serde(default)]
    pub columns: Option<Vec<String>>,
    /// How a CSV is written, and what columns are called; where absent, as the profile says, or `plain`. In
    /// `excel_br` the columns stand in the order in which they are given.
    #[serde(default)]
    pub dialect: Option<ExportDialect>,
    /// Whether each attribute has a column of its own, in a CSV or a workbook; where absent, as the profile says, or
    /// in `excel_br`.
    #[serde(default)]
    pub attribute_columns: Option<bool>,
    /// Whether what is only counted is written too, where it is among the columns: an import passes over it.
    #[serde(default)]
    pub with_counted: bool,
    /// The profile that says the columns, the form, the statuses and the price list, as far as nothing else is said.
    #[serde(default)]
    pub profile: Option<Uuid>,
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
    /// What was left out of a feed for shops so far, and why.
    #[serde(default)]
    pub left_out: Vec<LeftOutCount>,
}

/// What was left out for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutCount {
    /// Why.
    pub reason: LeftOutReason,
    /// How many items, or packages of items.
    pub count: u32,
}

/// What is written, and what the file is to be called.
#[derive(Debug, Clone)]
pub struct PlannedExport {
    /// Which records, in which format.
    pub request: ExportRequest,
    /// Which of them, and how.
    pub view: ExportView,
    /// What the file is to be called.
    pub name: String,
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
/// `disk_full`, and what [`plan_export`] refuses.
pub async fn begin_export(app: &App, caller: &Caller, request: BeginExport) -> Result<ExportState, AppError> {
    let PlannedExport { request, view, name } = plan_export(app, caller, request).await?;
    if view.rows.is_some() || view.form.has_counted {
        app.store().renew_expectations().await?;
    }
    let id = app.inner.exports.begin(app.store(), app.transfers(), request, view, name, owner_of(caller))?;
    export_state(app, caller, ById { id }).await
}

/// What an export writes, with what its profile says.
///
/// # Errors
/// `unknown_filter`, `invalid_filter`; `not_found` where there is no such profile; `invalid_fields` where its price list
/// is deleted, or a feed is asked for that no profile with a shop writes.
pub async fn plan_export(
    app: &App,
    caller: &Caller,
    request: BeginExport,
) -> Result<PlannedExport, AppError> {
    let BeginExport { kind, format, query, columns, dialect, attribute_columns, with_counted, profile } =
        request;
    let profile = match profile {
        Some(id) => Some(find_profile(app, kind, id).await?),
        None => None,
    };
    let has_profile = profile.is_some();
    let of_profile = profile.map(|profile| profile.content).unwrap_or_default();
    if format == ExportFormat::Google && (kind != Kind::Items || of_profile.shop.is_none()) {
        let missing = FieldError::new("shop.link", FieldErrorCode::Required, "", "https://…");
        return Err(AppError::fields(vec![missing]));
    }
    let dialect = dialect.unwrap_or(of_profile.dialect);
    let of_excel = dialect == ExportDialect::ExcelBr;
    let form = ExportForm {
        dialect,
        attribute_columns: attribute_columns.or(of_profile.attribute_columns).unwrap_or(of_excel),
        has_counted: with_counted,
        in_order: of_excel || has_profile,
        prices: find_price_list(app, caller, of_profile.price_list).await?,
        shop: of_profile.shop,
        zone: time_zone(app),
    };
    let columns = columns.or_else(|| Some(of_profile.columns).filter(|columns| !columns.is_empty()));
    let query = query_of_statuses(query, &of_profile.statuses);
    let view = ExportView {
        rows: query.map(|query| plan_grid(kind, &query)).transpose()?,
        columns: columns.map(|names| parse_columns(kind, &names)).transpose()?,
        form,
    };
    // People open these files in spreadsheet programs.
    let request = ExportRequest { kind, format, bom: format == ExportFormat::Csv };
    let name = format!("celeiro-{}.{}", kind.as_str(), format.extension());
    Ok(PlannedExport { request, view, name })
}

/// What a grid is asked for records of these statuses alone; all of them, the oldest first, where it is asked nothing
/// else.
fn query_of_statuses(query: Option<GridQuery>, statuses: &[Status]) -> Option<GridQuery> {
    if statuses.is_empty() {
        return query;
    }
    let oldest_first = || GridQuery {
        sort: vec![GridSort { column: Column::CreatedAt.name(), descending: false }],
        ..GridQuery::default()
    };
    let mut query = query.unwrap_or_else(oldest_first);
    query.filters.push(GridFilter {
        column: Column::Status.name(),
        test: GridTest::Is,
        values: statuses.iter().map(|status| status.as_str().to_owned()).collect(),
    });
    Some(query)
}

/// Columns by their names in the grid; the first unknown name is the error.
fn parse_columns(kind: Kind, names: &[String]) -> Result<Vec<Column>, AppError> {
    let read = |name: &String| {
        Column::parse_exported(kind, name).ok_or_else(|| {
            let name: String = name.chars().take(120).collect();
            AppError::new(Code::UnknownFilter)
                .with("name", name)
                .with("allowed", Column::exported_names(kind))
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
    let left_out =
        progress.left_out.into_iter().map(|(reason, count)| LeftOutCount { reason, count }).collect();
    let (file, error) = match progress.end {
        None => (None, None),
        Some(Ok(())) => (Some(find_ready_download(app, request.id)?), None),
        Some(Err(error)) => (None, Some(error.to_body(caller.lang))),
    };
    Ok(ExportState {
        id: request.id,
        written: progress.written,
        total: progress.total,
        file,
        error,
        left_out,
    })
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
