//! History and trends of metrics, up to today in the person's zone.

use super::sentences::describe_trends;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::switch::{require_on, today_in};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::metric::{Metric, spell_kind};
use celeiro_domain::personal::tracking::{
    Aggregation, MAX_DAYS, MAX_METRICS, MetricSeries, TrackingHistory, TrendPeriod, Trends, aggregate_days,
    analyze_trends, build_history, split_by_unit,
};
use celeiro_domain::search::Lang;
use celeiro_store::MetricQuery;
use chrono::{Days, NaiveDate};
use futures::future::try_join_all;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

const USUAL_DAYS: u32 = 30;
/// Entries of one metric that are looked at, the newest: dozens a day over ten years.
const MOST_ENTRIES: i64 = 100_000;

/// A metric over the last days.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadHistory {
    /// The metric.
    #[serde(rename = "type")]
    pub kind: String,
    /// Days up to today, 1 to 3653; 30 where absent.
    #[serde(default)]
    pub days: Option<u32>,
}

/// Metrics to be compared over the last days.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalyzeMetrics {
    /// One to five metrics.
    pub types: Vec<String>,
    /// Days up to today, 7 to 3653; 30 where absent.
    #[serde(default)]
    pub days: Option<u32>,
    /// A period; goes before the days.
    #[serde(default)]
    pub period: Option<TrendPeriod>,
    /// Whether pairs of them are compared; yes where absent.
    #[serde(default)]
    pub include_correlations: Option<bool>,
}

/// Trends and correlations, with the sentences that may be said about them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrendReport {
    /// The figures.
    #[serde(flatten)]
    pub trends: Trends,
    /// Sentences in the language of the request: one for each metric, then those of the pairs.
    pub sentences: Vec<String>,
}

/// The entries of a metric over the last days, and its value of each day.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn get_metric_history(
    app: &App,
    _: &Caller,
    request: ReadHistory,
) -> Result<TrackingHistory, AppError> {
    let days = request.days.unwrap_or(USUAL_DAYS);
    check_days(days, 1)?;
    read_history(app, &request.kind, days).await
}

/// Trends of metrics over the last days, and what connects them.
///
/// # Errors
/// `personal_off`, `invalid_fields`.
pub async fn get_metric_trends(
    app: &App,
    caller: &Caller,
    request: AnalyzeMetrics,
) -> Result<TrendReport, AppError> {
    analyze_metrics(app, caller.lang, request).await
}

/// The history of a metric over `days`.
pub(crate) async fn read_history(app: &App, kind: &str, days: u32) -> Result<TrackingHistory, AppError> {
    let today = today_in(&require_on(app)?);
    let kind = spell_kind(kind);
    let entries = read_entries(app, &kind, first_day(today, Some(days)), today).await?;
    Ok(build_history(&kind, entries.into_iter().map(Metric::into_entry).collect()))
}

/// Trends, with their sentences in `lang`.
pub(crate) async fn analyze_metrics(
    app: &App,
    lang: Lang,
    request: AnalyzeMetrics,
) -> Result<TrendReport, AppError> {
    let today = today_in(&require_on(app)?);
    let kinds = check_kinds(&request.types)?;
    let days = request.days.unwrap_or(USUAL_DAYS);
    check_days(days, 7)?;
    let days = request.period.map_or(Some(days), TrendPeriod::days);
    let from = first_day(today, days);
    let read = try_join_all(kinds.iter().map(|kind| read_entries(app, kind, from, today))).await?;
    let read = kinds.into_iter().zip(read).map(|(kind, entries)| series_of(kind, entries));
    let (series, units): (Vec<MetricSeries>, Vec<Option<String>>) = read.unzip();
    let compares = request.include_correlations.unwrap_or(true);
    let trends = run_blocking(move || Ok::<_, AppError>(analyze_trends(&series, compares))).await?;
    let sentences = describe_trends(lang, &trends, &units);
    Ok(TrendReport { trends, sentences })
}

/// The days of a metric in the unit of the newest entry, and that unit; what cannot be converted to it is left out.
fn series_of(kind: String, entries: Vec<Metric>) -> (MetricSeries, Option<String>) {
    let entries: Vec<_> = entries.into_iter().map(Metric::into_entry).collect();
    let group = split_by_unit(&kind, &entries).into_iter().next();
    let (unit, entries) = group.map(|group| (group.unit, group.entries)).unwrap_or_default();
    (MetricSeries { days: aggregate_days(&entries, Aggregation::of(&kind)), kind }, unit)
}

async fn read_entries(
    app: &App,
    kind: &str,
    from: Option<NaiveDate>,
    to: NaiveDate,
) -> Result<Vec<Metric>, AppError> {
    let query = MetricQuery { kind: Some(kind.to_owned()), from, to: Some(to), limit: MOST_ENTRIES };
    Ok(app.store().metrics(&query).await?)
}

/// The first of so many days of which the last is today.
fn first_day(today: NaiveDate, days: Option<u32>) -> Option<NaiveDate> {
    today.checked_sub_days(Days::new(u64::from(days?.saturating_sub(1))))
}

/// The metrics in their one spelling, each once: with itself a metric always goes together.
fn check_kinds(types: &[String]) -> Result<Vec<String>, AppError> {
    let mut kinds: Vec<String> = Vec::new();
    for kind in types.iter().map(|kind| spell_kind(kind)).filter(|kind| !kind.is_empty()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if (1..=MAX_METRICS).contains(&kinds.len()) {
        return Ok(kinds);
    }
    let (count, allowed) = (kinds.len().to_string(), format!("1..{MAX_METRICS}"));
    let error = FieldError::new("types", FieldErrorCode::InvalidValue, &count, allowed);
    Err(AppError::fields(vec![error]))
}

fn check_days(days: u32, least: u32) -> Result<(), AppError> {
    if (least..=MAX_DAYS.unsigned_abs()).contains(&days) {
        return Ok(());
    }
    let allowed = format!("{least}..{MAX_DAYS}");
    let error = FieldError::new("days", FieldErrorCode::InvalidValue, &days.to_string(), allowed);
    Err(AppError::fields(vec![error]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(types: &[&str]) -> Option<Vec<String>> {
        let types: Vec<String> = types.iter().map(|kind| (*kind).to_owned()).collect();
        check_kinds(&types).ok()
    }

    #[test]
    fn a_metric_counts_once_however_it_is_spelt_and_not_more_than_five_are_compared() {
        assert_eq!(kinds(&["peso", "Weight", " WEIGHT "]).unwrap(), ["weight"]);
        assert_eq!(kinds(&["Visitas", "", "  ", "peso"]).unwrap(), ["Visitas", "weight"]);
        assert_eq!(kinds(&["a", "b", "c", "d", "e"]).unwrap().len(), MAX_METRICS);
        assert_eq!(kinds(&["a", "b", "c", "d", "e", "a"]).unwrap().len(), MAX_METRICS);
        for types in [&["a", "b", "c", "d", "e", "f"][..], &[], &[" "]] {
            assert_eq!(kinds(types), None, "{types:?}");
        }
    }

    #[test]
    fn days_are_as_many_as_a_figure_needs_up_to_ten_years() {
        for (days, least, is_allowed) in [
            (0, 1, false),
            (1, 1, true),
            (6, 7, false),
            (7, 7, true),
            (3_653, 7, true),
            (3_654, 7, false),
            (u32::MAX, 1, false),
        ] {
            assert_eq!(check_days(days, least).is_ok(), is_allowed, "{days} of {least}");
        }
        let body = check_days(0, 7).unwrap_err().to_body(Lang::En);
        let field = body.details.unwrap()["fields"][0].clone();
        assert_eq!(field["field"], "days");
        assert_eq!(field["allowed"], "7..3653");
    }

    #[test]
    fn the_first_day_is_so_many_days_back_with_today_among_them() {
        let today: NaiveDate = "2028-03-01".parse().unwrap();
        let first = |days| first_day(today, days).map(|day| day.to_string());
        assert_eq!(first(Some(1)).as_deref(), Some("2028-03-01"));
        assert_eq!(first(Some(2)).as_deref(), Some("2028-02-29"));
        assert_eq!(first(Some(366)).as_deref(), Some("2027-03-02"));
        assert_eq!(first(Some(0)).as_deref(), Some("2028-03-01"), "never a day to come");
        assert_eq!(first(None), None, "all there are");
    }
}
