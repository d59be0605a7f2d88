//! The tools of the personal assistant: people, reminders, decisions, money. They are offered where a person switched it
//! on, and to no other program.
//!
//! | module | content |
//! |---|---|
//! | `arguments` | the arguments of each tool, and what they mean |
//! | `finance` | the same of the person's own money, with results |
//! | `offer` | which tools a turn offers: twelve at most, by what is spoken about |
//! | `payload` | records as a model reads them |

pub mod arguments;
pub mod finance;
pub mod offer;
pub mod payload;

pub use arguments::{
    CompleteReminder, CreateReminder, GetDecisions, GetPerson, ListReminders, SaveDecision, UpdatePerson,
};
