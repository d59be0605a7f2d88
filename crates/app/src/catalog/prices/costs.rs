//! Purchase costs of items: visible to buyers, and absent from every other answer.

use super::item_prices::price_in_list;
use super::lists::today;
use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::margin_percent;
use celeiro_domain::wire::Number;
use celeiro_store::StoredCost;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What of a price is not cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceMargin {
    /// The list; the base where absent.
    pub list: Option<Uuid>,
    /// The price of the item there today.
    pub price: Price,
    /// In per cent of the price, with one decimal; below 0 at a loss, absent where the price is 0.
    #[specta(type = Option<Number>)]
    pub margin: Option<f64>,
}

/// What an item costs the dealer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemCost {
    /// The cost; absent if unknown.
    pub cost: Option<Price>,
    /// The currency, which is the item's.
    pub currency: String,
    /// Counts up with every save; 0 where it was never stored.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: Option<DateTime<Utc>>,
    /// The actor who saved it.
    pub updated_by: Option<String>,
    /// The margin of each price that the item has today, the base first; empty where the cost is unknown.
    pub margins: Vec<PriceMargin>,
}

/// What an item is to cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetItemCost {
    /// The item.
    pub id: Uuid,
    /// The cost; unknown where null.
    #[serde(default)]
    pub cost: Option<Price>,
    /// The version that the person saw; 0 where there was none.
    pub version: i32,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What an item costs the dealer, with the margin of its prices.
///
/// # Errors
/// `not_found`.
pub async fn get_item_cost(app: &App, _: &Caller, request: ById) -> Result<ItemCost, AppError> {
    let cost = app.store().item_cost(request.id).await?;
    with_margins(app, request.id, cost).await
}

/// Stores the purchase cost of an item.
///
/// # Errors
/// `not_found`; `conflict` with the cost as it is where the version is not the current one.
pub async fn set_item_cost(app: &App, caller: &Caller, request: SetItemCost) -> Result<ItemCost, AppError> {
    let write = new_write(caller, request.operation_id);
    let cost = app.store().set_item_cost((request.id, request.version), request.cost, &write).await?;
    with_margins(app, request.id, cost).await
}

async fn with_margins(app: &App, id: Uuid, stored: StoredCost) -> Result<ItemCost, AppError> {
    let found = app.store().prices_of_item(id, today(app)).await?;
    let prices = found.lists.iter().map(|list| (Some(list.id), price_in_list(&found, list).price));
    let prices = std::iter::once((None, found.item.price)).chain(prices);
    let of_cost = |cost: Price| {
        let known = prices.filter_map(|(list, price)| Some((list, price?)));
        known.map(|(list, price)| PriceMargin { list, price, margin: margin_percent(price, cost) }).collect()
    };
    let margins = stored.cost.map(of_cost).unwrap_or_default();
    Ok(ItemCost {
        cost: stored.cost,
        currency: found.item.currency.clone(),
        version: stored.version,
        updated_at: stored.updated_at,
        updated_by: stored.updated_by,
        margins,
    })
}
