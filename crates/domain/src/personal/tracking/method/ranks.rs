//! Ranks, and the correlation of ranks.

/// Days from which every day of the week has about four values to be measured by.
const DAYS_FOR_WEEK: usize = 28;
/// The means of seven days of the week take six values more than the mean of all days does.
const WEEK_FREEDOM: f64 = 6.0;

/// The mean rank of ties, from 1 on. Neighbours in order that differ by no more than either's tolerance are
/// ties: what a subtraction leaves of equal values differs in the last bits.
pub(crate) fn average_ranks(values: &[f64], tolerances: &[f64]) -> Vec<f64> {
    let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let order: Vec<usize> = order.into_iter().map(|(_, at)| at).collect();
    let is_tied = |a: usize, b: usize| (values[b] - values[a]).abs() <= tolerances[a].max(tolerances[b]);
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        while end < order.len() && is_tied(order[end - 1], order[end]) {
            end += 1;
        }
        let rank = (start + 1 + end) as f64 / 2.0;
        for at in &order[start..end] {
            ranks[*at] = rank;
        }
        start = end;
    }
    ranks
}

/// Ranks less their mean, scaled so that their squares add up to 1; `None` where all are equal.
pub(crate) fn standard_ranks(values: &[f64], tolerances: &[f64]) -> Option<Vec<f64>> {
    let mut ranks = average_ranks(values, tolerances);
    take_mean_away(&mut ranks, |_| true);
    scale(ranks)
}

/// Standardises the ranks of a metric's values by the mean of their day of the week, from [`DAYS_FOR_WEEK`] days on,
/// in place of the mean of all days. The correlation of such ranks is the partial one (Conover 1999). Two metrics
/// that both rest on Sundays may have nothing else to do with each other. It is taken from ranks rather than from
/// values, because counts are spread less widely on quiet days than on busy ones, and ranks would show it.
pub(crate) fn standard_ranks_beside_week(
    days: &[i32],
    values: &[f64],
    tolerances: &[f64],
) -> Option<Vec<f64>> {
    if days.len() < DAYS_FOR_WEEK {
        return standard_ranks(values, tolerances);
    }
    let mut ranks = average_ranks(values, tolerances);
    for weekday in 0..7 {
        take_mean_away(&mut ranks, |at| days[at].rem_euclid(7) == weekday);
    }
    scale(ranks)
}

/// The share of `days` that is left to compare when [`standard_ranks_beside_week`] has taken its means, 0 to
/// 1.
pub(crate) fn share_beside_week(days: usize) -> f64 {
    if days < DAYS_FOR_WEEK { 1.0 } else { 1.0 - WEEK_FREEDOM / days as f64 }
}

/// From the ranks at the places that `belongs` names.
fn take_mean_away(ranks: &mut [f64], belongs: impl Fn(usize) -> bool) {
    let places: Vec<usize> = (0..ranks.len()).filter(|at| belongs(*at)).collect();
    let mean = places.iter().map(|at| ranks[*at]).sum::<f64>() / places.len().max(1) as f64;
    for at in places {
        ranks[at] -= mean;
    }
}

fn scale(mut ranks: Vec<f64>) -> Option<Vec<f64>> {
    let length = ranks.iter().map(|rank| rank * rank).sum::<f64>().sqrt();
    // Ranks are halves: what is less was left by rounding.
    if length < 1e-6 {
        return None;
    }
    for rank in &mut ranks {
        *rank /= length;
    }
    Some(ranks)
}

/// The sum of products, in eight sums at once so that it is computed in vector registers. `a` and `b` are
/// equally long. Of two [`standard_ranks`] it is Spearman's coefficient (Spearman 1904), with ties as in
/// Kendall (1948).
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (heads_a, tail_a) = a.as_chunks::<8>();
    let (heads_b, tail_b) = b.as_chunks::<8>();
    let mut sums = [0.0_f64; 8];
    for (x, y) in heads_a.iter().zip(heads_b) {
        for lane in 0..8 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + tail_a.iter().zip(tail_b).map(|(x, y)| x * y).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_mean_rank_and_rounding_makes_ties() {
        let exact = [0.0; 4];
        assert_eq!(average_ranks(&[3.0, 1.0, 3.0, 2.0], &exact), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(average_ranks(&[1.0, 1.0 + 1e-13, 2.0, 1.5], &[1e-12; 4]), [1.5, 1.5, 4.0, 3.0]);
        assert_eq!(average_ranks(&[], &[]), [0.0; 0]);
    }

    #[test]
    fn what_differs_by_the_day_of_the_week_alone_does_not_vary() {
        let days: Vec<i32> = (0..35).collect();
        let week: Vec<f64> = days.iter().map(|day| f64::from(day % 7)).collect();
        assert!(standard_ranks(&week, &[0.0; 35]).is_some());
        assert_eq!(standard_ranks_beside_week(&days, &week, &[0.0; 35]), None);
    }

    #[test]
    fn a_product_adds_up_whatever_its_length() {
        for n in 0..20_u8 {
            let ones = vec![1.0; n.into()];
            let numbers: Vec<f64> = (1..=n).map(f64::from).collect();
            assert_eq!(dot(&ones, &numbers), f64::from(n) * f64::from(n + 1) / 2.0);
        }
    }
}
