//! Sentences about trends and correlations, one for each verdict. None of them states a cause or a strength.

use crate::messages::translate_with;
use celeiro_domain::personal::tracking::{
    Coefficient, Correlation, CorrelationVerdict, DayLag, MetricTrend, TrendSlope, TrendVerdict, Trends,
};
use celeiro_domain::search::Lang;

/// Metrics whose name is translated.
const NAMED: [(&str, &str); 7] = [
    ("weight", "tracking.type.weight"),
    ("water", "tracking.type.water"),
    ("sleep", "tracking.type.sleep"),
    ("exercise", "tracking.type.exercise"),
    ("mood", "tracking.type.mood"),
    ("energy", "tracking.type.energy"),
    ("expense", "tracking.type.expense"),
];

/// A sentence for each trend, then those of the pairs. `units` has the unit of each metric, where one is known.
pub(super) fn describe_trends(lang: Lang, trends: &Trends, units: &[Option<String>]) -> Vec<String> {
    let units = units.iter().map(Option::as_deref).chain(std::iter::repeat(None));
    let mut sentences: Vec<String> =
        trends.trends.iter().zip(units).map(|(trend, unit)| describe_trend(lang, trend, unit)).collect();
    let same_pair = |a: &Correlation, b: &Correlation| (&a.first, &a.second) == (&b.first, &b.second);
    for pair in trends.correlations.chunk_by(same_pair) {
        sentences.extend(describe_pair(lang, pair));
    }
    sentences
}

fn describe_trend(lang: Lang, trend: &MetricTrend, unit: Option<&str>) -> String {
    let days = trend.summary.map_or(0, |summary| summary.days);
    let mut args = vec![("type", name_of_kind(lang, &trend.kind)), ("days", days.to_string())];
    args.push(("unit", unit.map(|unit| format!(" {unit}")).unwrap_or_default()));
    args.push(("mean", trend.summary.map(|summary| spell(lang, summary.mean)).unwrap_or_default()));
    if let Some(TrendSlope { per_day, low, high, .. }) = trend.slope {
        args.extend(
            [("perDay", per_day), ("low", low), ("high", high)].map(|(name, n)| (name, spell(lang, n))),
        );
    }
    let key = match trend.verdict {
        TrendVerdict::TooFewDays { missing_days } => {
            args.push(("missing", missing_days.to_string()));
            "tracking.trend.tooFewDays"
        }
        TrendVerdict::NumbersOnly { missing_days } => {
            args.push(("missing", missing_days.to_string()));
            "tracking.trend.numbersOnly"
        }
        TrendVerdict::Constant => "tracking.trend.constant",
        TrendVerdict::NoTrend => "tracking.trend.noTrend",
        TrendVerdict::Rising => "tracking.trend.rising",
        TrendVerdict::Falling => "tracking.trend.falling",
    };
    translate_with(lang, key, &args)
}

/// The sentences of one pair at its lags: every claim; where there is none, the one of the same day.
fn describe_pair(lang: Lang, lags: &[Correlation]) -> Vec<String> {
    let is_claim = |pair: &&Correlation| {
        matches!(pair.verdict, CorrelationVerdict::MoreWithMore | CorrelationVerdict::LessWithMore)
    };
    let claims: Vec<String> = lags.iter().filter(is_claim).map(|pair| describe_lag(lang, pair)).collect();
    if !claims.is_empty() {
        return claims;
    }
    lags.iter().filter(|pair| pair.lag == DayLag::SameDay).map(|pair| describe_lag(lang, pair)).collect()
}

fn describe_lag(lang: Lang, pair: &Correlation) -> String {
    let lag = match pair.lag {
        DayLag::DayBefore => "tracking.lag.dayBefore",
        DayLag::SameDay => "tracking.lag.sameDay",
        DayLag::DayAfter => "tracking.lag.dayAfter",
    };
    let mut args = vec![
        ("first", name_of_kind(lang, &pair.first)),
        ("second", name_of_kind(lang, &pair.second)),
        ("lag", translate_with(lang, lag, &[])),
        ("days", pair.shared_days.to_string()),
    ];
    if let Some(Coefficient { rho, low, high, .. }) = pair.coefficient {
        args.extend([("rho", rho), ("low", low), ("high", high)].map(|(name, n)| (name, spell(lang, n))));
    }
    let key = match pair.verdict {
        CorrelationVerdict::TooFewDays { missing_days } => {
            args.push(("missing", missing_days.to_string()));
            "tracking.pair.tooFewDays"
        }
        CorrelationVerdict::NumbersOnly { missing_days } => {
            args.push(("missing", missing_days.to_string()));
            "tracking.pair.numbersOnly"
        }
        CorrelationVerdict::Constant | CorrelationVerdict::TooUniform => "tracking.pair.tooUniform",
        CorrelationVerdict::NoConnection => "tracking.pair.noConnection",
        CorrelationVerdict::MoreWithMore => "tracking.pair.moreWithMore",
        CorrelationVerdict::LessWithMore => "tracking.pair.lessWithMore",
    };
    translate_with(lang, key, &args)
}

/// What people call a metric in a language; a name of the person's own stays.
pub(in crate::personal) fn name_of_kind(lang: Lang, kind: &str) -> String {
    let named = NAMED.iter().find(|(name, _)| *name == kind);
    named.map_or_else(|| kind.to_owned(), |(_, key)| translate_with(lang, key, &[]))
}

/// Three digits that count, with the decimal sign of the language.
pub(in crate::personal) fn spell(lang: Lang, number: f64) -> String {
    let size = if number == 0.0 { 0.0 } else { number.abs().log10().floor() };
    let decimals = (2.0 - size).clamp(0.0, 6.0) as usize;
    let text = format!("{number:.decimals$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text.as_str(),
    };
    let text = if text == "-0" { "0" } else { text };
    match lang {
        Lang::PtBr => text.replace('.', ","),
        Lang::En => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::personal::tracking::{DayValue, MetricSeries, analyze_trends};
    use chrono::{Days, NaiveDate};

    fn series(kind: &str, count: u64, value: impl Fn(u64) -> f64) -> MetricSeries {
        let first = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        let days = (0..count).map(|n| DayValue { day: first + Days::new(n), value: value(n) });
        MetricSeries { kind: kind.to_owned(), days: days.collect() }
    }

    fn scatter(n: u64) -> f64 {
        (n.wrapping_mul(2_654_435_761) >> 7) as f64 % 17.0
    }

    fn describe(lang: Lang, metrics: &[MetricSeries]) -> Vec<String> {
        let units = vec![Some("kg".to_owned())];
        describe_trends(lang, &analyze_trends(metrics, true), &units)
    }

    #[test]
    fn every_verdict_has_its_sentence_and_none_names_a_cause_or_a_strength() {
        let mut all = Vec::new();
        for lang in [Lang::PtBr, Lang::En] {
            for days in [0, 1, 13, 14, 29, 60] {
                let metrics = [
                    series("weight", days, |n| 80.0 + n as f64 / 10.0),
                    series("mood", days, scatter),
                    series("visitas", days, |n| scatter(n) + 1.0),
                    series("energy", days, |n| 20.0 - scatter(n)),
                    series("water", days, |_| 2.0),
                ];
                all.extend(describe(lang, &metrics));
            }
        }
        for sentence in &all {
            assert!(!sentence.contains(['{', '}']), "{sentence}");
            for word in ["causa", "forte", "cause", "strong", "porque", "because"] {
                assert!(!sentence.to_lowercase().contains(word), "{sentence}");
            }
            assert!(!sentence.starts_with("tracking."), "{sentence}");
        }
    }

    #[test]
    fn what_is_missing_is_said_in_days() {
        let one = describe(Lang::PtBr, &[series("weight", 13, scatter)]);
        assert!(one[0].contains("Falta 1 dia"), "{one:?}");
        let five = describe(Lang::PtBr, &[series("weight", 9, scatter)]);
        assert!(five[0].contains("Faltam 5 dias"), "{five:?}");
        let rising = describe(Lang::PtBr, &[series("weight", 60, |n| 80.0 + n as f64 / 10.0)]);
        assert!(rising[0].starts_with("Peso") && rising[0].contains("0,1 kg por dia"), "{rising:?}");
    }

    #[test]
    fn a_number_has_three_telling_digits_and_no_idle_ones() {
        for (number, portuguese, english) in [
            (0.0, "0", "0"),
            (-0.0, "0", "0"),
            (-0.000_000_1, "0", "0"),
            (0.05, "0,05", "0.05"),
            (0.012_345, "0,0123", "0.0123"),
            (0.000_001, "0,000001", "0.000001"),
            (1.0, "1", "1"),
            (1.234_5, "1,23", "1.23"),
            (-82.46, "-82,5", "-82.5"),
            (99.96, "100", "100"),
            (100.0, "100", "100"),
            (1_500.7, "1501", "1501"),
            (1e18, "1000000000000000000", "1000000000000000000"),
        ] {
            assert_eq!(spell(Lang::PtBr, number), portuguese, "{number}");
            assert_eq!(spell(Lang::En, number), english, "{number}");
        }
    }

    #[test]
    fn a_metric_of_its_own_name_keeps_it_and_a_known_one_is_translated() {
        assert_eq!(name_of_kind(Lang::PtBr, "weight"), "Peso");
        assert_ne!(name_of_kind(Lang::En, "weight"), "Peso");
        for own in ["visitas", "Weight ", "{days}", "tracking.type.weight", ""] {
            assert_eq!(name_of_kind(Lang::PtBr, own), own);
        }
    }
}
