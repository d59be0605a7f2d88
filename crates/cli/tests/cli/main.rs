//! The command line from outside: real processes, a real database, fixtures small enough to reckon
//! by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;
#[path = "../support/mod.rs"]
mod support;

mod backup;
mod config;
mod doctor;
mod embedding;
mod leaving;
mod mistakes;
mod model;
mod neural;
mod operations;
mod setup;
mod together;
mod users;
