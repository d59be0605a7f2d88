//! What was found in a message, and by which detector.

use super::concern::Concern;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Detector of a concern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// Unambiguous phrases.
    Words,
    /// The classifier.
    Classifier,
    /// The classifier together with the network over vectors.
    Vectors,
    /// The conversation: an earlier message was about self-harm.
    Conversation,
}

/// A detected concern with its reasons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SafetyFinding {
    /// The detected concern.
    pub concern: Concern,
    /// The detector.
    pub by: FoundBy,
    /// Score of the concern minus the score of no concern; absent unless a classifier decided.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// Words with the highest weights, highest first.
    pub reasons: Vec<String>,
}
