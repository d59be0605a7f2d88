//! Operations on reminders: list, save, complete, delete, restore.

use super::flat_request::flat_request;
use super::records::{delete_record, restore_record, save_record};
use super::switch::require_on;
use crate::api::{ById, DeletedRecord, Empty, WriteById};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::reminder::{Reminder, ReminderDraft, ReminderFields, ReminderState};
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_store::{ReminderQuery, StoreError};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 100;
const MAX_PAGE: u32 = 500;

/// Which reminders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListReminders {
    /// In this state alone; in any where absent.
    #[serde(default)]
    pub state: Option<ReminderState>,
    /// About this person alone.
    #[serde(default)]
    pub person_id: Option<Uuid>,
    /// Due at this moment or before.
    #[serde(default)]
    pub until: Option<DateTime<Utc>>,
    /// Reminders wanted, 1 to 500; 100 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

flat_request! {
    /// A new reminder.
    CreateReminder of ReminderDraft {
        /// Chosen by the client: asking again under the same id creates nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

flat_request! {
    /// A changed reminder.
    UpdateReminder of ReminderDraft {
        /// The reminder.
        id: Uuid,
        /// The version that the change started from.
        version: i32,
        /// Chosen by the client: asking again under the same id does nothing twice.
        #[serde(default)]
        operation_id: Option<Uuid>,
    }
}

/// A reminder that a person has done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderCompletion {
    /// The reminder.
    pub id: Uuid,
    /// The moment at which the person saw it due: where it was done since, its next time is left alone. Where absent,
    /// it is done whenever it is due.
    #[serde(default)]
    pub due_at: Option<DateTime<Utc>>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Lists the reminders, the next due first.
///
/// # Errors
/// `personal_off`.
pub async fn list_reminders(
    app: &App,
    _: &Caller,
    request: ListReminders,
) -> Result<Vec<Reminder>, AppError> {
    require_on(app)?;
    let query = ReminderQuery {
        state: request.state,
        person: request.person_id,
        due_by: request.until,
        limit: request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE).into(),
    };
    Ok(app.store().reminders(&query).await?)
}

/// Open reminders whose time has come, the longest due first.
///
/// # Errors
/// `personal_off`.
pub async fn list_due_reminders(app: &App, caller: &Caller, _: Empty) -> Result<Vec<Reminder>, AppError> {
    let due = ListReminders {
        state: Some(ReminderState::Open),
        until: Some(Utc::now()),
        limit: Some(MAX_PAGE),
        ..ListReminders::default()
    };
    list_reminders(app, caller, due).await
}

/// Reads one reminder of the personal assistant.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_reminder(app: &App, _: &Caller, request: ById) -> Result<Reminder, AppError> {
    require_on(app)?;
    app.store().reminder(request.id).await.map_err(Missing::Reminder.explain(request.id))
}

/// Creates a reminder with its timetable.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn create_reminder(
    app: &App,
    caller: &Caller,
    request: CreateReminder,
) -> Result<Reminder, AppError> {
    let zone = require_on(app)?;
    let fields = check_reminder(app, request.draft, &zone, None).await?;
    save(app, caller, (Uuid::now_v7(), None), fields, request.operation_id).await
}

/// Replaces a reminder of the personal assistant.
///
/// # Errors
/// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
/// `invalid_fields`.
pub async fn update_reminder(
    app: &App,
    caller: &Caller,
    request: UpdateReminder,
) -> Result<Reminder, AppError> {
    let zone = require_on(app)?;
    let before = app.store().reminder(request.id).await?;
    let fields = check_reminder(app, request.draft, &zone, Some(&before)).await?;
    save(app, caller, (request.id, Some(request.version)), fields, request.operation_id).await
}

/// Checks a reminder, and that the person whom it is about is there; `before` is what it was.
pub(crate) async fn check_reminder(
    app: &App,
    draft: ReminderDraft,
    zone: &str,
    before: Option<&Reminder>,
) -> Result<ReminderFields, AppError> {
    let fields = match before {
        Some(before) => draft.check_change(&before.as_fields(), zone, Utc::now()),
        None => draft.check(zone, Utc::now()),
    };
    let fields = fields.map_err(AppError::fields)?;
    if let Some(id) = fields.person_id {
        match app.store().person(id).await {
            Ok(_) => {}
            Err(StoreError::NotFound) => {
                let code = FieldErrorCode::InvalidId;
                let error = FieldError::new("personId", code, &id.to_string(), "/api/assistant/people");
                return Err(AppError::fields(vec![error]));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(fields)
}

async fn save(
    app: &App,
    caller: &Caller,
    (id, version): (Uuid, Option<i32>),
    fields: ReminderFields,
    operation_id: Option<Uuid>,
) -> Result<Reminder, AppError> {
    let content = PersonalFields::Reminder(Box::new(fields));
    let id = save_record(app, caller, &PersonalWrite { id, version, content }, operation_id).await?;
    Ok(app.store().reminder(id).await?)
}

/// Marks a reminder as done; one that repeats is open again for its next time.
///
/// # Errors
/// `personal_off`, `not_found`; `conflict` where another person changed it in this moment, or another page has done
/// it already.
pub async fn complete_reminder(
    app: &App,
    caller: &Caller,
    request: ReminderCompletion,
) -> Result<Reminder, AppError> {
    require_on(app)?;
    let reminder = app.store().reminder(request.id).await.map_err(Missing::Reminder.explain(request.id))?;
    if request.due_at.is_some_and(|due_at| reminder.is_done_since(due_at)) {
        let is_again = match request.operation_id {
            Some(operation) => app.store().wrote_personal(operation).await?,
            None => false,
        };
        if is_again {
            return Ok(reminder);
        }
        return Err(StoreError::Conflict(Box::new(serde_json::to_value(&reminder)?)).into());
    }
    let fields = reminder.complete(Utc::now());
    save(app, caller, (reminder.id, Some(reminder.version)), fields, request.operation_id).await
}

/// Deletes a reminder of the personal assistant; it can be restored.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn delete_reminder(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    delete_record(app, caller, PersonalKind::Reminders, &request).await
}

/// Restores a deleted reminder of the personal assistant.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn restore_reminder(app: &App, caller: &Caller, request: WriteById) -> Result<Reminder, AppError> {
    restore_record(app, caller, PersonalKind::Reminders, &request).await?;
    Ok(app.store().reminder(request.id).await?)
}
