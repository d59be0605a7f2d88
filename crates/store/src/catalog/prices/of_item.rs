//! Inputs of price calculation: of one item in every list, and of many items in one list.

use super::lists::read_lists;
use super::{read_package, read_price};
use crate::{Store, StoreError};
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::catalog::{Item, Price};
use chrono::NaiveDate;
use std::collections::HashMap;
use uuid::Uuid;

/// An item with the lists and their own prices for it.
#[derive(Debug, Clone)]
pub struct PricesOfItem {
    /// The item.
    pub item: Item,
    /// The lists, by name; their own prices are not counted.
    pub lists: Vec<PriceList>,
    /// The own prices, by list and label of the package; none is the item itself.
    pub own: HashMap<(Uuid, Option<String>), Price>,
}

impl Store {
    /// An item with the lists and their own prices for it; `today` decides which lists are valid.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn prices_of_item(&self, id: Uuid, today: NaiveDate) -> Result<PricesOfItem, StoreError> {
        let item = self.item(id).await?;
        self.run(async {
            let lists = read_lists(&self.pool, None, today, false).await?;
            let rows = sqlx::query!("SELECT list_id, package, price FROM list_prices WHERE item_id = $1", id)
                .fetch_all(&self.pool)
                .await?;
            let own = rows.into_iter().filter_map(|row| {
                Some(((row.list_id, read_package(row.package)), read_price(Some(row.price))?))
            });
            Ok(PricesOfItem { item, lists, own: own.collect() })
        })
        .await
    }

    /// The own prices of a list for these items, by item and label of the package; none is the item itself.
    pub async fn own_prices_of_items(
        &self,
        list: Uuid,
        items: &[Uuid],
    ) -> Result<HashMap<(Uuid, Option<String>), Price>, StoreError> {
        let rows = sqlx::query!(
            "SELECT item_id, package, price FROM list_prices WHERE list_id = $1 AND item_id = ANY($2)",
            list,
            items
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let own = rows
            .into_iter()
            .filter_map(|row| Some(((row.item_id, read_package(row.package)), read_price(Some(row.price))?)));
        Ok(own.collect())
    }

    /// Finds the items that are not deleted by their external ids.
    pub async fn items_of_codes(&self, codes: &[String]) -> Result<HashMap<String, Uuid>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT external_id AS "external_id!", id FROM catalog_items
               WHERE external_id = ANY($1) AND deleted_at IS NULL"#,
            codes
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.external_id, row.id)).collect())
    }
}
