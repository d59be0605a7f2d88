//! Own prices of a list, edited one by one: each edit is a price change.

use super::change_rows::{ChangePlace, insert_rows, store_rows};
use super::changes::insert_change;
use super::lists::{lock_list, rule_of_list};
use super::planning::load_priced_items;
use crate::connection::encode::encode_json;
use crate::connection::write::{BegunWrite, note_result, retry_on_deadlock};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::prices::{GivenPrice, RefusedPrice, mark_rows, plan_own_prices};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What became of own prices.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct OwnPricesWrite {
    /// The change of prices that it was; none where no price became another.
    pub change: Option<Uuid>,
    /// Prices that are others now.
    pub changed: u32,
    /// Prices that were so already.
    pub unchanged: u32,
    /// Prices that were not stored.
    pub refused: Vec<RefusedPrice>,
}

impl Store {
    /// Stores own prices of a list: each that is still as it was expected. Where none becomes another, nothing is kept
    /// of the operation.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such list.
    pub async fn set_list_prices(
        &self,
        list: Uuid,
        given: &[GivenPrice],
        write: &Write,
    ) -> Result<OwnPricesWrite, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin("set-list-prices", write).await? {
                    BegunWrite::Done(result) => {
                        return serde_json::from_value(result)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                lock_list(&mut tx, list).await?;
                let rule = rule_of_list(&mut tx, list).await?;
                let mut ids: Vec<Uuid> = given.iter().map(|given| given.place.item).collect();
                ids.sort_unstable();
                ids.dedup();
                let items = load_priced_items(&mut tx, Some(list), &ids).await?;
                let (rows, refused, unchanged) = plan_own_prices(given, rule, &items);
                let changed = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                let mut set = OwnPricesWrite { change: None, changed, unchanged, refused };
                if rows.is_empty() {
                    return Ok(set);
                }
                let id = insert_change(&mut tx, Some(list), ("", None), write).await?;
                insert_rows(&mut tx, id, &mark_rows(rows)).await?;
                let place = ChangePlace { id, list: Some(list), operation_id: write.operation_id };
                store_rows(&mut tx, place).await?;
                set.change = Some(id);
                note_result(&mut tx, write, &encode_json(&set)?).await?;
                tx.commit().await?;
                Ok(set)
            })
        })
        .await
    }
}
