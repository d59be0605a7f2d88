//! Stock: the levels of an item and what they say together, counts that a person writes, lists of counts from other
//! programs, and the item that an EAN is of.

pub mod ean;
pub mod file;
pub mod item_stock;
pub mod list;
pub(crate) mod stored_totals;
pub mod totals;
