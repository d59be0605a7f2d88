//! Stock levels.

use crate::{Store, StoreError};
use celeiro_domain::catalog::stock::{StockLevel, StockQuantity};
use sqlx::PgExecutor;
use std::collections::HashMap;
use uuid::Uuid;

impl Store {
    /// The stock levels of these items, those of each by package and place; items without any are left out.
    pub async fn stock_of_items(&self, items: &[Uuid]) -> Result<HashMap<Uuid, Vec<StockLevel>>, StoreError> {
        self.run(read_levels(&self.pool, items)).await
    }

    /// The names of all places at which something was counted, in their order; not the blank one.
    pub async fn stock_places(&self) -> Result<Vec<String>, StoreError> {
        let places =
            sqlx::query_scalar!("SELECT DISTINCT place FROM stock_levels WHERE place <> '' ORDER BY place")
                .fetch_all(&self.pool);
        self.run(async { Ok(places.await?) }).await
    }
}

pub(super) async fn read_levels(
    db: impl PgExecutor<'_>,
    items: &[Uuid],
) -> Result<HashMap<Uuid, Vec<StockLevel>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT item_id, package, place, quantity, unit, counted_at FROM stock_levels \
         WHERE item_id = ANY($1) ORDER BY item_id, package, place",
        items
    )
    .fetch_all(db)
    .await?;
    let mut levels: HashMap<Uuid, Vec<StockLevel>> = HashMap::new();
    for row in rows {
        let Ok(quantity) = StockQuantity::new(row.quantity) else { continue };
        levels.entry(row.item_id).or_default().push(StockLevel {
            package: Some(row.package).filter(|label| !label.is_empty()),
            place: row.place,
            quantity,
            unit: row.unit,
            counted_at: row.counted_at,
        });
    }
    Ok(levels)
}
