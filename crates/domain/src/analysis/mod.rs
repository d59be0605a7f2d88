//! Why this order, what would change it, and whether a change is better (SPEC §9).
//!
//! Everything here works on what a search fetched once ([`Components`]) and scores with the very
//! functions that searches score with; there is no second formula.
//!
//! - [`rows`], [`difference`]: a score as rows that add up to it; one score less another.
//! - [`absence()`]: the stage at which a record fell out of a result, and by how much.
//! - [`Components`]: other weights on the same candidates, or why these would be others.
//! - [`counterfactual()`]: the smallest change of one weight that turns two hits.
//! - [`measure`], [`Comparison`], [`sign_flip_test`], [`agreement`]: judged queries, before and after.
//! - [`search_gap`], [`turn_gap`], [`gap_key`], [`passes`]: what people looked for and did not get.
//! - [`gate()`]: what stops a profile that is worse.
//! - [`with_value`], [`profile_difference`], [`check_profile`]: profiles as people edit them.
//! - [`tune`]: a search for better weights, with half of the queries held out.
//!
//! It leaves out where candidates, judgments and profiles come from (crates `app` and `store`).

pub mod agreement;

mod absence;
mod comparison;
mod components;
mod counterfactual;
mod cuts;
mod difference;
mod gap;
mod gate;
mod knob;
mod profile_edit;
mod quality;
mod query_set;
mod significance;
mod tune;

#[cfg(test)]
mod tests;

pub use absence::{
    Absence, AbsenceFacts, ByVectors, ByWords, CutReason, CutStage, FilterMiss, MarginUnit, SearchHalf,
    absence, reasons,
};
pub use comparison::{CaseChange, Comparison, QualityChange, QueryChange, compare};
pub use components::{Components, Pool, PoolChange, Reranked};
pub use counterfactual::{Counterfactual, Deciding, counterfactual, turned_in, turned_pairs};
pub use cuts::PoolEnds;
pub use difference::{DifferenceRow, Row, difference, rows};
pub use gap::{
    ANSWERS_FROM, GapReason, GapState, LOOKED_AT, QueryScope, Rerun, Surface, WEAK_BELOW, coverage, gap_key,
    passes, search_gap, turn_gap,
};
pub use gate::{Protection, Tolerances, Worse, gate};
pub use knob::Knob;
pub use profile_edit::{ProfileDifference, ProfileError, check_profile, profile_difference, with_value};
pub use quality::{QUALITY_TARGETS, QualityStep, QualityTargets};
pub use query_set::{JudgedPool, Quality, QueryQuality, is_training, mean_quality, measure};
pub use significance::sign_flip_test;
pub use tune::{Halves, TuneStep, Tuned, tune};
