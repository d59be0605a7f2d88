//! How often the statistics may be wrong, counted. A part of it runs in every test; `CELEIRO_PROOFS=full`
//! runs all of it and prints the figures, a number in its place so many hundredths.

use super::super::{
    Correlation, CorrelationVerdict, DAYS_FOR_CLAIMS, DayLag, MetricSeries, TrendVerdict, analyze_trends,
};
use super::sample::{Pattern, Random, make_connected, make_unconnected};
use std::collections::BTreeMap;

fn choose_size(usual: usize, full: usize) -> usize {
    match std::env::var("CELEIRO_PROOFS").as_deref() {
        Ok("full") => full,
        Ok(part) => part.parse().map_or(usual, |part: usize| (full * part / 100).max(usual)),
        Err(_) => usual,
    }
}

/// Of each number of metrics and days alike many, a third of them small counts with closed Sundays.
fn null_data_sets(number: usize, trend: f64) -> Vec<Vec<MetricSeries>> {
    let set = |at: usize| {
        let pattern = Pattern { phi: 0.8, trend, week: 1.0, missing: 0.05, counts: at.is_multiple_of(3) };
        make_unconnected(2 + at % 4, [45, 60, 90, 120, 180][at % 5], pattern, &mut Random::new(at as u64))
    };
    (0..number).map(set).collect()
}

fn claims(metrics: &[MetricSeries]) -> Vec<Correlation> {
    let is_claimed = |pair: &Correlation| {
        matches!(pair.verdict, CorrelationVerdict::MoreWithMore | CorrelationVerdict::LessWithMore)
    };
    analyze_trends(metrics, true).correlations.into_iter().filter(is_claimed).collect()
}

/// What is plain and wrong: Pearson's coefficient of the values of shared days, with a p-value below .05 by
/// the normal approximation, for every pair.
fn plain_pearson_claims(metrics: &[MetricSeries]) -> bool {
    let pairs = (0..metrics.len()).flat_map(|a| (a + 1..metrics.len()).map(move |b| (a, b)));
    pairs.into_iter().any(|(a, b)| {
        let other: BTreeMap<_, _> = metrics[b].days.iter().map(|day| (day.day, day.value)).collect();
        let shared = metrics[a].days.iter().filter_map(|day| Some((day.value, *other.get(&day.day)?)));
        let shared: Vec<(f64, f64)> = shared.collect();
        let n = shared.len() as f64;
        let mean = |side: fn(&(f64, f64)) -> f64| shared.iter().map(side).sum::<f64>() / n;
        let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let sum =
            |f: &dyn Fn(f64, f64) -> f64| shared.iter().map(|pair| f(pair.0 - x, pair.1 - y)).sum::<f64>();
        let r = sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
        r.abs() * (n - 3.0).sqrt() > 1.96 * (1.0 - r * r).sqrt()
    })
}

#[test]
fn unconnected_metrics_are_seldom_claimed_to_be_connected_and_plain_pearson_claims_it_mostly() {
    let sets = null_data_sets(choose_size(120, 2_000), 3.0);
    let claimed = sets.iter().filter(|set| !claims(set).is_empty()).count();
    let plain = sets.iter().filter(|set| plain_pearson_claims(set)).count();
    println!("null data sets: {claimed} of {} with a claim; plain Pearson {plain}", sets.len());
    assert!(claimed * 100 <= 12 * sets.len(), "{claimed} of {} calls claim something", sets.len());
    assert!(plain * 100 >= 50 * sets.len(), "the control: {plain} of {}", sets.len());
}

#[test]
fn metrics_that_are_mostly_0_are_seldom_claimed_to_be_connected() {
    let seldom = Pattern { phi: 0.5, trend: 0.0, week: -1.5, missing: 0.0, counts: true };
    let set =
        |at: usize| make_unconnected(2 + at % 4, [30, 45, 60][at % 3], seldom, &mut Random::new(at as u64));
    let sets: Vec<_> = (0..choose_size(120, 2_000)).map(set).collect();
    let claimed = sets.iter().filter(|set| !claims(set).is_empty()).count();
    println!("null data sets of mostly 0: {claimed} of {} with a claim", sets.len());
    assert!(claimed * 100 <= 12 * sets.len(), "{claimed} of {} calls claim something", sets.len());
}

#[test]
fn a_metric_without_a_trend_is_seldom_claimed_to_have_one() {
    let sets = null_data_sets(choose_size(120, 2_000), 0.0);
    let claims_trend = |set: &Vec<MetricSeries>| {
        let trends = analyze_trends(set, false).trends;
        trends.iter().any(|trend| matches!(trend.verdict, TrendVerdict::Rising | TrendVerdict::Falling))
    };
    let claimed = sets.iter().filter(|set| claims_trend(set)).count();
    println!("data sets without a trend: {claimed} of {} with a claim", sets.len());
    assert!(claimed * 100 <= 12 * sets.len(), "{claimed} of {} calls claim a trend", sets.len());
}

/// The share of data sets in which the connection of the first two metrics is claimed, as it is.
fn power(days: usize, metrics: usize, phi: f64, number: usize) -> f64 {
    let pattern = Pattern { phi, trend: 3.0, week: 1.0, missing: 0.0, counts: false };
    let is_claimed = |seed: usize| {
        let set = make_connected(metrics, days, 0.5, pattern, &mut Random::new(1_000_000 + seed as u64));
        claims(&set).iter().any(|pair| {
            (pair.first.as_str(), pair.second.as_str()) == ("visitas", "sacas")
                && pair.lag == DayLag::SameDay
                && pair.verdict == CorrelationVerdict::MoreWithMore
        })
    };
    (0..number).filter(|seed| is_claimed(*seed)).count() as f64 / number as f64
}

#[test]
fn a_connection_of_one_half_is_mostly_found_at_60_days_and_nearly_always_at_90() {
    let number = choose_size(120, 2_000);
    let (two_months, three_months) = (power(60, 2, 0.5, number), power(90, 2, 0.5, number));
    println!("a correlation of .5: found in {two_months} at 60 days, {three_months} at 90");
    assert!(two_months >= 0.65, "{two_months}");
    assert!(three_months >= 0.90, "{three_months}");
    // The control: what is not there yet is not found.
    assert_eq!(power(DAYS_FOR_CLAIMS as usize - 1, 2, 0.5, number), 0.0);
}

#[test]
fn more_metrics_and_more_inertia_take_more_days() {
    if std::env::var("CELEIRO_PROOFS").as_deref() == Ok("full") {
        for (metrics, phi) in [(2, 0.0), (2, 0.3), (2, 0.8), (3, 0.5), (5, 0.5)] {
            let found = [60, 90, 180].map(|days| power(days, metrics, phi, 1_000));
            println!("{metrics} metrics, inertia {phi}: found in {found:?} at 60, 90, 180 days");
        }
    }
    let number = 100;
    assert!(power(60, 5, 0.8, number) < power(60, 2, 0.5, number));
    assert!(power(180, 5, 0.8, number) > power(60, 5, 0.8, number));
}
