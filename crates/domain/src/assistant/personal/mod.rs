//! The tools of the personal assistant: people, reminders, decisions, metrics, memory, money. They are offered where a
//! person switched it
//! on, and to no other program.
//!
//! | module | content |
//! |---|---|
//! | `arguments` | the arguments of each tool, and what they mean |
//! | `metrics` | the same of the tools of tracking |
//! | `memory` | the tools of the memory: arguments and results |
//! | `finance` | the same of the person's own money, with results |
//! | `offer` | which tools a turn offers: twelve at most, by what is spoken about |
//! | `payload` | records as a model reads them |

pub mod arguments;
pub mod finance;
pub mod memory;
pub mod metrics;
pub mod offer;
pub mod payload;

pub use metrics::{DeleteMetric, GetTrackingHistory, GetTrends, RecordMetric, UpdateMetric};

pub use arguments::{
    CompleteReminder, CreateReminder, GetDecisions, GetPerson, ListReminders, SaveDecision, UpdatePerson,
};
pub use memory::{AddKnowledge, AnalyzeContext, SearchKnowledge};
