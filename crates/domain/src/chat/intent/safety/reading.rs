//! The reading of a message by all detectors, in two steps: at once by words and classifier, then, where
//! these leave a doubt, by vectors.
//!
//! A caller without vectors takes the first step's finding. Vectors can find what the first step let pass,
//! and overrule a finding of the classifier that was near its threshold; never one by words.

use super::by_vectors::{VECTOR_WEIGHTS, VectorClassifier};
use super::by_words;
use super::classifier::{
    CLASS_COUNT, LinearClassifier, WEIGHTS, WHOLE, cut_message_windows, most_likely, scores_without,
};
use super::clean::{plain_text, read_folded_words};
use super::concern::Concern;
use super::finding::{FoundBy, SafetyFinding};
use std::sync::LazyLock;

static CLASSIFIER: LazyLock<Option<LinearClassifier<'static>>> =
    LazyLock::new(|| LinearClassifier::read(WEIGHTS));
static VECTOR_CLASSIFIER: LazyLock<Option<VectorClassifier>> =
    LazyLock::new(|| VectorClassifier::read(VECTOR_WEIGHTS));

/// Maximum number of words in the reasons of a finding.
const MOST_REASONS: usize = 5;
/// Layers after which the model of language gives the numbers that vectors consist of.
pub const VECTOR_DEPTHS: &[usize] = &[5, 8, 11];
/// Most stretches of a message whose vectors are asked for, those first that the classifier doubts most: each
/// takes some 10 ms.
const MOST_STRETCHES: usize = 3;
/// Most characters of a stretch: words that have no end are none.
const MOST_CHARS: usize = 600;
/// Margins of the classifier between which vectors decide. Of the 172 signals in `tests/eval/safety/dev.tsv`
/// none is below, no look-alike above.
const DOUBT: std::ops::Range<f64> = -1.0..1.75;

/// The first step's result.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstReading {
    /// What words or the classifier found.
    pub finding: Option<SafetyFinding>,
    /// What vectors are to decide; empty where there is no doubt.
    doubtful: Vec<Stretch>,
    /// Whether an illness in it is one of animals.
    is_of_animals: bool,
}

/// Words of a message that are read at once.
#[derive(Debug, Clone, PartialEq)]
struct Stretch {
    text: String,
    /// The classifier's scores.
    scores: [f64; CLASS_COUNT],
    /// The words that weighed most.
    reasons: Vec<String>,
}

/// Detects the concern of a message without vectors, if there is one.
pub fn find_concern(message: &str) -> Option<SafetyFinding> {
    find_concern_in(message, &read_folded_words(message))
}

/// Looks for a concern by words first, and else asks the classifier. That a person suspects an illness comes last:
/// whatever else the message speaks of is graver.
fn find_concern_in(message: &str, readings: &[Vec<String>]) -> Option<SafetyFinding> {
    let of_words = |concern| SafetyFinding { concern, by: FoundBy::Words, margin: None, reasons: Vec::new() };
    let texts = std::iter::once(message.to_owned()).chain(readings.iter().map(|words| words.join(" ")));
    if let Some(concern) = texts.into_iter().find_map(|text| by_words::concern_by_words(&text)) {
        return Some(of_words(concern));
    }
    let is_ill = || by_words::suspects_illness(message);
    ask_classifier(readings, is_of_animals(message, readings))
        .or_else(|| is_ill().then(|| of_words(Concern::Diagnosis)))
}

/// Whether an illness that a message speaks of is one of animals and of no person, in plain words that are classified
/// as a whole. Every other concern stays.
fn is_of_animals(message: &str, readings: &[Vec<String>]) -> bool {
    let is_plain = matches!(readings, [words] if words.len() <= WHOLE);
    is_plain && by_words::is_of_sick_animal(message)
}

/// Whether a message is about the health of an animal and of no person.
pub fn is_about_sick_animal(message: &str) -> bool {
    let readings = read_folded_words(message);
    let is_concern = || ask_classifier(&readings, false).is_some_and(|of| of.concern == Concern::Diagnosis);
    is_of_animals(message, &readings) && (by_words::names_ailment(message) || is_concern())
}

/// Whether a message that is read for danger names an animal and no person.
pub fn is_about_animals(message: &str) -> bool {
    by_words::names_animals_alone(message)
}

/// The concern that the classifier finds; none of an illness where that is one of animals.
fn ask_classifier(readings: &[Vec<String>], is_of_animals: bool) -> Option<SafetyFinding> {
    let classifier = CLASSIFIER.as_ref()?;
    let scored = readings.iter().filter_map(|words| {
        let scored = classifier.most_concerning(words)?;
        let is_animals = is_of_animals && scored.concern == Concern::Diagnosis;
        Some((words, if is_animals { scored.without(Concern::Diagnosis)? } else { scored }))
    });
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

/// Reads a message for danger by words and classifier, before vectors.
pub fn read_first(message: &str) -> FirstReading {
    let readings = read_folded_words(message);
    let finding = find_concern_in(message, &readings);
    // A disguise is taken off for the classifier only, and a word in it is worth more than what stands around.
    let is_disguised = readings.len() > 1;
    // Vectors may find something graver where words speak of an illness.
    let is_sure = |finding: &SafetyFinding| {
        let is_grave = finding.concern != Concern::Diagnosis;
        is_disguised || finding.margin.map_or(is_grave, |margin| margin >= DOUBT.end)
    };
    let doubtful =
        if finding.as_ref().is_some_and(is_sure) { Vec::new() } else { find_doubtful_stretches(message) };
    FirstReading { finding, doubtful, is_of_animals: is_of_animals(message, &readings) }
}

/// The stretches that the classifier is not sure of, with the words that speak for danger.
fn find_doubtful_stretches(message: &str) -> Vec<Stretch> {
    let Some(classifier) = CLASSIFIER.as_ref() else { return Vec::new() };
    let scored = stretches_of(&plain_text(message)).into_iter().filter_map(|text| {
        let words = read_folded_words(&text).into_iter().next()?;
        let scored = classifier.most_concerning(&words)?;
        let reasons = classifier.reasons(&words, &scored, MOST_REASONS);
        let stretch = Stretch { text, scores: scored.scores, reasons };
        DOUBT.contains(&scored.margin).then_some((scored.margin, stretch))
    });
    let mut scored: Vec<(f64, Stretch)> = scored.collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    scored.into_iter().take(MOST_STRETCHES).map(|(_, stretch)| stretch).collect()
}

/// A text as a whole, or where it is long in windows that overlap.
fn stretches_of(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let join_words = |stretch: std::ops::Range<usize>| words[stretch].join(" ");
    cut_message_windows(words.len())
        .into_iter()
        .map(|stretch| join_words(stretch).chars().take(MOST_CHARS).collect())
        .collect()
}

/// The first hexadecimal digits of the sum of the model that vectors must come from.
pub fn vector_model() -> Option<&'static str> {
    VECTOR_CLASSIFIER.as_ref().map(|classifier| classifier.model.as_str())
}

impl FirstReading {
    /// Lists the stretches of the message whose vectors the second reading for danger needs.
    pub fn texts(&self) -> Vec<String> {
        self.doubtful.iter().map(|stretch| stretch.text.clone()).collect()
    }

    /// Concern that the first reading of the message found beyond doubt; nothing where the second step may say
    /// otherwise.
    pub fn certain_finding(&self) -> Option<&SafetyFinding> {
        self.finding.as_ref().filter(|_| self.doubtful.is_empty())
    }

    /// The second step, with a vector for each of [`texts`](Self::texts): the means of its tokens after
    /// [`VECTOR_DEPTHS`] layers. Vectors of another number or length leave the first finding.
    pub fn read_vectors(self, vectors: &[Vec<f32>]) -> Option<SafetyFinding> {
        let found =
            VECTOR_CLASSIFIER.as_ref().and_then(|classifier| most_concerning(classifier, &self, vectors));
        let Some((found, is_concern)) = found else { return self.finding };
        match self.finding {
            _ if is_concern => Some(found),
            Some(SafetyFinding { by: FoundBy::Classifier, .. }) => None,
            finding => finding,
        }
    }
}

/// What the stretch speaks for that is most of a concern, and whether it is enough of one.
fn most_concerning(
    classifier: &VectorClassifier,
    reading: &FirstReading,
    vectors: &[Vec<f32>],
) -> Option<(SafetyFinding, bool)> {
    if vectors.len() != reading.doubtful.len() {
        return None;
    }
    let mut most: Option<(f64, SafetyFinding)> = None;
    for (stretch, vector) in reading.doubtful.iter().zip(vectors) {
        let of_vector = classifier.score(vector)?;
        let sums = std::array::from_fn(|class| stretch.scores[class] + of_vector[class]);
        let is_animals =
            reading.is_of_animals && most_likely(&sums).is_some_and(|(_, of, _)| of == Concern::Diagnosis);
        let sums = if is_animals { scores_without(&sums, Concern::Diagnosis) } else { sums };
        let (_, concern, margin) = most_likely(&sums)?;
        let excess = margin - concern.least_margin_with_vectors();
        if most.as_ref().is_none_or(|(highest, _)| excess > *highest) {
            let (by, reasons) = (FoundBy::Vectors, stretch.reasons.clone());
            most = Some((excess, SafetyFinding { concern, by, margin: Some(margin), reasons }));
        }
    }
    most.map(|(excess, finding)| (finding, excess > 0.0))
}
