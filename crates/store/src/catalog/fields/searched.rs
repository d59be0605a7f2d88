//! Reindexing of items after a definition adds a field to the search or removes it.

use crate::connection::transaction::begin_patient_transaction;
use crate::connection::write::{lock_bulk_shared, retry_on_deadlock};
use crate::{Store, StoreError};
use uuid::Uuid;

/// Items of a transaction: writers of the same items wait for one.
const CHUNK: i64 = 500;

impl Store {
    /// Reads the words of the next items anew, at most 500 of one field; their count, or none where no field waits or
    /// another program is at it. The database remembers what is left.
    pub async fn reread_searched_fields(&self) -> Result<Option<u64>, StoreError> {
        self.run_long(async { retry_on_deadlock!(self.reread_next_items()) }).await
    }

    async fn reread_next_items(&self) -> Result<Option<u64>, StoreError> {
        let mut tx = begin_patient_transaction(&self.pool).await?;
        // Writers of very many records hold these before they wait for the lock of the definitions.
        lock_bulk_shared(&mut tx).await?;
        // Before the entry, as writers of definitions do.
        sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtext('celeiro.expectations'))")
            .fetch_one(&mut *tx)
            .await?;
        let next = sqlx::query!(
            "SELECT key, after_id FROM reread_attributes ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED"
        );
        let Some(next) = next.fetch_optional(&mut *tx).await? else { return Ok(None) };
        let ids: Vec<Uuid> = sqlx::query_scalar!(
            "SELECT id FROM catalog_items WHERE attributes ? $1 AND ($2::uuid IS NULL OR id > $2) \
             ORDER BY id LIMIT $3 FOR NO KEY UPDATE",
            next.key,
            next.after_id,
            CHUNK
        )
        .fetch_all(&mut *tx)
        .await?;
        // A text that differs is folded anew by the trigger.
        sqlx::query!(
            "UPDATE catalog_items SET attribute_text = attribute_text || ' ' WHERE id = ANY($1)",
            &ids
        )
        .execute(&mut *tx)
        .await?;
        if let Some(last) = ids.last() {
            sqlx::query!("UPDATE reread_attributes SET after_id = $2 WHERE key = $1", next.key, *last)
                .execute(&mut *tx)
                .await?;
        } else {
            sqlx::query!("DELETE FROM reread_attributes WHERE key = $1", next.key).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(Some(ids.len() as u64))
    }
}
