//! Stock totals of items from the store alone, for code without an `App`.

use celeiro_domain::catalog::Item;
use celeiro_domain::catalog::stock::{HitStock, summarize_stock};
use celeiro_domain::personal::wall_clock::day_in;
use celeiro_store::{Store, StoreError};
use chrono::Utc;
use std::collections::HashMap;
use uuid::Uuid;

/// Reads the stock totals of each of these items, with the days of counts by this zone; by UTC where it is none.
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
