//! The network: tokens in, a vector for each text out.
//!
//! Texts of a batch stand one behind the other without padding, so all tokens share the multiplications by
//! weights, and only attention looks at one text at a time.

use crate::error::ModelError;
use crate::folder::{Architecture, Pooling};
use crate::kernel::{Activations, Linear, Processor};
use crate::numbers::{self, Norm};
use crate::weights::{Table, Weights, add_row, row_of};

/// An encoder of the BERT family.
pub(crate) struct Encoder {
    architecture: Architecture,
    processor: Processor,
    words: Words,
    /// By position, with the numbers of the one type of text added.
    positions: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

/// Numbers of the vocabulary's tokens.
enum Words {
    Four {
        codes: Vec<u8>,
        scales: Vec<f32>,
    },
    /// Rounded to eight bits with a scale a token: half the memory of the shortest fractions.
    Eight {
        codes: Vec<i8>,
        scales: Vec<f32>,
    },
}

struct Layer {
    /// Queries, keys and values, one below the other.
    attention: Linear,
    attention_out: Linear,
    attention_norm: Norm,
    widen: Linear,
    narrow: Linear,
    norm: Norm,
}

/// What a run needs room for; kept between runs.
#[derive(Default)]
pub(crate) struct Scratch {
    activations: Activations,
    x: Vec<f32>,
    attention: Vec<f32>,
    context: Vec<f32>,
    wide: Vec<f32>,
    added: Vec<f32>,
    shares: Vec<f32>,
}

impl Encoder {
    /// Loads the weights of a neural network of this architecture.
    pub fn load(architecture: Architecture, weights: &mut Weights) -> Result<Self, ModelError> {
        let Architecture { hidden, epsilon, .. } = architecture;
        let words = weights.table("embeddings.word_embeddings.weight", architecture.vocabulary, hidden)?;
        let positions = embedding_rows(weights, "position_embeddings", architecture.positions, hidden)?;
        let types = embedding_rows(weights, "token_type_embeddings", architecture.types, hidden)?;
        let norm = read_norm(weights, "embeddings.LayerNorm", hidden, epsilon)?;
        let layers = (0..architecture.layers)
            .map(|at| Layer::load(&architecture, weights, at))
            .collect::<Result<_, _>>()?;
        let first = &types[..hidden];
        let positions = positions.iter().zip(first.iter().cycle()).map(|(x, y)| x + y).collect();
        let processor = Processor::detect();
        Ok(Self { architecture, processor, words: Words::new(words, hidden), positions, norm, layers })
    }

    /// Instruction set that the encoder runs with.
    pub fn processor(&self) -> Processor {
        self.processor
    }

    /// The same encoder with another instruction set.
    #[cfg(test)]
    pub fn with_processor(mut self, processor: Processor) -> Self {
        self.processor = processor;
        self
    }

    /// Runs the network: a vector for each text, not yet of length 1. `go_on` is asked before each layer; a run that
    /// may not go on gives `None`.
    pub fn run(
        &self,
        texts: &[&[u32]],
        pooling: Pooling,
        scratch: &mut Scratch,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Vec<f32>>> {
        self.embed_tokens(texts, &mut scratch.x);
        for layer in &self.layers {
            if !go_on() {
                return None;
            }
            layer.run(self, texts, scratch);
        }
        let hidden = self.architecture.hidden;
        let mut rest = &scratch.x[..];
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            let (own, others) = rest.split_at(text.len() * hidden);
            rest = others;
            vectors.push(pool_tokens(own, hidden, pooling));
        }
        Some(vectors)
    }

    /// The means of the numbers of a text's tokens after each of `depths` layers, one behind the other. Layers
    /// beyond the last of them are not run. `go_on` as in [`run`](Self::run).
    pub fn run_to_depths(
        &self,
        text: &[u32],
        depths: &[usize],
        scratch: &mut Scratch,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<f32>> {
        let hidden = self.architecture.hidden;
        let deepest = depths.iter().copied().max().unwrap_or(0);
        let mut means = Vec::with_capacity(depths.len() * hidden);
        self.embed_tokens(&[text], &mut scratch.x);
        for (layer, depth) in self.layers.iter().zip(1..=deepest) {
            if !go_on() {
                return None;
            }
            layer.run(self, &[text], scratch);
            if depths.contains(&depth) {
                let sum = pool_tokens(&scratch.x, hidden, Pooling::Mean);
                means.extend(sum.into_iter().map(|x| x / text.len() as f32));
            }
        }
        Some(means)
    }

    fn embed_tokens(&self, texts: &[&[u32]], x: &mut Vec<f32>) {
        let hidden = self.architecture.hidden;
        x.clear();
        for text in texts {
            for (at, token) in text.iter().enumerate() {
                let begin = x.len();
                x.extend_from_slice(row_of(&self.positions, self.architecture.first_position + at, hidden));
                self.words.add(*token as usize, &mut x[begin..]);
            }
        }
        numbers::norm_rows(self.processor, x, &self.norm);
    }
}

impl Words {
    fn new(table: Table, hidden: usize) -> Self {
        match table {
            Table::Four { codes, scales } => Self::Four { codes, scales },
            Table::Fractions(numbers) => {
                let mut codes = Vec::with_capacity(numbers.len());
                let mut scales = Vec::with_capacity(numbers.len() / hidden);
                for row in numbers.chunks_exact(hidden) {
                    let most = row.iter().fold(0f32, |most, x| most.max(x.abs()));
                    let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
                    codes.extend(row.iter().map(|x| (x * inverse).round() as i8));
                    scales.push(most / 127.0);
                }
                Self::Eight { codes, scales }
            }
        }
    }

    fn add(&self, token: usize, sum: &mut [f32]) {
        match self {
            Self::Four { codes, scales } => {
                let scales = row_of(scales, token, sum.len() / crate::kernel::BLOCK);
                add_row(row_of(codes, token, sum.len() / 2), scales, sum);
            }
            Self::Eight { codes, scales } => {
                let codes = row_of(codes, token, sum.len());
                sum.iter_mut().zip(codes).for_each(|(sum, code)| *sum += f32::from(*code) * scales[token]);
            }
        }
    }
}

impl Layer {
    fn load(architecture: &Architecture, weights: &mut Weights, at: usize) -> Result<Self, ModelError> {
        let Architecture { hidden, intermediate, epsilon, .. } = *architecture;
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        let three = ["query", "key", "value"].map(|part| name(&format!("attention.self.{part}")));
        Ok(Self {
            attention: weights.linear(&three, hidden, hidden)?,
            attention_out: weights.linear(&[name("attention.output.dense")], hidden, hidden)?,
            attention_norm: read_norm(weights, &name("attention.output.LayerNorm"), hidden, epsilon)?,
            widen: weights.linear(&[name("intermediate.dense")], intermediate, hidden)?,
            narrow: weights.linear(&[name("output.dense")], hidden, intermediate)?,
            norm: read_norm(weights, &name("output.LayerNorm"), hidden, epsilon)?,
        })
    }

    fn run(&self, encoder: &Encoder, texts: &[&[u32]], scratch: &mut Scratch) {
        let Architecture { hidden, intermediate, heads, .. } = encoder.architecture;
        let Scratch { activations, x, attention, context, wide, added, shares } = scratch;
        let count = x.len() / hidden;
        let apply = |layer: &Linear, activations: &Activations, out: &mut Vec<f32>| {
            out.resize(count * layer.rows(), 0.0);
            layer.apply(encoder.processor, activations, out);
        };
        activations.quantize(encoder.processor, x, hidden);
        apply(&self.attention, activations, attention);
        context.resize(count * hidden, 0.0);
        attend_tokens(encoder.processor, texts, attention, heads, hidden, shares, context);
        activations.quantize(encoder.processor, context, hidden);
        apply(&self.attention_out, activations, added);
        numbers::add_and_norm(encoder.processor, x, added, &self.attention_norm);
        activations.quantize(encoder.processor, x, hidden);
        apply(&self.widen, activations, wide);
        numbers::gelu(encoder.processor, wide);
        activations.quantize(encoder.processor, wide, intermediate);
        apply(&self.narrow, activations, added);
        numbers::add_and_norm(encoder.processor, x, added, &self.norm);
    }
}

/// Tokens whose shares are worked out at once: those of a long text's tokens by all others would not fit into
/// the processor's second cache.
const ROWS_AT_ONCE: usize = 64;

/// Each token of a text takes from the values of all its tokens, by how well its query fits their keys.
/// `input` has queries, keys and values of a token side by side.
fn attend_tokens(
    processor: Processor,
    texts: &[&[u32]],
    input: &[f32],
    heads: usize,
    hidden: usize,
    shares: &mut Vec<f32>,
    context: &mut [f32],
) {
    let width = hidden / heads;
    let stride = 3 * hidden;
    let mut begin = 0;
    for count in texts.iter().map(|text| text.len()) {
        let input = &input[begin * stride..(begin + count) * stride];
        let context = &mut context[begin * hidden..(begin + count) * hidden];
        begin += count;
        for (head, from) in
            (0..heads).flat_map(|head| (0..count).step_by(ROWS_AT_ONCE).map(move |from| (head, from)))
        {
            let at = head * width;
            let rows = ROWS_AT_ONCE.min(count - from);
            shares.resize(rows * count, 0.0);
            multiply_tables(
                (rows, width, count),
                (&input[from * stride + at..], stride, 1),
                (&input[hidden + at..], 1, stride),
                (&mut shares[..], count),
            );
            numbers::softmax_rows(processor, shares, count, 1.0 / (width as f32).sqrt());
            multiply_tables(
                (rows, count, width),
                (&shares[..], count, 1),
                (&input[2 * hidden + at..], stride, 1),
                (&mut context[from * hidden + at..], hidden),
            );
        }
    }
}

/// `out = a · b` for `(m, k, n)`, of tables that lie within others: slices with steps from row to row
/// and from column to column; that of `out` from column to column is 1.
fn multiply_tables(
    (m, k, n): (usize, usize, usize),
    (a, a_row, a_column): (&[f32], usize, usize),
    (b, b_row, b_column): (&[f32], usize, usize),
    (out, out_row): (&mut [f32], usize),
) {
    if m == 0 || k == 0 || n == 0 {
        return;
    }
    let reach = |rows: usize, row: usize, columns: usize, column: usize| {
        (rows - 1) * row + (columns - 1) * column + 1
    };
    assert!(a.len() >= reach(m, a_row, k, a_column), "a table is too short");
    assert!(b.len() >= reach(k, b_row, n, b_column), "a table is too short");
    assert!(out.len() >= reach(m, out_row, n, 1), "a table is too short");
    // SAFETY: the tables hold what is reached, and rows of `out` do not overlap, being slices of tables.
    unsafe {
        matrixmultiply::sgemm(
            m,
            k,
            n,
            1.0,
            a.as_ptr(),
            a_row as isize,
            a_column as isize,
            b.as_ptr(),
            b_row as isize,
            b_column as isize,
            0.0,
            out.as_mut_ptr(),
            out_row as isize,
            1,
        );
    }
}

/// One vector for a text: the first token's or the mean of all.
fn pool_tokens(tokens: &[f32], hidden: usize, pooling: Pooling) -> Vec<f32> {
    if pooling == Pooling::First {
        return tokens.iter().copied().take(hidden).collect();
    }
    let mut sum = vec![0f32; hidden];
    for token in tokens.chunks_exact(hidden) {
        sum.iter_mut().zip(token).for_each(|(sum, x)| *sum += x);
    }
    sum
}

/// Reads the weight and the bias of a layer norm from the tensors below `name`.
fn read_norm(weights: &mut Weights, name: &str, hidden: usize, epsilon: f32) -> Result<Norm, ModelError> {
    let weight = weights.vector(&format!("{name}.weight"), hidden)?;
    let bias = weights.vector(&format!("{name}.bias"), hidden)?;
    Ok(Norm { weight, bias, epsilon })
}

fn embedding_rows(
    weights: &mut Weights,
    name: &str,
    rows: usize,
    hidden: usize,
) -> Result<Vec<f32>, ModelError> {
    match weights.table(&format!("embeddings.{name}.weight"), rows, hidden)? {
        Table::Fractions(numbers) => Ok(numbers),
        Table::Four { codes, scales } => {
            let mut numbers = vec![0f32; rows * hidden];
            for (row, sum) in numbers.chunks_exact_mut(hidden).enumerate() {
                let scales = row_of(&scales, row, hidden / crate::kernel::BLOCK);
                add_row(row_of(&codes, row, hidden / 2), scales, sum);
            }
            Ok(numbers)
        }
    }
}
