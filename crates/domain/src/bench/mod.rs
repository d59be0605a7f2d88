//! Measures over judged queries: quality figures, comparison of profiles, the gate, tuning.

pub mod agreement;
mod comparison;
mod gate;
pub mod judging;
pub mod metrics;
mod profile_edit;
mod query_set;
mod significance;
#[cfg(test)]
pub(crate) mod tests;
mod tune;

pub use comparison::{CaseChange, Comparison, QualityChange, QueryChange, compare_queries};
pub use gate::{Protection, Tolerances, Worse, find_regressions};
pub use profile_edit::{ProfileDifference, ProfileError, check_profile, profile_difference, with_value};
pub use query_set::{JudgedPool, Quality, QueryQuality, is_training, mean_quality, measure_profile};
pub use significance::sign_flip_test;
pub use tune::{Halves, TuneStep, TunedProfile, tune_knobs};
