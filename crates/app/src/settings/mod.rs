//! The configuration as operations see it: entries, changes, the one in force.

pub mod api;
pub(crate) mod entry;
pub(crate) mod live;
