//! Search gaps, the query log, quality figures of the desk, and servers of the database.

mod gap;
mod log;
mod quality;
mod replica;
#[cfg(test)]
mod tests;

pub use gap::{
    ANSWERS_FROM, GapReason, GapState, LOOKED_AT, QueryScope, Rerun, Surface, WEAK_BELOW, closes_gap,
    gap_key, is_reckoned, query_coverage, search_gap, turn_gap,
};
pub use log::{Gap, LoggedQuery};
pub use quality::{LEAST_CASES, QUALITY_TARGETS, QualityStep, QualityTargets};
pub use replica::{ReplicaStanding, ReplicaState};
