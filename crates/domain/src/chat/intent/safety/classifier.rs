//! The statistical half of the reading of danger: a linear classifier, trained on messages in
//! `data/safety` by `cargo run -p celeiro-domain --example train_safety`.
//!
//! One weight for each pair of a feature and a class; a message's score for a class is the sum of the
//! weights of its features by the root of their number. So every decision can be explained by the
//! features that weighed most, and takes microseconds.

use super::concern::Concern;
use super::features::{for_each_feature, hash_feature};

/// Classes, in the order of their weights; the first is no concern at all.
pub(super) const CLASSES: [Option<Concern>; 8] = [
    None,
    Some(Concern::SelfHarm),
    Some(Concern::Poisoning),
    Some(Concern::Abuse),
    Some(Concern::Harm),
    Some(Concern::Distress),
    Some(Concern::Diagnosis),
    Some(Concern::Illegal),
];
/// How many.
pub(super) const CLASS_COUNT: usize = CLASSES.len();

/// How much a score for self-harm counts more when one concern is chosen among several: to refuse a person
/// who means to die what they ask for is not enough.
const SELF_HARM_FIRST: f64 = 0.5;

/// Words of a message that are classified at once: a signal within a long text is not drowned by what
/// stands around it.
const WINDOW: usize = 24;
/// Words from one window to the next.
const STRIDE: usize = 12;
/// Longest message that is classified as a whole, in words.
pub(super) const WHOLE: usize = 36;

/// The weights: `CLW1`, the number of features, bias and step of each class as little-endian `f32`, the
/// features' hashes in ascending order, and the weights of each feature in steps of its class.
pub(super) struct LinearClassifier<'a> {
    bias: [f64; CLASS_COUNT],
    step: [f64; CLASS_COUNT],
    hashes: &'a [u8],
    weights: &'a [u8],
}

/// The weights that are shipped; see [`super::training`].
pub(super) const WEIGHTS: &[u8] = include_bytes!("../../../../data/safety/weights.bin");

const MAGIC: &[u8; 4] = b"CLW1";
const HEADER: usize = MAGIC.len() + 4 + CLASS_COUNT * 8;

/// Scores of one stretch of words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WordScores {
    /// The class with the highest score of those that are a concern.
    pub concern: Concern,
    /// By how much the highest score of a concern exceeds that of none.
    pub margin: f64,
    /// The words that were scored.
    words: std::ops::Range<usize>,
    class: usize,
    /// The scores of all classes.
    pub scores: [f64; CLASS_COUNT],
}

impl WordScores {
    /// Removes one concern from the scores of a message; nothing where no other is left.
    pub fn without(&self, left_out: Concern) -> Option<Self> {
        let (class, concern, margin) = most_likely(&scores_without(&self.scores, left_out))?;
        Some(Self { concern, margin, class, ..self.clone() })
    }
}

/// `scores` in which nothing speaks for one concern.
pub(super) fn scores_without(scores: &[f64; CLASS_COUNT], left_out: Concern) -> [f64; CLASS_COUNT] {
    std::array::from_fn(
        |class| if CLASSES[class] == Some(left_out) { f64::NEG_INFINITY } else { scores[class] },
    )
}

impl<'a> LinearClassifier<'a> {
    /// Reads the weights of the danger classifier by words; nothing where they have another form.
    pub fn read(data: &'a [u8]) -> Option<Self> {
        let count = u32::from_le_bytes(data.strip_prefix(MAGIC)?.get(..4)?.try_into().ok()?) as usize;
        let number = |at: usize| -> Option<f64> {
            let start = MAGIC.len() + 4 + at * 4;
            Some(f64::from(f32::from_le_bytes(data.get(start..start + 4)?.try_into().ok()?)))
        };
        let (mut bias, mut step) = ([0.0; CLASS_COUNT], [0.0; CLASS_COUNT]);
        for class in 0..CLASS_COUNT {
            bias[class] = number(class)?;
            step[class] = number(CLASS_COUNT + class)?;
        }
        let (hashes, weights) = data.get(HEADER..)?.split_at_checked(count.checked_mul(4)?)?;
        (weights.len() == count.checked_mul(CLASS_COUNT)?).then_some(Self { bias, step, hashes, weights })
    }

    /// Writes the weights of the danger classifier in the form that [`LinearClassifier::read`] reads. `features` are
    /// ascending.
    pub fn write(bias: &[f64; CLASS_COUNT], features: &[(u32, [f64; CLASS_COUNT])]) -> Vec<u8> {
        let mut step = [0.0_f64; CLASS_COUNT];
        for (_, weights) in features {
            for class in 0..CLASS_COUNT {
                step[class] = step[class].max(weights[class].abs() / f64::from(i8::MAX));
            }
        }
        let mut out = Vec::with_capacity(HEADER + features.len() * (4 + CLASS_COUNT));
        out.extend(MAGIC);
        out.extend((features.len() as u32).to_le_bytes());
        bias.iter().chain(&step).for_each(|number| out.extend((*number as f32).to_le_bytes()));
        features.iter().for_each(|(hash, _)| out.extend(hash.to_le_bytes()));
        for (_, weights) in features {
            for class in 0..CLASS_COUNT {
                let steps = if step[class] > 0.0 { (weights[class] / step[class]).round() } else { 0.0 };
                out.push((steps as i8).to_le_bytes()[0]);
            }
        }
        out
    }

    /// The stretch of `words` that is most of a concern; nothing where there are no words.
    pub fn most_concerning(&self, words: &[String]) -> Option<WordScores> {
        let stretches = cut_message_windows(words.len());
        let scored = stretches.into_iter().filter_map(|stretch| self.score(words, stretch));
        scored.max_by(|a, b| a.margin.total_cmp(&b.margin))
    }

    fn score(&self, words: &[String], stretch: std::ops::Range<usize>) -> Option<WordScores> {
        let mut sums = [0.0; CLASS_COUNT];
        let mut count = 0_u32;
        for_each_feature(words.get(stretch.clone())?, |feature| {
            count += 1;
            if let Some(weights) = self.weights_of(feature) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += f64::from(weight.cast_signed());
                }
            }
        });
        let length = f64::from(count.max(1)).sqrt();
        let scores = std::array::from_fn(|class| self.bias[class] + self.step[class] * sums[class] / length);
        let (class, concern, margin) = most_likely(&scores)?;
        Some(WordScores { concern, margin, words: stretch, class, scores })
    }

    fn weights_of(&self, feature: &str) -> Option<&'a [u8]> {
        let wanted = hash_feature(feature);
        let hash_at = |at: usize| {
            let bytes = self.hashes.get(at * 4..at * 4 + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(u32::MAX, u32::from_le_bytes)
        };
        let (mut low, mut high) = (0, self.hashes.len() / 4);
        while low < high {
            let middle = low.midpoint(high);
            if hash_at(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        let is_known = low < self.hashes.len() / 4 && hash_at(low) == wanted;
        is_known.then(|| self.weights.get(low * CLASS_COUNT..(low + 1) * CLASS_COUNT)).flatten()
    }

    /// Lists the words and pairs of words that speak most for the concern, the strongest first.
    pub fn reasons(&self, words: &[String], scored: &WordScores, most: usize) -> Vec<String> {
        let mut reasons = Vec::new();
        for_each_feature(words.get(scored.words.clone()).unwrap_or_default(), |feature| {
            let Some((kind, name)) = feature.split_once(':') else { return };
            let Some(weights) = self.weights_of(feature) else { return };
            let weight = |class: usize| self.step[class] * f64::from(weights[class].cast_signed());
            let told = weight(scored.class) - weight(0);
            if kind != "c" && told > 0.0 {
                reasons.push((told, name.replace('_', " ")));
            }
        });
        reasons.sort_by(|(a, first), (b, second)| b.total_cmp(a).then_with(|| first.cmp(second)));
        reasons.dedup_by(|(_, a), (_, b)| a == b);
        reasons.into_iter().take(most).map(|(_, name)| name).collect()
    }
}

/// The class of the concern that `scores` speak for most, the concern, and by how much the highest score of a
/// concern exceeds that of none.
pub(super) fn most_likely(scores: &[f64; CLASS_COUNT]) -> Option<(usize, Concern, f64)> {
    let concerns = CLASSES.iter().enumerate().filter_map(|(class, concern)| Some((class, (*concern)?)));
    let weigh_concern = |(class, concern): (usize, Concern)| {
        scores[class] + if concern == Concern::SelfHarm { SELF_HARM_FIRST } else { 0.0 }
    };
    let (class, concern) = concerns.clone().max_by(|a, b| weigh_concern(*a).total_cmp(&weigh_concern(*b)))?;
    let highest = concerns.map(|(class, _)| scores[class]).max_by(f64::total_cmp)?;
    Some((class, concern, highest - scores[0]))
}

/// A message of `count` words as a whole, or where it is long in windows that overlap.
pub(super) fn cut_message_windows(count: usize) -> Vec<std::ops::Range<usize>> {
    let length = if count > WHOLE { WINDOW } else { count };
    let last = count - length;
    let starts = (0..last).step_by(STRIDE).chain([last]).filter(|_| count > 0);
    starts.map(|start| start..start + length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Weights by which `veneno` speaks for poisoning and `soja` for nothing.
    fn weights() -> Vec<u8> {
        let mut of_poison = [0.0; CLASS_COUNT];
        (of_poison[0], of_poison[1], of_poison[2]) = (-1.0, -1.0, 2.0);
        let mut of_soy = [0.0; CLASS_COUNT];
        of_soy[0] = 1.0;
        let mut features = vec![(hash_feature("w:veneno"), of_poison), (hash_feature("w:soja"), of_soy)];
        features.sort_by_key(|(hash, _)| *hash);
        LinearClassifier::write(&[0.0; CLASS_COUNT], &features)
    }

    #[test]
    fn what_is_written_is_read_and_scored() {
        let data = weights();
        let classifier = LinearClassifier::read(&data).expect("weights");
        let found = classifier.most_concerning(&words("veneno")).expect("words");
        assert_eq!(found.concern, Concern::Poisoning);
        let mut features = 0_u32;
        for_each_feature(&words("veneno"), |_| features += 1);
        assert!((found.margin - 3.0 / f64::from(features).sqrt()).abs() < 0.02, "{found:?}");
        assert_eq!(classifier.reasons(&words("veneno"), &found, 3), ["veneno"]);
        assert!(classifier.most_concerning(&words("soja")).expect("words").margin < 0.0);
        assert_eq!(classifier.most_concerning(&[]), None);
    }

    #[test]
    fn a_signal_within_a_long_message_weighs_as_in_a_short_one() {
        let data = weights();
        let classifier = LinearClassifier::read(&data).expect("weights");
        let margin = |text: &str| classifier.most_concerning(&words(text)).expect("words").margin;
        let filler = "milho ".repeat(400);
        let long = margin(&format!("{filler}veneno {}", filler.trim_end()));
        assert!(long > 0.0);
        assert!((long - margin(&format!("{}veneno", "milho ".repeat(WINDOW - 1)))).abs() < 0.2);
    }

    #[test]
    fn broken_weights_are_refused() {
        let data = weights();
        for broken in [&data[..0], &data[..3], &data[..HEADER], &data[..data.len() - 1], b"CLW2"] {
            assert!(LinearClassifier::read(broken).is_none());
        }
        let mut longer = data.clone();
        longer.push(0);
        assert!(LinearClassifier::read(&longer).is_none());
    }

    #[test]
    fn every_word_of_a_long_message_is_in_a_window() {
        for count in [1, WHOLE, WHOLE + 1, 100, 101, 1_400] {
            let stretches = cut_message_windows(count);
            assert!(
                (0..count).all(|word| stretches.iter().any(|stretch| stretch.contains(&word))),
                "{count}"
            );
            assert!(stretches.iter().all(|stretch| stretch.end <= count), "{count}");
        }
        assert!(cut_message_windows(0).is_empty());
    }
}
