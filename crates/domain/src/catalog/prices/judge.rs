//! What stands out in an update of prices: slips of the finger, columns that were mixed up, sales at a loss.

use super::mark::PriceMark;
use super::plan::PlannedPrice;
use crate::catalog::Price;
use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use std::cmp::Reverse;

/// A price that is eight times the old one or more, or an eighth or less, has a comma in the wrong place.
const TENFOLD: Decimal = Decimal::from_parts(8, 0, 0, false, 0);
/// Fewest changes of which a usual one can be said.
const LEAST_ROWS: usize = 8;
/// Points by which a change differs from the usual one at least.
const LEAST_POINTS: f64 = 10.0;
/// How many median distances from the usual change it differs at least.
const DISTANCES: f64 = 3.0;

/// A row that is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JudgedPrice {
    /// What it costs the customer now.
    pub old: Option<Price>,
    /// What it is to cost; none where the price is taken away.
    pub new: Option<Price>,
    /// What it costs the dealer.
    pub cost: Option<Price>,
}

/// By how many per cent a price changes, with one decimal; `None` where there is no old price or that is 0.
pub fn percent_between(old: Option<Price>, new: Option<Price>) -> Option<f64> {
    let (old, new) = (old?.amount(), new?.amount());
    let part = (new - old).checked_mul(Decimal::ONE_HUNDRED)?.checked_div(old)?;
    part.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero).to_f64()
}

/// The rows of a change with what stands out in each, those that stand out first. Rows that change nothing count among
/// the others: a preview and what is kept of a change mark all rows of its plan, so that they say the same.
pub fn mark_rows(rows: Vec<PlannedPrice>) -> Vec<(PlannedPrice, Vec<PriceMark>)> {
    let make_judged = |row: &PlannedPrice| JudgedPrice { old: row.old, new: row.after, cost: row.cost };
    let marks = judge_changes(&rows.iter().map(make_judged).collect::<Vec<_>>());
    let mut rows: Vec<(PlannedPrice, Vec<PriceMark>)> = rows.into_iter().zip(marks).collect();
    rows.sort_by_key(|(_, marks)| Reverse(weigh_marks(marks)));
    rows
}

/// What stands out in each row, in the order of the rows; the gravest mark of a row first.
pub(super) fn judge_changes(rows: &[JudgedPrice]) -> Vec<Vec<PriceMark>> {
    let percents: Vec<Option<f64>> = rows.iter().map(|row| percent_between(row.old, row.new)).collect();
    let usual = usual_change(&percents);
    rows.iter().zip(percents).map(|(row, percent)| judge_row(row, percent, usual)).collect()
}

/// How early a row is to be seen: by its gravest mark; one without a mark before one that stays as it is.
fn weigh_marks(marks: &[PriceMark]) -> u8 {
    match marks.first() {
        Some(PriceMark::Tenfold) => 6,
        Some(PriceMark::ToZero) => 5,
        Some(PriceMark::BelowCost) => 4,
        Some(PriceMark::UnlikeTheOthers) => 3,
        Some(PriceMark::FirstPrice) => 2,
        None => 1,
        Some(PriceMark::Unchanged) => 0,
    }
}

fn judge_row(row: &JudgedPrice, percent: Option<f64>, usual: Option<(f64, f64)>) -> Vec<PriceMark> {
    let Some(new) = row.new else { return Vec::new() };
    let is_tenfold = row.old.is_some_and(|old| is_tenfold(old, new));
    let is_unlike = percent.zip(usual).is_some_and(|(percent, (median, distance))| {
        let points = (percent - median).abs();
        points > LEAST_POINTS && points > DISTANCES * distance
    });
    let stands_out = |mark: &PriceMark| match mark {
        PriceMark::Tenfold => is_tenfold,
        PriceMark::ToZero => new.amount().is_zero() && row.old != Some(new),
        PriceMark::BelowCost => row.cost.is_some_and(|cost| new < cost),
        PriceMark::UnlikeTheOthers => is_unlike,
        PriceMark::FirstPrice => row.old.is_none(),
        PriceMark::Unchanged => row.old == Some(new),
    };
    PriceMark::ALL.into_iter().filter(stands_out).collect()
}

/// Whether one of the two is eight times the other; a price of 0 has a mark of its own.
fn is_tenfold(old: Price, new: Price) -> bool {
    let (old, new) = (old.amount(), new.amount());
    let is_many_times =
        |more: Decimal, less: Decimal| less.checked_mul(TENFOLD).is_some_and(|least| more >= least);
    !old.is_zero() && !new.is_zero() && (is_many_times(new, old) || is_many_times(old, new))
}

/// The median change in per cent and the median distance from it; `None` where too few rows change.
fn usual_change(percents: &[Option<f64>]) -> Option<(f64, f64)> {
    let known: Vec<f64> = percents.iter().copied().flatten().collect();
    if known.len() < LEAST_ROWS {
        return None;
    }
    let median = median_of(known.clone())?;
    let distance = median_of(known.into_iter().map(|percent| (percent - median).abs()).collect())?;
    Some((median, distance))
}

fn median_of(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    let upper = *numbers.get(middle)?;
    match numbers.len() % 2 {
        0 => Some((numbers.get(middle - 1)? + upper) / 2.0),
        _ => Some(upper),
    }
}
