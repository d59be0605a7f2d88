//! One part of an area's score.

use crate::personal::report::period::ReportPeriod;
use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a part of a score measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScoreMeasure {
    /// Hours of sleep.
    Sleep,
    /// Minutes of exercise.
    Exercise,
    /// Litres of water.
    Water,
    /// Mood, 0 to 10.
    Mood,
    /// Energy, 0 to 10.
    Energy,
    /// Bills that are paid.
    BillsPaid,
    /// Planned spending, of the actual.
    Budget,
    /// What came, of what was spent.
    Income,
    /// Reminders that are done.
    RemindersDone,
    /// Decisions that are reviewed.
    DecisionsReviewed,
    /// Days on which a metric has a value.
    ActiveDays,
    /// People with whom there was contact.
    Contacts,
}

/// One part of an area's score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    /// What it measures.
    pub measure: ScoreMeasure,
    /// The metric, where it is one of the person's own.
    pub name: Option<String>,
    /// What was measured.
    #[specta(type = Number)]
    pub measured: f64,
    /// What counts in full.
    #[specta(type = Number)]
    pub full: f64,
    /// Its weight in the area.
    pub weight: u32,
    /// Points, 0 to 100.
    pub score: u32,
    /// The days that it looks at.
    pub period: ReportPeriod,
    /// Days of them that have an entry; absent where it does not count days.
    pub days: Option<u32>,
}

impl ScorePart {
    /// Points before rounding.
    pub(super) fn points(&self) -> f64 {
        points(self.measured, self.full)
    }

    /// Whether the part of the score can be told for days that are over.
    pub(super) fn is_dated(&self) -> bool {
        !matches!(self.measure, ScoreMeasure::Budget | ScoreMeasure::Income | ScoreMeasure::Contacts)
    }
}

/// Points of what was measured.
pub(super) fn points(measured: f64, full: f64) -> f64 {
    if full > 0.0 { (100.0 * measured / full).clamp(0.0, 100.0) } else { 0.0 }
}

pub(super) fn round_points(points: f64) -> u32 {
    points.round().clamp(0.0, 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_the_share_of_what_counts_in_full_and_never_more() {
        for (measured, full, expected) in
            [(5.0, 10.0, 50.0), (10.0, 10.0, 100.0), (20.0, 10.0, 100.0), (-1.0, 10.0, 0.0), (1.0, 0.0, 0.0)]
        {
            assert_eq!(points(measured, full), expected, "{measured} of {full}");
        }
    }

    #[test]
    fn a_half_point_counts_as_one_and_what_is_no_number_as_none() {
        assert_eq!([0.4, 0.5, 49.5, 99.5, 100.4].map(round_points), [0, 1, 50, 100, 100]);
        assert_eq!(round_points(f64::NAN), 0);
    }
}
