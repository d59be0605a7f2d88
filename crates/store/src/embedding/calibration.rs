//! Calibration of an embedding model: the weight of its vectors against words, stored with the model, and the sample
//! vectors that represent its corpus.

use crate::connection::transaction::change_unanswered;
use crate::embedding::models::{StoredCalibration, embeddings_table};
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use sqlx::QueryBuilder;

impl Store {
    /// Stores the calibration of an embedding model.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn note_calibration(&self, id: i32, calibration: &StoredCalibration) -> Result<(), StoreError> {
        let stored = serde_json::to_value(calibration).unwrap_or_default();
        let noted = sqlx::query!("UPDATE embedding_models SET calibration = $2 WHERE id = $1", id, stored);
        self.run(async { Ok(change_unanswered(&self.pool, noted).await.map(drop)?) }).await
    }

    /// At most `most` chunks with vectors of `model`, spread over the whole corpus by a hash of their
    /// ids: the same ones whenever it is asked of the same chunks. Reads the ids of all chunks.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn sample_chunks(&self, corpus: Kind, model: i32, most: i64) -> Result<Vec<i64>, StoreError> {
        let mut sql = QueryBuilder::new("SELECT id FROM ");
        sql.push(embeddings_table(corpus)).push(" WHERE model_id = ").push_bind(model);
        sql.push(" ORDER BY hashint8(id), id LIMIT ").push_bind(most);
        self.run(async { Ok(sql.build_query_scalar().fetch_all(&self.pool).await?) }).await
    }

    /// The vectors of `chunks`, one behind the other; those that are still there.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn vectors_of(&self, corpus: Kind, chunks: &[i64]) -> Result<Vec<f32>, StoreError> {
        let mut sql = QueryBuilder::new("SELECT embedding::real[] FROM ");
        sql.push(embeddings_table(corpus)).push(" WHERE id = ANY(").push_bind(chunks.to_vec());
        sql.push(") ORDER BY id");
        let vectors: Vec<Vec<f32>> =
            self.run(async { Ok(sql.build_query_scalar().fetch_all(&self.searching).await?) }).await?;
        Ok(vectors.concat())
    }
}
