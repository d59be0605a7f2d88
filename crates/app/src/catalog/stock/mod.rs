//! Stock: the levels of an item and what they say together, counts that a person writes, lists of counts from other
//! programs, and the item that an EAN is of.

pub mod ean;
pub mod item_stock;
mod list_places;
mod lost_zeros;
mod place_columns;
mod row_match;
pub mod stock_file;
pub mod stock_list;
pub mod stock_row;
pub mod stock_upload;
pub(crate) mod stored_totals;
pub mod totals;
