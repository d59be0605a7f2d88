//! The tree of categories: all of them with how many items they have, and changes, which take items along.

pub mod changes;
pub(crate) mod facets;
pub mod list;
