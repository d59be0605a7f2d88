//! Whether two series vary on enough days to be compared.

/// The days on which both series are expected to differ from their most common value, if they have nothing to
/// do with each other. Below five (Cochran 1954) a few coincidences make a coefficient that no approximation
/// of its distribution is right for. Both have a value for the same days, at least one.
pub(crate) fn expected_joint_days(first: &[f64], second: &[f64]) -> f64 {
    let unusual = |values: &[f64]| (values.len() - most_common(values)) as f64;
    unusual(first) * unusual(second) / first.len() as f64
}

/// How often the most common value stands in `values`.
fn most_common(values: &[f64]) -> usize {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a == b).map(<[f64]>::len).max().unwrap_or(0)
}
