//! Undo of a price change, as a price change of its own.

use super::change_rows::{ChangePlace, store_rows};
use super::changes::{insert_change, lock_change};
use super::planning::lock_prices;
use super::{read_count, read_package, read_price};
use crate::connection::write::{BegunWrite, finish, retry_on_deadlock};
use crate::sheet::undo::UNDO;
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{PriceChangeState, PricedPlace};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

/// A price that was not taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftPrice {
    /// What it is the price of.
    pub place: PricedPlace,
    /// The name of the item; none where it is gone.
    pub name: Option<String>,
    /// The price before the change.
    pub before: Option<Price>,
    /// The price that the change stored.
    pub after: Option<Price>,
    /// The stored price now.
    pub now: Option<Price>,
    /// Whether the item or the package is gone.
    pub gone: bool,
    /// Whether the item is in another currency than when the change was made.
    #[serde(default)]
    pub other_currency: bool,
}

/// What was taken back of a change of prices.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UndonePrices {
    /// The change that did it; none where nothing was done.
    pub change: Option<Uuid>,
    /// Prices that are again what they were.
    pub undone: u32,
    /// Prices that stay.
    pub conflicts: Vec<LeftPrice>,
}

impl Store {
    /// Takes an applied change back: each price that is still what the change made of it. Where none is, nothing is
    /// kept of the operation.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such change that is applied, or its list is gone.
    pub async fn undo_price_change(&self, id: Uuid, write: &Write) -> Result<UndonePrices, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin_many(UNDO, write).await? {
                    BegunWrite::Done(result) => {
                        return serde_json::from_value(result)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                let (list, state) = lock_change(&mut tx, id).await?;
                if state != PriceChangeState::Applied {
                    return Err(StoreError::NotFound);
                }
                lock_prices(&mut tx, list).await?;
                let undone = take_back(&mut tx, (id, list), write).await?;
                if undone.change.is_some() {
                    finish(&mut tx, write, &serde_json::to_value(&undone).unwrap_or_default()).await?;
                    tx.commit().await?;
                }
                Ok(undone)
            })
        })
        .await
    }
}

/// Makes a change with the rows that were stored, the other way round, and stores it.
async fn take_back(
    db: &mut PgConnection,
    (change, list): (Uuid, Option<Uuid>),
    write: &Write,
) -> Result<UndonePrices, StoreError> {
    let taken = sqlx::query!("SELECT name, operation_id FROM price_changes WHERE id = $1", change)
        .fetch_one(&mut *db)
        .await?;
    let id = insert_change(db, list, (taken.name.as_str(), None), write).await?;
    sqlx::query!(
        "INSERT INTO price_change_rows (change_id, place, item_id, package, before, old_price, after, currency) \
         SELECT $2, place, item_id, package, after, after, before, currency FROM price_change_rows \
         WHERE change_id = $1 AND outcome = 'applied'",
        change,
        id
    )
    .execute(&mut *db)
    .await?;
    store_rows(db, ChangePlace { id, list, operation_id: write.operation_id }).await?;
    sqlx::query!("UPDATE operations SET undoes = $2 WHERE id = $1", write.operation_id, taken.operation_id)
        .execute(&mut *db)
        .await?;
    let undone = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM price_change_rows WHERE change_id = $1 AND outcome = 'applied'"#,
        id
    )
    .fetch_one(&mut *db)
    .await?;
    let conflicts = left_prices(db, id, list).await?;
    Ok(UndonePrices { change: (undone > 0).then_some(id), undone: read_count(undone), conflicts })
}

/// The rows of the change that takes back which were not stored, each with the price that stands there.
async fn left_prices(
    db: &mut PgConnection,
    undo: Uuid,
    list: Option<Uuid>,
) -> Result<Vec<LeftPrice>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT r.item_id, r.package, i.name AS "name?", r.before, r.after, r.outcome = 'gone' AS "gone!",
             r.outcome = 'other_currency' AS "other_currency!",
             CASE WHEN $2::uuid IS NOT NULL THEN (SELECT p.price FROM list_prices p
                 WHERE p.list_id = $2 AND p.item_id = r.item_id AND p.package = r.package)
               WHEN r.package = '' THEN i.price
               ELSE (SELECT (one ->> 'price')::numeric FROM jsonb_array_elements(i.packages) AS one
                 WHERE one ->> 'label' = r.package LIMIT 1) END AS now
           FROM price_change_rows r LEFT JOIN catalog_items i ON i.id = r.item_id
           WHERE r.change_id = $1 AND r.outcome <> 'applied' ORDER BY r.place"#,
        undo,
        list
    )
    .fetch_all(db)
    .await?;
    let left = rows.into_iter().map(|row| LeftPrice {
        place: PricedPlace { item: row.item_id, package: read_package(row.package) },
        name: row.name,
        // The rows are those of the change the other way round.
        before: read_price(row.after),
        after: read_price(row.before),
        now: read_price(row.now),
        gone: row.gone,
        other_currency: row.other_currency,
    });
    Ok(left.collect())
}
