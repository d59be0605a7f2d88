//! Stock lists: rows, matching of items, and updates of levels.

mod list_places;
mod lost_zeros;
pub(super) mod row_match;
mod same_counts;
pub mod stock_list;
pub mod stock_row;
