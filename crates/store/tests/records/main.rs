//! Records, and what is kept about them, against a real server from `target/postgres`: what each write
//! refuses and with which error, and what writers at the same time leave.
//!
//! Each test has a database of its own on a server that they share.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/databases.rs"]
#[allow(dead_code, reason = "other test programs ask by an address")]
mod databases;
#[path = "../world/mod.rs"]
#[allow(dead_code, reason = "each test program uses a part of it")]
mod world;

mod accounts;
mod bench;
mod catalog;
mod contents;
mod errors;
mod faqs;
mod import_profiles;
mod items;
mod personal;
mod roles;
mod sheet;
mod starts;
mod vectors;
