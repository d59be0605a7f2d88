//! The assistant that acts: the tools that a model may call, their arguments, the limits of a run, and
//! the confirmation of writes by a person.
//!
//! A read runs at once. A write never runs from a model's call: the call becomes an [`Action`], sealed
//! with the content of its card, and only the confirmation of that card by a person executes it.
//!
//! | module | content |
//! |---|---|
//! | `tools` | the table of tools: names, arguments, which of them write |
//! | `definition` | what models receive of each, with the texts of `data/tools.json` |
//! | `arguments`, `amount` | the arguments of each tool |
//! | `request` | a validated call of a model |
//! | `reading`, `proposing` | the tools for other programs: those that read, those that propose a write |
//! | `rounds` | limits: number of rounds, time, and the tools of each round |
//! | `padding` | tools that do nothing, for the caches of providers |
//! | `personal` | the tools of the personal assistant, and which tools a turn offers |
//! | `manner` | how the personal assistant speaks: persona, and what messages ask for |
//! | `payload` | the exact texts of tool results for a model |
//! | `plan` | the effect of a write once it is confirmed |
//! | `action` | the pending write and its card |
//! | `results` | what a confirmed write answers |
//! | `shop` | cards of items in an answer: presets, formations, what each card holds |
//! | `seal` | the link between a confirmation and the content of the card |
//! | `origin` | the source of an argument's value |
//! | `reply` | a person's reply to a pending write, read by the program; what a model takes it for where that cannot |
//!
//! Out of scope: retrieval, storage and models (crates `app`, `store`, `llm`).

pub mod action;
pub mod amount;
pub mod arguments;
pub mod definition;
pub mod manner;
pub mod origin;
pub mod padding;
pub mod payload;
pub mod personal;
pub mod plan;
pub mod proposing;
pub mod reading;
pub mod reply;
pub mod request;
pub mod results;
pub mod rounds;
pub mod seal;
pub mod shop;
pub mod tools;

#[cfg(test)]
mod reference;

pub use action::{
    Action, ActionCard, ActionState, CardArgument, CardChange, CardWrite, PendingAction, RequestedCall,
    ToolOutcome, ToolRound,
};
pub use definition::ToolDefinition;
pub use plan::WritePlan;
pub use request::{BadCall, ToolRequest, read_request};
pub use tools::Tool;
