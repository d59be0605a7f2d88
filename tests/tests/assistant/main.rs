//! The assistant that acts, end to end: a real database with the demo catalog, and a real HTTP server that
//! plays the model, honest, obedient to an attacker, broken or silent.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod at_size;
mod attached;
mod behaviour;
mod broken;
mod cards;
mod confirming;
mod finance;
mod firing;
mod hostile;
mod leaks;
mod memory;
mod memory_runs;
mod minute;
mod personal;
mod personas;
mod prices;
mod readings;
mod recall;
mod replays;
mod reports;
mod retries;
mod roles;
mod sealed;
mod shapes;
mod support;
mod together;
mod tracking;
mod undo;
mod vendors;
mod week;
mod words;
