//! Gaps, sets of queries, judging, profiles.

pub(super) mod gaps;
pub(super) mod judging;
pub(super) mod profiles;
pub(super) mod sets;
