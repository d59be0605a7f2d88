//! Purge of attachments: removed too long ago to be restored, or of messages that are gone.
//!
//! Their rows stay, without text, marked as purged: where a team shares a database, each machine that stored the bytes
//! reads from the rows which files to remove. Out of scope: the removal itself.

use crate::connection::transaction::begin_patient_transaction;
use crate::{Store, StoreError};
use chrono::{DateTime, Utc};
use sqlx::PgTransaction;

/// Contents that no attachment needs any more. Attaching waits until this is dropped.
pub struct UnneededContents {
    /// SHA-256 of each.
    pub contents: Vec<Vec<u8>>,
    /// Attachments that were thrown away just now.
    pub purged: u64,
    /// Holds the lock.
    tx: PgTransaction<'static>,
}

impl UnneededContents {
    /// Lets others attach files again, when the bytes are gone.
    pub async fn release(self) -> Result<(), StoreError> {
        Ok(self.tx.commit().await?)
    }
}

impl Store {
    /// Throws away the text of attachments that were taken off before `before`, and names all contents
    /// that no attachment of an item or of a message needs. Content that another attachment has, also one
    /// that was taken off later, is needed. Without `before`, what was taken off stays.
    pub async fn purge_files(&self, before: Option<DateTime<Utc>>) -> Result<UnneededContents, StoreError> {
        self.run(async {
            // In a transaction of its own: where removing bytes fails, they are removed another time.
            let purged = sqlx::query!(
                "UPDATE catalog_files SET purged_at = now(), text = NULL, text_preview = NULL \
                 WHERE deleted_at < $1 AND purged_at IS NULL",
                before
            )
            .execute(&self.pool)
            .await?
            .rows_affected();
            let mut tx = begin_patient_transaction(&self.pool).await?;
            sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.files'))")
                .fetch_one(&mut *tx)
                .await?;
            let contents = sqlx::query_scalar!(
                r#"SELECT sha256 AS "sha256!" FROM
                     (SELECT sha256, purged_at FROM catalog_files
                      UNION ALL SELECT sha256, purged_at FROM message_attachments) AS kept
                   GROUP BY sha256 HAVING bool_and(purged_at IS NOT NULL)"#
            )
            .fetch_all(&mut *tx)
            .await?;
            Ok(UnneededContents { contents, purged, tx })
        })
        .await
    }
}
