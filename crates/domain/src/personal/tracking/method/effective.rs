//! How many independent days a series is worth.

use super::ranks::dot;

/// Shares of a value below which nothing of it is left.
const NOTHING: f64 = 1e-15;

/// The effective number of days behind a correlation of two series:
///
/// > n ÷ (1 + 2 Σₖ (mₖ ÷ n) r₁(k) r₂(k)), k = 1 … ⌊√n⌋
///
/// with r the autocorrelations and mₖ the number of pairs of days that lie k apart: n − k where no day is
/// missing (Bartlett 1935; Pyper and Peterman 1998). Absent days take part in neither. Between 1 and n.
/// `days` ascend, `first` and `second` are centred and belong to them.
pub(crate) fn effective_days(days: &[i32], first: &[f64], second: &[f64]) -> f64 {
    let grid = Grid::of(days);
    let (first, second) = (grid.spread(first), grid.spread(second));
    let product = |lag: usize| {
        let share = grid.share_apart(lag);
        share * first.autocorrelation(lag, share) * second.autocorrelation(lag, share)
    };
    worth(days.len(), grid.lags().map(product).sum())
}

/// The effective number of days behind a trend, whose second series is time: the same with r₂ = 1 (Yue and
/// Wang 2004). `rest` is what the trend leaves, and is less like itself than the series is: its r(1) falls
/// short by (2 + 4 r(1)) ÷ n (Kendall 1954; van Giersbergen 2005). The days are worth no more than those of a
/// series in which each value keeps the share r(1), so mended, of the one before.
pub(crate) fn effective_days_of_trend(days: &[i32], rest: &[f64]) -> f64 {
    let n = days.len() as f64;
    let grid = Grid::of(days);
    let rest = grid.spread(rest);
    let measure_lag = |lag: usize| {
        let share = grid.share_apart(lag);
        share * rest.autocorrelation(lag, share)
    };
    let first = rest.autocorrelation(1, grid.share_apart(1));
    let kept: f64 = ((n * first + 2.0) / (n - 4.0).max(1.0)).clamp(0.0, 0.99);
    let powers = (1..grid.width).map(|lag| (lag, kept.powi(lag as i32)));
    let lasting = powers.take_while(|(_, power)| *power > NOTHING);
    let sum = lasting.map(|(lag, power)| grid.share_apart(lag) * power).sum();
    worth(days.len(), grid.lags().map(measure_lag).sum()).min(worth(days.len(), sum))
}

/// What `n` days are worth by the sum over all lags.
fn worth(n: usize, sum: f64) -> f64 {
    (n as f64 / (1.0 + 2.0 * sum).max(1.0)).max(1.0)
}

/// All days from the first to the last, so that days a lag apart stand a lag apart.
struct Grid<'a> {
    days: &'a [i32],
    width: usize,
    /// 1 where there is a day, 0 elsewhere.
    present: Vec<f64>,
}

impl<'a> Grid<'a> {
    fn of(days: &'a [i32]) -> Self {
        let width = match (days.first(), days.last()) {
            (Some(first), Some(last)) => (last - first) as usize + 1,
            _ => 0,
        };
        let mut grid = Self { days, width, present: Vec::new() };
        grid.present = grid.spread(&vec![1.0; days.len()]).values;
        grid
    }

    /// The lags that count: 1 … ⌊√n⌋.
    fn lags(&self) -> impl Iterator<Item = usize> + use<> {
        1..=((self.days.len() as f64).sqrt() as usize).min(self.width.saturating_sub(1))
    }

    fn spread(&self, values: &[f64]) -> Spread {
        let mut spread = vec![0.0; self.width];
        for (day, value) in self.days.iter().zip(values) {
            spread[(day - self.days[0]) as usize] = *value;
        }
        Spread { squares: dot(&spread, &spread), values: spread }
    }

    /// Pairs of days `lag` apart, by the number of days.
    fn share_apart(&self, lag: usize) -> f64 {
        let Some(later) = self.present.get(lag..) else { return 0.0 };
        dot(later, &self.present[..later.len()]) / self.days.len() as f64
    }
}

/// Values at their days, 0 elsewhere.
struct Spread {
    values: Vec<f64>,
    /// The sum of their squares.
    squares: f64,
}

impl Spread {
    /// The mean product of values `lag` apart by their variance, within -1 and 1; 0 where there is none.
    /// `share` is [`Grid::share_apart`].
    fn autocorrelation(&self, lag: usize, share: f64) -> f64 {
        let Some(later) = self.values.get(lag..) else { return 0.0 };
        if share <= 0.0 || self.squares <= 0.0 {
            return 0.0;
        }
        (dot(later, &self.values[..later.len()]) / share / self.squares).clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWINGS: [f64; 4] = [1.0, -1.0, 1.0, -1.0];

    #[test]
    fn two_series_of_the_same_inertia_are_worth_fewer_days_than_they_have() {
        // Lag 1: 3/4 · (−1)², lag 2: 2/4 · 1²; 4 ÷ (1 + 2 · 1.25).
        let worth = effective_days(&[0, 1, 2, 3], &SWINGS, &SWINGS);
        assert!((worth - 4.0 / 3.5).abs() < 1e-12, "{worth}");
    }

    #[test]
    fn a_series_without_inertia_costs_no_day_and_an_opposite_one_gives_none() {
        assert_eq!(effective_days(&[0, 1, 2, 3], &SWINGS, &[0.0; 4]), 4.0);
        assert_eq!(effective_days(&[0, 1, 2, 3], &SWINGS, &[1.0; 4]), 4.0);
    }

    #[test]
    fn days_that_lie_far_apart_are_independent_and_none_are_worth_one() {
        assert_eq!(effective_days(&[0, 100], &[1.0, -1.0], &[1.0, -1.0]), 2.0);
        assert_eq!(effective_days(&[], &[], &[]), 1.0);
        assert_eq!(effective_days(&[7], &[0.0], &[0.0]), 1.0);
    }
}
