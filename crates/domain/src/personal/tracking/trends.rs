//! The result of `get_trends`: all metrics of a call.

use super::correlation::{Comparison, Correlation, DayLag, Outcome, compare, judge_correlation};
use super::day::{Aggregation, DayValue, MAX_DAY_VALUE, MetricSeries, number_of_day};
use super::history::MetricSummary;
use super::limits::{MAX_DAYS, MAX_METRICS};
use super::method::{Residuals, adjust_by_benjamini_hochberg};
use super::trend::{MetricTrend, TrendSlope, judge_trend, measure_slope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Over how long trends are taken; goes before a number of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TrendPeriod {
    /// 7 days.
    Week,
    /// 30 days.
    Month,
    /// 90 days.
    Quarter,
    /// 180 days.
    Semester,
    /// 365 days.
    Year,
    /// All there is.
    All,
}

impl TrendPeriod {
    /// Days up to today that it has; `None` where it has no beginning.
    pub fn days(self) -> Option<u32> {
        match self {
            Self::Week => Some(7),
            Self::Month => Some(30),
            Self::Quarter => Some(90),
            Self::Semester => Some(180),
            Self::Year => Some(365),
            Self::All => None,
        }
    }
}

/// The trends of metrics, and what connects them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trends {
    /// One for each metric, in the order of the call.
    pub trends: Vec<MetricTrend>,
    /// One for each pair and lag; empty where none were asked for or there is one metric.
    pub correlations: Vec<Correlation>,
}

/// Analyses up to [`MAX_METRICS`] metrics; more are cut off. Days of a series may stand in any order; a
/// repeated day keeps its first value, NaN and what is beyond 10^18 to either side of 0 is left out, and
/// nothing counts that is [`MAX_DAYS`] or more before the newest day. Every number of the result is finite.
pub fn analyze_trends(metrics: &[MetricSeries], include_correlations: bool) -> Trends {
    let metrics: Vec<Metric> = metrics.iter().take(MAX_METRICS).map(Metric::of).collect();
    let correlations = if include_correlations { correlate(&metrics) } else { Vec::new() };
    Trends { trends: judge_trends(metrics), correlations }
}

/// A metric of the call.
struct Metric<'a> {
    kind: &'a str,
    days: Vec<DayValue>,
    slope: Option<TrendSlope>,
}

impl<'a> Metric<'a> {
    fn of(series: &'a MetricSeries) -> Self {
        let days = tidy_days(&series.days);
        Self { kind: &series.kind, slope: measure_slope(&days), days }
    }

    /// The slope was measured with the trend, save where there are too few days for one.
    fn residuals(&self) -> Residuals {
        let numbers: Vec<i32> = self.days.iter().map(|day| number_of_day(day.day)).collect();
        let values: Vec<f64> = self.days.iter().map(|day| day.value).collect();
        match self.slope {
            Some(slope) => Residuals::along(slope.per_day, &numbers, &values),
            None => Residuals::of(&numbers, &values),
        }
    }
}

fn tidy_days(days: &[DayValue]) -> Vec<DayValue> {
    let usable = |day: &DayValue| day.value.abs() <= MAX_DAY_VALUE;
    let mut days: Vec<DayValue> = days.iter().copied().filter(usable).collect();
    days.sort_by_key(|day| day.day);
    days.dedup_by_key(|day| day.day);
    if let Some(newest) = days.last().map(|day| number_of_day(day.day)) {
        days.retain(|day| newest - number_of_day(day.day) < MAX_DAYS);
    }
    days
}

fn judge_trends(metrics: Vec<Metric>) -> Vec<MetricTrend> {
    let p: Vec<f64> = metrics.iter().filter_map(|metric| metric.slope.map(|slope| slope.p)).collect();
    let mut adjusted = adjust_by_benjamini_hochberg(&p).into_iter();
    let judge = |metric: Metric| {
        let slope =
            metric.slope.map(|slope| TrendSlope { adjusted_p: adjusted.next().unwrap_or(slope.p), ..slope });
        MetricTrend {
            kind: metric.kind.to_owned(),
            aggregation: Aggregation::of(metric.kind),
            summary: MetricSummary::of(&metric.days),
            slope,
            verdict: judge_trend(u32::try_from(metric.days.len()).unwrap_or(u32::MAX), slope),
        }
    };
    metrics.into_iter().map(judge).collect()
}

fn correlate(metrics: &[Metric]) -> Vec<Correlation> {
    let residuals: Vec<Residuals> = metrics.iter().map(Metric::residuals).collect();
    let mut all = Vec::new();
    for (at, first) in residuals.iter().enumerate() {
        for (other, second) in residuals.iter().enumerate().skip(at + 1) {
            all.extend(
                DayLag::ALL.map(|lag| (metrics[at].kind, metrics[other].kind, compare(first, second, lag))),
            );
        }
    }
    let p: Vec<f64> = all
        .iter()
        .filter_map(|(.., pair)| match &pair.outcome {
            Outcome::Measured(numbers) => Some(numbers.p),
            _ => None,
        })
        .collect();
    let mut adjusted = adjust_by_benjamini_hochberg(&p).into_iter();
    let judge = |(first, second, mut pair): (&str, &str, Comparison)| {
        if let Outcome::Measured(numbers) = &mut pair.outcome {
            numbers.adjusted_p = adjusted.next().unwrap_or(numbers.p);
        }
        Correlation {
            first: first.to_owned(),
            second: second.to_owned(),
            lag: pair.lag,
            shared_days: pair.shared_days,
            verdict: judge_correlation(pair.shared_days, &pair.outcome),
            coefficient: match pair.outcome {
                Outcome::Measured(numbers) => Some(numbers),
                _ => None,
            },
        }
    };
    all.into_iter().map(judge).collect()
}
