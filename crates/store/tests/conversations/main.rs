//! Conversations, turns and traces, and runs of suggestions, against a real server from
//! `target/postgres`.
//!
//! Each test has a database of its own on a server that they share.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a transaction of a test is not dropped while it begins")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/databases.rs"]
#[allow(dead_code, reason = "other test programs ask by an address")]
mod databases;
#[path = "../world/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod world;

mod attachments;
mod busy;
mod cancelled;
mod constraints;
mod history;
mod memory_runs;
mod program_actions;
mod quality;
mod runs;
mod suggestions;
mod support;
mod turns;
