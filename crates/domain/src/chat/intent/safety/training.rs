//! How the classifier's weights are made: linear support vector machines, one for each class, by dual
//! coordinate descent (Hsieh et al., 2008, with squared hinge loss). Nothing but sums, products and
//! roots is computed, in a fixed order, so the same messages give the same bytes on every machine.
//!
//! Messages stand in `data/safety/*.tsv`: label, group, text. A group holds messages of like wording;
//! where the classifier is measured, the messages of a group are all trained on or all held back.

use super::classifier::{CLASS_COUNT, CLASSES, LinearClassifier, WEIGHTS, most_likely};
use super::clean::read_folded_words;
use super::concern::Concern;
use super::features::{for_each_feature, hash_feature};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The weights as they are shipped, to be compared with fresh ones.
pub const SHIPPED: &[u8] = WEIGHTS;

/// The messages that the shipped weights are trained on.
const FILES: [&str; 9] = [
    include_str!("../../../../data/safety/self_harm.tsv"),
    include_str!("../../../../data/safety/poisoning.tsv"),
    include_str!("../../../../data/safety/harm.tsv"),
    include_str!("../../../../data/safety/desk.tsv"),
    include_str!("../../../../data/safety/known.tsv"),
    include_str!("../../../../data/safety/more.tsv"),
    include_str!("../../../../data/safety/idioms.tsv"),
    include_str!("../../../../data/safety/signals.tsv"),
    include_str!("../../../../data/safety/counter.tsv"),
];

/// Labels of messages that are no concern: look-alikes, and what people want of a desk.
const ORDINARY: [&str; 12] = [
    "none",
    "product",
    "followup",
    "compare",
    "sum",
    "dose",
    "howto",
    "howto-program",
    "thanks",
    "greeting",
    "insult",
    "offtopic",
];

/// Passes over all messages.
const PASSES: usize = 12;
/// Cost of a message on the wrong side of the margin; divided evenly between a class and the rest.
const COST: f64 = 2.0;
/// Groups that a feature must stand in to have a weight: others are chance.
const FEWEST_GROUPS: usize = 2;

/// A labelled message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// What it is about; none for what is no concern.
    pub concern: Option<Concern>,
    /// Messages of like wording.
    pub group: String,
    /// The message.
    pub text: String,
}

/// Loads the shipped messages that train the danger classifier.
///
/// # Errors
/// The first line that is none: its text.
pub fn load_training_samples() -> Result<Vec<Sample>, String> {
    FILES.iter().map(|file| read_samples(file)).collect::<Result<Vec<_>, _>>().map(|files| files.concat())
}

/// The messages of a text: label, group and message between tabs, one on a line.
///
/// # Errors
/// The first line that is none: its text.
pub fn read_samples(text: &str) -> Result<Vec<Sample>, String> {
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| read_sample(line).ok_or_else(|| line.to_owned())).collect()
}

/// A line of label, group and text; none where the label is not known.
fn read_sample(line: &str) -> Option<Sample> {
    let mut columns = line.splitn(3, '\t');
    let (label, group, text) = (columns.next()?, columns.next()?, columns.next()?);
    let concern = Concern::parse(label);
    if concern.is_none() && !ORDINARY.contains(&label) {
        return None;
    }
    (!group.is_empty() && !text.trim().is_empty()).then(|| Sample {
        concern,
        group: group.to_owned(),
        text: text.to_owned(),
    })
}

/// One message as rows of the features' table, with the factor that makes it of unit length.
struct Row {
    features: Vec<u32>,
    factor: f64,
    class: usize,
}

/// Trains on `samples` and gives the weights in the form in which they are shipped.
pub fn train_word_classifier(samples: &[&Sample]) -> Vec<u8> {
    let words: Vec<Vec<String>> = samples.iter().map(|sample| first_reading(&sample.text)).collect();
    let table = feature_table(samples, &words);
    let rows: Vec<Row> =
        samples.iter().zip(&words).map(|(sample, words)| build_training_row(sample, words, &table)).collect();
    let hashes: Vec<u32> = table.keys().copied().collect();
    let mut features: Vec<(u32, [f64; CLASS_COUNT])> =
        hashes.into_iter().map(|hash| (hash, [0.0; CLASS_COUNT])).collect();
    let mut bias = [0.0; CLASS_COUNT];
    for class in 0..CLASS_COUNT {
        let weights = separate_class(&rows, class, features.len());
        bias[class] = weights[features.len()];
        features.iter_mut().zip(weights).for_each(|((_, all), weight)| all[class] = weight);
    }
    LinearClassifier::write(&bias, &features)
}

/// The words of the text as they stand.
fn first_reading(text: &str) -> Vec<String> {
    read_folded_words(text).into_iter().next().unwrap_or_default()
}

/// The features that stand in enough groups, by hash, numbered in ascending order.
fn feature_table(samples: &[&Sample], words: &[Vec<String>]) -> BTreeMap<u32, u32> {
    let mut seen: FxHashMap<u32, (usize, &str)> = FxHashMap::default();
    for (sample, words) in samples.iter().zip(words) {
        for_each_feature(words, |feature| {
            let (groups, last) = seen.entry(hash_feature(feature)).or_default();
            if *last != sample.group {
                (*groups, *last) = (*groups + 1, &sample.group);
            }
        });
    }
    let frequent = seen.into_iter().filter(|(_, (groups, _))| *groups >= FEWEST_GROUPS).map(|(hash, _)| hash);
    let mut table: BTreeMap<u32, u32> = frequent.map(|hash| (hash, 0)).collect();
    table.values_mut().zip(0..).for_each(|(place, number)| *place = number);
    table
}

/// A sample as features of the table; its length is evened out by `factor`.
fn build_training_row(sample: &Sample, words: &[String], table: &BTreeMap<u32, u32>) -> Row {
    let (mut features, mut count) = (Vec::new(), 0_u32);
    for_each_feature(words, |feature| {
        count += 1;
        features.extend(table.get(&hash_feature(feature)));
    });
    let class = CLASSES.iter().position(|concern| *concern == sample.concern).unwrap_or(0);
    Row { features, factor: 1.0 / f64::from(count.max(1)).sqrt(), class }
}

/// Weights of the features, and behind them the bias, that separate `class` from the others.
fn separate_class(rows: &[Row], class: usize, features: usize) -> Vec<f64> {
    let members = rows.iter().filter(|row| row.class == class).count().max(1) as f64;
    let others = (rows.len() as f64 - members).max(1.0);
    let half = rows.len() as f64 / 2.0;
    let mut weights = vec![0.0; features + 1];
    let mut duals = vec![0.0_f64; rows.len()];
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..PASSES {
        shuffle_rows(&mut order, &mut random);
        for &at in &order {
            let row = &rows[at];
            let (sign, cost) =
                if row.class == class { (1.0, COST * half / members) } else { (-1.0, COST * half / others) };
            let slack = 1.0 / (2.0 * cost);
            let sum: f64 = row.features.iter().map(|feature| weights[*feature as usize]).sum();
            let value = sum * row.factor + weights[features];
            let gradient = sign * value - 1.0 + slack * duals[at];
            let curvature = row.features.len() as f64 * row.factor * row.factor + 1.0 + slack;
            let dual = (duals[at] - gradient / curvature).max(0.0);
            let change = (dual - duals[at]) * sign;
            duals[at] = dual;
            if change != 0.0 {
                row.features.iter().for_each(|feature| weights[*feature as usize] += change * row.factor);
                weights[features] += change;
            }
        }
    }
    weights
}

/// Fisher and Yates with xorshift.
fn shuffle_rows(order: &mut [usize], random: &mut u64) {
    for at in (1..order.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        order.swap(at, (*random % (at as u64 + 1)) as usize);
    }
}

/// A held-back message and what a classifier trained on the others says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedSample<'a> {
    /// The message.
    pub sample: &'a Sample,
    /// The concern that it is nearest to.
    pub nearest: Concern,
    /// By how much that exceeds no concern; more than 0 where it is more likely.
    pub margin: f64,
    /// The scores of all classes; the first is no concern.
    pub scores: [f64; CLASS_COUNT],
}

/// Trains on all groups but a part, judges that part, and so on for `parts` parts.
pub fn cross_validate(samples: &[Sample], parts: u32) -> Vec<JudgedSample<'_>> {
    (0..parts)
        .flat_map(|part| {
            let (held, trained): (Vec<&Sample>, Vec<&Sample>) =
                samples.iter().partition(|sample| part_of(sample, parts) == part);
            let data = train_word_classifier(&trained);
            held.into_iter().filter_map(move |sample| judge(&data, sample)).collect::<Vec<_>>()
        })
        .collect()
}

/// Which of `parts` parts a message belongs to, with its whole group.
pub fn part_of(sample: &Sample, parts: u32) -> u32 {
    hash_feature(&sample.group) % parts.max(1)
}

/// The concern that the sum of both scores speaks for most, and by how much it exceeds that of none.
pub fn nearest_by_sum(first: &[f64; CLASS_COUNT], second: &[f64; CLASS_COUNT]) -> Option<(Concern, f64)> {
    let sums = std::array::from_fn(|class| first[class] + second[class]);
    most_likely(&sums).map(|(_, concern, margin)| (concern, margin))
}

/// Classifies a training message with the weights `data`; nothing where it has no words.
pub fn judge<'a>(data: &[u8], sample: &'a Sample) -> Option<JudgedSample<'a>> {
    let classifier = LinearClassifier::read(data)?;
    let scored =
        read_folded_words(&sample.text).into_iter().filter_map(|words| classifier.most_concerning(&words));
    let most = scored.max_by(|a, b| a.margin.total_cmp(&b.margin))?;
    Some(JudgedSample { sample, nearest: most.concern, margin: most.margin, scores: most.scores })
}
