//! Stock totals of items, for pages of the sheet and cards.

use crate::app::{App, Caller};
use crate::catalog::stock::stored_totals::read_stock_totals;
use crate::error::AppError;
use crate::personal::switch::time_zone;
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::stock::HitStock;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Most items of one request: a page of the sheet.
const MOST_ITEMS: usize = 100;

/// Of which items the stock is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListStockTotals {
    /// Ids of items, at most 100.
    pub items: Vec<Uuid>,
}

/// What is known of the stock of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockTotal {
    /// The item.
    pub item_id: Uuid,
    /// What its levels say together.
    pub stock: HitStock,
}

/// Lists the stock totals of these items. Those of which nothing was counted are left out: their stock is unknown.
///
/// # Errors
/// `invalid_request` for more than 100.
pub async fn list_stock_totals(
    app: &App,
    _: &Caller,
    request: ListStockTotals,
) -> Result<Vec<StockTotal>, AppError> {
    if request.items.len() > MOST_ITEMS {
        return Err(AppError::invalid_request(format!("items: 0..{MOST_ITEMS}")).detail("path", "items"));
    }
    let items = app.store().items(&request.items).await?;
    let asked: Vec<&Item> = items.iter().collect();
    let mut totals = find_stock_totals(app, &asked).await?;
    let total = |item: &Item| totals.remove(&item.id).map(|stock| StockTotal { item_id: item.id, stock });
    Ok(items.iter().filter_map(total).collect())
}

/// Reads the stock totals of each of these items.
pub(crate) async fn find_stock_totals(
    app: &App,
    items: &[&Item],
) -> Result<HashMap<Uuid, HitStock>, AppError> {
    Ok(read_stock_totals(app.store(), &time_zone(app), items).await?)
}
