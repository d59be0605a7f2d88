//! Price lists, costs and changes of prices: what a dealer sells at, to whom, and from which day on.

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
