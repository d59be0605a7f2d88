//! The multiplication in plain loops, for processors without the vectors of `avx2`.

use super::{Activations, BLOCK, Linear, TILE, TILE_BLOCK};

/// See [`Linear::apply`].
pub(super) fn apply(linear: &Linear, input: &Activations, out: &mut [f32]) {
    let offset = linear.kind.offset();
    let (rows, blocks) = (linear.rows, linear.blocks);
    for (tile, codes) in linear.codes.chunks_exact(blocks * TILE_BLOCK).enumerate() {
        let scales = &linear.scales[tile * blocks * TILE..(tile + 1) * blocks * TILE];
        let bias = &linear.bias[tile * TILE..(tile + 1) * TILE];
        let lanes = TILE.min(rows - tile * TILE);
        for at in 0..input.count {
            let mut sums = [0f32; TILE];
            sums.copy_from_slice(bias);
            for block in 0..blocks {
                let place = at * blocks + block;
                let numbers = &input.codes[place * BLOCK..(place + 1) * BLOCK];
                let codes = &codes[block * TILE_BLOCK..(block + 1) * TILE_BLOCK];
                let whole = multiply_block(codes, numbers);
                let less = offset.wrapping_mul(input.sums[place]);
                for (lane, sum) in sums.iter_mut().enumerate() {
                    let scale = scales[block * TILE + lane] * input.scales[place];
                    *sum += scale * whole[lane].wrapping_sub(less) as f32;
                }
            }
            let start = at * rows + tile * TILE;
            out[start..start + lanes].copy_from_slice(&sums[..lanes]);
        }
    }
}

fn multiply_block(codes: &[u8], numbers: &[i8]) -> [i32; TILE] {
    let mut sums = [0i32; TILE];
    for (group, four) in codes.as_chunks::<{ TILE * 4 }>().0.iter().zip(numbers.as_chunks::<4>().0) {
        for (sum, row) in sums.iter_mut().zip(group.as_chunks::<4>().0) {
            for (code, number) in row.iter().zip(four) {
                *sum += i32::from(*code) * i32::from(*number);
            }
        }
    }
    sums
}

/// See [`Activations::quantize`].
pub(super) fn quantize(into: &mut Activations, rows: &[f32], columns: usize) {
    let blocks = into.blocks;
    for (at, row) in rows.chunks_exact(columns).enumerate() {
        for (block, numbers) in row.chunks(BLOCK).enumerate() {
            let place = at * blocks + block;
            let codes = &mut into.codes[place * BLOCK..(place + 1) * BLOCK];
            (into.scales[place], into.sums[place]) = quantize_block(numbers, codes);
        }
    }
}

/// Fills `codes` and gives their scale and sum.
pub(super) fn quantize_block(numbers: &[f32], codes: &mut [i8]) -> (f32, i32) {
    let most = numbers.iter().fold(0f32, |most, x| most.max(x.abs()));
    let scale = most / 127.0;
    let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
    codes.fill(0);
    let mut sum = 0;
    for (code, number) in codes.iter_mut().zip(numbers) {
        *code = (number * inverse).round_ties_even() as i8;
        sum += i32::from(*code);
    }
    (scale, sum)
}
