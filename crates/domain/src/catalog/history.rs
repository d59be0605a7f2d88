//! What changed in a record, and what stands in the way of taking it back.

use crate::search::Kind;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// A field, from what to what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// The field: `price`, `deleted`, `attributes.formulacao`.
    pub field: String,
    /// Its whole value before; null where it was empty.
    pub from: Value,
    /// Its whole value after.
    pub to: Value,
}

/// What an operation did to one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordChange {
    /// The record.
    pub record_id: Uuid,
    /// What it is.
    pub kind: Kind,
    /// Its name or question today; absent where it is not there any more.
    pub name: Option<String>,
    /// The version that came of it; 1 where the record was created.
    pub version: i32,
    /// Which fields.
    pub changes: Vec<FieldChange>,
}

/// A field that was changed again since, and stays as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoConflict {
    /// The record.
    pub record_id: Uuid,
    /// What it is.
    pub kind: Kind,
    /// Its name or question.
    pub name: String,
    /// The field.
    pub field: String,
    /// What it was before the operation; null where the operation created the record.
    pub from: Value,
    /// What the operation made of it.
    pub to: Value,
    /// What it is now.
    pub now: Value,
    /// Who changed it since.
    pub changed_by: Option<String>,
    /// When.
    pub changed_at: Option<DateTime<Utc>>,
    /// By which operation.
    pub operation_id: Option<Uuid>,
}
