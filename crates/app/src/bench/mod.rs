//! Measures ranking profiles on judged queries: query sets, judging, evaluation, tuning, the gate.

pub mod bad_answers;
pub(crate) mod compare;
pub mod eval;
pub mod evaluate_profile;
pub(crate) mod judge;
pub(crate) mod judged_set;
pub mod judging;
pub mod measurements;
pub mod profile_gate;
pub mod profiles;
pub mod quality;
pub mod query_sets;
pub mod rerank_set;
pub mod set_queries;
pub mod sets;
pub(crate) mod tuning;
pub use compare::{CompareReport, ProfileComparison};
pub(crate) use compare::{compare_profiles, measure_query};
pub(crate) use judged_set::{AT_ONCE, InForce, judged_pool, query_plan};
pub use tuning::TuneReport;
pub(crate) use tuning::tune_profile;
