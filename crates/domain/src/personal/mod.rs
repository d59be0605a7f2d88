//! The personal assistant's rules: what is due when, and what a row of daily values allows to be stated.
//!
//! | module | content |
//! |---|---|
//! | `schedule` | when a reminder fires: wall time, zone, repetition, missed ones |
//!
//! Out of scope: texts for people, storage, and the present moment, which is an argument.

pub mod schedule;
