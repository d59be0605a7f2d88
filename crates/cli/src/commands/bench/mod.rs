//! Commands that measure the search: sets of queries, profiles, figures, gaps.

pub(super) mod eval;
pub(super) mod gaps;
pub(super) mod profile;
pub(super) mod quality;
pub(super) mod queries;
pub(super) mod set;
pub(super) mod tune;
