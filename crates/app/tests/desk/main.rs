//! The sales desk against real parts: a real database with the demo catalog, and a real HTTP server
//! that plays the provider of models from a script.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/databases.rs"]
mod databases;
#[path = "../../../../tests/src/program.rs"]
mod program;
#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;

mod answers;
mod assist;
mod attachments;
mod branches;
mod failures;
mod faqs;
mod history;
mod hostile;
mod intents;
mod limits;
mod packages;
mod prices;
mod provider_test;
mod query_log;
mod runs;
mod safety;
mod safety_vectors;
mod saving;
mod searching;
mod secrets;
mod sharing;
mod stopping;
mod support;
mod understanding;
mod vendors;
mod without;
