//! The personal assistant's rules: what is due when, and what a row of daily values allows to be stated.
//!
//! | module | content |
//! |---|---|
//! | `schedule` | when a reminder fires: wall time, zone, repetition, missed ones |
//! | `tracking` | metrics by day: history, trends, correlations with the limits of what may be claimed |
//!
//! Out of scope: texts for people, storage, and the present moment, which is an argument.

pub mod schedule;
pub mod tracking;
