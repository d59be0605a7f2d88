//! Own prices of a list, edited one by one: each is stored, or rejected by name.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{GivenPrice, PricedPlace, RefusedPrice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Prices that one request gives at most.
pub const MAX_GIVEN: usize = 5_000;

/// An own price of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnPrice {
    /// The item.
    pub item: Uuid,
    /// The label of one of its packages; the item itself where absent.
    #[serde(default)]
    pub package: Option<String>,
    /// The price; the own price is taken away where null.
    #[serde(default)]
    pub price: Option<Price>,
    /// The own price that the person saw; none where null.
    #[serde(default)]
    pub expected: Option<Price>,
}

/// Own prices to be stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetListPrices {
    /// The list.
    pub id: Uuid,
    /// The prices, at most 5,000.
    pub prices: Vec<OwnPrice>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What became of own prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListPricesOutcome {
    /// The change of prices that it was, to be taken back by `undo_price_change`; absent where no price became another.
    pub change: Option<Uuid>,
    /// Prices that are others now.
    pub changed: u32,
    /// Prices that were so already.
    pub unchanged: u32,
    /// Prices that were not stored, each with the reason.
    pub refused: Vec<RefusedPrice>,
}

/// Stores own prices of a list: each that is still as it was seen; the others are named.
///
/// # Errors
/// `invalid_request` where there are none or too many, `not_found` where there is no such list.
pub async fn set_list_prices(
    app: &App,
    caller: &Caller,
    request: SetListPrices,
) -> Result<ListPricesOutcome, AppError> {
    if request.prices.is_empty() || request.prices.len() > MAX_GIVEN {
        return Err(AppError::invalid_request(format!("prices: 1..{MAX_GIVEN}")).detail("path", "prices"));
    }
    let read_price = |own: OwnPrice| GivenPrice {
        place: PricedPlace { item: own.item, package: own.package.filter(|label| !label.is_empty()) },
        price: own.price,
        expected: own.expected,
    };
    let given: Vec<GivenPrice> = request.prices.into_iter().map(read_price).collect();
    let write = new_write(caller, request.operation_id);
    let set = app.store().set_list_prices(request.id, &given, &write).await?;
    Ok(ListPricesOutcome {
        change: set.change,
        changed: set.changed,
        unchanged: set.unchanged,
        refused: set.refused,
    })
}
