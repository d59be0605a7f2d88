//! Counts of an import's effects.

use serde::{Deserialize, Serialize};

/// What an import does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Records that did not exist.
    pub created: i64,
    /// Records that were different.
    pub updated: i64,
    /// Records that were the same.
    pub unchanged: i64,
    /// Gathered rows that were left out: for their prices, or because a person named them.
    #[serde(default)]
    pub left_out: i64,
}
