//! Measurement of ranking profiles on judged queries: query sets, judging, evaluation, tuning, the gate.

pub mod bad_answers;
pub mod eval;
pub mod evaluate_profile;
pub(crate) mod judge;
pub mod judging;
pub mod measurements;
pub(crate) mod measuring;
pub mod profile_gate;
pub mod profiles;
pub mod quality;
pub mod query_sets;
pub mod rerank_set;
pub mod set_queries;
pub mod sets;
pub use measuring::compare::{CompareReport, ProfileComparison};
pub(crate) use measuring::compare::{compare_profiles, measure_query};
pub(crate) use measuring::judged_set::{AT_ONCE, InForce, judged_pool, query_plan};
pub use measuring::tuning::TuneReport;
pub(crate) use measuring::tuning::tune_profile;
