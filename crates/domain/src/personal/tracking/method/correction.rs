//! The correction for the number of comparisons.

/// The p-values adjusted so that, where those at most α are taken for true, a share of at most α of them is
/// expected to be false (Benjamini and Hochberg 1995). In the order of `p`.
pub(crate) fn adjust_by_benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*b].total_cmp(&p[*a]));
    let mut adjusted = vec![1.0; p.len()];
    let mut smallest = 1.0_f64;
    for (at, index) in order.iter().enumerate() {
        let rank = p.len() - at;
        smallest = smallest.min(p[*index] * (p.len() as f64 / rank as f64));
        adjusted[*index] = smallest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_adjusted_by_its_rank_and_never_below_a_smaller_one() {
        assert_eq!(adjust_by_benjamini_hochberg(&[]), [0.0; 0]);
        assert_eq!(adjust_by_benjamini_hochberg(&[0.3]), [0.3]);
        assert_eq!(adjust_by_benjamini_hochberg(&[0.5, 0.01, 0.02, 0.5]), [0.5, 0.04, 0.04, 0.5]);
    }
}
