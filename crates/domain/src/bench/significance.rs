//! Whether a difference may be chance: a paired randomisation test.
//!
//! If two profiles were equally good, each query's difference could as well have the other sign. The
//! p-value is the share of all ways to give out signs whose mean is at least as far from 0 as the one
//! measured (Fisher 1935; for retrieval: Smucker, Allan and Carterette 2007). Up to
//! [`EXACT_PAIRS`] differences all ways are counted; beyond, a seeded sample of them.

/// Differences up to which every way is counted: 65,536.
const EXACT_PAIRS: usize = 16;
/// Ways sampled beyond: p is off by 0.003 at 0.05.
const SAMPLES: u32 = 20_000;
/// Sums that differ by less are equal.
const EQUAL: f64 = 1e-12;

/// The two-sided p-value of `deltas`, in 0..1; 1 where none differs from 0. The same `seed` gives the
/// same value.
pub fn sign_flip_test(deltas: &[f64], seed: u64) -> f64 {
    let deltas: Vec<f64> = deltas.iter().copied().filter(|d| d.abs() > EQUAL).collect();
    if deltas.is_empty() {
        return 1.0;
    }
    let measured = deltas.iter().sum::<f64>().abs() - EQUAL;
    if deltas.len() <= EXACT_PAIRS {
        let ways = 1u64 << deltas.len();
        let extreme = (0..ways).filter(|signs| signed_mean(&deltas, || *signs).abs() >= measured).count();
        return extreme as f64 / ways as f64;
    }
    let mut random = SplitMix(seed);
    let extreme = (0..SAMPLES).filter(|_| signed_mean(&deltas, || random.next()).abs() >= measured).count();
    // The signs as measured are one way too, so that p is never 0.
    (extreme as f64 + 1.0) / (f64::from(SAMPLES) + 1.0)
}

/// The sum with signs by the bits of `signs`, which is asked for 64 at a time.
fn signed_mean(deltas: &[f64], mut signs: impl FnMut() -> u64) -> f64 {
    let mut sum = 0.0;
    for chunk in deltas.chunks(64) {
        let bits = signs();
        for (at, delta) in chunk.iter().enumerate() {
            sum += if bits >> at & 1 == 1 { -delta } else { *delta };
        }
    }
    sum
}

/// SplitMix64 (Steele, Lea and Flood 2014): good enough for signs, the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_differences_are_counted_out() {
        // Of 2^5 ways two are as extreme: all up, all down.
        assert_eq!(sign_flip_test(&[0.1, 0.2, 0.1, 0.3, 0.2], 1), 2.0 / 32.0);
        assert_eq!(sign_flip_test(&[0.0, 0.0], 1), 1.0);
        assert_eq!(sign_flip_test(&[], 1), 1.0);
        assert_eq!(sign_flip_test(&[0.3, -0.3], 1), 1.0);
    }

    #[test]
    fn a_sample_comes_near_what_is_counted_out() {
        let deltas: Vec<f64> =
            (0..16).map(|i| if i % 4 == 0 { -0.1 } else { 0.05 + 0.01 * f64::from(i) }).collect();
        let exact = sign_flip_test(&deltas, 1);
        // Added pairs of opposite differences leave the mean where it is; what is sampled has a wider
        // spread, so its p-value is greater but of the same kind.
        let mut more = deltas.clone();
        more.extend([0.001, -0.001, 0.001, -0.001]);
        let sampled = sign_flip_test(&more, 7);
        assert!((exact - sampled).abs() < 0.02, "{exact} {sampled}");
        assert_eq!(sampled, sign_flip_test(&more, 7));
    }

    #[test]
    fn a_great_difference_over_many_queries_is_no_chance_and_noise_is() {
        let better: Vec<f64> = (0..60).map(|i| 0.02 + f64::from(i % 5) * 0.01).collect();
        assert!(sign_flip_test(&better, 3) < 0.001);
        let noise: Vec<f64> = (0..60).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 }).collect();
        assert!(sign_flip_test(&noise, 3) > 0.9);
    }
}
