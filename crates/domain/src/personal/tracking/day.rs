//! Entries of metrics, and the one value that a local day has of them.

use crate::wire::Number;
use chrono::{Datelike, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The largest amount of a value, to both sides of 0. A binary fraction keeps four decimals up to here, and a
/// product of two differences stays far from infinity.
pub const MAX_VALUE: f64 = 1e12;

/// The largest amount of a day's value: a million entries of [`MAX_VALUE`].
pub(super) const MAX_DAY_VALUE: f64 = 1e18;

/// One recorded value of a metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetricEntry {
    /// Identifies the entry for `update_metric` and `delete_metric`.
    pub id: Uuid,
    /// The metric, as the person calls it: `weight`, `visitas`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value, in `unit`.
    #[specta(type = Number)]
    pub value: f64,
    /// The unit, where one was named.
    pub unit: Option<String>,
    /// The day in the person's zone.
    pub date: NaiveDate,
    /// What the person said about it.
    pub notes: Option<String>,
}

/// The value of one local day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
pub struct DayValue {
    /// The day in the person's zone.
    pub day: NaiveDate,
    /// All entries of the day together, by the metric's [`Aggregation`].
    #[specta(type = Number)]
    pub value: f64,
}

/// How several entries of a day become one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Aggregation {
    /// Amounts add up: water, visits, sacks sold.
    Sum,
    /// Levels are averaged: weight, mood, price.
    Mean,
}

impl Aggregation {
    /// Aggregation of a metric's entries of a day, by its name in Portuguese or English; names that are not known add
    /// up.
    pub fn of(kind: &str) -> Self {
        const LEVELS: [&str; 22] = [
            "weight",
            "mood",
            "energy",
            "temperature",
            "humidity",
            "price",
            "pressure",
            "pulse",
            "rating",
            "stress",
            "peso",
            "humor",
            "energia",
            "temperatura",
            "umidade",
            "preco",
            "pressao",
            "pulso",
            "nota",
            "estresse",
            "glicemia",
            "cotacao",
        ];
        let folded = crate::text::normalize_text(kind);
        let level = folded.split(|c: char| !c.is_alphanumeric()).any(|word| LEVELS.contains(&word));
        if level { Self::Mean } else { Self::Sum }
    }
}

/// The days of one metric.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricSeries {
    /// The metric's name.
    pub kind: String,
    /// Ascending, each day once; days without entries are absent.
    pub days: Vec<DayValue>,
}

/// Why a value cannot be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// NaN or infinite.
    #[error("the value is not a finite number")]
    NotFinite,
    /// Beyond [`MAX_VALUE`] to either side of 0.
    #[error("the value must lie between -1000000000000 and 1000000000000")]
    TooLarge,
}

/// A value that may be recorded: `value` itself. Negative values and 0 may.
///
/// # Errors
/// [`ValueError::NotFinite`], [`ValueError::TooLarge`].
pub fn check_value(value: f64) -> Result<f64, ValueError> {
    if !value.is_finite() {
        return Err(ValueError::NotFinite);
    }
    if value.abs() > MAX_VALUE { Err(ValueError::TooLarge) } else { Ok(value) }
}

/// One value for each day that has entries, ascending. Values that [`check_value`] refuses are left out; the
/// order of `entries` does not matter.
pub fn aggregate_days<'a>(
    entries: impl IntoIterator<Item = &'a MetricEntry>,
    aggregation: Aggregation,
) -> Vec<DayValue> {
    let mut days: BTreeMap<NaiveDate, Vec<f64>> = BTreeMap::new();
    for entry in entries {
        if let Ok(value) = check_value(entry.value) {
            days.entry(entry.date).or_default().push(value);
        }
    }
    let together = |mut values: Vec<f64>| {
        // Rounding depends on the order of a sum.
        values.sort_by(f64::total_cmp);
        let sum = values.iter().sum::<f64>();
        match aggregation {
            Aggregation::Sum => sum,
            Aggregation::Mean => sum / values.len() as f64,
        }
    };
    days.into_iter().map(|(day, values)| DayValue { day, value: together(values) }).collect()
}

/// Days since the year 0.
pub(super) fn number_of_day(day: NaiveDate) -> i32 {
    day.num_days_from_ce()
}
