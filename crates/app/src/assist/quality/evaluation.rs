//! Request and result types of a quality check of suggestions.

use celeiro_domain::assist::AssistField;
use celeiro_domain::assist::measure::GuessQuality;
use celeiro_domain::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How good suggestions are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssistEvaluation {
    /// Items whose fields were held back.
    pub sampled: u32,
    /// The seed.
    pub seed: u32,
    /// What the curves were fitted on.
    pub fitted_on: String,
    /// Each field.
    pub fields: Vec<FieldQuality>,
    /// Median milliseconds of an item.
    #[specta(type = Number)]
    pub p50_ms: f64,
    /// 95th percentile.
    #[specta(type = Number)]
    pub p95_ms: f64,
}

/// What is evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluateOptions {
    /// Fields; a description has no truth to compare with.
    pub fields: Vec<AssistField>,
    /// Items to sample.
    pub sample: usize,
    /// Which items: the same seed gives the same.
    pub seed: u64,
    /// Whether others are left room between two items.
    pub rests: bool,
}

/// A field's figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldQuality {
    /// The field.
    pub field: AssistField,
    /// The least confidence of a suggestion.
    #[specta(type = Number)]
    pub least: f64,
    /// The figures.
    #[serde(flatten)]
    pub quality: GuessQuality,
}
