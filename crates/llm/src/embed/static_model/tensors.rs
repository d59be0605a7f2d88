//! The vectors of a static model, read from a safetensors file.
//!
//! Tensors: `embeddings` (rows × dimensions; `embedding.weight` in files of another maker), and
//! in newer files `mapping` (token → row, where tokens share rows) and `weights` (a factor for
//! each token). Vectors stay in the precision of the file and are widened as they are added.

use std::ops::Range;

use half::{bf16, f16};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

/// Longest vectors that can be stored and indexed.
const MAX_DIMENSIONS: usize = 4000;

/// A vector for each token.
pub(super) struct TokenVectors {
    bytes: Vec<u8>,
    /// Where in `bytes` the rows are.
    rows: Range<usize>,
    precision: Precision,
    dimensions: usize,
    row_count: usize,
    mapping: Option<Vec<u32>>,
    weights: Option<Vec<f32>>,
}

/// How a number is stored. Whole numbers (quantised models) have one scale for the whole file,
/// which a vector brought to norm 1 does not need.
#[derive(Clone, Copy)]
enum Precision {
    F64,
    F32,
    F16,
    Bf16,
    I8,
}

impl TokenVectors {
    /// Parses the token vectors out of a safetensors file; the reason for people where that fails.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, String> {
        let file = SafeTensors::deserialize(&bytes).map_err(|e| e.to_string())?;
        let tensor = file
            .tensor("embeddings")
            .or_else(|_| file.tensor("embedding.weight"))
            .map_err(|_| "there is no tensor `embeddings` in it".to_owned())?;
        let [row_count, dimensions] = tensor.shape() else {
            return Err("`embeddings` is not a table".to_owned());
        };
        let (row_count, dimensions) = (*row_count, *dimensions);
        if row_count == 0 || !(1..=MAX_DIMENSIONS).contains(&dimensions) {
            return Err(format!("`embeddings` has {row_count} rows of {dimensions} numbers"));
        }
        let precision = Precision::of(tensor.dtype())?;
        let mapping = file.tensor("mapping").ok().map(|t| mapping(&t, row_count)).transpose()?;
        let weights = file.tensor("weights").ok().map(|t| weights(&t)).transpose()?;
        let start = tensor.data().as_ptr() as usize - bytes.as_ptr() as usize;
        let rows = start..start + tensor.data().len();
        let vectors = Self { rows, precision, dimensions, row_count, mapping, weights, bytes };
        vectors.check()?;
        Ok(vectors)
    }

    /// Length of the static model's token vectors.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Number of tokens that have a vector in the static model.
    pub fn tokens(&self) -> usize {
        let mapped = self.mapping.as_ref().map_or(self.row_count, Vec::len);
        self.weights.as_ref().map_or(mapped, |weights| weights.len().min(mapped))
    }

    /// Sums the weighted vectors of `tokens`.
    pub fn sum(&self, tokens: impl Iterator<Item = u32>) -> Vec<f32> {
        let mut sum = vec![0f32; self.dimensions];
        for token in tokens.map(|token| token as usize).filter(|token| *token < self.tokens()) {
            let row = self.mapping.as_ref().map_or(token, |mapping| mapping[token] as usize);
            let weight = self.weights.as_ref().map_or(1.0, |weights| weights[token]);
            self.add_row(row, weight, &mut sum);
        }
        sum
    }

    fn add_row(&self, row: usize, weight: f32, sum: &mut [f32]) {
        let width = self.dimensions * self.precision.bytes();
        let bytes = &self.bytes[self.rows.clone()][row * width..(row + 1) * width];
        self.precision.add_scaled(bytes, weight, sum);
    }

    /// Refuses files with NaN or infinities: they would turn up in single answers, much later.
    fn check(&self) -> Result<(), String> {
        let mut row_sum = vec![0f32; self.dimensions];
        for row in 0..self.row_count {
            row_sum.fill(0.0);
            self.add_row(row, 1.0, &mut row_sum);
            if row_sum.iter().any(|x| !x.is_finite()) {
                return Err(format!("row {row} of `embeddings` holds numbers that are not finite"));
            }
        }
        Ok(())
    }
}

impl Precision {
    fn of(dtype: Dtype) -> Result<Self, String> {
        match dtype {
            Dtype::F64 => Ok(Self::F64),
            Dtype::F32 => Ok(Self::F32),
            Dtype::F16 => Ok(Self::F16),
            Dtype::BF16 => Ok(Self::Bf16),
            Dtype::I8 => Ok(Self::I8),
            other => Err(format!("numbers of type {other:?} are not supported")),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::F64 => 8,
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
            Self::I8 => 1,
        }
    }

    /// `sum += weight · numbers`.
    fn add_scaled(self, bytes: &[u8], weight: f32, sum: &mut [f32]) {
        match self {
            Self::F64 => add(sum, weight, numbers(bytes).map(|b| f64::from_le_bytes(b) as f32)),
            Self::F32 => add(sum, weight, numbers(bytes).map(f32::from_le_bytes)),
            Self::F16 => add(sum, weight, numbers(bytes).map(|b| f16::from_le_bytes(b).to_f32())),
            Self::Bf16 => add(sum, weight, numbers(bytes).map(|b| bf16::from_le_bytes(b).to_f32())),
            Self::I8 => add(sum, weight, numbers(bytes).map(|b| f32::from(i8::from_le_bytes(b)))),
        }
    }
}

fn add(sum: &mut [f32], weight: f32, numbers: impl Iterator<Item = f32>) {
    sum.iter_mut().zip(numbers).for_each(|(sum, x)| *sum += weight * x);
}

/// Cuts bytes into numbers of `N` bytes each.
fn numbers<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks::<N>().0.iter().copied()
}

fn mapping(tensor: &TensorView<'_>, row_count: usize) -> Result<Vec<u32>, String> {
    let data = tensor.data();
    let places: Vec<i64> = match tensor.dtype() {
        Dtype::I64 => numbers(data).map(i64::from_le_bytes).collect(),
        Dtype::I32 => numbers(data).map(|b| i64::from(i32::from_le_bytes(b))).collect(),
        other => return Err(format!("`mapping` has numbers of type {other:?}")),
    };
    let in_range = |place: i64| u32::try_from(place).ok().filter(|row| (*row as usize) < row_count);
    let rows: Option<Vec<u32>> = places.into_iter().map(in_range).collect();
    rows.ok_or_else(|| "`mapping` points outside of `embeddings`".to_owned())
}

fn weights(tensor: &TensorView<'_>) -> Result<Vec<f32>, String> {
    let precision = Precision::of(tensor.dtype())?;
    let mut weights = vec![0f32; tensor.data().len() / precision.bytes()];
    precision.add_scaled(tensor.data(), 1.0, &mut weights);
    if weights.iter().all(|weight| weight.is_finite()) {
        Ok(weights)
    } else {
        Err("`weights` holds numbers that are not finite".to_owned())
    }
}
