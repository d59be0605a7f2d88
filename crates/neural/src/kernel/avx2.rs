//! The multiplication with the vectors of AVX2.
//!
//! A step multiplies 32 codes by 4 activations that each row needs, and adds the products in pairs
//! to 16 lanes of 16 bits. Codes of 4 bits are so small that a whole block fits in there; with those
//! of 7 bits each step's pairs are added up in 32 bits at once. Two times eight rows and four
//! activations at a time make best use of the sixteen registers.

use super::portable::quantize_block;
use super::{Activations, BLOCK, Codes, Linear, TILE, TILE_BLOCK};
use std::arch::x86_64::*;

/// See [`Linear::apply`].
#[target_feature(enable = "avx2,fma")]
pub(super) fn apply(linear: &Linear, input: &Activations, out: &mut [f32]) {
    match linear.kind {
        Codes::Four => apply_codes::<true>(linear, input, out),
        Codes::Seven => apply_codes::<false>(linear, input, out),
    }
}

#[target_feature(enable = "avx2,fma")]
fn apply_codes<const FOUR: bool>(linear: &Linear, input: &Activations, out: &mut [f32]) {
    for tile in 0..linear.rows.div_ceil(TILE) {
        let mut at = 0;
        while at + 4 <= input.count {
            apply_tile::<4, FOUR>(linear, input, out, tile, at);
            at += 4;
        }
        match input.count - at {
            0 => {}
            1 => apply_tile::<1, FOUR>(linear, input, out, tile, at),
            2 => apply_tile::<2, FOUR>(linear, input, out, tile, at),
            _ => apply_tile::<3, FOUR>(linear, input, out, tile, at),
        }
    }
}

/// A tile of rows by `N` activations from `at` on.
///
/// Plain loops over places: a closure of a function with wide vectors is not inlined where the library
/// calls it, and costs more than what it does.
#[target_feature(enable = "avx2,fma")]
fn apply_tile<const N: usize, const FOUR: bool>(
    linear: &Linear,
    input: &Activations,
    out: &mut [f32],
    tile: usize,
    at: usize,
) {
    let blocks = linear.blocks;
    let codes = &linear.codes[tile * blocks * TILE_BLOCK..(tile + 1) * blocks * TILE_BLOCK];
    let scales = &linear.scales[tile * blocks * TILE..(tile + 1) * blocks * TILE];
    let bias = &linear.bias[tile * TILE..(tile + 1) * TILE];
    let numbers = &input.codes[at * blocks * BLOCK..(at + N) * blocks * BLOCK];
    let number_scales = &input.scales[at * blocks..(at + N) * blocks];
    let number_sums = &input.sums[at * blocks..(at + N) * blocks];
    let offset = linear.kind.offset();
    let mut sums = [[_mm256_setzero_ps(); 2]; N];
    // SAFETY: the slices above have the lengths that the loops go through.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        // A number that the compiler does not know: unrolled, it loads all of a block first and runs out of
        // registers, which halves the speed.
        let groups = std::hint::black_box(BLOCK / 4);
        let mut n = 0;
        while n < N {
            sums[n] = [_mm256_loadu_ps(bias.as_ptr()), _mm256_loadu_ps(bias.as_ptr().add(8))];
            n += 1;
        }
        let mut block = 0;
        while block < blocks {
            let codes = codes.as_ptr().add(block * TILE_BLOCK);
            let mut whole = [[_mm256_setzero_si256(); 2]; N];
            let mut group = 0;
            while group < groups {
                let low = _mm256_loadu_si256(codes.add(group * TILE * 4).cast());
                let high = _mm256_loadu_si256(codes.add(group * TILE * 4 + 32).cast());
                let mut n = 0;
                while n < N {
                    let four = numbers.as_ptr().add((n * blocks + block) * BLOCK + group * 4);
                    let four = _mm256_set1_epi32(four.cast::<i32>().read_unaligned());
                    whole[n][0] = add_products::<FOUR>(whole[n][0], low, four, ones);
                    whole[n][1] = add_products::<FOUR>(whole[n][1], high, four, ones);
                    n += 1;
                }
                group += 1;
            }
            let low = _mm256_loadu_ps(scales.as_ptr().add(block * TILE));
            let high = _mm256_loadu_ps(scales.as_ptr().add(block * TILE + 8));
            let mut n = 0;
            while n < N {
                let place = n * blocks + block;
                let scale = _mm256_set1_ps(*number_scales.get_unchecked(place));
                let less = _mm256_set1_epi32(offset.wrapping_mul(*number_sums.get_unchecked(place)));
                let (low, high) = (_mm256_mul_ps(low, scale), _mm256_mul_ps(high, scale));
                sums[n][0] = add_scaled::<FOUR>(sums[n][0], whole[n][0], less, low, ones);
                sums[n][1] = add_scaled::<FOUR>(sums[n][1], whole[n][1], less, high, ones);
                n += 1;
            }
            block += 1;
        }
    }
    let lanes = TILE.min(linear.rows - tile * TILE);
    let mut n = 0;
    while n < N {
        let mut row = [0f32; TILE];
        // SAFETY: both halves lie within the row.
        unsafe {
            _mm256_storeu_ps(row.as_mut_ptr(), sums[n][0]);
            _mm256_storeu_ps(row.as_mut_ptr().add(8), sums[n][1]);
        }
        let start = (at + n) * linear.rows + tile * TILE;
        out[start..start + lanes].copy_from_slice(&row[..lanes]);
        n += 1;
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_products<const FOUR: bool>(sum: __m256i, codes: __m256i, four: __m256i, ones: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(codes, four);
    if FOUR {
        // 8 steps of at most 2 · 15 · 127 each stay below 2¹⁵.
        _mm256_add_epi16(sum, pairs)
    } else {
        _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, ones))
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_scaled<const FOUR: bool>(
    sum: __m256,
    whole: __m256i,
    less: __m256i,
    scale: __m256,
    ones: __m256i,
) -> __m256 {
    let whole = if FOUR { _mm256_madd_epi16(whole, ones) } else { whole };
    _mm256_fmadd_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(whole, less)), scale, sum)
}

/// See [`Activations::quantize`].
#[target_feature(enable = "avx2,fma")]
pub(super) fn quantize(into: &mut Activations, rows: &[f32], columns: usize) {
    let blocks = into.blocks;
    for (at, row) in rows.chunks_exact(columns).enumerate() {
        for (block, numbers) in row.chunks(BLOCK).enumerate() {
            let place = at * blocks + block;
            let codes = &mut into.codes[place * BLOCK..(place + 1) * BLOCK];
            (into.scales[place], into.sums[place]) = match (numbers.as_array(), codes.as_mut_array()) {
                (Some(numbers), Some(codes)) => quantize_whole(numbers, codes),
                _ => quantize_block(numbers, codes),
            };
        }
    }
}

/// The same as [`quantize_block`] for a block that is full.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn quantize_whole(numbers: &[f32; BLOCK], codes: &mut [i8; BLOCK]) -> (f32, i32) {
    // SAFETY: four times eight numbers are read, and 32 bytes written.
    unsafe {
        let a = _mm256_loadu_ps(numbers.as_ptr());
        let b = _mm256_loadu_ps(numbers.as_ptr().add(8));
        let c = _mm256_loadu_ps(numbers.as_ptr().add(16));
        let d = _mm256_loadu_ps(numbers.as_ptr().add(24));
        let sign = _mm256_set1_ps(-0.0);
        let most = _mm256_max_ps(
            _mm256_max_ps(_mm256_andnot_ps(sign, a), _mm256_andnot_ps(sign, b)),
            _mm256_max_ps(_mm256_andnot_ps(sign, c), _mm256_andnot_ps(sign, d)),
        );
        let most = _mm_max_ps(_mm256_castps256_ps128(most), _mm256_extractf128_ps::<1>(most));
        let most = _mm_max_ps(most, _mm_movehl_ps(most, most));
        let most = _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps::<1>(most, most)));
        let scale = most / 127.0;
        let inverse = _mm256_set1_ps(if scale > 0.0 { 1.0 / scale } else { 0.0 });
        let a = _mm256_cvtps_epi32(_mm256_mul_ps(a, inverse));
        let b = _mm256_cvtps_epi32(_mm256_mul_ps(b, inverse));
        let c = _mm256_cvtps_epi32(_mm256_mul_ps(c, inverse));
        let d = _mm256_cvtps_epi32(_mm256_mul_ps(d, inverse));
        let bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        // Packing works within halves of a vector; this puts the groups of four in order again.
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_storeu_si256(codes.as_mut_ptr().cast(), _mm256_permutevar8x32_epi32(bytes, order));
        let sum = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
        (scale, _mm_cvtsi128_si32(sum))
    }
}
