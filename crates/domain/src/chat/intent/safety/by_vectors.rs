//! The third detector: a small network over the vector that a model of language gives a stretch of the
//! message, trained on messages in `data/safety` by `cargo run --release -p celeiro-llm --example
//! train_safety_vectors`.
//!
//! One hidden layer of units that pass what is above 0; its scores stand beside those of the linear
//! classifier ([`super::classifier`]), which sees words where the vector sees the sense of all of them.
//! Out of scope: the vectors themselves (crate `neural`).

use super::classifier::CLASS_COUNT;

/// The weights that are shipped; see [`super::vector_training`].
pub(super) const VECTOR_WEIGHTS: &[u8] = include_bytes!("../../../../data/safety/vector_weights.bin");

const MAGIC: &[u8; 4] = b"CVW1";
/// Hexadecimal digits of the sum of the model that gave the vectors.
const MODEL_DIGITS: usize = 8;

/// The network: `CVW1`, the first digits of its model's sum, the sum of its messages, numbers of a vector
/// and of hidden units, all little-endian; for each unit its bias and step as `f32` and its weights in steps;
/// then for each class its bias and its weights of the units as `f32`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VectorClassifier {
    /// First digits of the sum of the model whose vectors the network reads.
    pub model: String,
    /// Sum of the messages that it was trained on.
    pub messages: u64,
    /// Numbers of a vector.
    pub dimensions: usize,
    pub units: Vec<Unit>,
    pub classes: Vec<Class>,
}

/// A hidden unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unit {
    pub bias: f32,
    pub weights: Vec<f32>,
}

/// A class's part of the network.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Class {
    pub bias: f32,
    pub weights: Vec<f32>,
}

impl VectorClassifier {
    /// Reads the weights of the danger detector by vectors; nothing where they have another form.
    pub fn read(data: &[u8]) -> Option<Self> {
        let mut data = Bytes(data.strip_prefix(MAGIC)?);
        let model = String::from_utf8(data.take(MODEL_DIGITS)?.to_vec()).ok()?;
        let messages = u64::from_le_bytes(data.array()?);
        let dimensions = u32::from_le_bytes(data.array()?) as usize;
        let count = u32::from_le_bytes(data.array()?) as usize;
        let unit = |data: &mut Bytes<'_>| {
            let (bias, step) = (data.number()?, data.number()?);
            let weights = data.take(dimensions)?.iter().map(|steps| f32::from(steps.cast_signed()) * step);
            Some(Unit { bias, weights: weights.collect() })
        };
        let units = (0..count).map(|_| unit(&mut data)).collect::<Option<_>>()?;
        let class = |data: &mut Bytes<'_>| {
            let bias = data.number()?;
            let weights = (0..count).map(|_| data.number()).collect::<Option<_>>()?;
            Some(Class { bias, weights })
        };
        let classes = (0..CLASS_COUNT).map(|_| class(&mut data)).collect::<Option<_>>()?;
        data.0.is_empty().then_some(Self { model, messages, dimensions, units, classes })
    }

    /// Writes the weights of the danger detector in the form that [`VectorClassifier::read`] reads. Those of the
    /// units are rounded to 255 steps each.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(self.model.bytes().chain(std::iter::repeat(b'0')).take(MODEL_DIGITS));
        out.extend(self.messages.to_le_bytes());
        out.extend((self.dimensions as u32).to_le_bytes());
        out.extend((self.units.len() as u32).to_le_bytes());
        for unit in &self.units {
            let most = unit.weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
            let step = most / f32::from(i8::MAX);
            out.extend(unit.bias.to_le_bytes());
            out.extend(step.to_le_bytes());
            let steps = |weight: &f32| if step > 0.0 { (weight / step).round() as i8 } else { 0 };
            out.extend(unit.weights.iter().map(|weight| steps(weight).cast_unsigned()));
        }
        for class in &self.classes {
            out.extend(class.bias.to_le_bytes());
            class.weights.iter().for_each(|weight| out.extend(weight.to_le_bytes()));
        }
        out
    }

    /// Scores all classes of danger for a message's vector; nothing for a vector of another length.
    pub fn score(&self, vector: &[f32]) -> Option<[f64; CLASS_COUNT]> {
        if vector.len() != self.dimensions {
            return None;
        }
        let activity = |unit: &Unit| {
            let sum: f32 = unit.weights.iter().zip(vector).map(|(weight, x)| weight * x).sum();
            (sum + unit.bias).max(0.0)
        };
        let activities: Vec<f32> = self.units.iter().map(activity).collect();
        let mut scores = [0.0; CLASS_COUNT];
        for (score, class) in scores.iter_mut().zip(&self.classes) {
            let sum: f32 = class.weights.iter().zip(&activities).map(|(weight, x)| weight * x).sum();
            *score = f64::from(sum + class.bias);
        }
        Some(scores)
    }
}

/// What is left to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes).filter(|number| number.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> VectorClassifier {
        let class = |at: usize| Class { bias: 0.5 * at as f32, weights: vec![at as f32, -1.0] };
        VectorClassifier {
            model: "0123abcd".into(),
            messages: 7,
            dimensions: 3,
            units: vec![
                Unit { bias: 0.25, weights: vec![1.27, 0.0, -0.64] },
                Unit { bias: -9.0, weights: vec![0.0; 3] },
            ],
            classes: (0..CLASS_COUNT).map(class).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_and_scored() {
        let read = VectorClassifier::read(&network().write()).expect("weights");
        assert_eq!((read.model.as_str(), read.messages, read.dimensions), ("0123abcd", 7, 3));
        let scores = read.score(&[1.0, 5.0, 0.0]).expect("scores");
        // The first unit gives 1.52, the second nothing.
        assert!((scores[2] - 4.04).abs() < 1e-3 && scores[0].abs() < 1e-6, "{scores:?}");
        assert_eq!(read.score(&[1.0]), None);
        assert_eq!(read.write(), network().write());
    }

    #[test]
    fn broken_weights_are_refused() {
        let data = network().write();
        for end in 0..data.len() {
            assert_eq!(VectorClassifier::read(&data[..end]), None, "{end}");
        }
        assert_eq!(VectorClassifier::read(&[&data[..], &[0]].concat()), None);
        let mut endless = data.clone();
        endless[28..32].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(VectorClassifier::read(&endless), None);
    }
}
