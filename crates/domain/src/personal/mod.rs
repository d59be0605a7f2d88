//! What the personal assistant keeps for the person who switched it on, and its rules: what is due when, and what a
//! row of daily values allows to be stated.
//!
//! | module | content |
//! |---|---|
//! | `person`, `birthday` | customers and other people |
//! | `nearness` | people found by misspelt names |
//! | `reminder`, `wall_clock` | reminders; a time on the clock as people write it |
//! | `firing` | whether a reminder is to be shown now |
//! | `decision` | decisions that come up again |
//! | `vault` | notes behind a password |
//! | `metric`, `metric_file` | entries of metrics; tables of them |
//! | `memory` | what the assistant knows of a person: items, evidence, the diff of a run |
//! | `finance` | bills, expenses, incomes, debts, investments, and what they come to |
//! | `write` | a checked write, as a confirmed card runs it |
//! | `report` | figures of reports, and texts compared with them |
//! | `schedule` | when a reminder fires: wall time, zone, repetition, missed ones |
//! | `tracking` | metrics by day: history, trends, correlations with the limits of what may be claimed |
//!
//! Each noun has a draft, as people and models write it; `check` cleans it and gives what can be stored, or every
//! field that is wrong with what is allowed.
//!
//! Out of scope: texts for people, storage, and the present moment, which is an argument.

pub mod birthday;
pub mod decision;
pub mod finance;
pub mod firing;
pub mod memory;
pub mod metric;
pub mod metric_file;
pub mod nearness;
pub mod person;
pub mod reminder;
pub mod report;
pub mod schedule;
pub mod tracking;
pub mod vault;
pub mod wall_clock;
pub mod write;

use crate::team::Access;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The kinds of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PersonalKind {
    /// People.
    People,
    /// Reminders.
    Reminders,
    /// Decisions.
    Decisions,
    /// Entries of metrics.
    Metrics,
    /// What the assistant knows.
    Knowledge,
    /// Bills.
    Bills,
    /// Expenses.
    Expenses,
    /// Incomes.
    Incomes,
    /// Debts.
    Debts,
    /// Investments.
    Investments,
    /// Reports.
    Reports,
}

impl PersonalKind {
    /// All kinds.
    pub const ALL: [PersonalKind; 11] = [
        PersonalKind::People,
        PersonalKind::Reminders,
        PersonalKind::Decisions,
        PersonalKind::Metrics,
        PersonalKind::Knowledge,
        PersonalKind::Bills,
        PersonalKind::Expenses,
        PersonalKind::Incomes,
        PersonalKind::Debts,
        PersonalKind::Investments,
        PersonalKind::Reports,
    ];

    /// The stored name, which is also that of the table.
    pub fn as_str(self) -> &'static str {
        match self {
            PersonalKind::People => "people",
            PersonalKind::Reminders => "reminders",
            PersonalKind::Decisions => "decisions",
            PersonalKind::Metrics => "metrics",
            PersonalKind::Knowledge => "knowledge",
            PersonalKind::Bills => "bills",
            PersonalKind::Expenses => "expenses",
            PersonalKind::Incomes => "incomes",
            PersonalKind::Debts => "debts",
            PersonalKind::Investments => "investments",
            PersonalKind::Reports => "reports",
        }
    }

    /// Parses the stored name of a kind of personal records.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// Access that a caller needs for personal records of this kind. A team works with people and reminders, all else is
    /// one owner's.
    pub fn access(self) -> Access {
        match self {
            PersonalKind::People | PersonalKind::Reminders => Access::Read,
            PersonalKind::Decisions
            | PersonalKind::Metrics
            | PersonalKind::Knowledge
            | PersonalKind::Bills
            | PersonalKind::Expenses
            | PersonalKind::Incomes
            | PersonalKind::Debts
            | PersonalKind::Investments
            | PersonalKind::Reports => Access::Personal,
        }
    }
}
