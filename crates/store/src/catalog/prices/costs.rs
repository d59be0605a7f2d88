//! Purchase costs of items.

use super::read_price;
use crate::catalog::items::make_conflict_error;
use crate::connection::write::{BegunWrite, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::Price;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgExecutor;
use std::collections::HashMap;
use uuid::Uuid;

/// What an item costs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredCost {
    /// The cost; none if unknown.
    pub cost: Option<Price>,
    /// Counts up with every save; 0 where it was never stored.
    pub version: i32,
    /// When it was last saved.
    pub updated_at: Option<DateTime<Utc>>,
    /// The actor who saved it.
    pub updated_by: Option<String>,
}

impl Store {
    /// Reads the purchase cost of an item.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such item, or it is deleted.
    pub async fn item_cost(&self, id: Uuid) -> Result<StoredCost, StoreError> {
        self.run(read_cost(&self.pool, id)).await
    }

    /// Stores what an item costs, where its cost is still at the version. The operation's result holds no price:
    /// costs are for those who buy.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the cost as it is, [`StoreError::NotFound`].
    pub async fn set_item_cost(
        &self,
        (id, version): (Uuid, i32),
        cost: Option<Price>,
        write: &Write,
    ) -> Result<StoredCost, StoreError> {
        self.run(async {
            let mut tx = match self.begin("set-item-cost", write).await? {
                BegunWrite::Done(_) => return read_cost(&self.pool, id).await,
                BegunWrite::New(tx) => tx,
            };
            let held = sqlx::query_scalar!(
                "SELECT id FROM catalog_items WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
                id
            );
            held.fetch_one(&mut *tx).await?;
            let current = read_cost(&mut *tx, id).await?;
            if current.version != version {
                return Err(make_conflict_error(&current));
            }
            sqlx::query!(
                "INSERT INTO item_costs (item_id, cost, updated_by) VALUES ($1, $2, $3) \
                 ON CONFLICT (item_id) DO UPDATE SET cost = excluded.cost, updated_by = excluded.updated_by, \
                   updated_at = now(), version = item_costs.version + 1",
                id,
                cost.map(Price::amount),
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            let stored = read_cost(&mut *tx, id).await?;
            tx.commit().await?;
            Ok(stored)
        })
        .await
    }
}

async fn read_cost(db: impl PgExecutor<'_>, id: Uuid) -> Result<StoredCost, StoreError> {
    let row = sqlx::query!(
        r#"SELECT c.cost AS "cost?", c.version AS "version?", c.updated_at AS "updated_at?",
             c.updated_by AS "updated_by?"
           FROM catalog_items i LEFT JOIN item_costs c ON c.item_id = i.id
           WHERE i.id = $1 AND i.deleted_at IS NULL"#,
        id
    )
    .fetch_one(db)
    .await?;
    Ok(StoredCost {
        cost: read_price(row.cost),
        version: row.version.unwrap_or(0),
        updated_at: row.updated_at,
        updated_by: row.updated_by,
    })
}

/// The costs of items, as far as they are known.
pub(super) async fn costs_of(
    db: impl PgExecutor<'_>,
    items: &[Uuid],
) -> Result<HashMap<Uuid, Price>, StoreError> {
    let rows = sqlx::query!("SELECT item_id, cost FROM item_costs WHERE item_id = ANY($1)", items)
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.item_id, read_price(row.cost)?))).collect())
}
