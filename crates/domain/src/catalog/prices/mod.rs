//! Price lists, what things cost, and changes of prices. The price of an item and the prices of its packages are the
//! base; a list is a rule on the base with own prices beside it.

mod change;
mod judge;
mod list;
mod mark;
mod plan;
mod resolve;
#[cfg(test)]
mod tests;

pub use change::{PriceChange, PriceChangeRow, PriceChangeState, PricePoint, PriceRowOutcome};
pub use judge::{mark_rows, percent_between};
pub use list::{MAX_PRICE_LISTS, PriceList, PriceListDraft, resembles_name};
pub use mark::PriceMark;
pub use plan::{
    GivenPrice, NewPrice, PlannedPrice, PriceAction, PriceBook, PriceProblem, PricedItem, PricedPlace,
    RefusedPrice, plan_own_prices, plan_prices, put_base_price, read_percent,
};
pub use resolve::{PriceSource, ResolvedPrice, margin, margin_percent, put_list_prices, resolve_price};
