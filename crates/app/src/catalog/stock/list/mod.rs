//! A list of counts: its rows, the item that each is of, and their way into the catalog.

mod list_places;
mod lost_zeros;
pub(super) mod row_match;
pub mod stock_list;
pub mod stock_row;
