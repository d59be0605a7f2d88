//! A query set as it is stored and shown.

use super::case::RegressionCase;
use crate::search::Kind;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Where a set comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SetRole {
    /// People made it.
    #[default]
    Judged,
    /// It is made from answers that people rated down; there is one for each kind.
    Answers,
}

/// A query set, as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuerySetSummary {
    /// The set.
    pub id: Uuid,
    /// Its name, unique whatever its case and accents.
    pub name: String,
    /// What its queries search.
    pub kind: Kind,
    /// What it is for, in a person's words.
    pub description: String,
    /// Where it comes from.
    pub role: SetRole,
    /// Whether no profile may come into force that answers the whole, or one of its classes, worse.
    pub protected: bool,
    /// Classes that may not get worse, where the whole may.
    pub protected_classes: Vec<String>,
    /// Counts up with every change of anything in it.
    pub version: i32,
    /// Its queries.
    pub queries: u32,
    /// Those that are put aside.
    pub skipped_queries: u32,
    /// Those that may not get worse, by themselves or by their class.
    pub protected_queries: u32,
    /// Those with a judgment.
    pub judged_queries: u32,
    /// Those that are regression cases.
    pub cases: u32,
    /// Judgments of all judges.
    pub judgments: u32,
    /// The best grade of its scale: 2, or 3 where one of its judgments is 3.
    pub top_grade: u8,
    /// The judge's name.
    pub judges: Vec<String>,
    /// The classes of its queries.
    pub classes: Vec<String>,
    /// The author's name.
    pub actor: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When anything in it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl QuerySetSummary {
    /// Whether the gate evaluates profiles on this query set.
    pub fn is_protected(&self) -> bool {
        self.protected || self.protected_queries > 0 || !self.protected_classes.is_empty()
    }
}

/// A query of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetQuery {
    /// The query.
    pub id: Uuid,
    /// The set that it belongs to.
    pub set_id: Uuid,
    /// Its name in files: one word, unique in the set.
    pub key: String,
    /// What is searched for.
    pub query: String,
    /// Its class.
    pub class: Option<String>,
    /// Whether it may not get worse.
    pub protected: bool,
    /// Whether it is put aside: kept, but not measured.
    pub skipped: bool,
    /// Of a regression case: what must and must not stand on top.
    pub case: Option<RegressionCase>,
    /// The answer that it was made from.
    pub message_id: Option<Uuid>,
    /// Records with a judgement.
    pub judged_records: u32,
    /// Those that a person took for relevant.
    pub relevant_records: u32,
}

/// A judge's verdict on a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judgment {
    /// The query.
    pub query_id: Uuid,
    /// The record, by its external id or our own.
    pub record: String,
    /// The judge's name.
    pub judge: String,
    /// 0 for what does not belong there, 1 for what helps, 2 for what was looked for.
    pub grade: i32,
    /// In the judge's words.
    pub note: String,
    /// Whether the judge saw neither places nor scores.
    pub blind: bool,
    /// When.
    pub judged_at: DateTime<Utc>,
}
