//! Measurement of profiles on judged queries: one profile, a comparison, tuning.

pub(crate) mod compare;
pub(crate) mod judged_set;
pub(crate) mod tuning;
