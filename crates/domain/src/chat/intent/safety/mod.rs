//! Detection of messages about a person in danger. The help for them precedes everything else,
//! independent of any model.
//!
//! Two detectors, of which one match is enough: unambiguous phrases ([`by_words`]), and a classifier
//! that was trained on messages in many styles ([`classifier`]). Both give reasons for the trace. Out of
//! scope: the help text (crate `app`, `chat.composed` in its translations).

mod by_words;
mod classifier;
mod clean;
mod concern;
mod features;
pub mod training;

pub use concern::Concern;

use crate::wire::Number;
use classifier::{LinearClassifier, WEIGHTS};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::LazyLock;

static CLASSIFIER: LazyLock<Option<LinearClassifier<'static>>> =
    LazyLock::new(|| LinearClassifier::read(WEIGHTS));

/// Maximum number of words in the reasons of a finding.
const MOST_REASONS: usize = 5;

/// Detector of a concern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// Unambiguous phrases.
    Words,
    /// The classifier.
    Classifier,
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
    /// Score of the concern minus the score of no concern; absent unless the classifier decided.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// Words with the highest weights, highest first.
    pub reasons: Vec<String>,
}

/// Detects the concern of a message, if there is one.
pub fn find_concern(message: &str) -> Option<SafetyFinding> {
    let readings = clean::readings(message);
    let texts = std::iter::once(message.to_owned()).chain(readings.iter().map(|words| words.join(" ")));
    if let Some(concern) = texts.into_iter().find_map(|text| by_words::concern_by_words(&text)) {
        return Some(SafetyFinding { concern, by: FoundBy::Words, margin: None, reasons: Vec::new() });
    }
    let classifier = CLASSIFIER.as_ref()?;
    let scored = readings.iter().filter_map(|words| Some((words, classifier.most_concerning(words)?)));
    let (words, scored) = scored.max_by(|(_, a), (_, b)| a.margin.total_cmp(&b.margin))?;
    (scored.margin > scored.concern.least_margin()).then(|| SafetyFinding {
        concern: scored.concern,
        by: FoundBy::Classifier,
        margin: Some(scored.margin),
        reasons: classifier.reasons(words, &scored, MOST_REASONS),
    })
}

/// Whether a text, such as the question of a FAQ, is about poisoning.
pub(crate) fn is_about_poisoning(text: &str) -> bool {
    find_concern(text).is_some_and(|finding| finding.concern == Concern::Poisoning)
}

#[cfg(test)]
mod tests;
