//! How the network over vectors ([`super::by_vectors`]) is made: several small networks that begin with
//! other numbers, joined into one, each trained by Adam (Kingma and Ba, 2015) on the squared hinge loss of
//! every class against the rest. As in [`super::training`], nothing but sums, products and roots is
//! computed, in a fixed order: the same vectors give the same bytes.
//!
//! The vectors are an argument. A model gives them alike on every machine to some digits, not to the last:
//! a processor that joins products and sums rounds otherwise.

use super::by_vectors::{Class, Unit, VECTOR_WEIGHTS, VectorClassifier};
use super::classifier::{CLASS_COUNT, CLASSES, most_likely};
use super::clean::plain_text;
use super::training::Sample;

/// The weights as they are shipped.
pub const SHIPPED: &[u8] = VECTOR_WEIGHTS;

/// Networks that are joined.
const NETWORKS: usize = 2;
/// Hidden units of each.
const UNITS: usize = 128;
/// Passes over all messages.
const PASSES: usize = 12;
/// Messages after which weights change.
const BATCH: usize = 64;
/// Messages that go through a row of weights together while the processor has it at hand: a sixth of the time of
/// one after the other, and the same sums in the same order.
const TILE: usize = 8;
/// Length of the first steps; they shrink to nothing.
const RATE: f32 = 2e-3;
/// Pull of weights towards 0.
const DECAY: f32 = 2e-3;
/// Part of the hidden units that is left out for a batch, so that none relies on another.
const LEFT_OUT: f32 = 0.3;
/// Means that Adam keeps of slopes and of their squares: the part that stays at each step.
const STAYS: [f32; 2] = [0.9, 0.999];

/// What training is given: a message's class, and its vector made even (mean 0 and deviation 1 over all).
struct Row {
    class: usize,
    numbers: Vec<f32>,
}

/// Trains on `samples` with their `vectors`, those of `model` (the first digits of its sum).
pub fn train_vector_classifier(samples: &[&Sample], vectors: &[Vec<f32>], model: &str) -> Vec<u8> {
    let dimensions = vectors.first().map_or(0, Vec::len);
    let scale = Scale::of(vectors);
    let class_of = |sample: &Sample| CLASSES.iter().position(|class| *class == sample.concern).unwrap_or(0);
    let rows: Vec<Row> = samples
        .iter()
        .zip(vectors)
        .map(|(sample, vector)| Row { class: class_of(sample), numbers: scale.apply(vector) })
        .collect();
    let mut joined = VectorClassifier {
        model: model.to_owned(),
        messages: sum_of(samples.iter().copied()),
        dimensions,
        units: Vec::new(),
        classes: vec![Class { bias: 0.0, weights: Vec::new() }; CLASS_COUNT],
    };
    for seed in 1..=NETWORKS as u64 {
        train_network(&rows, dimensions, seed).join_to(&mut joined, &scale);
    }
    joined.write()
}

/// Hashes labels, groups and messages of the training (FNV-1a in 64 bits): whether weights belong to them.
pub fn sum_of<'a>(samples: impl Iterator<Item = &'a Sample>) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for sample in samples {
        let concern = sample.concern.map_or("none", |concern| concern.as_str());
        for byte in
            [concern, &sample.group, &sample.text].into_iter().flat_map(|text| text.bytes().chain([0]))
        {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    sum
}

/// The text of a message whose vector is trained with.
pub fn text_to_embed(sample: &Sample) -> String {
    plain_text(&sample.text)
}

/// The scores that the network with the weights `data` gives all classes; the first is no concern.
pub fn score_vector(data: &[u8], vector: &[f32]) -> Option<[f64; CLASS_COUNT]> {
    VectorClassifier::read(data)?.score(vector)
}

/// The sum of messages that the network with the weights `data` was trained on.
pub fn trained_sum(data: &[u8]) -> Option<u64> {
    VectorClassifier::read(data).map(|network| network.messages)
}

/// By how much the score of a concern exceeds that of none, by the network with the weights `data`.
pub fn judge(data: &[u8], vector: &[f32]) -> Option<f64> {
    most_likely(&score_vector(data, vector)?).map(|(_, _, margin)| margin)
}

/// Mean and deviation of each number over all vectors.
struct Scale {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Scale {
    fn of(vectors: &[Vec<f32>]) -> Self {
        let dimensions = vectors.first().map_or(0, Vec::len);
        let count = vectors.len().max(1) as f64;
        let (mut means, mut deviations) = (vec![0.0; dimensions], vec![0.0; dimensions]);
        for vector in vectors {
            means.iter_mut().zip(vector).for_each(|(mean, x)| *mean += f64::from(*x) / count);
        }
        for vector in vectors {
            for ((square, mean), x) in deviations.iter_mut().zip(&means).zip(vector) {
                *square += (f64::from(*x) - mean) * (f64::from(*x) - mean) / count;
            }
        }
        deviations.iter_mut().for_each(|square| *square = square.sqrt() + 1e-6);
        Self { means, deviations }
    }

    fn apply(&self, vector: &[f32]) -> Vec<f32> {
        let scaled = vector.iter().zip(&self.means).zip(&self.deviations);
        scaled.map(|((x, mean), deviation)| ((f64::from(*x) - mean) / deviation) as f32).collect()
    }
}

/// A network in training. Weights of the first layer lie by number of the vector, not by unit: sums of all
/// units then go side by side, and the processor may form several at once without another order.
struct Network {
    /// `dimensions` rows of [`UNITS`], a row of the units' biases, [`UNITS`] rows of classes, a row of the
    /// classes' biases.
    weights: Vec<f32>,
    dimensions: usize,
}

/// Trains one network; the same rows and seed give the same weights on every machine.
fn train_network(rows: &[Row], dimensions: usize, seed: u64) -> Network {
    let mut random = Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
    let mut network = Network::new(dimensions, &mut random);
    let size = network.weights.len();
    let (mut means, mut squares) = (vec![0.0_f32; size], vec![0.0_f32; size]);
    let mut counts = [0.0_f32; CLASS_COUNT];
    rows.iter().for_each(|row| counts[row.class] += 1.0);
    let even = rows.len() as f32 / CLASS_COUNT as f32;
    let costs = counts.map(|count| (even / count.max(1.0)).sqrt());
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let steps = (PASSES * rows.len().div_ceil(BATCH)) as f32;
    let (mut step, mut stayed) = (0.0_f32, [1.0_f32; 2]);
    let mut slopes = vec![0.0_f32; size];
    for _ in 0..PASSES {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            slopes.fill(0.0);
            for tile in batch.chunks(TILE) {
                network.add_slopes(rows, tile, &costs, &mut random, &mut slopes);
            }
            let rate = RATE * (1.0 - step / steps);
            step += 1.0;
            stayed = [stayed[0] * STAYS[0], stayed[1] * STAYS[1]];
            let share = 1.0 / batch.len() as f32;
            let kept = means.iter_mut().zip(&mut squares);
            for ((weight, slope), (mean, square)) in network.weights.iter_mut().zip(&slopes).zip(kept) {
                let slope = slope * share + DECAY * *weight;
                *mean = STAYS[0] * *mean + (1.0 - STAYS[0]) * slope;
                *square = STAYS[1] * *square + (1.0 - STAYS[1]) * slope * slope;
                let root = (*square / (1.0 - stayed[1])).sqrt() + 1e-8;
                *weight -= rate * (*mean / (1.0 - stayed[0])) / root;
            }
        }
    }
    network
}

impl Network {
    fn new(dimensions: usize, random: &mut Random) -> Self {
        let mut weights = vec![0.0; (dimensions + 1) * UNITS + (UNITS + 1) * CLASS_COUNT];
        // Even numbers of a deviation that keeps what passes a layer alike.
        let (wide, narrow) = ((6.0 / dimensions.max(1) as f32).sqrt(), (3.0 / UNITS as f32).sqrt());
        let (first, second) = weights.split_at_mut((dimensions + 1) * UNITS);
        first[..dimensions * UNITS].iter_mut().for_each(|weight| *weight = wide * random.draw_signed());
        second[..UNITS * CLASS_COUNT].iter_mut().for_each(|weight| *weight = narrow * random.draw_signed());
        Self { weights, dimensions }
    }

    /// Adds the slopes of the losses of `tile`'s messages, at most [`TILE`], to `slopes`.
    fn add_slopes(
        &self,
        rows: &[Row],
        tile: &[usize],
        costs: &[f32; CLASS_COUNT],
        random: &mut Random,
        slopes: &mut [f32],
    ) {
        let layer = (self.dimensions + 1) * UNITS;
        let (first, second) = self.weights.split_at(layer);
        let (first_slopes, second_slopes) = slopes.split_at_mut(layer);
        let input = |at: usize, number: usize| rows[at].numbers.get(number).copied().unwrap_or(1.0);
        let mut sums = [[0.0_f32; UNITS]; TILE];
        for (number, weights) in first.chunks_exact(UNITS).enumerate() {
            for (&at, sums) in tile.iter().zip(&mut sums) {
                let x = input(at, number);
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += x * weight);
            }
        }
        let mut errors = [[0.0_f32; UNITS]; TILE];
        for ((&at, sums), errors) in tile.iter().zip(&sums).zip(&mut errors) {
            let class = rows[at].class;
            *errors = unit_errors(sums, class, costs[class], random, second, second_slopes);
        }
        for (number, slopes) in first_slopes.chunks_exact_mut(UNITS).enumerate() {
            for (&at, errors) in tile.iter().zip(&errors) {
                let x = input(at, number);
                slopes.iter_mut().zip(errors).for_each(|(slope, error)| *slope += x * error);
            }
        }
    }

    /// Adds the network to those that were joined before: its units read vectors as they are, and its scores
    /// count for its share.
    fn join_to(&self, joined: &mut VectorClassifier, scale: &Scale) {
        let (first, second) = self.weights.split_at((self.dimensions + 1) * UNITS);
        let share = 1.0 / NETWORKS as f32;
        for unit in 0..UNITS {
            let own = |at: usize| first[at * UNITS + unit];
            let weight = |at: usize| f64::from(own(at)) / scale.deviations[at];
            let moved: f64 = (0..self.dimensions).map(|at| weight(at) * scale.means[at]).sum();
            joined.units.push(Unit {
                bias: (f64::from(own(self.dimensions)) - moved) as f32,
                weights: (0..self.dimensions).map(|at| weight(at) as f32).collect(),
            });
            for (class, of_class) in joined.classes.iter_mut().enumerate() {
                of_class.weights.push(share * second[unit * CLASS_COUNT + class]);
            }
        }
        for (class, of_class) in joined.classes.iter_mut().enumerate() {
            of_class.bias += share * second[UNITS * CLASS_COUNT + class];
        }
    }
}

/// Errors of the hidden units for a message of `class`, whose `sums` they were given. Adds the slopes of the second
/// layer, whose weights are `second`.
fn unit_errors(
    sums: &[f32; UNITS],
    class: usize,
    cost: f32,
    random: &mut Random,
    second: &[f32],
    second_slopes: &mut [f32],
) -> [f32; UNITS] {
    let mut activities = [0.0_f32; UNITS + 1];
    activities[UNITS] = 1.0;
    let mut passes = [0.0_f32; UNITS];
    for (at, sum) in sums.iter().enumerate() {
        let stays = random.fraction() >= LEFT_OUT;
        passes[at] = if stays && *sum > 0.0 { 1.0 / (1.0 - LEFT_OUT) } else { 0.0 };
        activities[at] = sum * passes[at];
    }
    let mut scores = [0.0_f32; CLASS_COUNT];
    for (x, weights) in activities.iter().zip(second.chunks_exact(CLASS_COUNT)) {
        scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += x * weight);
    }
    let mut errors = [0.0_f32; CLASS_COUNT];
    for (at, (error, score)) in errors.iter_mut().zip(scores).enumerate() {
        let sign = if at == class { 1.0 } else { -1.0 };
        *error = -2.0 * sign * (1.0 - sign * score).max(0.0) * cost;
    }
    let mut back = [0.0_f32; UNITS + 1];
    let parts = second.chunks_exact(CLASS_COUNT).zip(second_slopes.chunks_exact_mut(CLASS_COUNT));
    for ((x, back), (weights, slopes)) in activities.iter().zip(&mut back).zip(parts) {
        for ((slope, weight), error) in slopes.iter_mut().zip(weights).zip(errors) {
            *slope += x * error;
            *back += weight * error;
        }
    }
    std::array::from_fn(|at| back[at] * passes[at])
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From 0 to below 1.
    fn fraction(&mut self) -> f32 {
        (self.draw() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// From -1 to below 1.
    fn draw_signed(&mut self) -> f32 {
        2.0 * self.fraction() - 1.0
    }

    /// Fisher and Yates.
    fn shuffle(&mut self, order: &mut [usize]) {
        for at in (1..order.len()).rev() {
            order.swap(at, (self.draw() % (at as u64 + 1)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::intent::safety::Concern;

    /// Points of two classes that no straight line separates.
    fn points() -> (Vec<Sample>, Vec<Vec<f32>>) {
        let mut random = Random(7);
        let vectors: Vec<Vec<f32>> =
            (0..6_000).map(|_| vec![random.draw_signed(), random.draw_signed(), 3.0]).collect();
        let sample = |vector: &Vec<f32>| Sample {
            concern: (vector[0] * vector[1] > 0.0).then_some(Concern::Harm),
            group: "g".into(),
            text: format!("{} {}", vector[0], vector[1]),
        };
        (vectors.iter().map(sample).collect(), vectors)
    }

    #[test]
    fn what_no_line_separates_is_learnt_and_the_same_each_time() {
        let (samples, vectors) = points();
        let samples: Vec<&Sample> = samples.iter().collect();
        let data = train_vector_classifier(&samples, &vectors, "0123abcd");
        assert_eq!(data, train_vector_classifier(&samples, &vectors, "0123abcd"));
        let right = samples.iter().zip(&vectors).filter(|(sample, vector)| {
            judge(&data, vector).is_some_and(|margin| (margin > 0.0) == sample.concern.is_some())
        });
        let right = right.count();
        assert!(right > 5_000, "{right} of 6,000");
    }

    #[test]
    fn a_changed_message_changes_the_sum() {
        let (mut samples, _) = points();
        let before = sum_of(samples.iter());
        samples[3].text.push('!');
        assert_ne!(before, sum_of(samples.iter()));
    }
}
