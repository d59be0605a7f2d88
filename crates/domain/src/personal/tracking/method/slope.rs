//! Slopes between all pairs of days: order statistics of them, and the sum of their signs.
//!
//! There are n² ÷ 2 slopes. From [`MAX_KEPT`] on they are not listed: less than a slope m are as many as
//! there are pairs whose order by value − m × day is not their order in time, which sorting counts, and those
//! between two slopes are the pairs that change places from the one order to the other (Cole, Salowe, Steiger
//! and Szemerédi 1989; the bounds by drawing, as Matoušek 1991).

use std::cmp::Ordering;

/// Slopes up to which all are kept: 245 days.
const MAX_KEPT: usize = 30_000;
/// Slopes that are drawn to find two bounds around an order statistic.
const DRAWN: usize = 4_096;

/// The slopes between all pairs of days of a series.
pub(crate) struct Slopes<'a> {
    days: &'a [i32],
    values: &'a [f64],
    /// All slopes, or those that were drawn, ascending.
    listed: Vec<f64>,
}

impl<'a> Slopes<'a> {
    /// The slopes of `values`, which are finite and belong to `days`, which ascend.
    pub(crate) fn between(days: &'a [i32], values: &'a [f64]) -> Self {
        let mut slopes = Self { days, values, listed: Vec::new() };
        slopes.listed = if slopes.count() <= MAX_KEPT { slopes.list() } else { slopes.draw() };
        slopes.listed.sort_unstable_by(f64::total_cmp);
        slopes
    }

    /// The number of slopes.
    pub(crate) fn count(&self) -> usize {
        self.values.len() * self.values.len().saturating_sub(1) / 2
    }

    /// Kendall's S: rising pairs less falling ones (Mann 1945).
    pub(crate) fn sign_sum(&self) -> f64 {
        let falling = count_inversions(&self.order_along(0.0, Ties::InTime));
        let not_rising = count_inversions(&self.order_along(0.0, Ties::Turned));
        (self.count() - not_rising) as f64 - falling as f64
    }

    /// The median slope (Theil 1950; Sen 1968), in units a day; 0 where there is none.
    pub(crate) fn median(&self) -> f64 {
        match self.count() {
            0 => 0.0,
            odd if odd % 2 == 1 => self.at_rank(odd / 2).0,
            even => {
                let (lower, upper) = self.at_rank(even / 2 - 1);
                lower.midpoint(upper)
            }
        }
    }

    /// The slope at `rank` in ascending order, from 0 on, and the next one (at the last rank the same).
    /// `rank` is below the number of slopes.
    pub(crate) fn at_rank(&self, rank: usize) -> (f64, f64) {
        if self.listed.len() == self.count() {
            return (self.listed[rank], self.listed[(rank + 1).min(self.listed.len() - 1)]);
        }
        let place = rank as f64 / self.count() as f64 * self.listed.len() as f64;
        // Twice the deviation of a random draw, and this one is more even.
        let mut margin = (self.listed.len() as f64).sqrt();
        loop {
            let find_bound = |place: f64| self.listed.get(place as usize).copied();
            let low = if place < margin { None } else { find_bound(place - margin) };
            if let Some(pair) = self.select_between(low, find_bound(place + margin), rank) {
                return pair;
            }
            // The draw was unlucky. Without bounds nothing is missed.
            margin *= 4.0;
        }
    }

    /// What [`Self::at_rank`] returns, where both slopes lie between the bounds; an absent bound is infinite.
    fn select_between(&self, low: Option<f64>, high: Option<f64>, rank: usize) -> Option<(f64, f64)> {
        if let (Some(low), Some(high)) = (low, high)
            && low == high
            && let Some(level) = self.select_equal(low, rank)
        {
            return Some(level);
        }
        let n = self.values.len();
        let before = low.map_or_else(|| (0..n).collect(), |low| self.order_along(low, Ties::InTime));
        let after = high.map_or_else(|| (0..n).rev().collect(), |high| self.order_along(high, Ties::Turned));
        let below = count_inversions(&before);
        let mut inside = self.slopes_that_turn(&before, &after);
        let at = rank.checked_sub(below).filter(|at| *at < inside.len())?;
        let (_, slope, above) = inside.select_nth_unstable_by(at, f64::total_cmp);
        let slope = *slope;
        match above.iter().copied().min_by(f64::total_cmp) {
            Some(next) => Some((slope, next)),
            None => (rank + 1 == self.count()).then_some((slope, slope)),
        }
    }

    /// A slope that so many pairs have that it stands at `rank` and at the next one.
    fn select_equal(&self, slope: f64, rank: usize) -> Option<(f64, f64)> {
        let below = count_inversions(&self.order_along(slope, Ties::InTime));
        let up_to = count_inversions(&self.order_along(slope, Ties::Turned));
        (below <= rank && rank + 1 < up_to).then_some((slope, slope))
    }

    /// The slopes of the pairs that stand in another order in `after` than in `before`.
    fn slopes_that_turn(&self, before: &[usize], after: &[usize]) -> Vec<f64> {
        let mut places = vec![0; after.len()];
        for (place, at) in after.iter().enumerate() {
            places[*at] = place;
        }
        let mut sorted: Vec<usize> = Vec::with_capacity(before.len());
        let mut slopes = Vec::new();
        for at in before {
            let mut hole = sorted.len();
            sorted.push(*at);
            while hole > 0 && places[sorted[hole - 1]] > places[*at] {
                slopes.push(self.slope(sorted[hole - 1], *at));
                sorted[hole] = sorted[hole - 1];
                hole -= 1;
            }
            sorted[hole] = *at;
        }
        slopes
    }

    /// The days in the order of value − slope × day.
    fn order_along(&self, slope: f64, ties: Ties) -> Vec<usize> {
        let origin = self.days.first().copied().unwrap_or(0);
        let key = |at: usize| self.values[at] - slope * f64::from(self.days[at] - origin);
        let mut order: Vec<(f64, usize)> = (0..self.values.len()).map(|at| (key(at), at)).collect();
        let in_ties = |a: usize, b: usize| match ties {
            Ties::InTime => a.cmp(&b),
            Ties::Turned => b.cmp(&a),
        };
        let by_key = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
        order.sort_unstable_by(|a, b| by_key(a.0, b.0).then_with(|| in_ties(a.1, b.1)));
        order.into_iter().map(|(_, at)| at).collect()
    }

    fn list(&self) -> Vec<f64> {
        let n = self.values.len();
        (0..n).flat_map(|at| (at + 1..n).map(move |later| self.slope(at, later))).collect()
    }

    /// Slopes of pairs that lie evenly among all pairs: two irrational steps fill a square so (Roberts 2018).
    fn draw(&self) -> Vec<f64> {
        let n = self.values.len();
        let step = |at: usize, by: f64, below: usize| ((at as f64 * by).fract() * below as f64) as usize;
        let pair = |at: usize| {
            let first = step(at, 0.754_877_666_246_692_7, n);
            let other = step(at, 0.569_840_290_998_053_3, n - 1);
            (first, if other >= first { other + 1 } else { other })
        };
        (1..=DRAWN).map(pair).map(|(a, b)| self.slope(a, b)).collect()
    }

    fn slope(&self, a: usize, b: usize) -> f64 {
        (self.values[b] - self.values[a]) / f64::from(self.days[b] - self.days[a])
    }
}

/// The order of days with equal keys: the pairs of a slope count as above it, or as below.
#[derive(Clone, Copy)]
enum Ties {
    InTime,
    Turned,
}

/// Pairs whose order in `order` is not that of their numbers, by merging.
fn count_inversions(order: &[usize]) -> usize {
    let mut from = order.to_vec();
    let mut to = order.to_vec();
    let (mut width, mut count) = (1, 0);
    while width < from.len() {
        for (source, target) in from.chunks(2 * width).zip(to.chunks_mut(2 * width)) {
            let (left, right) = source.split_at(width.min(source.len()));
            count += merge(left, right, target);
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    count
}

/// Merges two ascending lists into `target`; returns the number of pairs of which the greater stands in
/// `left`.
fn merge(left: &[usize], right: &[usize], target: &mut [usize]) -> usize {
    let (mut l, mut r, mut count) = (0, 0, 0);
    for place in target {
        if r == right.len() || (l < left.len() && left[l] < right[r]) {
            *place = left[l];
            l += 1;
        } else {
            *place = right[r];
            r += 1;
            count += left.len() - l;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sort_slopes(slopes: &Slopes) -> Vec<f64> {
        let mut all = slopes.list();
        all.sort_by(f64::total_cmp);
        all
    }

    #[test]
    fn slopes_that_are_not_listed_are_found_at_their_rank() {
        let days: Vec<i32> = (0..300).map(|at| at + at / 9).collect();
        for modulus in [2, 5, 1_000_003] {
            // From nearly all level to nearly all different.
            let values: Vec<f64> = (0..300_i64).map(|at| ((at * at * 7_919) % modulus) as f64).collect();
            let slopes = Slopes::between(&days, &values);
            assert!(slopes.listed.len() < slopes.count());
            let all = sort_slopes(&slopes);
            for rank in (0..all.len()).step_by(997).chain([0, all.len() - 1, all.len() / 2]) {
                let next = all[(rank + 1).min(all.len() - 1)];
                assert_eq!(slopes.at_rank(rank), (all[rank], next), "rank {rank} of {modulus}");
            }
            let sign_sum: f64 =
                all.iter().map(|slope| if *slope == 0.0 { 0.0 } else { slope.signum() }).sum();
            assert_eq!(slopes.sign_sum(), sign_sum);
        }
    }

    #[test]
    fn few_days_have_a_median_slope_and_one_day_has_none() {
        assert_eq!(Slopes::between(&[], &[]).median(), 0.0);
        assert_eq!(Slopes::between(&[5], &[3.0]).median(), 0.0);
        assert_eq!(Slopes::between(&[5, 9], &[3.0, 1.0]).median(), -0.5);
        assert_eq!(Slopes::between(&[1, 2, 3], &[0.0, 1.0, 5.0]).median(), 2.5);
    }

    #[test]
    fn inversions_are_counted() {
        assert_eq!(count_inversions(&[]), 0);
        assert_eq!(count_inversions(&[0, 1, 2]), 0);
        assert_eq!(count_inversions(&[4, 3, 2, 1, 0]), 10);
        assert_eq!(count_inversions(&[1, 0, 4, 2, 3]), 3);
    }
}
