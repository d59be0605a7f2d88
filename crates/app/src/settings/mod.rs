//! Settings as operations see them: entries, changes, the configuration in force.

pub mod api;
pub(crate) mod entry;
pub(crate) mod live;
