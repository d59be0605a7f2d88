//! Default values for products of a supplier's file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What the products of a supplier get where the file says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileDefaults {
    /// The manufacturer.
    #[serde(default)]
    pub manufacturer: Option<String>,
    /// The category.
    #[serde(default)]
    pub category: Option<String>,
    /// The currency, three capital letters.
    #[serde(default)]
    pub currency: Option<String>,
}
