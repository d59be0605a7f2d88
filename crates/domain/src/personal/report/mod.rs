//! Reports of the personal assistant: figures that the program computes from records, and the check of a text
//! against them.
//!
//! | module | content |
//! |---|---|
//! | `figure` | one figure: what it says, of which days, from which records |
//! | `records` | the records that a report looks at |
//! | `score` | the life balance score with its explanation |
//! | `days` | morning summary, weekly report, check-in |
//! | `subject` | a person for whom a gift is sought, a decision that is weighed |
//! | `numbers` | every number of a text compared with the figures |
//!
//! No figure says what was not recorded. Out of scope: texts for people, storage, and the present moment, which is an
//! argument.

mod days;
pub mod figure;
pub mod numbers;
mod records;
pub mod score;
mod subject;
#[cfg(test)]
mod tests;

pub use days::{checkin_figures, morning_figures, weekly_figures};
pub use figure::{FigureTerm, FigureValue, ReportFigure};
pub use records::ReportRecords;
pub use subject::{GiftWish, decision_figures, gift_figures};

use chrono::{DateTime, Days, NaiveDate, Utc};
use schemars::JsonSchema;
use score::BalanceScore;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

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

    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportKind::Morning => "morning",
            ReportKind::Weekly => "weekly",
            ReportKind::Checkin => "checkin",
            ReportKind::Gift => "gift",
            ReportKind::Decision => "decision",
        }
    }

    /// The kind of this stored name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Whether it is about a person or a decision that is chosen.
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
    /// Whether a day belongs to it.
    pub fn has(self, day: NaiveDate) -> bool {
        (self.from..=self.to).contains(&day)
    }

    /// As many days, right before.
    #[must_use]
    pub fn before(self) -> Self {
        let days = Days::new(((self.to - self.from).num_days().max(0) as u64).saturating_add(1));
        let earlier = |day: NaiveDate| day.checked_sub_days(days).unwrap_or(NaiveDate::MIN);
        Self { from: earlier(self.from), to: earlier(self.to) }
    }
}

/// What a report rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportFigures {
    /// The days that it is about.
    pub period: ReportPeriod,
    /// The figures, in the order in which the report tells them.
    pub figures: Vec<ReportFigure>,
    /// The life balance score; of morning summaries and weekly reports alone.
    pub score: Option<BalanceScore>,
}

/// Who wrote the text of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportAuthor {
    /// The program, from sentences of its own.
    Program,
    /// A model; every number was compared with the figures.
    Model,
}

impl ReportAuthor {
    /// The stored name.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportAuthor::Program => "program",
            ReportAuthor::Model => "model",
        }
    }

    /// The author of this stored name.
    pub fn parse(text: &str) -> Option<Self> {
        [ReportAuthor::Program, ReportAuthor::Model].into_iter().find(|author| author.as_str() == text)
    }
}

/// A report as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Id.
    pub id: Uuid,
    /// The kind.
    pub kind: ReportKind,
    /// The person or the decision that it is about.
    pub subject_id: Option<Uuid>,
    /// The time zone of its days, by its IANA name.
    pub zone: String,
    /// What it rests on.
    pub figures: ReportFigures,
    /// The text, in Markdown.
    pub text: String,
    /// Who wrote the text.
    pub author: ReportAuthor,
    /// Sentences of a model that were left out: a number in them has no figure that it comes from, or they speak of
    /// what was not recorded.
    pub left_out: u32,
    /// The model that wrote the text.
    pub model: Option<String>,
    /// Whether the program made it at its hour, and nobody asked for it.
    pub scheduled: bool,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was made first.
    pub created_at: DateTime<Utc>,
    /// When it was last made.
    pub updated_at: DateTime<Utc>,
}
