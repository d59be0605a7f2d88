//! `celeiro serve` from outside: a real process, a real database, requests byte by byte.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;
#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod attack;
mod client;
mod interface;
mod languages;
mod life;
mod logs;
mod openapi;
mod operations;
mod server;
mod telemetry;
