//! How long `get_trends` takes over five metrics of five years: slopes between all pairs of days, and ten
//! pairs of metrics at three lags. Nothing fails because of time; a person reads it (`make bench`).

#![allow(missing_docs, reason = "a program")]

use celeiro_domain::personal::tracking::{DayValue, MetricSeries, analyze_trends};
use chrono::{Days, NaiveDate};
use std::time::Instant;

const METRICS: u64 = 5;
const DAYS: u64 = 5 * 365 + 1;
const ROUNDS: usize = 30;

fn main() {
    let metrics: Vec<MetricSeries> = (1..=METRICS).map(metric).collect();
    for (include_correlations, what) in [(true, "trends and correlations"), (false, "trends alone")] {
        let mut times: Vec<f64> = (0..ROUNDS).map(|_| time_call(&metrics, include_correlations)).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{what} of {METRICS} metrics over {DAYS} days: median {:.1} ms, worst {:.1} ms \
             (promise: under 50 ms)",
            times[ROUNDS / 2],
            times[ROUNDS - 1],
        );
    }
}

/// Milliseconds for one call.
fn time_call(metrics: &[MetricSeries], include_correlations: bool) -> f64 {
    let start = Instant::now();
    std::hint::black_box(analyze_trends(metrics, include_correlations));
    start.elapsed().as_secs_f64() * 1e3
}

/// A value for each day but one of twenty: a rise, a week, and numbers that scatter and keep half of the
/// last.
fn metric(seed: u64) -> MetricSeries {
    let mut state = seed;
    let mut scatter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(u32::MAX)
    };
    let mut rest = 0.0;
    let mut days = Vec::new();
    for at in 0..DAYS {
        rest = 0.5 * rest + scatter();
        let value = 20.0 + rest + at as f64 * 0.001 + f64::from(u8::from(at % 7 < 5));
        if scatter() < 0.475
            && let Some(day) =
                NaiveDate::from_ymd_opt(2021, 11, 29).and_then(|day| day.checked_add_days(Days::new(at)))
        {
            days.push(DayValue { day, value });
        }
    }
    MetricSeries { kind: format!("metric {seed}"), days }
}
