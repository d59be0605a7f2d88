//! A report as it is kept.

use super::figure::ReportFigure;
use super::period::{ReportKind, ReportPeriod};
use super::score::BalanceScore;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

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

/// The author of the text of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportAuthor {
    /// The program, from sentences of its own.
    Program,
    /// A model; every number was compared with the figures.
    Model,
}

impl ReportAuthor {
    /// Name of the report's author, program or model, in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportAuthor::Program => "program",
            ReportAuthor::Model => "model",
        }
    }

    /// Parses the stored name of a report's author.
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
    /// The author of the text.
    pub author: ReportAuthor,
    /// Sentences of a model that were left out: a number in them has no figure that it comes from, or they speak of
    /// what was not recorded.
    pub left_out: u32,
    /// The model that wrote the text.
    pub model: Option<String>,
    /// Whether the program made it at its hour, without a request.
    pub scheduled: bool,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was made first.
    pub created_at: DateTime<Utc>,
    /// When it was last made.
    pub updated_at: DateTime<Utc>,
}
