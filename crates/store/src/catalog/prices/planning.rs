//! Planning of a price change: computes its rows from the stored prices.

use super::costs::costs_of;
use super::lists::{lock_list, rule_of_list};
use super::{read_package, read_price};
use crate::catalog::items::stored_items;
use crate::connection::transaction::begin_transaction;
use crate::connection::write::lock_bulk_exclusive;
use crate::sheet::edits::RecordSelection;
use crate::sheet::grid::all_ids;
use crate::sheet::held_records::hold_records;
use crate::{Store, StoreError};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{
    PlannedPrice, PriceAction, PriceBook, PricedItem, RefusedPrice, plan_prices,
};
use celeiro_domain::search::Kind;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use std::collections::HashMap;
use uuid::Uuid;

/// Items read at once.
const CHUNK: usize = 1_000;

/// A change of prices whose rows are to be found.
#[derive(Debug, Clone)]
pub struct PricePlan {
    /// The list that gets own prices; the base where none.
    pub list: Option<Uuid>,
    /// What happens to the prices.
    pub action: PriceAction,
    /// Of which items.
    pub selected: RecordSelection,
}

/// The rows of a change of prices.
#[derive(Debug, Clone)]
pub struct PlannedChange {
    /// The rows, those that change nothing too.
    pub rows: Vec<PlannedPrice>,
    /// Given prices that belong to nothing.
    pub refused: Vec<RefusedPrice>,
    /// Items that have nothing to go by.
    pub skipped: u32,
    /// Stands for the rows.
    pub digest: String,
}

impl Store {
    /// The rows that a change of prices has now.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such list.
    pub async fn preview_price_change(&self, plan: &PricePlan) -> Result<PlannedChange, StoreError> {
        self.run_long(async {
            // One moment for all items, and nothing that could be kept.
            let mut tx = begin_transaction(&self.pool).await?;
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .execute(&mut *tx)
                .await?;
            lay_out_rows(&mut tx, plan, false).await
        })
        .await
    }
}

/// Keeps others from writing these prices until the end of the transaction.
///
/// # Errors
/// [`StoreError::NotFound`] where there is no such list, or it is deleted.
pub(super) async fn lock_prices(db: &mut PgConnection, list: Option<Uuid>) -> Result<(), StoreError> {
    match list {
        Some(list) => lock_list(db, list).await,
        None => lock_bulk_exclusive(db).await,
    }
}

/// The rows of a change; with `hold`, the items whose base changes stay as they are until the end of the transaction.
pub(super) async fn lay_out_rows(
    db: &mut PgConnection,
    plan: &PricePlan,
    hold: bool,
) -> Result<PlannedChange, StoreError> {
    let mut ids = match &plan.selected {
        RecordSelection::Ids(ids) => ids.clone(),
        RecordSelection::All(grid, except) => all_ids(&mut *db, grid, except).await?,
    };
    ids.sort_unstable();
    let book = match plan.list {
        Some(list) => PriceBook::List(rule_of_list(db, list).await?),
        None => PriceBook::Base,
    };
    if hold && plan.list.is_none() {
        hold_records(db, Kind::Items, &ids).await?;
    }
    // Given prices are few, and one that belongs to no item is found among all of them alone.
    let at_once = match plan.action {
        PriceAction::Rows(_) => ids.len().max(1),
        _ => CHUNK,
    };
    let mut planned =
        PlannedChange { rows: Vec::new(), refused: Vec::new(), skipped: 0, digest: String::new() };
    let parts: Vec<&[Uuid]> = match ids.is_empty() {
        true => vec![ids.as_slice()],
        false => ids.chunks(at_once).collect(),
    };
    for part in parts {
        let items = load_priced_items(db, plan.list, part).await?;
        let (rows, refused, skipped) = plan_prices(&plan.action, book, &items);
        planned.rows.extend(rows);
        planned.refused.extend(refused);
        planned.skipped += skipped;
    }
    planned.digest = digest_rows(plan.list, &planned.rows);
    Ok(planned)
}

/// Items that are not deleted with what their prices come from.
pub(super) async fn load_priced_items(
    db: &mut PgConnection,
    list: Option<Uuid>,
    ids: &[Uuid],
) -> Result<Vec<PricedItem>, StoreError> {
    let items = stored_items(&mut *db, ids).await?;
    let mut own: HashMap<Uuid, HashMap<Option<String>, Price>> = HashMap::new();
    if let Some(list) = list {
        let rows = sqlx::query!(
            "SELECT item_id, package, price FROM list_prices WHERE list_id = $1 AND item_id = ANY($2)",
            list,
            ids
        )
        .fetch_all(&mut *db)
        .await?;
        for row in rows {
            if let Some(price) = read_price(Some(row.price)) {
                own.entry(row.item_id).or_default().insert(read_package(row.package), price);
            }
        }
    }
    let costs = costs_of(&mut *db, ids).await?;
    let items = items.into_iter().filter(|stored| !stored.deleted).map(|stored| PricedItem {
        own: own.remove(&stored.item.id).unwrap_or_default(),
        cost: costs.get(&stored.item.id).copied(),
        item: stored.item,
    });
    Ok(items.collect())
}

/// Stands for the prices as they are and as they are to be, and for all that decides what stands out in them.
fn digest_rows(list: Option<Uuid>, rows: &[PlannedPrice]) -> String {
    let mut digest = Sha256::new();
    digest.update(format!("{list:?}"));
    for row in rows {
        let prices = (row.before, row.old, row.after, row.cost);
        digest.update(format!("{:?}", (&row.place, &row.currency, prices)));
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
