//! The history of records: what each save changed, and what stands in the way of undoing it.

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

/// One save of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// The version that came of it; 1 where the record was created.
    pub version: i32,
    /// The actor.
    pub actor: String,
    /// From where: `person`, `ai-suggestion`, `import`, `assistant`.
    pub source: String,
    /// The person who confirmed it, where the assistant proposed it.
    pub confirmed_by: Option<String>,
    /// The program that proposed it, by the name that it gives itself; absent where the own assistant did.
    #[serde(default)]
    pub proposed_by: Option<String>,
    /// The operation that it was a part of.
    pub operation_id: Option<Uuid>,
    /// What kind of operation that was, such as `bulk-edit` or `undo`.
    pub operation: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
    /// Which fields.
    pub changes: Vec<FieldChange>,
}

/// The one record that an operation changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperationRecord {
    /// The record.
    pub id: Uuid,
    /// What it is.
    pub kind: Kind,
    /// Its name or question today.
    pub name: String,
    /// Its id in the system that it came from, today.
    pub external_id: Option<String>,
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
    /// The actor who changed it since.
    pub changed_by: Option<String>,
    /// When.
    pub changed_at: Option<DateTime<Utc>>,
    /// By which operation.
    pub operation_id: Option<Uuid>,
}
