//! `celeiro serve` from outside: a real process, a real database, requests byte by byte.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;
#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod assist;
mod bodies;
mod chat;
mod client;
mod conversations;
mod crowded;
mod desk;
mod frozen;
mod guard;
mod interface;
mod languages;
mod life;
mod limits;
mod logs;
mod openapi;
mod reach;
mod records;
mod search;
mod server;
mod sets;
mod settings;
mod sheet;
mod streams;
mod synonyms;
mod transfers;
