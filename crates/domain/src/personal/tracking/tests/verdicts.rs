//! What may be stated from how many days, at which lag and in which direction.

use super::super::{
    Correlation, CorrelationVerdict, DayLag, DayValue, MetricSeries, TrendPeriod, TrendVerdict,
    analyze_trends,
};
use super::sample::{Pattern, Random, day, make_connected};
use serde_json::json;

/// Noise, and the same noise `lag` days later, times `factor`.
fn echo(days: usize, lag: usize, factor: f64) -> [MetricSeries; 2] {
    let noise = Random::new(7).autoregressive(days + lag, 0.0);
    let metric = |kind: &str, values: &[f64]| MetricSeries {
        kind: kind.to_owned(),
        days: values.iter().enumerate().map(|(at, value)| DayValue { day: day(at), value: *value }).collect(),
    };
    let second: Vec<f64> = noise.iter().map(|value| value * factor).collect();
    [metric("a", &noise[lag..]), metric("b", &second[..days])]
}

fn verdict(metrics: &[MetricSeries], lag: DayLag) -> CorrelationVerdict {
    let all = analyze_trends(metrics, true).correlations;
    all.iter().find(|pair| pair.lag == lag).unwrap().verdict
}

#[test]
fn the_days_decide_what_may_be_stated_however_alike_two_metrics_are() {
    for (days, allowed) in [
        (13, CorrelationVerdict::TooFewDays { missing_days: 1 }),
        (14, CorrelationVerdict::NumbersOnly { missing_days: 16 }),
        (29, CorrelationVerdict::NumbersOnly { missing_days: 1 }),
        (40, CorrelationVerdict::MoreWithMore),
    ] {
        assert_eq!(verdict(&echo(days, 0, 1.0), DayLag::SameDay), allowed, "{days} days");
    }
    let few = &analyze_trends(&echo(13, 0, 1.0), true).correlations[1];
    assert_eq!(few.coefficient, None);
    let some = &analyze_trends(&echo(14, 0, 1.0), true).correlations[1];
    assert!(some.coefficient.is_some_and(|numbers| numbers.rho > 0.99 && numbers.shift_p.is_none()));
}

#[test]
fn a_trend_takes_as_many_days_as_a_connection() {
    let rise = |days: usize| {
        let value = |at: usize| at as f64 + [0.2, -0.2, 0.1][at % 3];
        let days = (0..days).map(|at| DayValue { day: day(at), value: value(at) }).collect();
        analyze_trends(&[MetricSeries { kind: "sacas".into(), days }], false).trends[0].verdict
    };
    assert_eq!(rise(13), TrendVerdict::TooFewDays { missing_days: 1 });
    assert_eq!(rise(29), TrendVerdict::NumbersOnly { missing_days: 1 });
    assert_eq!(rise(30), TrendVerdict::Rising);
}

#[test]
fn a_connection_is_claimed_in_its_direction_and_at_its_lag() {
    assert_eq!(verdict(&echo(60, 0, -2.0), DayLag::SameDay), CorrelationVerdict::LessWithMore);
    let [late, early] = echo(60, 1, 1.0);
    assert_eq!(verdict(&[late.clone(), early.clone()], DayLag::DayAfter), CorrelationVerdict::MoreWithMore);
    assert_eq!(verdict(&[late.clone(), early.clone()], DayLag::SameDay), CorrelationVerdict::NoConnection);
    assert_eq!(verdict(&[early, late], DayLag::DayBefore), CorrelationVerdict::MoreWithMore);
}

#[test]
fn only_days_that_both_have_are_compared() {
    let [mut first, mut second] = echo(60, 0, 1.0);
    first.days.retain(|value| value.day < day(40));
    second.days.retain(|value| value.day >= day(20));
    let all = analyze_trends(&[first, second], true).correlations;
    let shared: Vec<(DayLag, u32)> = all.iter().map(|pair| (pair.lag, pair.shared_days)).collect();
    assert_eq!(shared, [(DayLag::DayBefore, 19), (DayLag::SameDay, 20), (DayLag::DayAfter, 21)]);
}

#[test]
fn every_further_comparison_makes_a_claim_harder() {
    let pattern = Pattern { phi: 0.5, trend: 0.0, week: 0.0, missing: 0.0, counts: false };
    let five = make_connected(5, 60, 0.5, pattern, &mut Random::new(3));
    let of_first_pair = |metrics: &[MetricSeries]| {
        let all = analyze_trends(metrics, true).correlations;
        let is_it = |pair: &&Correlation| pair.second == "sacas" && pair.lag == DayLag::SameDay;
        all.iter().find(is_it).and_then(|pair| pair.coefficient).unwrap()
    };
    let (alone, among_others) = (of_first_pair(&five[..2]), of_first_pair(&five));
    assert_eq!(alone.p, among_others.p);
    assert!(alone.adjusted_p < among_others.adjusted_p);
}

#[test]
fn the_result_names_what_may_be_stated() {
    let trends = analyze_trends(&echo(20, 0, 1.0), true);
    let json = serde_json::to_value(&trends).unwrap();
    assert_eq!(json["trends"][0]["verdict"], json!({ "kind": "numbersOnly", "missingDays": 10 }));
    assert_eq!(json["correlations"][1]["verdict"], json!({ "kind": "numbersOnly", "missingDays": 10 }));
    assert_eq!(json["correlations"][1]["lag"], "sameDay");
    assert_eq!(json["correlations"][1]["sharedDays"], 20);
    assert_eq!(serde_json::from_value::<TrendPeriod>(json!("semester")).unwrap().days(), Some(180));
    assert_eq!(TrendPeriod::All.days(), None);
}
