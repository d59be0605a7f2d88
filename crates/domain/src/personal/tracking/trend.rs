//! The trend of one metric.

use super::day::{Aggregation, DayValue, number_of_day};
use super::history::MetricSummary;
use super::limits::{ALPHA, DAYS_FOR_CLAIMS, DAYS_FOR_NUMBERS};
use super::method::{
    Residuals, Slopes, effective_days_of_trend, standard_ranks, two_sided_normal, z_of_interval,
};
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The trend of one metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricTrend {
    /// The metric's name.
    #[serde(rename = "type")]
    pub kind: String,
    /// How the entries of a day become its value.
    pub aggregation: Aggregation,
    /// Figures over the days; absent where there is no day.
    pub summary: Option<MetricSummary>,
    /// The slope, from [`DAYS_FOR_NUMBERS`] days on, where the values differ.
    pub slope: Option<TrendSlope>,
    /// What may be stated.
    pub verdict: TrendVerdict,
}

/// A slope and its test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendSlope {
    /// The median slope between all pairs of days, in units a day (Theil 1950; Sen 1968).
    #[specta(type = Number)]
    pub per_day: f64,
    /// The lower end of its 95 % interval (Sen 1968, with the variance that `effective_days` gives).
    #[specta(type = Number)]
    pub low: f64,
    /// The upper end.
    #[specta(type = Number)]
    pub high: f64,
    /// The two-sided p-value of the Mann–Kendall test, 0 to 1.
    #[specta(type = Number)]
    pub p: f64,
    /// `p` adjusted for every metric of the call, 0 to 1 (Benjamini and Hochberg 1995).
    #[specta(type = Number)]
    pub adjusted_p: f64,
    /// The days that the metric's days are worth, 1 to their number.
    #[specta(type = Number)]
    pub effective_days: f64,
}

/// What may be stated about a trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TrendVerdict {
    /// Nothing: there are fewer than [`DAYS_FOR_NUMBERS`] days.
    TooFewDays {
        /// Days that are missing to it.
        missing_days: u32,
    },
    /// That the value is the same on every day.
    Constant,
    /// The numbers with their interval, and no claim: there are fewer than [`DAYS_FOR_CLAIMS`] days.
    NumbersOnly {
        /// Days that are missing to a claim.
        missing_days: u32,
    },
    /// That no trend shows.
    NoTrend,
    /// That the values rise.
    Rising,
    /// That the values fall.
    Falling,
}

/// The slope of `days`, which ascend and are finite; the adjusted p-value is still the plain one. `None`
/// where there are too few days for one, or all values are equal.
pub(super) fn measure_slope(days: &[DayValue]) -> Option<TrendSlope> {
    if days.len() < DAYS_FOR_NUMBERS as usize { None } else { measure_varying(days) }
}

/// What may be stated, given the adjusted p-value.
pub(super) fn judge_trend(days: u32, slope: Option<TrendSlope>) -> TrendVerdict {
    if days < DAYS_FOR_NUMBERS {
        return TrendVerdict::TooFewDays { missing_days: DAYS_FOR_NUMBERS - days };
    }
    match slope {
        None => TrendVerdict::Constant,
        Some(_) if days < DAYS_FOR_CLAIMS => {
            TrendVerdict::NumbersOnly { missing_days: DAYS_FOR_CLAIMS - days }
        }
        Some(slope) if slope.adjusted_p > ALPHA => TrendVerdict::NoTrend,
        Some(slope) if slope.per_day > 0.0 => TrendVerdict::Rising,
        Some(slope) if slope.per_day < 0.0 => TrendVerdict::Falling,
        // More pairs rise than fall, but half of all are level.
        Some(_) => TrendVerdict::NoTrend,
    }
}

/// `None` where all values are equal.
fn measure_varying(days: &[DayValue]) -> Option<TrendSlope> {
    let numbers: Vec<i32> = days.iter().map(|day| number_of_day(day.day)).collect();
    let values: Vec<f64> = days.iter().map(|day| day.value).collect();
    let variance = variance_of_sign_sum(&values);
    if variance <= 0.0 {
        return None;
    }
    let slopes = Slopes::between(&numbers, &values);
    let per_day = slopes.median();
    let rest = Residuals::along(per_day, &numbers, &values);
    let n = values.len() as f64;
    // Values on a line leave nothing that could resemble itself: every day counts.
    let effective = standard_ranks(&rest.values, &rest.tolerances)
        .map_or(n, |ranks| effective_days_of_trend(&numbers, &ranks));
    let deviation = (variance * n / effective).sqrt();
    let sum = slopes.sign_sum();
    // One less, because a sum of signs moves in steps of two (Kendall 1948).
    let p = two_sided_normal((sum.abs() - 1.0).max(0.0) / deviation);
    let (low, high) = interval_of_slope(&slopes, deviation);
    Some(TrendSlope { per_day, low, high, p, adjusted_p: p, effective_days: effective })
}

/// The variance of Kendall's S where there is no trend: (n(n−1)(2n+5) − Σ t(t−1)(2t+5)) ÷ 18 over all ties of
/// t equal values (Kendall 1948).
fn variance_of_sign_sum(values: &[f64]) -> f64 {
    let term = |n: usize| {
        let n = n as f64;
        n * (n - 1.0) * (2.0 * n + 5.0)
    };
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let ties: f64 = sorted.chunk_by(|a, b| a == b).map(|tie| term(tie.len())).sum();
    (term(values.len()) - ties) / 18.0
}

/// The slopes between which the true one lies with 95 %: those that as many others lie below and above as the
/// deviation of Kendall's S allows (Sen 1968).
fn interval_of_slope(slopes: &Slopes, deviation: f64) -> (f64, f64) {
    let count = slopes.count() as f64;
    let reach = z_of_interval() * deviation;
    let last = slopes.count().saturating_sub(1);
    let low = (((count - reach) / 2.0).round_ties_even() - 1.0).max(0.0) as usize;
    let high = ((count + reach) / 2.0).round_ties_even().max(0.0) as usize;
    (slopes.at_rank(low.min(last)).0, slopes.at_rank(high.min(last)).0)
}
