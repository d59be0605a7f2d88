//! Undo of an operation, as a whole or in part.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::catalog::undo_access::{require_own, require_write};
use crate::error::{AppError, Code, Missing};
use celeiro_domain::catalog::{FieldError, FieldErrorCode, UndoConflict};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use celeiro_store::{UndoPlan, UndoneOperation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// The kind of an operation that joined products.
const JOIN: &str = "join-items";

/// Why an operation cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndoBlocker {
    /// It was taken back already; what did so can be taken back in turn.
    Undone,
    /// None of the records is there any more.
    Purged,
    /// It is another person's, which administrators alone take back.
    NotYours,
}

/// Whose operations may be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndoScope {
    /// Those of the caller, as the key for undo in the window does.
    Mine,
    /// Those of every user, as far as the caller may take them back.
    #[default]
    Anyone,
}

/// An operation to be taken back, as a whole or in part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoOperation {
    /// The operation.
    pub id: Uuid,
    /// These records alone.
    #[serde(default)]
    pub record_ids: Option<Vec<Uuid>>,
    /// These fields alone: `price`, `attributes.formulacao`, or `attributes` for all of them.
    #[serde(default)]
    pub fields: Option<Vec<String>>,
    /// Whose operations may be taken back; those of every user where absent.
    #[serde(default)]
    pub scope: Option<UndoScope>,
    /// Only says what would happen.
    #[serde(default)]
    pub dry_run: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Why a record cannot be touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum UntouchableReason {
    /// It is not there any more.
    Purged,
    /// Another record has its external id now.
    ExternalIdTaken,
}

/// A record that cannot be brought back to what it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Untouchable {
    /// The record.
    pub record_id: Uuid,
    /// Why.
    pub reason: UntouchableReason,
}

/// What was taken back, and what was not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoOutcome {
    /// The operation that did it, to be taken back in turn; absent in a dry run, and where there was
    /// nothing to do.
    pub operation_id: Option<Uuid>,
    /// Records of which something was taken back.
    pub undone: u32,
    /// How many of these were created by the operation and are deleted now.
    pub deleted: u32,
    /// Fields that were changed since, the first 500.
    pub conflicts: Vec<UndoConflict>,
    /// How many there are of them.
    pub conflict_count: u32,
    /// Records that cannot be brought back, the first 500.
    pub untouchable: Vec<Untouchable>,
    /// How many there are of them.
    pub untouchable_count: u32,
}

/// Takes an operation back: each field that still has the value that the operation gave it. What was
/// changed since is listed and left alone. Taking back is an operation too. A join of products is taken back whole, or
/// nothing of it: what was changed since is listed.
///
/// # Errors
/// `not_found`, `operation_not_undoable` where it changed no record, `operation_not_yours`, `forbidden` where it
/// wrote what the caller may not write, `invalid_fields` where one of `fields` is none.
pub async fn undo_operation(
    app: &App,
    caller: &Caller,
    request: UndoOperation,
) -> Result<UndoOutcome, AppError> {
    check_fields(request.fields.as_deref().unwrap_or_default())?;
    let operation = app.store().operation_owner(request.id).await;
    let operation = operation.map_err(Missing::Operation.explain(request.id))?;
    if request.scope == Some(UndoScope::Mine) && operation.actor != caller.actor {
        return Err(AppError::new(Code::OperationNotYours).with("actor", operation.actor));
    }
    require_own(caller, &operation.actor)?;
    if !operation.changed_records {
        return Err(AppError::new(Code::OperationNotUndoable).with("kind", operation.kind));
    }
    require_write(caller, operation.changed_records, &operation.personal_kinds)?;
    if operation.kind == JOIN && (request.record_ids.is_some() || request.fields.is_some()) {
        return Err(AppError::invalid_request("a join is taken back whole").detail("path", "recordIds"));
    }
    let plan = UndoPlan {
        operation: request.id,
        records: request.record_ids,
        fields: request.fields,
        dry_run: request.dry_run.unwrap_or(false),
    };
    let write = new_write(caller, request.operation_id);
    let undone = app.store().undo(&plan, &write).await?;
    app.forget_values();
    Ok(undo_outcome(undone))
}

/// What `fields` may hold besides the columns of the grid.
const OTHER_FIELDS: [&str; 9] = [
    "attributes",
    "packages",
    "external_id",
    "approved_at",
    "deleted_at",
    "deleted",
    "relations",
    "stock",
    "images",
];
/// What is said to be allowed.
const UNDO_FIELDS: &str = "externalId, name, description, category, manufacturer, price, currency, tags, \
    status, notes, packages, attributes, attributes.KEY, relations, stock, images, question, answer, approvedAt";

fn check_fields(names: &[String]) -> Result<(), AppError> {
    let is_known = |name: &str| {
        let column = |kind| Column::parse(kind, name).is_some();
        OTHER_FIELDS.contains(&name) || column(Kind::Items) || column(Kind::Faqs)
    };
    let unknown = names.iter().filter(|name| !is_known(name));
    let errors: Vec<FieldError> = unknown
        .map(|name| FieldError::new("fields", FieldErrorCode::UnknownField, name, UNDO_FIELDS))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(AppError::fields(errors)) }
}

pub(crate) fn undo_outcome(undone: UndoneOperation) -> UndoOutcome {
    let untouchable = |(record_id, purged): (Uuid, bool)| Untouchable {
        record_id,
        reason: if purged { UntouchableReason::Purged } else { UntouchableReason::ExternalIdTaken },
    };
    UndoOutcome {
        operation_id: undone.operation_id,
        undone: undone.undone as u32,
        deleted: undone.deleted as u32,
        conflicts: undone.conflicts,
        conflict_count: undone.conflict_count as u32,
        untouchable: undone.untouchable.into_iter().map(untouchable).collect(),
        untouchable_count: undone.untouchable_count as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_as_people_or_tables_name_them_and_all_that_are_none_are_listed() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let known = [
            "price",
            "externalId",
            "external_id",
            "attributes",
            "attributes.cor",
            "answer",
            "deleted",
            "notes",
        ];
        check_fields(&names(&known)).unwrap();
        check_fields(&[]).unwrap();
        let error = check_fields(&names(&["price", "cor", "preço"])).unwrap_err();
        assert_eq!(error.code(), Code::InvalidFields);
        let body = error.to_body(celeiro_domain::search::Lang::En);
        let fields = body.details.unwrap()["fields"].as_array().unwrap().len();
        assert_eq!(fields, 2, "each of them: {}", body.message);
    }
}
