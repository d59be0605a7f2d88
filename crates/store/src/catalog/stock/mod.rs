//! Stock of items: levels, their updates, and lookup of items by code, EAN or name.

pub(crate) mod levels;
pub(crate) mod targets;
pub(crate) mod writing;
