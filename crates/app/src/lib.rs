//! The operations of Celeiro.
//!
//! [`App`] is the running program; every operation is a function of it, a [`Caller`] and a request,
//! and is declared once in [`commands`]. Hosts (desktop window, HTTP, command line) expand that list
//! and only translate.

pub mod assist;
pub mod attachments;
pub mod chat;
pub mod commands;
pub mod config;
pub mod doctor;
pub mod embedding;
pub mod error;
pub mod eval;
pub mod export;
pub mod housekeeping;
pub mod import;
pub mod keys;
pub mod llm_replay;
pub mod measuring;
pub mod messages;
pub mod ops;
pub mod progress;
pub mod sets;
pub mod setup;
pub mod storage;
pub mod transfer;
pub mod upkeep;
pub mod whole_file;

mod analysis;
mod app;
mod ended;
mod export_desk;
mod fresh;
mod gaps;
mod held;
mod import_desk;
mod memory;
mod one_sheet;
mod private_file;
mod query_log;
mod search;
mod share;
mod shared_read;
mod tool_log;

pub use app::{App, Caller};
pub use error::{AppError, Code, ErrorBody, Reason};
pub use tool_log::TOOL_LOG;
