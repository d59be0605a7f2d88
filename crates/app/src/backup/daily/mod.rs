//! Daily backups: schedule, retention, state and its report.

pub mod pruning;
pub mod schedule;
pub mod state;
