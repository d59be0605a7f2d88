//! The category tree: the list with item counts, and changes with their effects on items.

pub mod changes;
pub(crate) mod facets;
pub mod list;
