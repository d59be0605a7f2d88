//! Operations by their names, as hosts call them: a request in JSON, the answer in JSON, or an error with
//! its code. Against a real database that holds no vectors, so that only words decide.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../../tests/src/databases.rs"]
mod databases;
#[path = "../../../../tests/src/program.rs"]
mod program;
#[path = "../../../../tests/src/provider/mod.rs"]
mod provider;
#[path = "../../../../tests/src/snapshot.rs"]
mod snapshot;
#[allow(dead_code, reason = "tests of the import use all of it")]
#[path = "../import/workbook.rs"]
mod workbook;

mod accounts;
mod attachments;
mod bench;
mod categories;
mod desk;
mod duplicates;
mod fields;
mod histories;
mod import;
mod pictures;
mod prices;
mod records;
mod refused;
mod relations;
mod stock;
mod synonyms;
mod team_conversations;
mod team_support;
mod team_work;
mod traces;
mod turns;
