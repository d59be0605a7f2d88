//! Records and background tasks of the personal assistant, for a person who enabled it.
//!
//! | module | what it does |
//! |---|---|
//! | `switch` | whether the personal assistant is on, and in which time zone it lives |
//! | `flat_request` | requests that hold a record's fields beside their own |
//! | `records` | what all kinds of records share: saved, deleted, brought back |
//! | `people`, `reminders`, `decisions` | the operations on each |
//! | `firing` | reminders that come due, shown once |
//! | `notices` | the same in the words of the system's notifications |
//! | `tracking` | metrics: entries, figures, tables |
//! | `memory` | what the assistant knows: items, the profile of the prompt, runs over messages |
//! | `finance` | bills, expenses, incomes, debts, investments, and what they come to |
//! | `reports` | morning summary, weekly report, check-in, gift suggestion, decision analysis |
//! | `conversations` | those that belong to a person |
//! | `personas` | how the assistant speaks in a conversation |
//! | `vault` | notes behind a password |
//! | `whole` | all of it at once: exported, deleted for good; a write taken back |
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
