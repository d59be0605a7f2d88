//! Versions of a defined field, and undo of the last change.

use super::definitions::{taken_error, too_many};
use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::catalog::undo_access::{may_undo, require_own};
use crate::error::{AppError, Code};
use celeiro_domain::catalog::defined_fields::{DefinedField, FieldState};
use celeiro_store::FieldUndo;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A change of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinedFieldChange {
    /// The operation that made it.
    pub operation: Uuid,
    /// What the field was before; null where it was not defined.
    pub before: Option<FieldState>,
    /// What it was after; null where its definition was taken away.
    pub after: Option<FieldState>,
    /// The actor.
    pub actor: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Whether the caller may take it back: it is the last one, and theirs or they administer.
    pub undoable: bool,
}

/// A change of a field that is to be taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UndoFieldChange {
    /// The field.
    pub id: Uuid,
    /// Its last change.
    pub operation: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What a field is after a change of it was taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoneField {
    /// The field as it was before; null where it was not defined then.
    pub field: Option<DefinedField>,
}

/// The changes of a field, the latest first, at most 200; also of one that is deleted.
///
/// # Errors
/// `not_found`.
pub async fn field_history(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<Vec<DefinedFieldChange>, AppError> {
    let changes = app.store().field_changes(request.id).await?;
    let describe = |(at, change): (usize, celeiro_store::FieldChangeEntry)| DefinedFieldChange {
        operation: change.operation_id,
        before: change.before,
        after: change.after,
        undoable: at == 0 && may_undo(caller, &change.actor),
        actor: change.actor,
        at: change.at,
    };
    Ok(changes.into_iter().enumerate().map(describe).collect())
}

/// Takes the last change of a field back; that is a change too.
///
/// # Errors
/// `not_found`, `operation_not_yours`; `operation_not_undoable` where the field was changed since; `invalid_fields`
/// where its name or its attribute was given to another field meanwhile.
pub async fn undo_field_change(
    app: &App,
    caller: &Caller,
    request: UndoFieldChange,
) -> Result<UndoneField, AppError> {
    let operation = app.store().operation_owner(request.operation).await?;
    require_own(caller, &operation.actor)?;
    let write = new_write(caller, request.operation_id);
    let undone = app.store().undo_field_change(request.id, request.operation, &write).await;
    let undone = undone.map_err(taken_error)?;
    app.forget_values();
    match undone {
        FieldUndo::Done(field) => Ok(UndoneField { field: *field }),
        FieldUndo::NotLast => Err(AppError::new(Code::OperationNotUndoable).with("kind", operation.kind)),
        FieldUndo::Full => Err(too_many("")),
    }
}
