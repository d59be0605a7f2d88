//! Values that are none, and series that hardly are: typed results, every number finite.

use super::super::{
    Aggregation, CorrelationVerdict, DayValue, MAX_VALUE, MetricEntry, MetricSeries, TrendVerdict, Trends,
    ValueError, aggregate_days, analyze_trends, build_history, check_value,
};
use super::sample::day;
use chrono::NaiveDate;
use proptest::prelude::*;
use serde_json::Value;
use uuid::Uuid;

fn series(kind: &str, values: impl IntoIterator<Item = f64>) -> MetricSeries {
    let days = values.into_iter().enumerate().map(|(at, value)| DayValue { day: day(at), value });
    MetricSeries { kind: kind.to_owned(), days: days.collect() }
}

fn entry(date: NaiveDate, value: f64) -> MetricEntry {
    MetricEntry { id: Uuid::from_u128(1), kind: "visitas".into(), value, unit: None, date, notes: None }
}

/// JSON has no NaN and no infinity: they would be null. Only what is optional may be.
fn assert_finite(trends: &Trends) {
    fn walk(value: &Value, name: &str) {
        match value {
            Value::Null => assert!(["slope", "coefficient", "summary", "shiftP"].contains(&name), "{name}"),
            Value::Object(fields) => fields.iter().for_each(|(name, value)| walk(value, name)),
            Value::Array(values) => values.iter().for_each(|value| walk(value, name)),
            _ => {}
        }
    }
    walk(&serde_json::to_value(trends).unwrap(), "");
    for numbers in trends.correlations.iter().filter_map(|pair| pair.coefficient) {
        assert!((-1.0..=1.0).contains(&numbers.rho), "{numbers:?}");
        assert!(numbers.low <= numbers.rho + 1e-9 && numbers.rho <= numbers.high + 1e-9, "{numbers:?}");
        assert!((0.0..=1.0).contains(&numbers.p) && numbers.p <= numbers.adjusted_p, "{numbers:?}");
        assert!(numbers.shift_p.is_none_or(|p| p > 0.0 && p <= 1.0), "{numbers:?}");
    }
    for slope in trends.trends.iter().filter_map(|trend| trend.slope) {
        assert!(slope.low <= slope.per_day && slope.per_day <= slope.high, "{slope:?}");
        assert!((0.0..=1.0).contains(&slope.p) && slope.p <= slope.adjusted_p, "{slope:?}");
    }
}

#[test]
fn what_is_no_value_is_refused_with_the_reason() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(check_value(value), Err(ValueError::NotFinite));
    }
    for value in [1e18, -1e18, f64::MAX, MAX_VALUE * 1.01] {
        assert_eq!(check_value(value), Err(ValueError::TooLarge));
    }
    for value in [0.0, -3.5, f64::MIN_POSITIVE, MAX_VALUE, -MAX_VALUE] {
        assert_eq!(check_value(value), Ok(value));
    }
    assert!(ValueError::TooLarge.to_string().contains("1000000000000"), "the limit is named");
}

#[test]
fn amounts_of_a_day_add_up_and_levels_are_averaged() {
    let entries = [entry(day(1), 2.0), entry(day(0), 1.0), entry(day(1), 5.0), entry(day(1), f64::NAN)];
    let value = |aggregation| aggregate_days(&entries, aggregation);
    let (first, second) = (DayValue { day: day(0), value: 1.0 }, day(1));
    assert_eq!(value(Aggregation::Sum), [first, DayValue { day: second, value: 7.0 }]);
    assert_eq!(value(Aggregation::Mean), [first, DayValue { day: second, value: 3.5 }]);
    for level in ["weight", "Peso", "humor", "preço da soja"] {
        assert_eq!(Aggregation::of(level), Aggregation::Mean, "{level}");
    }
    for amount in ["water", "visitas", "sacas vendidas", "", "pesos levantados"] {
        assert_eq!(Aggregation::of(amount), Aggregation::Sum, "{amount}");
    }
}

#[test]
fn a_history_has_the_newest_entry_first_and_counts_what_it_leaves_out() {
    let history = build_history(
        "visitas",
        vec![entry(day(0), 3.0), entry(day(2), 1e18), entry(day(1), -1.0), entry(day(1), 2.0)],
    );
    let dates: Vec<_> = history.entries.iter().map(|entry| entry.date).collect();
    assert_eq!(dates, [day(1), day(1), day(0)]);
    assert_eq!(history.left_out, 1);
    let summary = history.summary.unwrap();
    assert_eq!((summary.days, summary.latest, summary.mean), (2, 1.0, 2.0));
    let json = serde_json::to_value(&history).unwrap();
    assert_eq!(json["entries"][2]["id"], "00000000-0000-0000-0000-000000000001");
    assert_eq!(json["entries"][2]["type"], "visitas");
    assert_eq!(build_history("visitas", vec![]).summary, None);
}

#[test]
fn unlike_units_have_values_of_their_own() {
    let of = |at, value, unit: &str| MetricEntry { unit: Some(unit.into()), ..entry(day(at), value) };
    let history = build_history("corrida", vec![of(0, 30.0, "min"), of(0, 5.0, "km"), of(1, 1.0, "h")]);
    let value = |at, value| DayValue { day: day(at), value };
    assert_eq!(history.unit.as_deref(), Some("h"));
    assert_eq!(history.daily, [value(0, 0.5), value(1, 1.0)]);
    assert_eq!(history.other_units.len(), 1);
    assert_eq!(history.other_units[0].unit.as_deref(), Some("km"));
    assert_eq!(history.other_units[0].daily, [value(0, 5.0)]);
}

#[test]
fn a_constant_is_called_one_and_so_is_what_lies_on_a_line() {
    let level = series("água", vec![7.0; 60]);
    let line = series("peso", (0..60).map(|at| 80.0 - 0.1 * f64::from(at)));
    let trends = analyze_trends(&[level, line], true);
    assert_finite(&trends);
    assert_eq!(trends.trends[0].verdict, TrendVerdict::Constant);
    assert_eq!(trends.trends[1].verdict, TrendVerdict::Falling);
    assert!(trends.correlations.iter().all(|pair| pair.verdict == CorrelationVerdict::Constant));
    assert!(trends.correlations.iter().all(|pair| pair.coefficient.is_none()));
}

#[test]
fn metrics_that_are_nearly_always_0_are_not_compared() {
    let seldom = |days: [usize; 4]| (0..60).map(move |at| f64::from(u8::from(days.contains(&at))));
    let both = [series("a", seldom([3, 17, 30, 44])), series("b", seldom([3, 17, 30, 44]))];
    let trends = analyze_trends(&both, true);
    assert!(trends.correlations.iter().all(|pair| pair.verdict == CorrelationVerdict::TooUniform));
}

#[test]
fn nothing_one_day_and_one_metric_have_their_answers() {
    assert_eq!(analyze_trends(&[], true), Trends { trends: vec![], correlations: vec![] });
    let trends = analyze_trends(&[series("a", []), series("b", [1.0])], true);
    assert_eq!(trends.trends[0].verdict, TrendVerdict::TooFewDays { missing_days: 14 });
    assert_eq!(trends.trends[1].verdict, TrendVerdict::TooFewDays { missing_days: 13 });
    assert_eq!(trends.correlations.len(), 3);
    assert!(
        trends
            .correlations
            .iter()
            .all(|pair| pair.verdict == CorrelationVerdict::TooFewDays { missing_days: 14 })
    );
    assert!(analyze_trends(&[series("a", [1.0])], true).correlations.is_empty());
    assert!(analyze_trends(&[series("a", [1.0]), series("b", [1.0])], false).correlations.is_empty());
}

#[test]
fn a_metric_too_many_and_days_too_old_are_cut_off() {
    let many: Vec<_> = (0..7).map(|at| series(&at.to_string(), [1.0])).collect();
    assert_eq!(analyze_trends(&many, true).trends.len(), 5);
    let mut old = series("a", [1.0, 2.0]);
    old.days.push(DayValue { day: NaiveDate::MAX, value: 3.0 });
    old.days.push(DayValue { day: NaiveDate::MIN, value: 4.0 });
    assert_eq!(analyze_trends(&[old], true).trends[0].summary.unwrap().days, 1);
}

#[test]
fn a_day_of_many_large_entries_still_counts() {
    let large = aggregate_days(&vec![entry(day(0), MAX_VALUE); 1_000], Aggregation::Sum);
    let trends = analyze_trends(&[MetricSeries { kind: "a".into(), days: large }], false);
    assert_eq!(trends.trends[0].summary.map(|summary| (summary.days, summary.max)), Some((1, 1e15)));
    assert_finite(&analyze_trends(&[series("a", (0..40).map(|at| f64::from(at % 7) * 1e17 - 3e17))], true));
}

#[test]
fn a_mistyped_value_changes_neither_slope_nor_verdict_much() {
    let rising = |at: usize| 20.0 + 0.3 * at as f64 + [0.0, 1.0, -1.0, 0.5][at % 4];
    let right = analyze_trends(&[series("visitas", (0..40).map(rising))], false);
    let typo = (0..40).map(|at| if at == 11 { 1e11 } else { rising(at) });
    let wrong = analyze_trends(&[series("visitas", typo)], false);
    assert_eq!(wrong.trends[0].verdict, TrendVerdict::Rising);
    let slope = |trends: &Trends| trends.trends[0].slope.unwrap().per_day;
    assert!((slope(&right) - slope(&wrong)).abs() < 0.02, "{} {}", slope(&right), slope(&wrong));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_the_values_every_number_is_finite(
        days in prop::collection::vec(
            (0_u64..400, prop_oneof![any::<f64>(), -1e18..1e18_f64, (0..3_i32).prop_map(f64::from)]),
            0..160,
        ),
        other in prop::collection::vec((0_u64..400, prop_oneof![any::<f64>(), -1.0..1.0_f64]), 0..160),
    ) {
        let metric = |kind: &str, days: &[(u64, f64)]| MetricSeries {
            kind: kind.to_owned(),
            days: days.iter().map(|(at, value)| DayValue { day: day(*at as usize), value: *value }).collect(),
        };
        let trends = analyze_trends(&[metric("a", &days), metric("b", &other), metric("c", &days)], true);
        assert_finite(&trends);
        for pair in &trends.correlations {
            let (days, verdict) = (pair.shared_days, pair.verdict);
            prop_assert_eq!(days < 14, matches!(verdict, CorrelationVerdict::TooFewDays { .. }));
            let is_more = verdict == CorrelationVerdict::MoreWithMore;
            prop_assert!(!(is_more || verdict == CorrelationVerdict::LessWithMore) || days >= 30);
        }
    }
}
