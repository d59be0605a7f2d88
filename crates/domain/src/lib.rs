//! Nouns and pure rules of Celeiro.
//!
//! Everything here is a function of its arguments: no async, no I/O, no clock, no randomness.
//! The database returns signals, this crate turns them into scores ([`rank`]) whose values *are*
//! their explanations ([`explain`]), so that what a person is shown cannot differ from what ranked.
//!
//! It deliberately leaves out: SQL (crate `store`), the network (crate `llm`), operations and
//! their errors (crate `app`).

pub mod assist;
pub mod assistant;
pub mod bench;
pub mod catalog;
pub mod chat;
pub mod explain;
pub mod import;
pub mod insight;
pub mod inspect;
pub mod personal;
pub mod prompt;
pub mod rank;
pub mod search;
pub mod sheet;
pub mod synonyms;
pub mod team;
pub mod text;
pub mod wire;

mod named_value;
