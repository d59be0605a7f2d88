//! Commands of the personal assistant: people, reminders, decisions, metrics, memory, reports, money.

pub(super) mod finance;
pub(super) mod memory;
pub(super) mod metrics;
pub(super) mod people;
pub(super) mod reports;
