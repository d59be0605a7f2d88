//! Messages about a person in danger: what must be said before anything else, whether or not a model
//! answers, and whatever it would answer.
//!
//! Two readings, of which one is enough: words that can hardly mean anything else ([`by_words`]), and a
//! classifier trained on messages in many voices ([`classifier`]). Both leave a reason, for the trace.
//! It leaves out what is said then (crate `app`, `chat.composed` in its translations).

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

/// Most words that are given as the reason of a decision.
const MOST_REASONS: usize = 5;

/// What found a concern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// Words that can hardly mean anything else.
    Words,
    /// The classifier.
    Classifier,
    /// The conversation: an earlier message of it spoke of self-harm.
    Conversation,
}

/// A concern and why it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SafetyFinding {
    /// The concern.
    pub concern: Concern,
    /// What found it.
    pub by: FoundBy,
    /// By how much the classifier prefers the concern to none; absent where it was not asked.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
    /// The words that weighed most, the strongest first.
    pub reasons: Vec<String>,
}

/// The concern that a message gives cause for.
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

/// Whether a text, a FAQ's question, speaks of poisoning.
pub(crate) fn is_about_poisoning(text: &str) -> bool {
    find_concern(text).is_some_and(|finding| finding.concern == Concern::Poisoning)
}

#[cfg(test)]
mod tests;
