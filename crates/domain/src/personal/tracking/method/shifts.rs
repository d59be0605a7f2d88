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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_that_meets_its_like_in_one_place_alone_is_as_rare_as_the_places_are_many() {
        let series = [1.0, 0.0, 0.0, 0.0];
        assert_eq!(circular_shift_test(&series, &series), 0.25);
        let opposite = series.map(|value: f64| -value);
        assert_eq!(circular_shift_test(&series, &opposite), 0.25, "either direction counts");
    }

    #[test]
    fn what_every_turning_shows_as_well_stands_out_of_nothing() {
        assert_eq!(circular_shift_test(&[0.0; 5], &[1.0; 5]), 1.0);
        assert_eq!(circular_shift_test(&[1.0, -1.0, 1.0, -1.0], &[1.0, -1.0, 1.0, -1.0]), 1.0);
        assert_eq!(circular_shift_test(&[3.0], &[2.0]), 1.0, "one day has no other turning");
    }

    #[test]
    fn beyond_the_most_shifts_the_share_is_of_those_that_were_taken() {
        let mut series = vec![0.0; 1000];
        series[0] = 1.0;
        assert_eq!(circular_shift_test(&series, &series), 1.0 / 401.0);
    }
}
