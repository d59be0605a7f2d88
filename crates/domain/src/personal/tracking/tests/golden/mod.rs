//! The statistics against SciPy, to 1e-9; `make.py` says how the figures were made.

use super::super::method::{two_sided_normal, two_sided_t};
use super::super::{DayValue, MetricSeries, analyze_trends};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::Value;

const NEAR: f64 = 1e-9;

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
    tails: Tails,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    metrics: Vec<Series>,
    trends: Vec<Value>,
    correlations: Vec<Value>,
}

#[derive(Deserialize)]
struct Series {
    days: Vec<i32>,
    values: Vec<f64>,
}

#[derive(Deserialize)]
struct Tails {
    t: Vec<[f64; 3]>,
    normal: Vec<[f64; 2]>,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("values.json")).unwrap()
}

fn metric(at: usize, series: &Series) -> MetricSeries {
    let days = series.days.iter().zip(&series.values).map(|(day, value)| DayValue {
        day: NaiveDate::from_num_days_from_ce_opt(*day).unwrap(),
        value: *value,
    });
    MetricSeries { kind: format!("metric {at}"), days: days.collect() }
}

/// Every number of `expected` stands in `found` under the same name.
fn assert_near(found: &Value, expected: &Value, case: &str) {
    for (name, number) in expected.as_object().unwrap() {
        match number.as_f64() {
            Some(number) => {
                let near = found[name].as_f64().is_some_and(|found| (found - number).abs() <= NEAR);
                assert!(near, "{case}: {name} is {}, by SciPy {number}", found[name]);
            }
            None => assert_eq!(&found[name], number, "{case}: {name}"),
        }
    }
}

#[test]
fn slopes_and_coefficients_are_those_of_scipy() {
    let golden = golden();
    assert!(golden.cases.len() >= 5);
    for case in golden.cases {
        let metrics: Vec<MetricSeries> =
            case.metrics.iter().enumerate().map(|(at, series)| metric(at, series)).collect();
        let trends = analyze_trends(&metrics, true);
        assert_eq!(
            (trends.trends.len(), trends.correlations.len()),
            (case.trends.len(), case.correlations.len())
        );
        for (found, expected) in trends.trends.iter().zip(&case.trends) {
            let slope = serde_json::to_value(found.slope).unwrap();
            assert_near(&slope, expected, &format!("{}, {}", case.name, found.kind));
        }
        for (found, expected) in trends.correlations.iter().zip(&case.correlations) {
            let mut numbers = serde_json::to_value(found.coefficient).unwrap();
            numbers["sharedDays"] = found.shared_days.into();
            let pair = format!("{}, {} and {}, {:?}", case.name, found.first, found.second, found.lag);
            assert_near(&numbers, expected, &pair);
        }
    }
}

#[test]
fn probabilities_are_those_of_scipy() {
    let tails = golden().tails;
    for [t, freedom, p] in tails.t {
        assert!((two_sided_t(t, freedom) - p).abs() <= NEAR, "t {t} with {freedom}: {p}");
    }
    for [z, p] in tails.normal {
        assert!((two_sided_normal(z) - p).abs() <= NEAR, "z {z}: {p}");
    }
}
