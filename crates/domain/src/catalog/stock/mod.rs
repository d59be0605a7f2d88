//! Stock: how much of an item or of one of its packages stands at a place, and when that was counted. What was not
//! counted is unknown, and unknown is never nothing.

mod level;
mod quantity;
mod standing;

pub use level::{CountedStock, PLACE_CHARS, StockLevel, StockPlace, UNIT_CHARS, check_count};
pub use quantity::{QUANTITIES, QuantityError, StockQuantity};
pub use standing::{HitStock, StockState, summarize_stock};
