//! Query sets, judgments and ranking profiles.

pub(crate) mod bad_answers;
pub(crate) mod judgments;
pub(crate) mod profile_versions;
pub(crate) mod profiles;
pub(crate) mod query_sets;
pub(crate) mod set_imports;
pub(crate) mod set_queries;
