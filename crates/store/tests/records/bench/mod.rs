//! Profiles and sets of queries.

pub(super) mod profiles;
pub(super) mod query_sets;
