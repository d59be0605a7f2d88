//! Whether a correlation stands out among those of the same series moved against each other.

use super::ranks::dot;

/// Shifts beyond which they are sampled: a p-value is off by at most 1 ÷ 400.
const MAX_SHIFTS: usize = 400;
/// Coefficients that differ by less are equal.
const EQUAL: f64 = 1e-12;
/// Multiples of it, without their whole part, are spread evenly however many there are.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// The two-sided p-value of the circular-shift test: the share of all ways to turn `second` against `first`,
/// the one measured among them, whose coefficient is at least as far from 0 (Politis and Romano 1992; Harris
/// 2020). What each series has of inertia survives the turning, what connects the two does not. Beyond
/// [`MAX_SHIFTS`] evenly spread ones are taken. Both series are standard ranks of the same days, at least
/// one.
pub(crate) fn circular_shift_test(first: &[f64], second: &[f64]) -> f64 {
    let n = first.len();
    let measured = dot(first, second).abs() - EQUAL;
    let turned: Vec<f64> = second.iter().chain(second).copied().collect();
    let shifts = (n - 1).min(MAX_SHIFTS);
    // Even steps could be weeks, and would leave a weekly pattern in place.
    let spread = |at: usize| ((at as f64 * GOLDEN).fract() * (n - 1) as f64) as usize + 1;
    let extreme = (1..=shifts)
        .map(|at| if shifts == n - 1 { at } else { spread(at) })
        .filter(|shift| dot(first, &turned[*shift..shift + n]).abs() >= measured)
        .count();
    (extreme as f64 + 1.0) / (shifts as f64 + 1.0)
}
