//! The assistant's tool loop: the model calls tools, reads run at once, writes wait for confirmation.
//!
//! | module | what it does |
//! |---|---|
//! | `turn` | loop of a turn: model request, tool calls, until an answer or a pending write |
//! | `calls` | tool calls of a round: validation, execution, audit log; its writes on one card |
//! | `speech` | the model's words over all rounds, without doses that none states |
//! | `workspace` | records that a turn has read: messages, sources, texts with their origin |
//! | `reads` | read tools of the catalog |
//! | `cards` | tools that show items as cards, also at a person's request to the desk |
//! | `proposals` | proposals of writes on the catalog, with cards |
//! | `prepared` | a prepared write |
//! | `personal` | tools of the personal assistant |
//! | `targets` | resolution of a call's target items |
//! | `waiting` | rules that read a reply about pending writes |
//! | `reply_reading` | interpretation of an unclear reply by a model |
//! | `readers` | read tools for models of other programs |
//! | `replayed_calls` | replay of a trace's tool calls, with comparison |
//! | `programs` | proposals of writes by other programs |
//! | `action_access` | access to pending actions |
//! | `actions` | operations: list, confirm, reject, correct |
//! | `undo_rights` | rights to undo and redo confirmed writes |
//! | `undo` | undo and redo: one write, or those of an answer, a conversation, a day |
//!
//! Rules that need neither a database nor a model are in `celeiro_domain::assistant`; `celeiro_store` runs a confirmed
//! write, as the same kind of operation as an edit by hand.

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
mod speech;
mod targets;
pub(crate) mod turn;
pub mod undo;
mod undo_rights;
mod waiting;
pub(crate) mod workspace;
