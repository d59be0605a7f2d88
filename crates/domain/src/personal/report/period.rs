//! Kinds of reports, and the days that they are about.

use chrono::{Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Days of a weekly report.
pub const WEEK_DAYS: u64 = 7;
/// Days before today for which a report can be made: ten years.
pub const MOST_DAYS_BACK: u64 = 3_653;

/// The kinds of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// What was yesterday, and what today brings.
    Morning,
    /// Seven days, compared with the seven before.
    Weekly,
    /// A word on what is near: a decision to look at again, something tomorrow.
    Checkin,
    /// What speaks for which gift for a person.
    Gift,
    /// What speaks for and against the options of a decision.
    Decision,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [ReportKind; 5] = [
        ReportKind::Morning,
        ReportKind::Weekly,
        ReportKind::Checkin,
        ReportKind::Gift,
        ReportKind::Decision,
    ];

    /// Name of the report's kind in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportKind::Morning => "morning",
            ReportKind::Weekly => "weekly",
            ReportKind::Checkin => "checkin",
            ReportKind::Gift => "gift",
            ReportKind::Decision => "decision",
        }
    }

    /// Parses the stored name of a report's kind.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Whether a report of this kind is about a person or a decision that is chosen.
    pub fn has_subject(self) -> bool {
        matches!(self, ReportKind::Gift | ReportKind::Decision)
    }

    /// The days that a report of this kind is about, where it is made for `day`.
    pub fn period(self, day: NaiveDate) -> ReportPeriod {
        let from = match self {
            ReportKind::Weekly => day.checked_sub_days(Days::new(WEEK_DAYS - 1)).unwrap_or(day),
            _ => day,
        };
        ReportPeriod { from, to: day }
    }
}

/// Days of the person's zone, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportPeriod {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

impl ReportPeriod {
    /// Whether the report's period contains a day.
    pub fn has(self, day: NaiveDate) -> bool {
        (self.from..=self.to).contains(&day)
    }

    /// The period of equal length right before the report's.
    #[must_use]
    pub fn before(self) -> Self {
        let days = Days::new(((self.to - self.from).num_days().max(0) as u64).saturating_add(1));
        let earlier = |day: NaiveDate| day.checked_sub_days(days).unwrap_or(NaiveDate::MIN);
        Self { from: earlier(self.from), to: earlier(self.to) }
    }
}
