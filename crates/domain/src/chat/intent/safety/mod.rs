//! Messages about a person in danger: what must be said before anything else, whether or not a model
//! answers, and whatever it would answer.
//!
//! Two readings, of which one is enough: words that can hardly mean anything else ([`by_words`]), and a
//! classifier trained on messages in many voices ([`classifier`]). Both leave a reason, for the trace.
//! It leaves out what is said then (crate `app`, `chat.composed` in its translations).

mod by_words;
mod classifier;
mod clean;
mod features;
pub mod training;

use crate::chat::answer::phrase::Phrase;
use crate::wire::Number;
use classifier::LinearClassifier;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::sync::LazyLock;

/// The classifier's weights; see [`training`].
const WEIGHTS: &[u8] = include_bytes!("../../../../data/safety/weights.bin");

static CLASSIFIER: LazyLock<Option<LinearClassifier<'static>>> =
    LazyLock::new(|| LinearClassifier::read(WEIGHTS));

/// Most words that are given as the reason of a decision.
const MOST_REASONS: usize = 5;

/// What may be wrong with a person, or what a person means to do.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// A person may take their own life or hurt themselves: CVV 188, SAMU 192.
    SelfHarm,
    /// A person or an animal was poisoned, or touched by a product: 192, CIATox 0800 722 6001.
    Poisoning,
    /// A person is hurt or threatened by another: 180, 190.
    Abuse,
    /// A person means to hurt a person, an animal or water, or asks how: refused.
    Harm,
    /// A person is in distress, without a word of dying.
    Distress,
    /// A person wants to know what illness it is, or which medicine to take.
    Diagnosis,
    /// A person asks for help with breaking the law.
    Illegal,
}

impl Concern {
    /// All of them, with their names in training data and traces.
    pub const ALL: [(Concern, &'static str); 7] = [
        (Concern::SelfHarm, "self-harm"),
        (Concern::Poisoning, "poisoning"),
        (Concern::Abuse, "abuse"),
        (Concern::Harm, "harm"),
        (Concern::Distress, "distress"),
        (Concern::Diagnosis, "diagnosis"),
        (Concern::Illegal, "illegal"),
    ];

    /// The name.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(concern, _)| *concern == self).map_or("", |(_, name)| name)
    }

    /// The concern of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(concern, _)| *concern)
    }

    /// What to say first.
    pub fn phrase(self) -> Phrase {
        match self {
            Concern::SelfHarm => Phrase::SelfHarm,
            Concern::Poisoning => Phrase::Poisoning,
            Concern::Abuse => Phrase::Abuse,
            Concern::Harm => Phrase::Harm,
            Concern::Distress => Phrase::Distress,
            Concern::Diagnosis => Phrase::Diagnosis,
            Concern::Illegal => Phrase::Illegal,
        }
    }

    /// Margin of the classifier from which a message is answered with the help that it needs. Set on
    /// `tests/eval/safety/dev.tsv`: where a life may be at stake, a number too many is better than one too
    /// few; a question about the law that is misread costs the person an answer.
    fn least_margin(self) -> f64 {
        match self {
            Concern::Abuse | Concern::Distress => 0.3,
            Concern::Diagnosis => 0.4,
            Concern::SelfHarm => 0.5,
            Concern::Poisoning | Concern::Harm => 0.6,
            Concern::Illegal => 1.25,
        }
    }

    /// Whether catalog, FAQs and models have a part in the answer: after a poisoning what the shop says
    /// about it; otherwise nothing that is for sale.
    pub fn allows_search(self) -> bool {
        self == Concern::Poisoning
    }
}

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
