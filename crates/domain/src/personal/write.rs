//! A checked write of one record: what a page's save does at once, and a confirmed card when a person says so.

use super::PersonalKind;
use super::decision::DecisionFields;
use super::finance::bill::BillFields;
use super::finance::debt::DebtFields;
use super::finance::expense::ExpenseFields;
use super::finance::income::IncomeFields;
use super::finance::investment::InvestmentFields;
use super::memory::KnowledgeFields;
use super::metric::MetricFields;
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
    /// A bill.
    Bill(Box<BillFields>),
    /// An expense.
    Expense(Box<ExpenseFields>),
    /// An income.
    Income(Box<IncomeFields>),
    /// A debt.
    Debt(Box<DebtFields>),
    /// An investment.
    Investment(Box<InvestmentFields>),
}

impl PersonalFields {
    /// Kind of the personal record that the fields belong to.
    pub fn kind(&self) -> PersonalKind {
        match self {
            PersonalFields::Person(_) => PersonalKind::People,
            PersonalFields::Reminder(_) => PersonalKind::Reminders,
            PersonalFields::Decision(_) => PersonalKind::Decisions,
            PersonalFields::Metric(_) => PersonalKind::Metrics,
            PersonalFields::Knowledge(_) => PersonalKind::Knowledge,
            PersonalFields::Bill(_) => PersonalKind::Bills,
            PersonalFields::Expense(_) => PersonalKind::Expenses,
            PersonalFields::Income(_) => PersonalKind::Incomes,
            PersonalFields::Debt(_) => PersonalKind::Debts,
            PersonalFields::Investment(_) => PersonalKind::Investments,
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
