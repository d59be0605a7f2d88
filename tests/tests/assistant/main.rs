//! The assistant that acts, end to end: a real database with the demo catalog, and a real HTTP server that
//! plays the model, honest, obedient to an attacker, broken or silent.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod actions;
mod at_size;
mod attached;
mod behaviour;
mod broken;
mod cards;
mod hostile;
mod leaks;
mod personal;
mod prices;
mod readings;
mod roles;
mod shapes;
mod support;
mod vendors;
mod week;
mod words;
