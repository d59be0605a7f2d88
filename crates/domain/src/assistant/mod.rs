//! The assistant that acts: which tools a model may ask for, what their arguments may be, how long the
//! asking may go on, and how a write waits for a person.
//!
//! A read runs at once. A write never runs from a model's call: the call becomes an [`Action`] that is
//! sealed as it is shown, and a person confirms that and nothing else.
//!
//! | module | what it says |
//! |---|---|
//! | `tools` | the tools by name, with the definitions that models are given |
//! | `arguments`, `amount` | what each may be called with |
//! | `request` | a call of a model, checked |
//! | `reading` | the tools that other programs are offered, and their calls |
//! | `rounds` | how many rounds, how much time, which tool is left out |
//! | `payload` | the exact texts in which results reach a model |
//! | `plan` | what a write will do, once it is confirmed |
//! | `action` | the waiting write and its card |
//! | `seal` | what binds a confirmation to what was shown |
//! | `origin` | where the value of an argument comes from |
//! | `reply` | a person's words about a waiting write, read without a model |
//!
//! Left out: retrieval, storage and models (crates `app`, `store`, `llm`).

pub mod action;
pub mod amount;
pub mod arguments;
pub mod origin;
pub mod payload;
pub mod plan;
pub mod reading;
pub mod reply;
pub mod request;
pub mod rounds;
pub mod seal;
pub mod tools;

pub use action::{
    Action, ActionCard, ActionState, CardArgument, CardChange, PendingAction, RequestedCall, ToolOutcome,
    ToolRound,
};
pub use plan::WritePlan;
pub use request::{BadCall, ToolRequest, read_request};
pub use tools::{Tool, ToolDefinition};
