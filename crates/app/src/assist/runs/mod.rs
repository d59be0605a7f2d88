//! Runs of suggestions over many items: their worker, their operations, their review.

pub mod api;
pub mod review;
pub mod review_api;
pub(crate) mod worker;
