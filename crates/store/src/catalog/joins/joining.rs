//! Merge of duplicate products in one transaction: one product is edited and the others are deleted as a bulk edit does
//! it, so that history, search and undo include it; references to the others move to it.

use super::pointers::{StoredJoin, move_pointers};
use crate::catalog::item_rows::joins::move_rows;
use crate::catalog::item_rows::undo::lock_rows;
use crate::catalog::items::{make_conflict_error, stored_items};
use crate::catalog::prices::lists::lock_lists;
use crate::connection::encode::encode_json;
use crate::connection::write::{BegunWrite, finish, lock_bulk_shared, retry_on_deadlock};
use crate::sheet::edits::{Edits, apply};
use crate::sheet::held_records::hold_records;
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::duplicates::{JoinChoices, JoinedProduct, plan_join};
use celeiro_domain::catalog::{FieldError, Item};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, EditRecord};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// The kind of an operation that joins products.
const JOIN: &str = "join-items";

/// A product that is joined, at the version that the person saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinMember {
    /// The item.
    pub id: Uuid,
    /// Its version.
    pub version: i32,
}

/// Products to be joined.
#[derive(Debug, Clone)]
pub struct ItemJoin<'a> {
    /// The one that stays.
    pub stays: JoinMember,
    /// The others, each once.
    pub others: &'a [JoinMember],
    /// What the person chose.
    pub choices: &'a JoinChoices,
}

/// Products that were joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsJoined {
    /// The one that stayed.
    pub id: Uuid,
    /// How many became packages of it, or part of its packages.
    pub joined: u32,
}

impl Store {
    /// Joins products; inside, what keeps them from being joined.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where one of them is not there, [`StoreError::Conflict`] with the first that was
    /// changed since it was seen; nothing is changed then.
    pub async fn join_items(
        &self,
        join: &ItemJoin<'_>,
        write: &Write,
    ) -> Result<Result<ItemsJoined, Vec<FieldError>>, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin(JOIN, write).await? {
                    BegunWrite::Done(result) => {
                        let done = serde_json::from_value(result);
                        return done
                            .map(Ok)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                lock_bulk_shared(&mut tx).await?;
                lock_lists(&mut tx).await?;
                lock_rows(&mut tx).await?;
                let (stays, others) = hold_members(&mut tx, join).await?;
                let joined = match plan_join(&stays, &others, join.choices) {
                    Ok(joined) => joined,
                    Err(errors) => return Ok(Err(errors)),
                };
                let ids: Vec<Uuid> = others.iter().map(|item| item.id).collect();
                apply(&mut tx, Kind::Items, &make_edits(stays.id, &ids, &joined)?).await?;
                let moved = StoredJoin { stays: stays.id, others: ids, price_moves: joined.price_moves };
                move_pointers(&mut tx, &moved, write.operation_id).await?;
                move_rows(&mut tx, (moved.stays, &moved.others), &moved.price_moves, write).await?;
                let done = ItemsJoined {
                    id: stays.id,
                    joined: u32::try_from(moved.others.len()).unwrap_or(u32::MAX),
                };
                finish(&mut tx, write, &encode_json(&done)?).await?;
                tx.commit().await?;
                Ok(Ok(done))
            })
        })
        .await
    }
}

/// The products, held until the end of the transaction.
async fn hold_members(db: &mut PgConnection, join: &ItemJoin<'_>) -> Result<(Item, Vec<Item>), StoreError> {
    let members: Vec<JoinMember> = std::iter::once(join.stays).chain(join.others.iter().copied()).collect();
    let ids: Vec<Uuid> = members.iter().map(|member| member.id).collect();
    hold_records(db, Kind::Items, &ids).await?;
    let stored = stored_items(&mut *db, &ids).await?;
    let mut items: Vec<Item> =
        stored.into_iter().filter(|stored| !stored.deleted).map(|stored| stored.item).collect();
    if items.len() != members.len() {
        return Err(StoreError::NotFound);
    }
    let changed = items.iter().zip(&members).find(|(item, member)| item.version != member.version);
    if let Some((item, _)) = changed {
        return Err(make_conflict_error(item));
    }
    let others = items.split_off(1);
    let stays = items.pop().ok_or(StoreError::NotFound)?;
    Ok((stays, others))
}

/// The columns of the product that stays, and the marks of the others as deleted.
fn make_edits(stays: Uuid, others: &[Uuid], joined: &JoinedProduct) -> Result<Edits, StoreError> {
    let columns = [
        Column::Name,
        Column::Description,
        Column::Notes,
        Column::Category,
        Column::Manufacturer,
        Column::Price,
        Column::Tags,
        Column::Status,
        Column::Attribute(String::new()),
    ];
    let mut fields = EditRecord::Item(Box::new(joined.draft.clone())).stored_values(&columns);
    fields.insert("packages".into(), encode_json(&joined.draft.packages)?);
    let mut edits = Edits { ids: vec![stays], fields: vec![Value::Object(fields)] };
    edits.ids.extend(others);
    edits.fields.extend(others.iter().map(|_| json!({ "deleted_at": "now" })));
    Ok(edits)
}
