//! Repair of damaged shared contents: parts whose bytes do not match the content's hash, as after a disk fault of the
//! database.
//!
//! A server that fetches a damaged content records it; a server that has the content whole replaces the parts in one
//! transaction, so that no reader gets a mix of old and new ones. The hash that the database computes of its own parts
//! decides what is recorded and what is repaired: neither a fault on the way to a server nor one of a server's disk
//! counts.

use crate::connection::transaction::begin_patient_unanswered_transaction;
use crate::files::shared::{lock_parts, read_part};
use crate::{Store, StoreError};
use sqlx::PgExecutor;
use std::io;
use tokio::io::AsyncRead;

/// Minutes for which a damaged content waits until it counts as lost: by then each server that runs has looked several
/// times whether it has it whole.
const LOST_AFTER_MINUTES: i32 = 15;

/// A file of an item whose content no server has whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostFile {
    /// What people call it.
    pub name: String,
    /// The name of its item.
    pub item: String,
}

/// How many shared contents are damaged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DamagedContents {
    /// All of them.
    pub damaged: i64,
    /// Those of them that no server had whole which ran since.
    pub lost: i64,
}

impl Store {
    /// Notes that a shared content is damaged, where it is; whether it is.
    pub async fn note_damaged_content(&self, sha256: &[u8]) -> Result<bool, StoreError> {
        self.run(async {
            // A person who opens the file waits for a healing of it: connections of those who read stay free meanwhile.
            let mut tx = begin_patient_unanswered_transaction(&self.writing).await?;
            // Without the lock, parts that are being replaced would be hashed as they were.
            lock_parts(&mut tx).await?;
            let noted = sqlx::query!(
                "UPDATE shared_contents SET damaged_at = coalesce(damaged_at, now()) WHERE sha256 = $1 \
                 AND (SELECT sha256(coalesce(string_agg(p.bytes, ''::bytea ORDER BY p.part), ''::bytea)) \
                      FROM shared_content_parts p WHERE p.sha256 = $1) <> $1",
                sha256
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            tx.commit().await?;
            Ok(noted > 0)
        })
        .await
    }

    /// Counts the damaged contents of shared files.
    pub async fn count_damaged_contents(&self) -> Result<DamagedContents, StoreError> {
        let row = sqlx::query!(
            r#"SELECT count(*) AS "damaged!",
                 count(*) FILTER (WHERE damaged_at < now() - make_interval(mins => $1)) AS "lost!"
               FROM shared_contents WHERE damaged_at IS NOT NULL"#,
            LOST_AFTER_MINUTES
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok(DamagedContents { damaged: row.damaged, lost: row.lost })
    }

    /// The files of items whose contents no server had whole which ran since: at most `limit`, by their names.
    pub async fn lost_files(&self, limit: u32) -> Result<Vec<LostFile>, StoreError> {
        let lost = sqlx::query_as!(
            LostFile,
            "SELECT f.name, i.name AS item FROM shared_contents s \
             JOIN catalog_files f ON f.sha256 = s.sha256 JOIN catalog_items i ON i.id = f.item_id \
             WHERE s.damaged_at < now() - make_interval(mins => $1) AND f.purged_at IS NULL \
             ORDER BY f.name, i.name, f.id LIMIT $2",
            LOST_AFTER_MINUTES,
            i64::from(limit)
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(lost.await?) }).await
    }

    /// Replaces the parts of a damaged content by those that `source` gives; whether it is healed by that. What is
    /// not damaged any more, and a source with other bytes than the name promises, change nothing. The inner result
    /// is that of reading.
    ///
    /// # Errors
    /// What the database says; nothing is changed then.
    pub async fn heal_content(
        &self,
        sha256: &[u8],
        mut source: impl AsyncRead + Unpin + Send,
    ) -> Result<io::Result<bool>, StoreError> {
        let begun = self.run(async {
            let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
            lock_parts(&mut tx).await?;
            let damaged = sqlx::query_scalar!(
                "SELECT sha256 FROM shared_contents WHERE sha256 = $1 AND damaged_at IS NOT NULL",
                sha256
            );
            // Another server may have healed it while this one waited.
            let is_damaged = damaged.fetch_optional(&mut *tx).await?.is_some();
            Ok(is_damaged.then_some(tx))
        });
        let Some(mut tx) = begun.await? else { return Ok(Ok(false)) };
        let (mut part, mut size_bytes) = (0_i32, 0_i64);
        loop {
            let bytes = match read_part(&mut source).await {
                Ok(bytes) if bytes.is_empty() => break,
                Ok(bytes) => bytes,
                Err(error) => return Ok(Err(error)),
            };
            size_bytes += i64::try_from(bytes.len()).unwrap_or(i64::MAX);
            self.run(async {
                let replaced = sqlx::query!(
                    "INSERT INTO shared_content_parts AS p (sha256, part, bytes) VALUES ($1, $2, $3) \
                     ON CONFLICT (sha256, part) DO UPDATE SET bytes = excluded.bytes WHERE p.bytes <> excluded.bytes",
                    sha256,
                    part,
                    bytes
                );
                Ok(replaced.execute(&mut *tx).await?)
            })
            .await?;
            part += 1;
        }
        self.run(async {
            sqlx::query!("DELETE FROM shared_content_parts WHERE sha256 = $1 AND part >= $2", sha256, part)
                .execute(&mut *tx)
                .await?;
            let healed = sqlx::query!(
                "UPDATE shared_contents SET damaged_at = NULL, size_bytes = $2 \
                 WHERE sha256 = $1 AND damaged_at IS NOT NULL \
                 AND (SELECT sha256(coalesce(string_agg(p.bytes, ''::bytea ORDER BY p.part), ''::bytea)) \
                      FROM shared_content_parts p WHERE p.sha256 = $1) = $1",
                sha256,
                size_bytes
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if healed == 0 {
                tx.rollback().await?;
                return Ok(Ok(false));
            }
            tx.commit().await?;
            Ok(Ok(true))
        })
        .await
    }
}

/// Damaged contents by SHA-256: at most `limit` behind `after`, in order.
pub(super) async fn list_damaged_contents(
    db: impl PgExecutor<'_>,
    after: &[u8],
    limit: i64,
) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    let damaged = sqlx::query_scalar!(
        "SELECT sha256 FROM shared_contents WHERE damaged_at IS NOT NULL AND sha256 > $1 ORDER BY sha256 LIMIT $2",
        after,
        limit
    );
    damaged.fetch_all(db).await
}
