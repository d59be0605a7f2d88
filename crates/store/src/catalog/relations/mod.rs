//! Relations between items: which there are, and writing them.

pub(crate) mod listing;
pub(crate) mod writing;
