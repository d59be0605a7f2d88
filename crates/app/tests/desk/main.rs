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
mod catalog;
mod documents;
mod faqs;
mod hostile;
mod intents;
mod prices;
mod providers;
mod runs;
mod safety;
mod safety_vectors;
mod search;
mod support;
mod turns;
mod understanding;
mod without;
