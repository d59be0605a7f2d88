//! Suggestions, runs of suggestions, and their review.

pub(crate) mod enrichment;
pub(crate) mod enrichment_work;
pub(crate) mod review;
pub(crate) mod suggestions;
