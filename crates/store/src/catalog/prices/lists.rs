//! Price lists: each has a version and is deleted softly.

use super::read_count;
use crate::catalog::items::make_conflict_error;
use crate::connection::write::{BegunWrite, id_of, note_result, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::prices::{MAX_PRICE_LISTS, PriceList, PriceListDraft};
use celeiro_domain::import::PriceRule;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

struct ListRow {
    id: Uuid,
    name: String,
    note: Option<String>,
    valid_from: Option<NaiveDate>,
    valid_until: Option<NaiveDate>,
    rule: Option<Value>,
    active: bool,
    version: i32,
    updated_at: DateTime<Utc>,
    updated_by: String,
    own_prices: i64,
}

impl ListRow {
    fn into_list(self, today: NaiveDate) -> PriceList {
        let Self { name, note, valid_from, valid_until, active, .. } = self;
        let rule = read_rule(self.rule);
        let draft = PriceListDraft { name, note, valid_from, valid_until, rule, active };
        let is_valid_today = draft.is_valid_on(today);
        PriceList {
            id: self.id,
            name: draft.name,
            note: draft.note,
            valid_from,
            valid_until,
            rule,
            active,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
            is_valid_today,
            own_prices: read_count(self.own_prices),
        }
    }
}

impl Store {
    /// The price lists, by name; `today` decides which are valid.
    pub async fn price_lists(&self, today: NaiveDate) -> Result<Vec<PriceList>, StoreError> {
        self.run(read_lists(&self.pool, None, today, true)).await
    }

    /// Creates a list from a checked draft; none where there are too many already.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] `price_lists_name_unique`.
    pub async fn create_price_list(
        &self,
        draft: &PriceListDraft,
        today: NaiveDate,
        write: &Write,
    ) -> Result<Option<PriceList>, StoreError> {
        self.run(async {
            let mut tx = match self.begin("create-price-list", write).await? {
                BegunWrite::Done(result) => {
                    return read_list(&self.pool, id_of(&result)?, today).await.map(Some);
                }
                BegunWrite::New(tx) => tx,
            };
            lock_list_count(&mut tx).await?;
            let id = Uuid::now_v7();
            let created = sqlx::query!(
                "INSERT INTO price_lists (id, name, note, valid_from, valid_until, rule, active, updated_by) \
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
                 WHERE (SELECT count(*) FROM price_lists WHERE deleted_at IS NULL) < $9",
                id,
                draft.name,
                draft.note,
                draft.valid_from,
                draft.valid_until,
                stored_rule(draft.rule),
                draft.active,
                write.actor,
                i64::from(MAX_PRICE_LISTS)
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if created == 0 {
                return Ok(None);
            }
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            let list = read_list(&mut *tx, id, today).await?;
            tx.commit().await?;
            Ok(Some(list))
        })
        .await
    }

    /// Replaces a list, which must still be at the version.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the list as it is, [`StoreError::NotFound`], [`StoreError::Constraint`]
    /// `price_lists_name_unique`.
    pub async fn update_price_list(
        &self,
        (id, version): (Uuid, i32),
        draft: &PriceListDraft,
        today: NaiveDate,
        write: &Write,
    ) -> Result<PriceList, StoreError> {
        self.run(async {
            let mut tx = match self.begin("update-price-list", write).await? {
                BegunWrite::Done(_) => return read_list(&self.pool, id, today).await,
                BegunWrite::New(tx) => tx,
            };
            lock_list(&mut tx, id).await?;
            let current = read_list(&mut *tx, id, today).await?;
            if current.version != version {
                return Err(make_conflict_error(&current));
            }
            sqlx::query!(
                "UPDATE price_lists SET name = $2, note = $3, valid_from = $4, valid_until = $5, rule = $6, \
                   active = $7, updated_by = $8, updated_at = now(), version = version + 1 WHERE id = $1",
                id,
                draft.name,
                draft.note,
                draft.valid_from,
                draft.valid_until,
                stored_rule(draft.rule),
                draft.active,
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            let list = read_list(&mut *tx, id, today).await?;
            tx.commit().await?;
            Ok(list)
        })
        .await
    }

    /// Marks a price list as deleted; its own prices stay with it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted already.
    pub async fn delete_price_list(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("delete-price-list", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let deleted = sqlx::query!(
                "UPDATE price_lists SET deleted_at = now(), updated_by = $2, updated_at = now(), \
                   version = version + 1 WHERE id = $1 AND deleted_at IS NULL",
                id,
                write.actor
            )
            .execute(&mut *tx)
            .await?;
            require_rows(deleted.rows_affected())?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Brings a deleted list back; none where there are too many already.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is not deleted; [`StoreError::Constraint`]
    /// `price_lists_name_unique`.
    pub async fn restore_price_list(
        &self,
        id: Uuid,
        today: NaiveDate,
        write: &Write,
    ) -> Result<Option<PriceList>, StoreError> {
        self.run(async {
            let mut tx = match self.begin("restore-price-list", write).await? {
                BegunWrite::Done(_) => return read_list(&self.pool, id, today).await.map(Some),
                BegunWrite::New(tx) => tx,
            };
            lock_list_count(&mut tx).await?;
            let deleted = sqlx::query_scalar!(
                "SELECT id FROM price_lists WHERE id = $1 AND deleted_at IS NOT NULL FOR UPDATE",
                id
            );
            deleted.fetch_one(&mut *tx).await?;
            let restored = sqlx::query!(
                "UPDATE price_lists SET deleted_at = NULL, updated_by = $2, updated_at = now(), \
                   version = version + 1 \
                 WHERE id = $1 AND (SELECT count(*) FROM price_lists WHERE deleted_at IS NULL) < $3",
                id,
                write.actor,
                i64::from(MAX_PRICE_LISTS)
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if restored == 0 {
                return Ok(None);
            }
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            let list = read_list(&mut *tx, id, today).await?;
            tx.commit().await?;
            Ok(Some(list))
        })
        .await
    }
}

/// The lists that are not deleted, by name; `id` alone where one is given. Own prices are counted where `counts_own`:
/// a list may have hundreds of thousands.
pub(super) async fn read_lists(
    db: impl PgExecutor<'_>,
    id: Option<Uuid>,
    today: NaiveDate,
    counts_own: bool,
) -> Result<Vec<PriceList>, StoreError> {
    let rows = sqlx::query_as!(
        ListRow,
        r#"SELECT l.id, l.name, l.note, l.valid_from, l.valid_until, l.rule, l.active, l.version, l.updated_at,
             l.updated_by, CASE WHEN $2::boolean THEN (SELECT count(*) FROM list_prices p
                 JOIN catalog_items i ON i.id = p.item_id WHERE p.list_id = l.id AND i.deleted_at IS NULL)
               ELSE 0 END AS "own_prices!"
           FROM price_lists l WHERE l.deleted_at IS NULL AND ($1::uuid IS NULL OR l.id = $1)
           ORDER BY normalize_text(l.name), l.id"#,
        id,
        counts_own
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.into_list(today)).collect())
}

async fn read_list(db: impl PgExecutor<'_>, id: Uuid, today: NaiveDate) -> Result<PriceList, StoreError> {
    read_lists(db, Some(id), today, true).await?.pop().ok_or(StoreError::NotFound)
}

/// Keeps others from creating or restoring lists until the end of the transaction: two at the same moment would each
/// count without the other.
async fn lock_list_count(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.price-lists'))").fetch_one(db).await?;
    Ok(())
}

/// Holds a list until the end of the transaction: who writes its own prices, writes them alone.
///
/// # Errors
/// [`StoreError::NotFound`], also where it is deleted.
pub(super) async fn lock_list(db: &mut PgConnection, id: Uuid) -> Result<(), StoreError> {
    let held = sqlx::query_scalar!(
        "SELECT id FROM price_lists WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
        id
    );
    held.fetch_one(db).await?;
    Ok(())
}

/// Holds every list until the end of the transaction, in the order of their ids: who moves own prices of all lists,
/// moves them alone. Locks of bulk writes are taken before, and records held after it.
pub(crate) async fn lock_lists(db: &mut PgConnection) -> Result<(), StoreError> {
    let held = sqlx::query_scalar!(
        "SELECT id FROM price_lists WHERE deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE"
    );
    held.fetch_all(db).await?;
    Ok(())
}

/// The rule of a list.
///
/// # Errors
/// [`StoreError::NotFound`], also where the list is deleted.
pub(super) async fn rule_of_list(db: &mut PgConnection, id: Uuid) -> Result<Option<PriceRule>, StoreError> {
    let rule = sqlx::query_scalar!("SELECT rule FROM price_lists WHERE id = $1 AND deleted_at IS NULL", id);
    Ok(read_rule(rule.fetch_one(db).await?))
}

fn read_rule(stored: Option<Value>) -> Option<PriceRule> {
    stored.and_then(|rule| serde_json::from_value(rule).ok())
}

fn stored_rule(rule: Option<PriceRule>) -> Option<Value> {
    rule.map(|rule| json!(rule))
}
