//! Tiers of the lexical search: the minimum number of terms in a row, and the unit of the weights.

/// The least number of hits in each tier, falling to 1: all, one fewer, two fewer, half, any.
pub(crate) fn tier_bounds(terms: usize) -> Vec<usize> {
    let mut bounds = vec![terms, terms.saturating_sub(1), terms.saturating_sub(2), terms / 2, 1];
    bounds.retain(|b| *b >= 1);
    bounds.dedup();
    bounds.sort_by(|a, b| b.cmp(a));
    bounds.dedup();
    bounds
}

/// Converts a weight to the integer unit of the sums.
pub(crate) fn unit(weight: f64) -> u32 {
    (weight.max(0.0) * UNIT).round() as u32
}

/// Weights are counted in hundred-thousandths, here as in statements, so that sums do not depend on
/// their order: what weighs the same must stand in the order of length.
pub(crate) const UNIT: f64 = 1e5;
