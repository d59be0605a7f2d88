//! Phase of the program's start, and progress of a long task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What the program is doing on its way to being ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The database is being started.
    OpeningDatabase,
    /// The schema is being brought up to date.
    Migrating,
    /// Everything is there.
    Ready,
}

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Done so far.
    pub done: u64,
    /// In all, as far as known.
    pub total: u64,
}
