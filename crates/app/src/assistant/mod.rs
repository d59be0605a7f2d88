//! The assistant's tool loop: the model calls tools, reads run at once, writes wait for confirmation.
//!
//! | module | what it does |
//! |---|---|
//! | `turn` | the loop of a turn: the model is asked, its calls run, until it answers or waits |
//! | `calls` | the calls of a round: checked, run, written down; its writes put on one card |
//! | `workspace` | what a turn has read so far: messages, sources, texts with their origin |
//! | `reads` | tools that only read |
//! | `cards` | tools that show items as cards, and the same where a person asks the desk for it |
//! | `proposals` | what a write would do, with its card; nothing is changed |
//! | `prepared` | a write that was worked out |
//! | `personal` | the same of people, reminders and decisions; which tools a turn offers |
//! | `targets` | the items that a call means |
//! | `waiting` | a person's words about writes that wait |
//! | `reply_reading` | what a model takes such words for, where the program cannot read them |
//! | `readers` | tools for models of other programs that read |
//! | `replayed_calls` | the calls of a trace, run again and compared |
//! | `programs` | writes that other programs propose |
//! | `action_access` | whose an action is, and what its writes need |
//! | `actions` | the operations: list, confirm, reject, correct |
//! | `undo_rights` | which confirmed writes a caller may take back |
//! | `undo` | confirmed writes taken back, and had again: one, or those of an answer, a conversation, a day |
//!
//! What can be decided without a database or a model is in `celeiro_domain::assistant`; a confirmed write runs
//! in `celeiro_store`, as the same kind of operation that a hand edit is.

mod action_access;
pub mod actions;
mod calls;
pub(crate) mod cards;
mod personal;
mod prepared;
pub mod programs;
mod proposals;
pub mod readers;
mod reads;
pub mod replayed_calls;
mod reply_reading;
mod targets;
pub(crate) mod turn;
pub mod undo;
mod undo_rights;
mod waiting;
pub(crate) mod workspace;
