//! Stock lists: rows, matching of items, and updates of levels.

mod list_places;
mod lost_zeros;
pub(super) mod row_match;
pub mod stock_list;
pub mod stock_row;
