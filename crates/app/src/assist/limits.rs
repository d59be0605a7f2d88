//! Upper limit of suggested prices.

use celeiro_domain::catalog::Price;
use serde_json::json;

use crate::App;

/// The highest price that may be suggested.
pub(crate) fn read_price_cap(app: &App) -> Option<Price> {
    let most = app.config().number("CATALOG_AI_MAX_PRICE")?;
    // A price has four decimals at most, and a cap is never raised by rounding.
    serde_json::from_value(json!((most * 10_000.0).floor() / 10_000.0)).ok()
}
