//! How well the desk does: what is measured, and what it should reach.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Over how long figures are taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum QualityStep {
    /// A day.
    #[default]
    Day,
    /// A week, from Monday on.
    Week,
    /// All of it at once.
    #[serde(skip)]
    Whole,
}

/// What the assistant should reach. Its accuracy of tool calls
/// and relevance of memories have no place here: in the desk the program itself decides what runs, and
/// nothing is remembered beyond the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualityTargets {
    /// Milliseconds to the first words, at most.
    #[specta(type = Number)]
    pub first_token_ms: f64,
    /// Milliseconds to the whole answer, at most.
    #[specta(type = Number)]
    pub full_ms: f64,
    /// Share of answers in the place of those that failed, at most.
    #[specta(type = Number)]
    pub fallback_rate: f64,
    /// Share of searches that run to their end, at least.
    #[specta(type = Number)]
    pub tool_success: f64,
    /// Share of ratings that are good, at least.
    #[specta(type = Number)]
    pub satisfaction: f64,
}

/// The targets.
pub const QUALITY_TARGETS: QualityTargets = QualityTargets {
    first_token_ms: 500.0,
    full_ms: 3_000.0,
    fallback_rate: 0.05,
    tool_success: 0.95,
    satisfaction: 0.8,
};
