//! Stock: levels and totals of an item, manual counts, stock lists from other programs, and barcode lookup.

pub mod ean;
pub mod file;
pub mod item_stock;
pub mod list;
pub(crate) mod stored_totals;
pub mod totals;
