//! Rows of a price change: stored with the change, and applied where the current price is still the one that the change
//! starts from.

use super::{read_package, read_price};
use crate::StoreError;
use crate::catalog::items::stored_items;
use crate::sheet::edits::{Edits, apply};
use crate::sheet::held_records::hold_records;
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{PlannedPrice, PriceMark, PriceRowOutcome, put_base_price};
use celeiro_domain::search::Kind;
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Items written at once.
const WRITTEN: usize = 250;
/// Rows kept at once: all those of a large catalog would be hundreds of megabytes as JSON.
const KEPT: usize = 5_000;

/// A change that is being written.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChangePlace {
    /// The change.
    pub id: Uuid,
    /// The list whose own prices change; the base where none.
    pub list: Option<Uuid>,
    /// The operation that stores its prices.
    pub operation_id: Uuid,
}

/// Keeps the rows of a change with their marks, in this order.
pub(super) async fn insert_rows(
    db: &mut PgConnection,
    change: Uuid,
    rows: &[(PlannedPrice, Vec<PriceMark>)],
) -> Result<(), StoreError> {
    // As text a price keeps its decimals.
    let text = |price: Option<Price>| price.map(|price| price.to_string());
    for (at, part) in rows.chunks(KEPT).enumerate() {
        let part = part.iter().enumerate().map(|(place, (row, marks))| {
            json!({
                "place": at * KEPT + place,
                "item_id": row.place.item,
                "package": row.place.package.as_deref().unwrap_or(""),
                "before": text(row.before),
                "old_price": text(row.old),
                "after": text(row.after),
                "currency": row.currency,
                "marks": marks.iter().map(|mark| mark.as_str()).collect::<Vec<_>>(),
            })
        });
        let part = Value::Array(part.collect());
        sqlx::query!(
            "INSERT INTO price_change_rows \
               (change_id, place, item_id, package, before, old_price, after, currency, marks) \
             SELECT $1::uuid, t.place, t.item_id, t.package, t.before, t.old_price, t.after, t.currency, t.marks \
             FROM jsonb_to_recordset($2) AS t(place integer, item_id uuid, package text, before numeric, \
               old_price numeric, after numeric, currency text, marks text[])",
            change,
            part
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Stores the prices of a change whose prices are locked: each where the stored price is still the one that the change
/// begins with, and in the same currency. Says of every row what became of it, and of the change that it is applied.
pub(super) async fn store_rows(db: &mut PgConnection, change: ChangePlace) -> Result<(), StoreError> {
    match change.list {
        Some(list) => store_own_prices(db, change.id, list).await?,
        None => store_base_prices(db, change.id).await?,
    }
    sqlx::query!(
        "UPDATE price_changes SET state = 'applied', applied_at = now(), operation_id = $2, failure = NULL \
         WHERE id = $1",
        change.id,
        change.operation_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores own prices of a list. One of a package that the item has no more can still be taken away.
async fn store_own_prices(db: &mut PgConnection, change: Uuid, list: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE price_change_rows r SET outcome = CASE WHEN i.id IS NULL THEN 'gone' \
           WHEN x.after IS NOT NULL AND x.currency <> i.currency THEN 'other_currency' \
           WHEN p.price IS DISTINCT FROM r.before THEN 'changed_meanwhile' ELSE 'applied' END \
         FROM price_change_rows x \
         LEFT JOIN catalog_items i ON i.id = x.item_id AND i.deleted_at IS NULL AND (x.package = '' \
           OR x.after IS NULL OR i.packages @> jsonb_build_array(jsonb_build_object('label', x.package))) \
         LEFT JOIN list_prices p ON p.list_id = $2 AND p.item_id = x.item_id AND p.package = x.package \
         WHERE x.change_id = $1 AND r.change_id = x.change_id AND r.item_id = x.item_id \
           AND r.package = x.package",
        change,
        list
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM list_prices p USING price_change_rows r \
         WHERE r.change_id = $1 AND r.outcome = 'applied' AND r.after IS NULL \
           AND p.list_id = $2 AND p.item_id = r.item_id AND p.package = r.package",
        change,
        list
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO list_prices (list_id, item_id, package, price) \
         SELECT $2, item_id, package, after FROM price_change_rows \
         WHERE change_id = $1 AND outcome = 'applied' AND after IS NOT NULL \
         ON CONFLICT (list_id, item_id, package) DO UPDATE SET price = excluded.price",
        change,
        list
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row of a change of the base.
struct BaseRow {
    package: Option<String>,
    currency: Option<String>,
    before: Option<Price>,
    after: Option<Price>,
}

/// Writes base prices as a bulk edit does, so that the history of the items has them.
async fn store_base_prices(db: &mut PgConnection, change: Uuid) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "SELECT item_id, package, currency, before, after FROM price_change_rows WHERE change_id = $1",
        change
    )
    .fetch_all(&mut *db)
    .await?;
    let mut of_items: BTreeMap<Uuid, Vec<BaseRow>> = BTreeMap::new();
    for row in rows {
        let (before, after) = (read_price(row.before), read_price(row.after));
        let package = read_package(row.package);
        let base = BaseRow { package, currency: row.currency, before, after };
        of_items.entry(row.item_id).or_default().push(base);
    }
    let ids: Vec<Uuid> = of_items.keys().copied().collect();
    hold_records(db, Kind::Items, &ids).await?;
    for part in ids.chunks(WRITTEN) {
        let stored = stored_items(&mut *db, part).await?;
        let mut items: HashMap<Uuid, _> =
            stored.into_iter().filter(|stored| !stored.deleted).map(|one| (one.item.id, one.item)).collect();
        let (mut edits, mut outcomes) = (Edits::default(), Vec::new());
        for (id, rows) in part.iter().filter_map(|id| Some((*id, of_items.get(id)?))) {
            let Some(item) = items.get_mut(&id) else {
                outcomes.extend(rows.iter().map(|row| outcome_of(id, row, PriceRowOutcome::Gone)));
                continue;
            };
            let mut fields = Map::new();
            for row in rows {
                let package = row.package.as_deref();
                let outcome = match &row.currency {
                    Some(currency) if *currency != item.currency => PriceRowOutcome::OtherCurrency,
                    _ => put_base_price(item, package, row.before, row.after),
                };
                outcomes.push(outcome_of(id, row, outcome));
                if outcome == PriceRowOutcome::Applied {
                    match package {
                        None => {
                            fields.insert("price".into(), json!(item.price.map(|price| price.to_string())))
                        }
                        Some(_) => fields.insert("packages".into(), json!(item.packages)),
                    };
                }
            }
            if !fields.is_empty() {
                edits.ids.push(id);
                edits.fields.push(Value::Object(fields));
            }
        }
        apply(db, Kind::Items, &edits).await?;
        note_outcomes(db, change, outcomes).await?;
    }
    Ok(())
}

fn outcome_of(item: Uuid, row: &BaseRow, outcome: PriceRowOutcome) -> Value {
    json!({ "item_id": item, "package": row.package.as_deref().unwrap_or(""), "outcome": outcome.as_str() })
}

async fn note_outcomes(db: &mut PgConnection, change: Uuid, outcomes: Vec<Value>) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE price_change_rows r SET outcome = t.outcome \
         FROM jsonb_to_recordset($2) AS t(item_id uuid, package text, outcome text) \
         WHERE r.change_id = $1 AND r.item_id = t.item_id AND r.package = t.package",
        change,
        Value::Array(outcomes)
    )
    .execute(db)
    .await?;
    Ok(())
}
