//! Operations that all kinds of records share: save, soft deletion, restore.

use super::switch::require_on;
use crate::api::{DeletedRecord, WriteById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::write::PersonalWrite;
use celeiro_store::StoreError;
use serde_json::Value;
use uuid::Uuid;

/// Saves a checked record, and gives its id: that of the first time where the write is asked for again.
///
/// # Errors
/// `conflict` with both states where the version is not the current one, `not_found`.
pub(super) async fn save_record(
    app: &App,
    caller: &Caller,
    change: &PersonalWrite,
    operation_id: Option<Uuid>,
) -> Result<Uuid, AppError> {
    match app.store().save_personal(change, &new_write(caller, operation_id)).await {
        Ok(id) => Ok(id),
        Err(conflict @ StoreError::Conflict(_)) => {
            let content = serde_json::to_value(&change.content)?;
            let yours = content.get("fields").unwrap_or(&Value::Null);
            Err(AppError::from(conflict).detail("yours", yours))
        }
        Err(other) => Err(other.into()),
    }
}

/// Marks a record as deleted; it can be brought back.
///
/// # Errors
/// `personal_off`, `not_found`.
pub(super) async fn delete_record(
    app: &App,
    caller: &Caller,
    kind: PersonalKind,
    request: &WriteById,
) -> Result<DeletedRecord, AppError> {
    mark_record(app, caller, (kind, true), request).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Takes the mark of a deleted record back.
///
/// # Errors
/// `personal_off`, `not_found`.
pub(super) async fn restore_record(
    app: &App,
    caller: &Caller,
    kind: PersonalKind,
    request: &WriteById,
) -> Result<(), AppError> {
    mark_record(app, caller, (kind, false), request).await
}

async fn mark_record(
    app: &App,
    caller: &Caller,
    (kind, deleted): (PersonalKind, bool),
    request: &WriteById,
) -> Result<(), AppError> {
    require_on(app)?;
    let write = new_write(caller, request.operation_id);
    let marked = app.store().mark_personal(kind, request.id, deleted, &write).await;
    marked.map_err(|error| match kind {
        PersonalKind::People => Missing::Person.explain(request.id)(error),
        PersonalKind::Reminders => Missing::Reminder.explain(request.id)(error),
        PersonalKind::Decisions => Missing::Decision.explain(request.id)(error),
        _ => error.into(),
    })
}
