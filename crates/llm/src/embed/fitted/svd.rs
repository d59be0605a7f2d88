//! The strongest directions of a sparse matrix.
//!
//! Randomised range finder with power iterations, after Halko, Martinsson and Tropp, "Finding
//! structure with randomness" (SIAM Review 53, 2011), algorithms 4.4 and 5.1: multiply a random
//! matrix, orthonormalise, repeat, then decompose the small matrix that is left. Seeded, so the
//! same input gives the same directions.

use nalgebra::DMatrix;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    dense::{Dense, Spectrum},
    sparse::Csr,
};

/// Directions weaker than the strongest by this factor are left out.
const WEAKEST: f64 = 1e-4;

/// What to look for, and how hard.
pub(super) struct SvdRules {
    pub rank: usize,
    pub oversampling: usize,
    pub power_iterations: usize,
    pub seed: u64,
}

/// The strongest right singular vectors, as columns, with their singular values, descending.
pub(super) struct Directions {
    pub singular_values: Vec<f64>,
    pub vectors: Dense,
}

/// At most `rules.rank` directions of `matrix`; fewer where it has fewer.
pub(super) fn strongest_directions(matrix: &Csr, rules: &SvdRules) -> Directions {
    let width = (rules.rank + rules.oversampling).min(matrix.rows()).min(matrix.columns);
    let mut left = matrix.times(&random_matrix(matrix.columns, width, rules.seed)).orthonormal();
    for _ in 0..rules.power_iterations {
        let right = matrix.transposed_times(&left).orthonormal();
        left = matrix.times(&right).orthonormal();
    }
    // `small` is the transpose of leftᵀ · matrix: as tall as there are features, `width` wide.
    let small = matrix.transposed_times(&left);
    drop(left);
    let spectrum = Spectrum::of(small.gram());
    let strongest = spectrum.values.first().map_or(0.0, |value| value.sqrt());
    let singular_values: Vec<f64> = spectrum
        .values
        .iter()
        .map(|value| value.sqrt())
        .take(rules.rank)
        .take_while(|&value| value > strongest * WEAKEST)
        .collect();
    let to_right = DMatrix::from_fn(width, singular_values.len(), |i, j| {
        (spectrum.vectors[(i, j)] / singular_values[j]) as f32
    });
    Directions { vectors: small.times(&to_right), singular_values }
}

/// A random matrix of numbers between -1 and 1: as good as Gaussian ones for finding a range,
/// and (unlike plain signs) never by accident at right angles to all there is in a tiny corpus.
fn random_matrix(rows: usize, columns: usize, seed: u64) -> Dense {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut out = Dense::zeros(rows, columns);
    out.data.iter_mut().for_each(|x| *x = rng.random_range(-1.0..1.0));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: SvdRules = SvdRules { rank: 3, oversampling: 10, power_iterations: 2, seed: 5 };

    /// A matrix with known directions: two groups of columns, used by different rows.
    fn two_topics() -> Csr {
        let mut matrix = Csr::new(6);
        for i in 0..40u32 {
            let noise = (i % 5) as f32 * 0.01;
            if i % 4 == 0 {
                matrix.push_row(&[(3, 1.0), (4, 1.0 + noise), (5, 1.0)]);
            } else {
                matrix.push_row(&[(0, 1.0 + noise), (1, 1.0), (2, 1.0)]);
            }
        }
        matrix
    }

    #[test]
    fn topics_are_found_strongest_first() {
        let found = strongest_directions(&two_topics(), &RULES);
        assert!(found.singular_values[0] > found.singular_values[1]);
        // 30 rows of three ones: the strongest singular value is close to √90.
        assert!((found.singular_values[0] - 90f64.sqrt()).abs() < 0.2);
        for feature in 0..3 {
            assert!((found.vectors.row(feature)[0].abs() - 1.0 / 3f32.sqrt()).abs() < 0.02);
            assert!((found.vectors.row(feature + 3)[1].abs() - 1.0 / 3f32.sqrt()).abs() < 0.02);
        }
    }

    #[test]
    fn agrees_with_a_full_decomposition() {
        let mut matrix = Csr::new(25);
        let mut full = DMatrix::<f64>::zeros(60, 25);
        for i in 0..60usize {
            let row: Vec<(u32, f32)> = (0..25u32)
                .filter(|j| (i * 31 + *j as usize * 17).is_multiple_of(6))
                .map(|j| (j, 1.0 + (i % 3) as f32))
                .collect();
            for &(j, value) in &row {
                full[(i, j as usize)] = f64::from(value);
            }
            matrix.push_row(&row);
        }
        let mut expected: Vec<f64> = full.singular_values().iter().copied().collect();
        expected.sort_by(|a, b| b.total_cmp(a));
        let found = strongest_directions(&matrix, &RULES);
        for (got, expected) in found.singular_values.iter().zip(&expected) {
            assert!((got - expected).abs() < 1e-3 * expected, "{got} {expected}");
        }
    }

    #[test]
    fn same_seed_same_directions() {
        let (a, b) =
            (strongest_directions(&two_topics(), &RULES), strongest_directions(&two_topics(), &RULES));
        assert_eq!(a.vectors, b.vectors);
    }
}
