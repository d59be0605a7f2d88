//! The life balance score: 0 to 100 for each of six areas, and in whole.
//!
//! A part is `100 · min(measured / full, 1)`: it rises with what is measured, up to what counts in full, and never
//! falls. An area is the mean of its parts by their weights, the whole the plain mean of its areas. What has no records
//! does not count, neither for nor against: a part without enough days is no part, an area without parts has no score,
//! and with fewer than [`LEAST_AREAS`] areas there is no whole.
//!
//! | area | part | weight | counts in full from |
//! |---|---|---|---|
//! | health | sleep, mean of the days that have it | 3 | 8 h |
//! | | exercise in all | 3 | 150 min |
//! | | water, mean of the days that have it | 2 | 2 l |
//! | | mood, energy: means of the days that have them | 2, 1 | 10 |
//! | finance | bills due so far in the month that are paid, of all such | 3 | all |
//! | | planned spending of the month, of the actual | 2 | as much |
//! | | what came in the month, of what was spent | 2 | as much |
//! | professional | one-off reminders of the days that are done, of all such | 2 | all |
//! | | decisions about work, customers, crops to be reviewed by then that are, of all such | 1 | all |
//! | professional, learning, spiritual, relationships | days on which a metric of the area has a value above 0 | 2 | 5 days |
//! | relationships | people with whom there was contact | 3 | 5 people, or all where there are fewer |
//!
//! Means need three days, sums and active days two. The comparison with the seven days before is given where every
//! part of both weeks has days of its own; money by month and the last contact have none that could be read back.

mod part;
mod parts;

pub use part::{ScoreMeasure, ScorePart};

use super::period::{ReportPeriod, WEEK_DAYS};
use super::records::ReportRecords;
use crate::personal::decision::Area;
use chrono::{Days, NaiveDate};
use part::round_points;
use parts::parts_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Areas that a whole score needs.
pub const LEAST_AREAS: usize = 2;
/// The areas that have a score.
pub const SCORED_AREAS: [Area; 6] =
    [Area::Health, Area::Finance, Area::Professional, Area::Learning, Area::Spiritual, Area::Relationships];

/// The score of an area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaScore {
    /// The area.
    pub area: Area,
    /// Points, 0 to 100; absent where there is nothing to count.
    pub score: Option<u32>,
    /// Less the points of the days before; absent where these cannot be compared.
    pub change: Option<i32>,
    /// What counts.
    pub parts: Vec<ScorePart>,
}

/// The life balance score of seven days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalanceScore {
    /// The days.
    pub period: ReportPeriod,
    /// Points, 0 to 100: the mean of the areas that have a score; absent with fewer than two of them.
    pub score: Option<u32>,
    /// Less the points of the seven days before, over the areas that can be compared; absent with fewer than two.
    pub change: Option<i32>,
    /// The areas, each with its explanation.
    pub areas: Vec<AreaScore>,
}

/// The score of the seven days that end with `last`.
pub fn balance_score(records: &ReportRecords, last: NaiveDate) -> BalanceScore {
    let from = last.checked_sub_days(Days::new(WEEK_DAYS - 1)).unwrap_or(last);
    let period = ReportPeriod { from, to: last };
    let before = period.before();
    let (mut areas, mut now_and_before) = (Vec::new(), Vec::new());
    let mut exact = Vec::new();
    for area in SCORED_AREAS {
        let parts = parts_of(records, area, period);
        let earlier = parts_of(records, area, before);
        let points = mean_of(&parts);
        exact.extend(points);
        let comparable = parts.iter().chain(&earlier).all(ScorePart::is_dated);
        let pair = points.zip(mean_of(&earlier)).filter(|_| comparable);
        now_and_before.extend(pair);
        areas.push(AreaScore {
            area,
            score: points.map(round_points),
            change: pair.map(|(now, before)| (now - before).round() as i32),
            parts,
        });
    }
    let enough = |count: usize| count >= LEAST_AREAS;
    let mean = |points: &[f64]| points.iter().sum::<f64>() / points.len() as f64;
    let differences: Vec<f64> = now_and_before.iter().map(|(now, before)| now - before).collect();
    BalanceScore {
        period,
        score: enough(exact.len()).then(|| round_points(mean(&exact))),
        change: enough(differences.len()).then(|| mean(&differences).round() as i32),
        areas,
    }
}

fn mean_of(parts: &[ScorePart]) -> Option<f64> {
    let weights: f64 = parts.iter().map(|part| f64::from(part.weight)).sum();
    let sum: f64 = parts.iter().map(|part| f64::from(part.weight) * part.points()).sum();
    (weights > 0.0).then(|| sum / weights)
}
