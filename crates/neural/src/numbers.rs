//! What a layer does to each number besides multiplying: norms, the bend of GELU, shares.
//!
//! All of it is plain loops without branches, which the compiler turns into vectors of whatever width the
//! calling function may use: each function is compiled for both kinds of processor.

use crate::kernel::Processor;

/// Functions that are compiled for each kind of processor, and picked by it.
macro_rules! by_processor {
    ($($(#[$about:meta])* fn $name:ident($($argument:ident: $kind:ty),*) = $plain:ident;)*) => {$(
        $(#[$about])*
        pub(crate) fn $name(processor: Processor, $($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn with_avx2($($argument: $kind),*) {
                $plain($($argument),*);
            }
            match processor {
                #[cfg(target_arch = "x86_64")]
                // SAFETY: `Processor::detect` has seen AVX2 and FMA.
                Processor::Avx2 => unsafe { with_avx2($($argument),*) },
                Processor::Portable => $plain($($argument),*),
            }
        }
    )*};
}

by_processor! {
    /// `x ← norm(x + add)` for each row, to mean 0 and variance 1, then scaled and moved.
    fn add_and_norm(x: &mut [f32], add: &[f32], norm: &Norm) = add_and_norm_plainly;
    /// `x ← norm(x)` for each row.
    fn norm_rows(x: &mut [f32], norm: &Norm) = norm_rows_plainly;
    /// `x ← x · Φ(x)`, Φ being the share of a normal distribution below x.
    fn gelu(x: &mut [f32]) = gelu_plainly;
    /// Each row of `width` numbers becomes shares of one, by the exponential of `scale · x`.
    fn softmax_rows(x: &mut [f32], width: usize, scale: f32) = softmax_rows_plainly;
}

#[inline(always)]
fn add_and_norm_plainly(x: &mut [f32], add: &[f32], norm: &Norm) {
    let width = norm.weight.len();
    for (row, add) in x.chunks_exact_mut(width).zip(add.chunks_exact(width)) {
        row.iter_mut().zip(add).for_each(|(x, y)| *x += y);
        norm.apply(row);
    }
}

#[inline(always)]
fn norm_rows_plainly(x: &mut [f32], norm: &Norm) {
    x.chunks_exact_mut(norm.weight.len()).for_each(|row| norm.apply(row));
}

#[inline(always)]
fn gelu_plainly(x: &mut [f32]) {
    for x in x.iter_mut() {
        *x = 0.5 * *x * (1.0 + erf(*x * std::f32::consts::FRAC_1_SQRT_2));
    }
}

#[inline(always)]
fn softmax_rows_plainly(x: &mut [f32], width: usize, scale: f32) {
    for row in x.chunks_exact_mut(width) {
        let most = fold(row, f32::MIN, |most, x| if x > most { x } else { most });
        row.iter_mut().for_each(|x| *x = exp((*x - most) * scale));
        let inverse = 1.0 / fold(row, 0.0, |sum, x| sum + x);
        row.iter_mut().for_each(|x| *x *= inverse);
    }
}

/// Scale, shift and least variance of a norm.
#[derive(Debug)]
pub(crate) struct Norm {
    /// By column.
    pub weight: Vec<f32>,
    /// By column.
    pub bias: Vec<f32>,
    /// Added to the variance.
    pub epsilon: f32,
}

impl Norm {
    #[inline(always)]
    fn apply(&self, row: &mut [f32]) {
        let count = row.len() as f32;
        let mean = fold(row, 0.0, |sum, x| sum + x) / count;
        row.iter_mut().for_each(|x| *x -= mean);
        let variance = fold_map(row, |x| x * x) / count;
        let inverse = 1.0 / (variance + self.epsilon).sqrt();
        for ((x, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
            *x = *x * inverse * weight + bias;
        }
    }
}

/// Eight lanes of their own: the compiler may not reorder a sum of fractions by itself.
#[inline(always)]
fn fold(row: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let (eights, rest) = row.as_chunks::<8>();
    let mut lanes = [start; 8];
    for eight in eights {
        for (lane, x) in lanes.iter_mut().zip(eight) {
            *lane = join(*lane, *x);
        }
    }
    lanes.iter().chain(rest).fold(start, |sum, x| join(sum, *x))
}

#[inline(always)]
fn fold_map(row: &[f32], map: impl Fn(f32) -> f32) -> f32 {
    let (eights, rest) = row.as_chunks::<8>();
    let mut lanes = [0f32; 8];
    for eight in eights {
        for (lane, x) in lanes.iter_mut().zip(eight) {
            *lane += map(*x);
        }
    }
    lanes.iter().sum::<f32>() + rest.iter().map(|x| map(*x)).sum::<f32>()
}

/// The error function to 2 · 10⁻⁷ (Abramowitz and Stegun, 7.1.26).
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let sum =
        ((((1.061_405_4 * t - 1.453_152_1) * t + 1.421_413_8) * t - 0.284_496_72) * t + 0.254_829_6) * t;
    (1.0 - sum * exp(-size * size)).copysign(x)
}

/// 1.5 · 2²³.
const ROUNDER: f32 = 12_582_912.0;

/// The exponential to 2 · 10⁻⁷ of its size; 0 below -87.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    // Numbers of this size have no room for a fraction: adding rounds, on every processor.
    let whole = (x * std::f32::consts::LOG2_E + ROUNDER) - ROUNDER;
    // ln 2 in two parts, so that nothing of x is lost.
    let part = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = ((((1.0 / 720.0 * part + 1.0 / 120.0) * part + 1.0 / 24.0) * part + 1.0 / 6.0) * part + 0.5)
        * part
        * part
        + part
        + 1.0;
    // SAFETY: the clamp keeps it within ±128.
    let power = unsafe { whole.to_int_unchecked::<i32>() };
    series * f32::from_bits(((power + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: fn() -> [Processor; 2] = || [Processor::Portable, Processor::detect()];

    #[test]
    fn exponentials_and_errors_are_right_to_six_digits() {
        for step in -800..=800 {
            let x = step as f32 / 10.0;
            let wanted = f64::from(x).exp();
            assert!((f64::from(exp(x)) / wanted - 1.0).abs() < 4e-7, "exp({x})");
        }
        // By the error function's table.
        for (x, wanted) in
            [(0.0, 0.0), (0.1, 0.112_462_92), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3)]
        {
            assert!((erf(x) - wanted).abs() < 5e-7, "erf({x}) = {}", erf(x));
            assert!((erf(-x) + wanted).abs() < 5e-7, "erf(-{x})");
        }
    }

    #[test]
    fn gelu_bends_as_it_is_known_to() {
        for processor in BOTH() {
            let mut x = vec![-3.0, -1.0, 0.0, 1.0, 3.0, 100.0, -100.0, 0.5, 2.0];
            gelu(processor, &mut x);
            let wanted = [
                -0.004_049_7,
                -0.158_655_3,
                0.0,
                0.841_344_7,
                2.995_950_2,
                100.0,
                0.0,
                0.345_731_2,
                1.954_499_7,
            ];
            for (found, wanted) in x.iter().zip(wanted) {
                assert!((found - wanted).abs() < 2e-6, "{processor:?} {found} {wanted}");
            }
        }
    }

    #[test]
    fn shares_add_up_to_one_and_large_numbers_do_not_overflow() {
        for processor in BOTH() {
            let mut x: Vec<f32> = (0..26).map(|i| i as f32 * 1e3).collect();
            softmax_rows(processor, &mut x, 13, 0.001);
            for row in x.chunks(13) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                assert!((row[12] / row[11] - std::f32::consts::E).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn norms_have_mean_zero_and_variance_one() {
        let norm = Norm { weight: vec![2.0; 11], bias: vec![1.0; 11], epsilon: 1e-12 };
        for processor in BOTH() {
            let mut x: Vec<f32> = (0..22).map(|i| (i * i) as f32).collect();
            add_and_norm(processor, &mut x, &[1.0; 22], &norm);
            for row in x.chunks(11) {
                let mean = row.iter().sum::<f32>() / 11.0;
                let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / 11.0;
                assert!((mean - 1.0).abs() < 1e-5 && (variance - 4.0).abs() < 1e-4, "{mean} {variance}");
            }
        }
    }
}
