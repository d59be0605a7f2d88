//! Tests and measurements of the whole: what fits no single crate.
//!
//! - `tests/all`: parts held against each other or against a reference: the database's fold
//!   against Rust's, the word index against a plain scan, metrics against trec_eval, explanations
//!   against their scores.
//! - `tests/sheet`: the catalog desk: grids, edits of many records, and everything taken back again.
//! - `e2e/`: the interface in Chromium and in the real window.
//! - `fixtures/`: figures of reference implementations, with the scripts that made them.
//! - `benches/`: the promised figures of speed and size beside what a machine gives (`make bench`).
//! - `databases`: a database for each test on a server that the tests of a program share;
//! - `program`: the program on such a database;
//! - `provider`: a provider of models that answers from a script, for tests of the desk everywhere.
//!
//! Tests of one crate are in that crate.

pub mod databases;
pub mod program;
pub mod provider;
