//! Price lists with own prices, costs, and price changes.

pub(crate) mod change_rows;
pub(crate) mod changes;
pub(crate) mod costs;
pub(crate) mod history;
pub(crate) mod lists;
pub(crate) mod of_item;
pub(crate) mod own_prices;
pub(crate) mod planning;
pub(crate) mod undo;

use celeiro_domain::catalog::Price;
use sqlx::types::Decimal;

/// A stored price.
fn read_price(stored: Option<Decimal>) -> Option<Price> {
    stored.and_then(|amount| Price::new(amount).ok())
}

/// A stored label; blank is the item itself.
fn read_package(stored: String) -> Option<String> {
    Some(stored).filter(|label| !label.is_empty())
}

/// A count as it goes over the wire.
fn read_count(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
