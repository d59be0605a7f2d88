//! Contents of attached files in the database, for servers that share it.
//!
//! A content is split into parts of at most [`CONTENT_PART_BYTES`], each written in its own transaction: a file of 64
//! MB in one transaction would hold up every vacuum meanwhile, and would be lost whole with a connection. The row with
//! the content's size is written last, and only when all parts exist; a reader goes by that row alone. Two servers that
//! share one content write the same parts.

use crate::connection::transaction::begin_patient_unanswered_transaction;
use crate::{Store, StoreError};
use sqlx::{PgConnection, PgExecutor};
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Bytes of a part of a content, at most.
const CONTENT_PART_BYTES: usize = 1 << 20;

/// Parts that are thrown away in one transaction: for a moment, in which contents that are shared wait.
const PURGED_PARTS: i64 = 64;

/// Hours for which a content is kept that no record needs: a file is shared before its record is stored.
const UNNEEDED_HOURS: i32 = 24;

impl Store {
    /// Shares a content, whose bytes `source` gives; it is not read where the content is shared already, unless that is
    /// damaged: then it is healed. A content of which a purge took parts meanwhile is left for the next round of
    /// upkeep. The inner result is that of reading.
    ///
    /// Nothing of it waits for a standby: the record that needs the content comes behind it in the log, and its commit
    /// waits for all before.
    ///
    /// # Errors
    /// What the database says. What is written of the content by then stays, unseen, until it is completed or thrown
    /// away.
    pub async fn share_content(
        &self,
        sha256: &[u8],
        mut source: impl AsyncRead + Unpin + Send,
    ) -> Result<io::Result<()>, StoreError> {
        // A content that is shared stays for another day, in which the record of the new file comes.
        let damage = self.run(async {
            let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
            let damage = sqlx::query_scalar!(
                r#"UPDATE shared_contents SET shared_at = now() WHERE sha256 = $1
                   RETURNING damaged_at IS NOT NULL AS "is_damaged!""#,
                sha256
            )
            .fetch_optional(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(damage)
        });
        match damage.await? {
            Some(false) => return Ok(Ok(())),
            Some(true) => return Ok(self.heal_content(sha256, source).await?.map(drop)),
            None => {}
        }
        let (mut part, mut size_bytes) = (0_i32, 0_i64);
        loop {
            let bytes = match read_part(&mut source).await {
                Ok(bytes) if bytes.is_empty() => break,
                Ok(bytes) => bytes,
                Err(error) => return Ok(Err(error)),
            };
            size_bytes += i64::try_from(bytes.len()).unwrap_or(i64::MAX);
            self.run(async {
                let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
                sqlx::query!(
                    "INSERT INTO shared_content_parts (sha256, part, bytes) VALUES ($1, $2, $3) \
                     ON CONFLICT (sha256, part) DO NOTHING",
                    sha256,
                    part,
                    bytes
                )
                .execute(&mut *tx)
                .await?;
                Ok(tx.commit().await?)
            })
            .await?;
            part += 1;
        }
        self.run(async {
            let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
            lock_parts(&mut tx).await?;
            sqlx::query!(
                "INSERT INTO shared_contents (sha256, size_bytes) SELECT $1, $2 \
                 WHERE (SELECT coalesce(sum(octet_length(bytes)), 0) FROM shared_content_parts WHERE sha256 = $1) = $2 \
                 ON CONFLICT (sha256) DO NOTHING",
                sha256,
                size_bytes
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await?;
        Ok(Ok(()))
    }

    /// Whether all parts of a content are in the database.
    pub async fn is_content_shared(&self, sha256: &[u8]) -> Result<bool, StoreError> {
        self.run(async { Ok(is_shared(&self.pool, sha256).await?) }).await
    }

    /// A part of a shared content, counted from 0; `None` behind the last.
    pub async fn shared_content_part(&self, sha256: &[u8], part: i32) -> Result<Option<Vec<u8>>, StoreError> {
        self.run(async { Ok(find_part(&self.pool, sha256, part).await?) }).await
    }

    /// Throws away shared contents that no record needs, a day after they came, and parts of contents that never
    /// became whole. Returns how many contents were thrown away.
    pub async fn purge_shared_contents(&self) -> Result<u64, StoreError> {
        let purged = self.run(async {
            let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
            let purged = sqlx::query!(
                "DELETE FROM shared_contents s WHERE s.shared_at < now() - make_interval(hours => $1) \
                 AND NOT EXISTS (SELECT FROM catalog_files f \
                                 WHERE f.sha256 = s.sha256 AND f.purged_at IS NULL) \
                 AND NOT EXISTS (SELECT FROM message_attachments m \
                                 WHERE m.sha256 = s.sha256 AND m.purged_at IS NULL)",
                UNNEEDED_HOURS
            );
            let purged = purged.execute(&mut *tx).await?.rows_affected();
            tx.commit().await?;
            Ok(purged)
        });
        let purged = purged.await?;
        // Some at a time: gigabytes that go at once outlast every deadline, and would be begun anew each time.
        while self.run(purge_parts(self)).await? == PURGED_PARTS.unsigned_abs() {}
        Ok(purged)
    }
}

/// Waits until no other transaction looks whether a content has all its parts, or throws parts away.
pub(super) async fn lock_parts(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.shared_contents'))").fetch_one(db).await?;
    Ok(())
}

/// Throws away some parts of contents that are not shared and that no record needs. Returns how many.
async fn purge_parts(store: &Store) -> Result<u64, StoreError> {
    let mut tx = begin_patient_unanswered_transaction(&store.pool).await?;
    lock_parts(&mut tx).await?;
    let purged = sqlx::query!(
        "DELETE FROM shared_content_parts WHERE (sha256, part) IN ( \
           SELECT p.sha256, p.part FROM shared_content_parts p \
           WHERE NOT EXISTS (SELECT FROM shared_contents s WHERE s.sha256 = p.sha256) \
           AND NOT EXISTS (SELECT FROM catalog_files f \
                           WHERE f.sha256 = p.sha256 AND f.purged_at IS NULL) \
           AND NOT EXISTS (SELECT FROM message_attachments m \
                           WHERE m.sha256 = p.sha256 AND m.purged_at IS NULL) LIMIT $1)",
        PURGED_PARTS
    );
    let purged = purged.execute(&mut *tx).await?.rows_affected();
    tx.commit().await?;
    Ok(purged)
}

/// The next part; empty at the end. Every server cuts a content at the same places.
pub(super) async fn read_part(source: &mut (impl AsyncRead + Unpin + Send)) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(CONTENT_PART_BYTES);
    source.take(u64::try_from(CONTENT_PART_BYTES).unwrap_or(u64::MAX)).read_to_end(&mut bytes).await?;
    Ok(bytes)
}

pub(crate) async fn is_shared(db: impl PgExecutor<'_>, sha256: &[u8]) -> Result<bool, sqlx::Error> {
    let size = sqlx::query_scalar!("SELECT size_bytes FROM shared_contents WHERE sha256 = $1", sha256);
    Ok(size.fetch_optional(db).await?.is_some())
}

pub(crate) async fn find_part(
    db: impl PgExecutor<'_>,
    sha256: &[u8],
    part: i32,
) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT p.bytes FROM shared_content_parts p JOIN shared_contents USING (sha256) \
         WHERE p.sha256 = $1 AND p.part = $2",
        sha256,
        part
    )
    .fetch_optional(db)
    .await
}

/// Contents that records need and that are not shared, by SHA-256: at most `limit` behind `after`, in order.
pub(super) async fn list_unshared_contents(
    db: impl PgExecutor<'_>,
    after: &[u8],
    limit: i64,
) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    let unshared = sqlx::query_scalar!(
        r#"SELECT sha256 AS "sha256!" FROM
                 (SELECT sha256 FROM catalog_files WHERE purged_at IS NULL
                  UNION SELECT sha256 FROM message_attachments WHERE purged_at IS NULL) AS needed
               WHERE sha256 > $1 AND NOT EXISTS (SELECT FROM shared_contents s WHERE s.sha256 = needed.sha256)
               ORDER BY 1 LIMIT $2"#,
        after,
        limit
    );
    unshared.fetch_all(db).await
}
