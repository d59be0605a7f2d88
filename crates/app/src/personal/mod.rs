//! Records and background tasks of the personal assistant, for a person who enabled it.
//!
//! | module | what it does |
//! |---|---|
//! | `switch` | on/off state and time zone of the personal assistant |
//! | `flat_request` | requests with a record's fields flattened into them |
//! | `records` | shared operations: save, soft deletion, restore |
//! | `people`, `reminders`, `decisions` | operations on each kind |
//! | `firing` | firing of due reminders, once each |
//! | `notices` | texts of system notifications |
//! | `tracking` | metrics: entries, figures, tables |
//! | `memory` | memory: items, the prompt's profile, runs over messages |
//! | `finance` | bills, expenses, incomes, debts, investments, and their totals |
//! | `reports` | morning summary, weekly report, check-in, gift suggestion, decision analysis |
//! | `conversations` | conversations linked to a person |
//! | `personas` | persona of a conversation |
//! | `vault` | encrypted notes behind a password |
//! | `whole` | all personal data: export, permanent deletion; undo of one write |
//!
//! Nothing of it is part of a search, an export of the catalog, a shared page or what other programs read.

pub mod conversations;
pub mod decisions;
pub mod finance;
pub mod firing;
mod flat_request;
pub mod memory;
pub mod notices;
pub mod people;
pub mod personas;
mod records;
pub mod reminders;
pub mod reports;
pub mod switch;
pub mod tracking;
pub mod vault;
pub mod whole;
