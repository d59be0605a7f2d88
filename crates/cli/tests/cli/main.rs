//! The command line from outside: real processes, a real database, fixtures small enough to reckon
//! by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;
#[path = "../support/mod.rs"]
mod support;

mod assist;
mod config;
mod desk;
mod doctor;
mod embedding;
mod evaluation;
mod explain;
mod files;
mod history;
mod llm;
mod mistakes;
mod model;
mod profiles;
mod search;
mod sets;
mod setup;
mod together;
