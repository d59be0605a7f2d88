//! Operations on decisions: list, save, review, delete, restore.

use super::flat_request::flat_request;
use super::records::{delete_record, restore_record, save_record};
use super::switch::{require_on, today_in};
use crate::api::{ById, DeletedRecord, Empty, WriteById};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::{Area, Decision, DecisionDraft, DecisionState};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::DecisionQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 100;
const MAX_PAGE: u32 = 500;

/// Which decisions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListDecisions {
    /// In this state alone; in any where absent.
    #[serde(default)]
    pub state: Option<DecisionState>,
    /// Of this area alone.
    #[serde(default)]
    pub area: Option<Area>,
    /// Decisions wanted, 1 to 500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

flat_request! {
    /// A new decision.
    CreateDecision of DecisionDraft {
        /// Chosen by the client: asking again under the same id creates nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

flat_request! {
    /// A changed decision.
    UpdateDecision of DecisionDraft {
        /// The decision.
        id: Uuid,
        /// The version that the change started from.
        version: i32,
        /// Chosen by the client: asking again under the same id does nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

/// Lists the decisions, the next to be reviewed first.
///
/// # Errors
/// `personal_off`.
pub async fn list_decisions(
    app: &App,
    _: &Caller,
    request: ListDecisions,
) -> Result<Vec<Decision>, AppError> {
    require_on(app)?;
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE).into();
    let query = DecisionQuery { state: request.state, area: request.area, limit, ..DecisionQuery::default() };
    Ok(app.store().decisions(&query).await?)
}

/// Decisions whose day of review has come and that have no outcome yet.
///
/// # Errors
/// `personal_off`.
pub async fn list_decisions_to_review(app: &App, _: &Caller, _: Empty) -> Result<Vec<Decision>, AppError> {
    let today = today_in(&require_on(app)?);
    let query = DecisionQuery { review_by: Some(today), limit: MAX_PAGE.into(), ..DecisionQuery::default() };
    Ok(app.store().decisions(&query).await?)
}

/// Reads one decision of the personal assistant.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_decision(app: &App, _: &Caller, request: ById) -> Result<Decision, AppError> {
    require_on(app)?;
    app.store().decision(request.id).await.map_err(Missing::Decision.explain(request.id))
}

/// Creates a decision to be reviewed.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn create_decision(
    app: &App,
    caller: &Caller,
    request: CreateDecision,
) -> Result<Decision, AppError> {
    save(app, caller, (Uuid::now_v7(), None), request.draft, request.operation_id).await
}

/// Replaces a decision; an outcome marks it as reviewed.
///
/// # Errors
/// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`.
pub async fn update_decision(
    app: &App,
    caller: &Caller,
    request: UpdateDecision,
) -> Result<Decision, AppError> {
    save(app, caller, (request.id, Some(request.version)), request.draft, request.operation_id).await
}

async fn save(
    app: &App,
    caller: &Caller,
    (id, version): (Uuid, Option<i32>),
    draft: DecisionDraft,
    operation_id: Option<Uuid>,
) -> Result<Decision, AppError> {
    let today = today_in(&require_on(app)?);
    let fields = draft.check(today).map_err(AppError::fields)?;
    let content = PersonalFields::Decision(Box::new(fields));
    let id = save_record(app, caller, &PersonalWrite { id, version, content }, operation_id).await?;
    Ok(app.store().decision(id).await?)
}

/// Deletes a decision of the personal assistant; it can be restored.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_decision(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::Decisions, &request).await
}

/// Restores a deleted decision of the personal assistant.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_decision(app: &App, caller: &Caller, request: WriteById) -> Result<Decision, AppError> {
    restore_record(app, caller, PersonalKind::Decisions, &request).await?;
    Ok(app.store().decision(request.id).await?)
}
