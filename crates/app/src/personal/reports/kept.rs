//! Operations on stored reports: list, read, delete, restore.

use crate::api::{ById, DeletedRecord, WriteById};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::records::{delete_record, restore_record};
use crate::personal::switch::require_on;
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::report::{Report, ReportKind};
use celeiro_store::ReportQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

const USUAL_PAGE: u32 = 30;
const MAX_PAGE: u32 = 200;

/// Which reports.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListReports {
    /// Of this kind alone.
    #[serde(default)]
    pub kind: Option<ReportKind>,
    /// Reports left out, 0 where absent.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Reports wanted, 1 to 200; 30 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// Reports, the latest day first.
///
/// # Errors
/// `personal_off`.
pub async fn list_reports(app: &App, _: &Caller, request: ListReports) -> Result<Vec<Report>, AppError> {
    require_on(app)?;
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE);
    let offset = request.offset.unwrap_or(0).into();
    Ok(app.store().reports(&ReportQuery { kind: request.kind, offset, limit: limit.into() }).await?)
}

/// One report.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_report(app: &App, _: &Caller, request: ById) -> Result<Report, AppError> {
    require_on(app)?;
    Ok(app.store().report(request.id).await?)
}

/// Deletes a report; it can be brought back. One that was made at its hour is not made again.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_report(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::Reports, &request).await
}

/// Brings a deleted report back.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_report(app: &App, caller: &Caller, request: WriteById) -> Result<Report, AppError> {
    restore_record(app, caller, PersonalKind::Reports, &request).await?;
    Ok(app.store().report(request.id).await?)
}
