//! Names of records in inspection results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A record by the names that people know it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordName {
    /// Our own id.
    pub id: Uuid,
    /// The id in the system it came from.
    pub external_id: Option<String>,
    /// The item's name or the question.
    pub title: String,
}
