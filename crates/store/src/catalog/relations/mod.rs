//! Relations between items: reading and writing.

pub(crate) mod listing;
pub(crate) mod writing;
