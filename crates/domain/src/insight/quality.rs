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

/// What desk and assistant should reach.
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
    /// Share of searches and calls of tools that run to their end, at least.
    #[specta(type = Number)]
    pub tool_success: f64,
    /// Share of ratings that are good, at least.
    #[specta(type = Number)]
    pub satisfaction: f64,
    /// Share of cards that a person confirms as they stand, at least.
    #[specta(type = Number)]
    pub tool_accuracy: f64,
    /// Share of the items of memory given to answers that some answer uses, at least.
    #[specta(type = Number)]
    pub memory_relevance: f64,
}

/// The targets.
pub const QUALITY_TARGETS: QualityTargets = QualityTargets {
    first_token_ms: 500.0,
    full_ms: 3_000.0,
    fallback_rate: 0.05,
    tool_success: 0.95,
    satisfaction: 0.8,
    tool_accuracy: 0.9,
    memory_relevance: 0.7,
};

/// A figure of fewer cases says nothing, and is not given.
pub const LEAST_CASES: u32 = 10;
