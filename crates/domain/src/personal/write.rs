//! A checked write of one record: what a page's save does at once, and a confirmed card when a person says so.

use super::PersonalKind;
use super::decision::DecisionFields;
use super::metric::MetricFields;
use super::memory::KnowledgeFields;
use super::person::PersonDraft;
use super::reminder::ReminderFields;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The content of a record, checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "fields", rename_all = "camelCase")]
pub enum PersonalFields {
    /// A person.
    Person(Box<PersonDraft>),
    /// A reminder.
    Reminder(Box<ReminderFields>),
    /// A decision.
    Decision(Box<DecisionFields>),
    /// An entry of a metric.
    Metric(Box<MetricFields>),
    /// An item of memory.
    Knowledge(Box<KnowledgeFields>),
}

impl PersonalFields {
    /// The kind of the record.
    pub fn kind(&self) -> PersonalKind {
        match self {
            PersonalFields::Person(_) => PersonalKind::People,
            PersonalFields::Reminder(_) => PersonalKind::Reminders,
            PersonalFields::Decision(_) => PersonalKind::Decisions,
            PersonalFields::Metric(_) => PersonalKind::Metrics,
            PersonalFields::Knowledge(_) => PersonalKind::Knowledge,
        }
    }
}

/// A write of one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonalWrite {
    /// The record; chosen anew for one that will be new.
    pub id: Uuid,
    /// The version that the write starts from; none for a new record.
    pub version: Option<i32>,
    /// Its whole new content.
    pub content: PersonalFields,
}
