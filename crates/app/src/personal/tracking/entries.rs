//! Operations on metric entries: list, save, delete, restore.

use crate::api::{ById, DeletedRecord, Empty, WriteById};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::flat_request::flat_request;
use crate::personal::records::{delete_record, restore_record, save_record};
use crate::personal::switch::require_on;
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::metric::{Metric, MetricDraft, MetricSource, spell_kind};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::MetricQuery;
use chrono::{NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 100;
const MAX_PAGE: u32 = 500;

/// Which entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListMetrics {
    /// Of this metric alone.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Of this day or after.
    #[serde(default)]
    pub from: Option<NaiveDate>,
    /// Of this day or before.
    #[serde(default)]
    pub to: Option<NaiveDate>,
    /// Entries wanted, 1 to 500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

flat_request! {
    /// A new entry.
    CreateMetric of MetricDraft {
        /// Chosen by the client: asking again under the same id creates nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

flat_request! {
    /// A changed entry.
    UpdateMetric of MetricDraft {
        /// The entry.
        id: Uuid,
        /// The version that the change started from.
        version: i32,
        /// Chosen by the client: asking again under the same id does nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

/// A metric that has entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricType {
    /// Its name, as the newest entry spells it.
    #[serde(rename = "type")]
    pub kind: String,
    /// The unit of the newest entry that has one.
    pub unit: Option<String>,
    /// Its entries.
    pub entries: u32,
    /// The day of the first.
    pub first: NaiveDate,
    /// The day of the last.
    pub last: NaiveDate,
}

/// Lists the entries of metrics, the newest day first.
///
/// # Errors
/// `personal_off`.
pub async fn list_metrics(app: &App, _: &Caller, request: ListMetrics) -> Result<Vec<Metric>, AppError> {
    require_on(app)?;
    let query = MetricQuery {
        kind: request.kind.as_deref().map(spell_kind),
        from: request.from,
        to: request.to,
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE).into(),
    };
    Ok(app.store().metrics(&query).await?)
}

/// The metrics that have entries, the one with the newest entry first.
///
/// # Errors
/// `personal_off`.
pub async fn list_metric_types(app: &App, _: &Caller, _: Empty) -> Result<Vec<MetricType>, AppError> {
    require_on(app)?;
    let counted = app.store().metric_counts().await?.into_iter().map(|count| MetricType {
        kind: count.kind,
        unit: count.unit,
        entries: u32::try_from(count.entries).unwrap_or(u32::MAX),
        first: count.first,
        last: count.last,
    });
    Ok(counted.collect())
}

/// Reads one entry of a metric.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_metric(app: &App, _: &Caller, request: ById) -> Result<Metric, AppError> {
    require_on(app)?;
    Ok(app.store().metric(request.id).await?)
}

/// Creates an entry of a metric: a value of a day.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn create_metric(app: &App, caller: &Caller, request: CreateMetric) -> Result<Metric, AppError> {
    save(app, caller, (Uuid::now_v7(), None), request.draft, request.operation_id).await
}

/// Replaces an entry of a metric.
///
/// # Errors
/// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`.
pub async fn update_metric(app: &App, caller: &Caller, request: UpdateMetric) -> Result<Metric, AppError> {
    save(app, caller, (request.id, Some(request.version)), request.draft, request.operation_id).await
}

async fn save(
    app: &App,
    caller: &Caller,
    (id, version): (Uuid, Option<i32>),
    draft: MetricDraft,
    operation_id: Option<Uuid>,
) -> Result<Metric, AppError> {
    let zone = require_on(app)?;
    let fields = draft.check(&zone, Utc::now(), MetricSource::Page).map_err(AppError::fields)?;
    let content = PersonalFields::Metric(Box::new(fields));
    let id = save_record(app, caller, &PersonalWrite { id, version, content }, operation_id).await?;
    Ok(app.store().metric(id).await?)
}

/// Deletes an entry of a metric; it can be restored.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_metric(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::Metrics, &request).await
}

/// Restores a deleted entry of a metric.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_metric(app: &App, caller: &Caller, request: WriteById) -> Result<Metric, AppError> {
    restore_record(app, caller, PersonalKind::Metrics, &request).await?;
    Ok(app.store().metric(request.id).await?)
}
