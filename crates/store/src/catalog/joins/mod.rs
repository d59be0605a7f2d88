//! Duplicate products: merge, undo of a merge, and redirects of old ids.

pub(crate) mod candidates;
pub(crate) mod joining;
pub(crate) mod pointers;
pub(crate) mod redirects;
pub(crate) mod undo;
