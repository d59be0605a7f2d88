//! The one multiplication that takes the time: quantised weights by activations of 8 bits.
//!
//! A row of weights is cut into blocks of [`BLOCK`] numbers, and so is what it is multiplied with;
//! every block has a scale of its own. Within a block whole numbers are multiplied and added, and only
//! the sum becomes a fraction again. Weights are stored without sign (a code less [`Codes::offset`] is
//! the number), as the processor's instruction for pairs of bytes wants one side of each kind.
//!
//! Weights lie in tiles of [`TILE`] rows, four neighbouring numbers of a row together, so that each lane
//! of a vector works for a row of its own and nothing is added up across lanes.
//!
//! Left out: which processor has what is asked once, in [`Processor::detect`].

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

/// Numbers that share a scale.
pub(crate) const BLOCK: usize = 32;
/// Rows of weights that are worked on together.
pub(crate) const TILE: usize = 16;
/// Bytes of a block of a tile.
const TILE_BLOCK: usize = TILE * BLOCK;

/// What the processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Processor {
    /// Vectors of 256 bits and fused additions.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Whatever the compiler makes of plain loops.
    Portable,
}

/// Whether this processor has vectors that the kernel's multiplication is written for; others take some ten times as
/// long.
pub fn has_fast_kernel() -> bool {
    !matches!(Processor::detect(), Processor::Portable)
}

impl Processor {
    /// Detects the instruction set of this machine's processor.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Self::Avx2;
        }
        Self::Portable
    }

    /// Name of the instruction set in figures and logs.
    pub fn as_str(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// How many bits a weight has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Codes {
    /// -8 to 7, as in files of 4 bits.
    Four,
    /// -63 to 63: two products of such a number and of one of 8 bits fit into 16 bits.
    Seven,
}

impl Codes {
    /// Offset of a quantised weight's code from the number that it stands for.
    pub const fn offset(self) -> i32 {
        match self {
            Self::Four => 8,
            Self::Seven => 63,
        }
    }
}

/// Weights of a layer, `rows` × `columns`, with a bias.
#[derive(Debug)]
pub(crate) struct Linear {
    rows: usize,
    blocks: usize,
    kind: Codes,
    /// By tile, block, group of four columns, row, column.
    codes: Vec<u8>,
    /// By tile, block, row.
    scales: Vec<f32>,
    /// As many as rows, filled up to whole tiles.
    bias: Vec<f32>,
}

impl Linear {
    /// No rows yet.
    pub fn new(kind: Codes, columns: usize) -> Self {
        let blocks = columns.div_ceil(BLOCK);
        Self { rows: 0, blocks, kind, codes: Vec::new(), scales: Vec::new(), bias: Vec::new() }
    }

    /// Appends a row: its codes and scales by block, filled up to whole blocks.
    pub fn push_row(&mut self, codes: &[u8], scales: &[f32], bias: f32) {
        let (tile, lane) = (self.rows / TILE, self.rows % TILE);
        if lane == 0 {
            let zero = self.kind.offset() as u8;
            self.codes.resize((tile + 1) * self.blocks * TILE_BLOCK, zero);
            self.scales.resize((tile + 1) * self.blocks * TILE, 0.0);
            self.bias.resize((tile + 1) * TILE, 0.0);
        }
        let fours = codes.as_chunks::<4>().0;
        for (block, (fours, scale)) in fours.chunks(BLOCK / 4).zip(scales).enumerate().take(self.blocks) {
            let at = tile * self.blocks + block;
            self.scales[at * TILE + lane] = *scale;
            for (group, four) in fours.iter().enumerate() {
                let place = at * TILE_BLOCK + (group * TILE + lane) * 4;
                self.codes[place..place + 4].copy_from_slice(four);
            }
        }
        self.bias[self.rows] = bias;
        self.rows += 1;
    }

    /// Format of the layer's quantised weights.
    pub fn kind(&self) -> Codes {
        self.kind
    }

    /// Number of the layer's rows, which is the length of its output.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// `out = input · weightsᵀ + bias`, a row of `out` for each of `input`.
    pub fn apply(&self, processor: Processor, input: &Activations, out: &mut [f32]) {
        debug_assert_eq!(input.blocks, self.blocks);
        debug_assert!(out.len() >= input.count * self.rows);
        match processor {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Processor::detect` has seen AVX2 and FMA.
            Processor::Avx2 => unsafe { avx2::apply(self, input, out) },
            Processor::Portable => portable::apply(self, input, out),
        }
    }
}

/// What is multiplied: `count` rows of whole numbers of 8 bits, with a scale a block.
#[derive(Debug, Default)]
pub(crate) struct Activations {
    count: usize,
    blocks: usize,
    codes: Vec<i8>,
    scales: Vec<f32>,
    /// The sum of a block's codes.
    sums: Vec<i32>,
}

impl Activations {
    /// Rounds `rows` of `columns` numbers each, in place of what was there.
    pub fn quantize(&mut self, processor: Processor, rows: &[f32], columns: usize) {
        self.count = rows.len() / columns.max(1);
        self.blocks = columns.div_ceil(BLOCK);
        let blocks = self.count * self.blocks;
        self.codes.resize(blocks * BLOCK, 0);
        self.scales.resize(blocks, 0.0);
        self.sums.resize(blocks, 0);
        match processor {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Processor::Avx2 => unsafe { avx2::quantize(self, rows, columns) },
            Processor::Portable => portable::quantize(self, rows, columns),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::encode_row;
    use proptest::prelude::*;

    fn layer(kind: Codes, rows: usize, columns: usize, numbers: &[f32]) -> (Linear, Vec<Vec<f32>>) {
        let mut linear = Linear::new(kind, columns);
        let mut weights = Vec::new();
        for row in 0..rows {
            let row: Vec<f32> = (0..columns).map(|c| numbers[(row * columns + c) % numbers.len()]).collect();
            let (codes, scales) = encode_row(kind, &row);
            let read =
                |(c, code): (usize, &u8)| (f32::from(*code) - kind.offset() as f32) * scales[c / BLOCK];
            weights.push(codes.iter().enumerate().take(columns).map(read).collect());
            linear.push_row(&codes, &scales, 0.5);
        }
        (linear, weights)
    }

    fn apply(linear: &Linear, processor: Processor, input: &[f32], columns: usize) -> Vec<f32> {
        let mut activations = Activations::default();
        activations.quantize(processor, input, columns);
        let mut out = vec![f32::NAN; input.len() / columns * linear.rows()];
        linear.apply(processor, &activations, &mut out);
        out
    }

    proptest! {
        #[test]
        fn products_are_those_of_the_fractions(
            numbers in prop::collection::vec(-2.0f32..2.0, 97),
            input in prop::collection::vec(-3.0f32..3.0, 131),
            rows in 1usize..40, blocks in 1usize..4, short in 0usize..31, count in 1usize..10,
        ) {
            let columns = blocks * BLOCK - short;
            let input: Vec<f32> = (0..count * columns).map(|i| input[i % input.len()]).collect();
            for kind in [Codes::Four, Codes::Seven] {
                let (linear, weights) = layer(kind, rows, columns, &numbers);
                for processor in [Processor::Portable, Processor::detect()] {
                    let got = apply(&linear, processor, &input, columns);
                    for (i, row) in input.chunks(columns).enumerate() {
                        for (o, weights) in weights.iter().enumerate() {
                            let wanted: f32 = 0.5 + row.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>();
                            // Half a step of 1/127 of the greatest in each place.
                            let most = 3.0 / 254.0 * weights.iter().map(|w| w.abs()).sum::<f32>() + 1e-3;
                            let found = got[i * rows + o];
                            prop_assert!((found - wanted).abs() <= most, "{processor:?} {kind:?} {found} {wanted}");
                        }
                    }
                }
            }
        }
    }

    /// The greatest products that there can be: 16 bits must hold the sums on the way.
    #[test]
    fn nothing_overflows() {
        for kind in [Codes::Four, Codes::Seven] {
            for sign in [1.0, -1.0] {
                let (linear, weights) = layer(kind, 33, 256, &[2.0 * sign]);
                let input = vec![3.0; 5 * 256];
                let wanted = 0.5 + weights[0].iter().sum::<f32>() * 3.0;
                for processor in [Processor::Portable, Processor::detect()] {
                    for found in apply(&linear, processor, &input, 256) {
                        assert!((found - wanted).abs() < 0.5, "{processor:?} {kind:?}: {found} {wanted}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_at_all_gives_the_bias() {
        let (linear, _) = layer(Codes::Four, 20, 64, &[1.0]);
        for processor in [Processor::Portable, Processor::detect()] {
            assert_eq!(apply(&linear, processor, &[0.0; 128], 64), vec![0.5; 40]);
        }
    }
}
