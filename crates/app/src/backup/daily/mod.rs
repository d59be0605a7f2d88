//! Daily backups: when one is made, which go, what is remembered and told of them.

pub mod pruning;
pub mod schedule;
pub mod state;
