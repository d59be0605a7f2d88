//! The catalog desk against a real database: grids, edits of many records, the history, taking back.

#![allow(clippy::disallowed_methods, reason = "a transaction of a test is not dropped while it begins")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod expectations;
mod exports;
mod files;
mod grid;
mod hostile;
mod imports;
mod staging;
mod support;
mod views;
mod writing;
