//! The border that bad vectors do not pass.

use super::EmbedError;

/// Norms below this count as zero: dividing by them would blow up rounding noise.
const MIN_NORM: f64 = 1e-12;

/// Checks that `vector` has `expected` numbers, all finite, not all zero.
pub fn check_vector(vector: &[f32], expected: usize) -> Result<(), EmbedError> {
    if vector.len() != expected {
        return Err(EmbedError::WrongDimension { expected, got: vector.len() });
    }
    if vector.iter().any(|x| !x.is_finite()) {
        return Err(EmbedError::NotFinite);
    }
    if norm(vector) < MIN_NORM {
        return Err(EmbedError::ZeroVector);
    }
    Ok(())
}

/// Scales an embedding to norm 1, after [`check_vector`].
pub fn unit_vector(mut vector: Vec<f32>, expected: usize) -> Result<Vec<f32>, EmbedError> {
    check_vector(&vector, expected)?;
    let norm = norm(&vector);
    for x in &mut vector {
        *x = (f64::from(*x) / norm) as f32;
    }
    Ok(vector)
}

/// Euclidean norm, summed in `f64`: the square of a finite `f32` always fits.
fn norm(vector: &[f32]) -> f64 {
    vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bad_vectors_are_refused() {
        assert_eq!(check_vector(&[1.0], 2), Err(EmbedError::WrongDimension { expected: 2, got: 1 }));
        assert_eq!(check_vector(&[1.0, f32::NAN], 2), Err(EmbedError::NotFinite));
        assert_eq!(check_vector(&[f32::INFINITY, 0.0], 2), Err(EmbedError::NotFinite));
        assert_eq!(check_vector(&[0.0, -0.0], 2), Err(EmbedError::ZeroVector));
        assert_eq!(check_vector(&[], 0), Err(EmbedError::ZeroVector));
        assert_eq!(check_vector(&[0.0, 3.0], 2), Ok(()));
    }

    proptest! {
        #[test]
        fn what_passes_has_norm_one(vector in prop::collection::vec(prop::num::f32::NORMAL, 1..64)) {
            let expected = vector.len();
            if let Ok(unit) = unit_vector(vector, expected) {
                let norm: f64 = unit.iter().map(|&x| f64::from(x).powi(2)).sum();
                prop_assert!((norm - 1.0).abs() < 1e-5);
                prop_assert!(unit.iter().all(|x| x.is_finite()));
            }
        }
    }
}
