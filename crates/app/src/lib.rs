//! The operations of Celeiro.
//!
//! [`App`] is the running program. Every operation is a function of an [`App`], a [`Caller`] and a
//! request, and [`commands`] declares each one once. The hosts (desktop window, HTTP, command line)
//! expand that list and only translate between it and their callers.

pub mod accounts;
pub mod api;
pub mod assist;
pub mod assistant;
pub mod backup;
pub mod bench;
pub mod catalog;
pub mod chat;
pub mod commands;
pub mod config;
pub mod embedding;
pub mod error;
pub mod export;
pub mod files;
pub mod host;
pub mod import;
pub mod inspect;
pub mod keys;
pub mod messages;
pub mod operations;
pub mod personal;
pub mod print;
pub mod query_log;
pub mod runtime;
pub mod search;
pub mod settings;
pub mod share;
pub mod sheet;
pub mod system;
pub mod telemetry;

mod app;
mod command_tag;
mod command_weight;
mod profile_rules;
mod request;
mod tool_log;

pub use accounts::Account;
pub use app::{App, Caller};
pub use error::{AppError, Code, ErrorBody, Reason};
pub use request::{read_request, read_value};
pub use tool_log::TOOL_LOG;
