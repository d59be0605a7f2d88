//! What a bulk edit would do to one record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;
use uuid::Uuid;

/// A field before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditSample {
    /// The record.
    pub id: Uuid,
    /// Its name, or its question, before.
    pub name: String,
    /// The field.
    pub field: String,
    /// Its value before; null where it is empty.
    pub from: Value,
    /// Its value after.
    pub to: Value,
}
