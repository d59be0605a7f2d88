//! Fields that were deleted.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A field that was deleted and can be restored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedField {
    /// Its id.
    pub id: Uuid,
    /// The attribute.
    pub key: String,
    /// Its name.
    pub name: String,
    /// When it was deleted.
    pub deleted_at: DateTime<Utc>,
    /// The actor who deleted it.
    pub deleted_by: String,
}
