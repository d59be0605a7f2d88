//! Products that stand in the catalog several times: joining them, taking that back, and where old ids lead.

pub(crate) mod candidates;
pub(crate) mod joining;
pub(crate) mod pointers;
pub(crate) mod redirects;
pub(crate) mod undo;
