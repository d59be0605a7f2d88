//! Import and export against a real database, with the real parsing child.
//!
//! Each test has its own data folder and so its own server. The child is `celeiro-parser`, for a
//! test program's `main` is not ours.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/databases.rs"]
#[allow(dead_code, reason = "other test programs ask by an address")]
mod databases;

mod attribute_columns;
mod export;
mod findings;
mod formats;
mod hostile;
mod layouts;
mod not_for_sale;
mod prices;
mod reading;
mod rejects;
mod reports;
mod suppliers;
mod support;
mod twins;
mod ugly;
mod variants;
mod workbook;
