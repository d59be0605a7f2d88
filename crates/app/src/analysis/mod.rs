//! The analyst's bench: candidates fetched once and kept, for everything in [`celeiro_domain::analysis`].
//!
//! It fetches and dresses; what is reckoned with what was fetched is in crate `domain`.

mod cache;
mod compare;
mod effect;
mod impact;
mod pool;
mod set;
mod standing;
mod tuning;
mod watched;

pub(crate) use cache::Pools;
pub use compare::{CompareReport, Compared};
pub(crate) use compare::{compare_profiles, measured};
pub use effect::QueryEffect;
pub(crate) use effect::of_synonyms;
pub use impact::ItemEffect;
pub(crate) use impact::of_item;
pub(crate) use pool::{Fetched, candidate_names, fetch};
pub(crate) use set::{AT_ONCE, InForce, judged_pool, query_plan};
pub(crate) use standing::{Standing, standing};
pub use tuning::TuneReport;
pub(crate) use tuning::tune_profile;
pub(crate) use watched::{Watched, watched};
