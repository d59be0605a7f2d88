//! Vectors of the memory items in force, by embedding model.

use crate::connection::transaction::begin_unanswered_transaction;
use crate::{Store, StoreError};
use uuid::Uuid;

/// A statement that a model has no vector of.
#[derive(Debug, Clone, PartialEq)]
pub struct UnembeddedKnowledge {
    /// The item.
    pub id: Uuid,
    /// Its statement.
    pub content: String,
    /// The hash of the statement.
    pub content_hash: Vec<u8>,
}

/// Which items hold, at which versions: two that are the same say that nothing was written in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnowledgeFingerprint {
    /// Items in force.
    pub items: i64,
    /// A hash of their ids and versions.
    pub hash: i64,
}

impl Store {
    /// Fingerprint of the memory items in force, which changes when one of them does.
    pub async fn knowledge_fingerprint(&self) -> Result<KnowledgeFingerprint, StoreError> {
        let row = sqlx::query_as!(
            KnowledgeFingerprint,
            r#"SELECT count(*) AS "items!", coalesce(bit_xor(uuid_hash_extended(id, version)), 0) AS "hash!"
               FROM knowledge WHERE deleted_at IS NULL AND state = 'active'"#
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(row.await?) }).await
    }

    /// At most `limit` items in force of whose statement `model_key` has no vector, the surest first.
    pub async fn unembedded_knowledge(
        &self,
        model_key: &str,
        limit: i64,
    ) -> Result<Vec<UnembeddedKnowledge>, StoreError> {
        let rows = sqlx::query_as!(
            UnembeddedKnowledge,
            "SELECT k.id, k.content, k.content_hash FROM knowledge k \
             WHERE k.deleted_at IS NULL AND k.state = 'active' AND NOT EXISTS (SELECT FROM knowledge_vectors v \
               WHERE v.item_id = k.id AND v.model_key = $1 AND v.content_hash = k.content_hash) \
             ORDER BY k.confidence DESC, k.updated_at DESC, k.id LIMIT $2",
            model_key,
            limit
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores vectors of statements, as far as the items still say them, and drops those that other models computed
    /// more than a week ago.
    pub async fn write_knowledge_vectors(
        &self,
        model_key: &str,
        vectors: &[(UnembeddedKnowledge, Vec<f32>)],
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_unanswered_transaction(&self.writing).await?;
            for (item, vector) in vectors {
                sqlx::query!(
                    "INSERT INTO knowledge_vectors (item_id, model_key, content_hash, vector) \
                     SELECT k.id, $2::text, k.content_hash, $4::real[] FROM knowledge k \
                     WHERE k.id = $1 AND k.content_hash = $3 AND k.deleted_at IS NULL \
                     ON CONFLICT (item_id, model_key) DO UPDATE SET content_hash = excluded.content_hash, \
                       vector = excluded.vector, embedded_at = now()",
                    item.id,
                    model_key,
                    item.content_hash.as_slice(),
                    vector.as_slice()
                )
                .execute(&mut *tx)
                .await?;
            }
            let old = sqlx::query!(
                "DELETE FROM knowledge_vectors WHERE model_key <> $1 AND embedded_at < now() - interval '7 days'",
                model_key
            );
            old.execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The vectors of items in force that `model_key` computed of what they say now.
    pub async fn knowledge_vectors(&self, model_key: &str) -> Result<Vec<(Uuid, Vec<f32>)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT v.item_id, v.vector FROM knowledge_vectors v JOIN knowledge k ON k.id = v.item_id \
             WHERE v.model_key = $1 AND v.content_hash = k.content_hash AND k.deleted_at IS NULL \
               AND k.state = 'active'",
            model_key
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(|row| (row.item_id, row.vector)).collect())
    }
}
