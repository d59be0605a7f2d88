//! The parts of Celeiro held against each other and against references, on a real database.

#![allow(clippy::disallowed_methods, reason = "a transaction of a test is not dropped while it begins")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod backup;
mod explanations;
mod fold;
mod impact;
mod metrics;
mod neural;
mod notes;
mod replicas;
mod search;
mod support;
