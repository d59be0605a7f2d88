//! Tombstones of deleted memory items: keyed hashes, and their key.

use crate::{Store, StoreError};
use celeiro_domain::personal::memory::EvidenceDraft;
use celeiro_domain::personal::memory::tombstone::{Hash, Hasher, KEY_BYTES, StatementHashes, Tombstone};
use sqlx::PgConnection;
use std::collections::BTreeSet;
use uuid::Uuid;

impl Store {
    /// The hasher of this database, and everything that was deleted.
    pub async fn knowledge_tombstones(&self) -> Result<(Hasher, Vec<Tombstone>), StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            Ok((read_hasher(&mut db).await?, read_tombstones(&mut db).await?))
        })
        .await
    }
}

pub(crate) async fn read_hasher(db: &mut PgConnection) -> Result<Hasher, StoreError> {
    let key = sqlx::query_scalar!("SELECT key FROM memory_key").fetch_one(db).await?;
    let key: [u8; KEY_BYTES] =
        key.try_into().map_err(|_| StoreError::Other("the key of the memory has no 32 bytes".into()))?;
    Ok(Hasher::new(&key))
}

pub(crate) async fn read_tombstones(db: &mut PgConnection) -> Result<Vec<Tombstone>, StoreError> {
    let rows =
        sqlx::query!("SELECT content_hash, word_hashes, source_hashes, created_at FROM knowledge_tombstones")
            .fetch_all(db)
            .await?;
    let tombstones = rows.into_iter().filter_map(|row| {
        let content = row.content_hash.try_into().ok()?;
        let (words, sources) = (to_set(row.word_hashes), to_set(row.source_hashes));
        Some(Tombstone { content, words, sources, at: row.created_at })
    });
    Ok(tombstones.collect())
}

fn to_set(hashes: Vec<Vec<u8>>) -> BTreeSet<Hash> {
    hashes.into_iter().filter_map(|hash| hash.try_into().ok()).collect()
}

/// The hashes of a statement's words as they are stored.
pub(crate) fn word_hashes(hashes: &StatementHashes) -> Vec<Vec<u8>> {
    hashes.words.iter().map(|hash| hash.to_vec()).collect()
}

/// Buries a statement that never became an item, under the id of its line.
pub(crate) async fn bury_statement(
    db: &mut PgConnection,
    hasher: &Hasher,
    (id, content): (Uuid, &str),
    evidence: &[EvidenceDraft],
) -> Result<(), StoreError> {
    let hashes = hasher.hash_statement(content);
    let sources: Vec<Vec<u8>> =
        evidence.iter().map(|one| hasher.hash_source(one.message_id).to_vec()).collect();
    sqlx::query!(
        "INSERT INTO knowledge_tombstones (item_id, content_hash, word_hashes, source_hashes) \
         VALUES ($1, $2, $3, $4)",
        id,
        hashes.content.as_slice(),
        &word_hashes(&hashes),
        &sources
    )
    .execute(db)
    .await?;
    Ok(())
}
