//! Enrichment runs over many items: worker, operations, review.

pub mod api;
pub mod review;
pub mod review_api;
pub(crate) mod worker;
