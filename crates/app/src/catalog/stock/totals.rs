//! What the levels of items say together, for a page of the sheet and for cards.

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::switch::{day_in, time_zone};
use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::stock::{HitStock, summarize_stock};
use celeiro_store::{Store, StoreError};
use chrono::Utc;
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

/// What is known of the stock of these items. Those of which nothing was counted are left out: their stock is unknown.
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

/// What is known of the stock of each of these items.
///
/// # Errors
/// What the database says.
pub(crate) async fn find_stock_totals(
    app: &App,
    items: &[&Item],
) -> Result<HashMap<Uuid, HitStock>, AppError> {
    Ok(read_stock_totals(app.store(), &time_zone(app), items).await?)
}

/// [`find_stock_totals`] with the days of counts by this zone; by UTC where it is none.
///
/// # Errors
/// What the database says.
pub(crate) async fn read_stock_totals(
    store: &Store,
    zone: &str,
    items: &[&Item],
) -> Result<HashMap<Uuid, HitStock>, StoreError> {
    let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
    let levels = store.stock_of_items(&ids).await?;
    let now = Utc::now();
    let total = |item: &&Item| {
        let levels = levels.get(&item.id)?;
        Some((item.id, summarize_stock(levels, &item.packages, now, |at| day_in(zone, at))?))
    };
    Ok(items.iter().filter_map(total).collect())
}
