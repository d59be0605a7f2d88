//! Search gaps, the query log, and quality figures of the desk.

mod gap;
mod log;
mod quality;
#[cfg(test)]
mod tests;

pub use gap::{
    ANSWERS_FROM, GapReason, GapState, LOOKED_AT, QueryScope, Rerun, Surface, WEAK_BELOW, closes_gap,
    gap_key, query_coverage, search_gap, turn_gap,
};
pub use log::{Gap, LoggedQuery};
pub use quality::{LEAST_CASES, QUALITY_TARGETS, QualityStep, QualityTargets};
