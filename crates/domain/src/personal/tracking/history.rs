//! The result of `get_tracking_history`.

use super::day::{Aggregation, DayValue, MetricEntry, aggregate_days, check_value};
use super::unit::split_by_unit;
use crate::wire::Number;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The entries of a metric, and what they are together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackingHistory {
    /// The metric's name, as it was asked for.
    #[serde(rename = "type")]
    pub kind: String,
    /// The entries, the newest first; `update_metric` and `delete_metric` need their ids.
    pub entries: Vec<MetricEntry>,
    /// How the entries of a day become its value.
    pub aggregation: Aggregation,
    /// The unit of `daily` and `summary`, where one is known: that of the newest entry. Entries in other units of its
    /// kind are converted.
    pub unit: Option<String>,
    /// One value for each day that has entries, ascending.
    pub daily: Vec<DayValue>,
    /// Figures over `daily`; absent where there is no day.
    pub summary: Option<MetricSummary>,
    /// Entries whose value is no finite number in the permitted range; they count nowhere.
    pub left_out: u32,
    /// The entries in units of other kinds, which cannot be added to those of `daily`.
    pub other_units: Vec<UnitHistory>,
}

/// The entries of a metric in one unit, by day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitHistory {
    /// The unit; absent where none was named.
    pub unit: Option<String>,
    /// One value for each day that has entries, ascending.
    pub daily: Vec<DayValue>,
    /// Figures over `daily`; absent where there is no day.
    pub summary: Option<MetricSummary>,
}

/// Figures over the values of days.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricSummary {
    /// Days with a value.
    pub days: u32,
    /// The first of them.
    pub from: NaiveDate,
    /// The last of them.
    pub to: NaiveDate,
    /// The value of the last day.
    #[specta(type = Number)]
    pub latest: f64,
    /// The mean over the days that have a value.
    #[specta(type = Number)]
    pub mean: f64,
    /// The smallest.
    #[specta(type = Number)]
    pub min: f64,
    /// The largest.
    #[specta(type = Number)]
    pub max: f64,
}

impl MetricSummary {
    /// The figures of `days`, which ascend; `None` without a day.
    pub(super) fn of(days: &[DayValue]) -> Option<Self> {
        let (first, last) = (days.first()?, days.last()?);
        let values = || days.iter().map(|day| day.value);
        Some(Self {
            days: u32::try_from(days.len()).unwrap_or(u32::MAX),
            from: first.day,
            to: last.day,
            latest: last.value,
            mean: values().sum::<f64>() / days.len() as f64,
            min: values().fold(f64::INFINITY, f64::min),
            max: values().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

/// The history of the metric `kind` from its entries, in any order. Entries with an impossible value are left
/// out and counted. Entries in units of different kinds are never one value.
pub fn build_history(kind: &str, entries: Vec<MetricEntry>) -> TrackingHistory {
    let aggregation = Aggregation::of(kind);
    let all = entries.len();
    let mut entries: Vec<MetricEntry> =
        entries.into_iter().filter(|entry| check_value(entry.value).is_ok()).collect();
    entries.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| b.id.cmp(&a.id)));
    let mut units = split_by_unit(kind, &entries).into_iter().map(|group| {
        let daily = aggregate_days(&group.entries, aggregation);
        UnitHistory { unit: group.unit, summary: MetricSummary::of(&daily), daily }
    });
    let UnitHistory { unit, daily, summary } =
        units.next().unwrap_or(UnitHistory { unit: None, daily: Vec::new(), summary: None });
    TrackingHistory {
        kind: kind.to_owned(),
        aggregation,
        other_units: units.collect(),
        unit,
        summary,
        left_out: u32::try_from(all - entries.len()).unwrap_or(u32::MAX),
        daily,
        entries,
    }
}
