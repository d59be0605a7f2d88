//! Price lists, costs and price changes: a dealer's selling prices by list, and the day from which they apply.

pub mod changes;
pub mod costs;
pub mod item_prices;
pub(crate) mod list_prices;
pub mod lists;
pub mod own_prices;
pub mod preview;
pub mod price_file;
pub mod schedule;
pub mod undo;
