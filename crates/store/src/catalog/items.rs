//! Items: create, read, update and delete one at a time.

use crate::assist::suggestions::{DecisionRule, FieldSources, SavedFields, note_sources};
use crate::connection::write::{BegunWrite, finish, id_of};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::{Item, ItemDraft, Package, Price, Status};
use celeiro_domain::search::Kind;
use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use sqlx::{PgConnection, PgExecutor};
use std::collections::HashMap;
use uuid::Uuid;

struct ItemRow {
    id: Uuid,
    external_id: Option<String>,
    name: String,
    description: Option<String>,
    category: Option<String>,
    manufacturer: Option<String>,
    price: Option<sqlx::types::Decimal>,
    currency: String,
    tags: Vec<String>,
    status: String,
    attributes: Value,
    notes: Option<String>,
    packages: Value,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    version: i32,
    deleted: bool,
    folded_category: String,
}

/// An item, deleted or not.
#[derive(Debug, Clone)]
pub struct StoredItem {
    /// The item.
    pub item: Item,
    /// Whether it is deleted.
    pub deleted: bool,
    /// Its category, folded; blank where it has none.
    pub category: String,
}

impl From<ItemRow> for Item {
    fn from(row: ItemRow) -> Self {
        Item {
            id: row.id,
            external_id: row.external_id,
            name: row.name,
            description: row.description,
            category: row.category,
            manufacturer: row.manufacturer,
            price: row.price.and_then(|p| Price::new(p).ok()),
            currency: row.currency,
            tags: row.tags,
            status: Status::parse(&row.status).unwrap_or_default(),
            attributes: match row.attributes {
                Value::Object(map) => map,
                _ => Map::new(),
            },
            notes: row.notes,
            packages: read_packages(row.packages),
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

/// Those of the stored packages that are packages: another system's SQL may have written others.
fn read_packages(stored: Value) -> Vec<Package> {
    let Value::Array(list) = stored else { return Vec::new() };
    list.into_iter().filter_map(|one| serde_json::from_value(one).ok()).collect()
}

/// Packages as the database stores them; `None` where the draft does not speak of them.
fn stored_packages(draft: &ItemDraft) -> Option<Value> {
    draft.packages.as_ref().map(|packages| json!(packages))
}

impl Store {
    /// Reads the items with these ids, in this order; deleted ones are left out.
    pub async fn items(&self, ids: &[Uuid]) -> Result<Vec<Item>, StoreError> {
        let stored = self.run(async { stored_items(&self.pool, ids).await }).await?;
        Ok(stored.into_iter().filter(|stored| !stored.deleted).map(|stored| stored.item).collect())
    }

    /// Reads the item `id` of the catalog.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn item(&self, id: Uuid) -> Result<Item, StoreError> {
        self.items(&[id]).await?.pop().ok_or(StoreError::NotFound)
    }

    /// Stores a new item from a checked draft.
    ///
    /// # Errors
    /// [`StoreError::DuplicateExternalId`].
    pub async fn create_item(&self, draft: &ItemDraft, write: &Write) -> Result<Item, StoreError> {
        self.create_item_from(draft, &FieldSources::new(), write).await
    }

    /// Stores a new item from a checked draft; `sources` says which values are suggestions that were taken.
    ///
    /// # Errors
    /// [`StoreError::DuplicateExternalId`], [`StoreError::Constraint`] where there is no such
    /// suggestion.
    pub async fn create_item_from(
        &self,
        draft: &ItemDraft,
        sources: &FieldSources,
        write: &Write,
    ) -> Result<Item, StoreError> {
        self.run(self.insert_item(draft, sources, write)).await
    }

    async fn insert_item(
        &self,
        draft: &ItemDraft,
        sources: &FieldSources,
        write: &Write,
    ) -> Result<Item, StoreError> {
        let mut tx = match self.begin("create-item", write).await? {
            BegunWrite::Done(result) => return self.item(id_of(&result)?).await,
            BegunWrite::New(tx) => tx,
        };
        let id = insert_item_row(&mut tx, draft).await?;
        let saved = SavedFields { id, version: 1, draft };
        note_sources(&mut tx, &saved, sources, DecisionRule::Anew, &write.actor).await?;
        finish(&mut tx, write, &json!({ "id": id })).await?;
        let item = read_item(&mut tx, id).await?;
        tx.commit().await?;
        Ok(item)
    }

    /// Replaces the item `id`, which must still be at `version`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the item as it is now, [`StoreError::NotFound`],
    /// [`StoreError::DuplicateExternalId`].
    pub async fn update_item(
        &self,
        id: Uuid,
        version: i32,
        draft: &ItemDraft,
        write: &Write,
    ) -> Result<Item, StoreError> {
        self.update_item_from(id, version, draft, (&FieldSources::new(), DecisionRule::Anew), write).await
    }

    /// Replaces an item by a checked draft; `sources` says which values are suggestions that were taken.
    ///
    /// # Errors
    /// As [`Store::update_item`]; [`StoreError::Constraint`] where there is no such suggestion,
    /// [`StoreError::Decided`] where it is decided and may be so once.
    pub async fn update_item_from(
        &self,
        id: Uuid,
        version: i32,
        draft: &ItemDraft,
        sources: (&FieldSources, DecisionRule),
        write: &Write,
    ) -> Result<Item, StoreError> {
        self.run(self.save_item(id, version, draft, sources, write)).await
    }

    async fn save_item(
        &self,
        id: Uuid,
        version: i32,
        draft: &ItemDraft,
        (sources, deciding): (&FieldSources, DecisionRule),
        write: &Write,
    ) -> Result<Item, StoreError> {
        let mut tx = match self.begin("update-item", write).await? {
            BegunWrite::Done(_) => return self.item(id).await,
            BegunWrite::New(tx) => tx,
        };
        let saved = sqlx::query!(
            "UPDATE catalog_items SET external_id = $3, name = $4, description = $5, category = $6, \
             manufacturer = $7, price = $8, currency = $9, tags = $10, status = $11, attributes = $12, notes = $13, \
             packages = coalesce($14, packages) \
             WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
            id,
            version,
            draft.external_id,
            draft.name,
            draft.description,
            draft.category,
            draft.manufacturer,
            draft.price.map(Price::amount),
            draft.currency_or_default(),
            &draft.tags,
            draft.status.as_str(),
            Value::Object(draft.attributes.clone()),
            draft.notes,
            stored_packages(draft)
        )
        .execute(&mut *tx)
        .await
        .map_err(|e| naming_external_id(e, draft.external_id.as_deref()))?
        .rows_affected();
        let current = read_item(&mut tx, id).await?;
        if saved == 0 {
            return Err(make_conflict_error(&current));
        }
        // A save that changes nothing leaves the version as it is.
        let saved = SavedFields { id, version: current.version, draft };
        note_sources(&mut tx, &saved, sources, deciding, &write.actor).await?;
        finish(&mut tx, write, &json!({ "id": id })).await?;
        tx.commit().await?;
        Ok(current)
    }

    /// Deletes the item `id` so that [`Store::restore_item`] can bring it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted already.
    pub async fn delete_item(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run(self.delete_record(Kind::Items, id, write)).await
    }

    /// Restores a deleted item.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is not deleted.
    pub async fn restore_item(&self, id: Uuid, write: &Write) -> Result<Item, StoreError> {
        self.run(async {
            let Some(mut tx) = self.mark_deleted(Kind::Items, id, false, write).await? else {
                return self.item(id).await;
            };
            let item = read_item(&mut tx, id).await?;
            tx.commit().await?;
            Ok(item)
        })
        .await
    }
}

/// Inserts an item from a checked draft and gives its id.
///
/// # Errors
/// [`StoreError::DuplicateExternalId`].
pub(crate) async fn insert_item_row(db: &mut PgConnection, draft: &ItemDraft) -> Result<Uuid, StoreError> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO catalog_items (id, external_id, name, description, category, manufacturer, price, \
         currency, tags, status, attributes, notes, packages) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, coalesce($13::jsonb, '[]'))",
        id,
        draft.external_id,
        draft.name,
        draft.description,
        draft.category,
        draft.manufacturer,
        draft.price.map(Price::amount),
        draft.currency_or_default(),
        &draft.tags,
        draft.status.as_str(),
        Value::Object(draft.attributes.clone()),
        draft.notes,
        stored_packages(draft)
    )
    .execute(db)
    .await
    .map_err(|e| naming_external_id(e, draft.external_id.as_deref()))?;
    Ok(id)
}

/// The item `id` as a transaction sees it. A write reads its record before it commits: after that
/// another connection might not be had, and what was saved would seem lost.
async fn read_item(db: &mut PgConnection, id: Uuid) -> Result<Item, StoreError> {
    let stored = stored_items(db, &[id]).await?.pop().filter(|stored| !stored.deleted);
    stored.map(|stored| stored.item).ok_or(StoreError::NotFound)
}

/// The items with these ids, in this order, deleted ones too.
pub(crate) async fn stored_items(
    db: impl PgExecutor<'_>,
    ids: &[Uuid],
) -> Result<Vec<StoredItem>, StoreError> {
    let rows = sqlx::query_as!(
        ItemRow,
        r#"SELECT id, external_id, name, description, category, manufacturer, price, currency, tags,
           status, attributes, notes, packages, created_at, updated_at, version, deleted_at IS NOT NULL AS "deleted!",
           split_part(search_text, E'\n', 3) AS "folded_category!"
           FROM catalog_items WHERE id = ANY($1)"#,
        ids
    )
    .fetch_all(db)
    .await?;
    let read_row = |row: ItemRow| StoredItem {
        deleted: row.deleted,
        category: row.folded_category.clone(),
        item: row.into(),
    };
    let mut by_id: HashMap<Uuid, StoredItem> = rows.into_iter().map(|r| (r.id, read_row(r))).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The refusal of a write at an old version, with the record as it is stored now.
pub(crate) fn make_conflict_error(current: &impl serde::Serialize) -> StoreError {
    StoreError::Conflict(Box::new(serde_json::to_value(current).unwrap_or(Value::Null)))
}

/// Puts the external id into the error of a duplicate, which the database does not name.
pub(crate) fn naming_external_id(error: sqlx::Error, external_id: Option<&str>) -> StoreError {
    match StoreError::from(error) {
        StoreError::DuplicateExternalId(_) => {
            StoreError::DuplicateExternalId(external_id.unwrap_or("").to_owned())
        }
        other => other,
    }
}
