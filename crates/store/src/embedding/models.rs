//! Embedding models side by side: one serves searches while another is being filled.

use crate::cluster::memory::index_build_mb;
use crate::connection::transaction::begin_transaction;
use crate::search::vector::EXACT_ROWS;
use crate::{Store, StoreError};
use celeiro_domain::rank::Calibration;
use celeiro_domain::search::Kind;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

/// What a model is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelState {
    /// Being filled.
    Building,
    /// Serves searches.
    Active,
    /// Served before.
    Retired,
}

impl ModelState {
    fn parse(text: &str) -> Self {
        match text {
            "active" => Self::Active,
            "retired" => Self::Retired,
            _ => Self::Building,
        }
    }
}

/// A calibration as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredCalibration {
    /// What was measured, and the strength that follows.
    #[serde(flatten)]
    pub figures: Calibration,
    /// Records that search found then: with twice or half as many it is measured anew.
    pub records: i64,
    /// Chunks whose vectors stand for the corpus. One that was embedded again or removed since is left
    /// out.
    pub sample: Vec<i64>,
}

/// A model as stored, without its matrices.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredModel {
    /// Our id.
    pub id: i32,
    /// `local`, `openai`, `static` or `neural`.
    pub provider: String,
    /// Identity of its vectors.
    pub model_key: String,
    /// Name for people.
    pub name: String,
    /// Length of its vectors.
    pub dimensions: i32,
    /// Greatest distance that counts as found.
    pub threshold: Option<f64>,
    /// What it is used for.
    pub state: ModelState,
    /// Whether its HNSW index is built.
    pub indexed: bool,
    /// Records it was fitted on, where it was fitted on this catalog.
    pub fitted_rows: Option<i32>,
    /// Base address of its server, or its folder; absent where it was fitted on this catalog.
    pub address: Option<String>,
    /// The setting with its key; absent where none is sent.
    pub key_name: Option<String>,
    /// How its vectors are weighed against words; absent where it has not been measured.
    pub calibration: Option<StoredCalibration>,
}

/// A model to be registered.
#[derive(Debug, Clone)]
pub struct NewModel<'a> {
    /// What it embeds.
    pub corpus: Kind,
    /// `local`, `openai`, `static` or `neural`.
    pub provider: &'a str,
    /// Identity of its vectors.
    pub model_key: &'a str,
    /// Name for people.
    pub name: &'a str,
    /// Length of its vectors.
    pub dimensions: i32,
    /// Greatest distance that counts as found.
    pub threshold: Option<f64>,
    /// Its matrices, where it was fitted on this catalog.
    pub artifact: Option<&'a [u8]>,
    /// Records it was fitted on.
    pub fitted_rows: Option<i32>,
    /// Base address of its server, or its folder.
    pub address: Option<&'a str>,
    /// The setting with its key.
    pub key_name: Option<&'a str>,
}

impl Store {
    /// Lists all embedding models of a corpus, newest first.
    pub async fn models(&self, corpus: Kind) -> Result<Vec<StoredModel>, StoreError> {
        let rows = sqlx::query!(
            "SELECT id, provider, model_key, name, dimensions, threshold, state, indexed, fitted_rows, \
             address, key_name, calibration FROM embedding_models WHERE corpus = $1 ORDER BY id DESC",
            corpus.as_str()
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows
            .into_iter()
            .map(|r| StoredModel {
                id: r.id,
                provider: r.provider,
                model_key: r.model_key,
                name: r.name,
                dimensions: r.dimensions,
                threshold: r.threshold,
                state: ModelState::parse(&r.state),
                indexed: r.indexed,
                fitted_rows: r.fitted_rows,
                address: r.address,
                key_name: r.key_name,
                // One of another version, whose figures meant something else, is measured anew.
                calibration: r.calibration.and_then(|stored| serde_json::from_value(stored).ok()),
            })
            .collect())
    }

    /// Registers a model in state building, or finds the one with the same key; a retired one is
    /// built up again.
    pub async fn register_model(&self, model: &NewModel<'_>) -> Result<i32, StoreError> {
        let id = sqlx::query_scalar!(
            "INSERT INTO embedding_models AS m \
             (corpus, provider, model_key, name, dimensions, threshold, artifact, fitted_rows, address, key_name) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT (corpus, model_key) DO UPDATE \
             SET state = CASE WHEN m.state = 'retired' THEN 'building' ELSE m.state END, name = excluded.name, \
                 threshold = excluded.threshold, address = excluded.address, key_name = excluded.key_name \
             RETURNING id",
            model.corpus.as_str(),
            model.provider,
            model.model_key,
            model.name,
            model.dimensions,
            model.threshold,
            model.artifact,
            model.fitted_rows,
            model.address,
            model.key_name
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(id.await?) }).await
    }

    /// Notes where a model is asked now, and with the key of which setting.
    pub async fn note_place(
        &self,
        id: i32,
        address: Option<&str>,
        key_name: Option<&str>,
    ) -> Result<(), StoreError> {
        let noted = sqlx::query!(
            "UPDATE embedding_models SET address = $2, key_name = $3 WHERE id = $1",
            id,
            address,
            key_name
        )
        .execute(&self.pool);
        self.run(async { Ok(noted.await.map(drop)?) }).await
    }

    /// Reads the stored matrices of a fitted embedding model.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where it has none.
    pub async fn model_artifact(&self, id: i32) -> Result<Vec<u8>, StoreError> {
        let artifact = sqlx::query_scalar!("SELECT artifact FROM embedding_models WHERE id = $1", id)
            .fetch_optional(&self.pool);
        self.run(async { Ok(artifact.await?) }).await?.flatten().ok_or(StoreError::NotFound)
    }

    /// Lets `id` serve and retires what served before, in one step.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn activate_model(&self, corpus: Kind, id: i32) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.pool).await?;
            sqlx::query!(
                "UPDATE embedding_models SET state = 'retired' WHERE corpus = $1 AND state = 'active' AND id <> $2",
                corpus.as_str(),
                id
            )
            .execute(&mut *tx)
            .await?;
            let activated = sqlx::query!(
                "UPDATE embedding_models SET state = 'active', activated_at = now() WHERE id = $1 AND corpus = $2",
                id,
                corpus.as_str()
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if activated == 0 {
                return Err(StoreError::NotFound);
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Retires an embedding model, so that it is filled no more.
    pub async fn retire_model(&self, id: i32) -> Result<(), StoreError> {
        let retired = sqlx::query!("UPDATE embedding_models SET state = 'retired' WHERE id = $1", id)
            .execute(&self.pool);
        self.run(async { Ok(retired.await.map(drop)?) }).await
    }

    /// Removes retired models but the newest, with their vectors and indexes.
    pub async fn clear_retired_models(&self, corpus: Kind) -> Result<(), StoreError> {
        let retired = sqlx::query_scalar!(
            "SELECT id FROM embedding_models WHERE corpus = $1 AND state = 'retired' ORDER BY id DESC OFFSET 1",
            corpus.as_str()
        )
        .fetch_all(&self.pool)
        .await?;
        if retired.is_empty() {
            return Ok(());
        }
        let mut db = self.acquire_for_upkeep().await?;
        for id in retired {
            // Waits for the searches that use the index, and keeps none from the table meanwhile.
            let drop_index = format!("DROP INDEX CONCURRENTLY IF EXISTS {}", index_name(corpus, id));
            sqlx::query(sqlx::AssertSqlSafe(drop_index)).execute(&mut *db).await?;
            sqlx::query!("DELETE FROM embedding_models WHERE id = $1", id).execute(&mut *db).await?;
        }
        Ok(())
    }

    /// Builds the model's HNSW index where it has enough vectors to need one and none yet. Takes
    /// minutes for a hundred thousand; searches and saves go on meanwhile. Returns whether there
    /// is an index now.
    pub async fn index_model(&self, corpus: Kind, model: &StoredModel) -> Result<bool, StoreError> {
        if model.indexed {
            return Ok(true);
        }
        let mut db = self.acquire_for_upkeep().await?;
        let count = match corpus {
            Kind::Items => {
                sqlx::query_scalar!(
                    "SELECT count(*) FROM catalog_item_embeddings WHERE model_id = $1",
                    model.id
                )
                .fetch_one(&mut *db)
                .await?
            }
            Kind::Faqs => {
                sqlx::query_scalar!("SELECT count(*) FROM faq_embeddings WHERE model_id = $1", model.id)
                    .fetch_one(&mut *db)
                    .await?
            }
        };
        if count.unwrap_or(0) <= EXACT_ROWS {
            return Ok(false);
        }
        let is_ours = self.pgdata.is_some();
        let most = if is_ours { index_build_mb() } else { read_allowed_build_mb(&mut db).await? };
        let memory_mb = size_index_build(count.unwrap_or(0), model.dimensions, most);
        let embeddings = embeddings_table(corpus);
        let name = index_name(corpus, model.id);
        let (id, dimensions) = (model.id, model.dimensions);
        // Names and numbers are ours. A build that was cut off leaves an invalid index behind.
        for statement in [
            format!("SET maintenance_work_mem = '{memory_mb}MB'"),
            format!("DROP INDEX CONCURRENTLY IF EXISTS {name}"),
            format!(
                "CREATE INDEX CONCURRENTLY {name} ON {embeddings} \
                 USING hnsw ((embedding::halfvec({dimensions})) halfvec_ip_ops) WHERE model_id = {id}"
            ),
        ] {
            sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut *db).await?;
        }
        sqlx::query!("UPDATE embedding_models SET indexed = true WHERE id = $1", id)
            .execute(&mut *db)
            .await?;
        Ok(true)
    }
}

/// The memory, in MiB, that building an index may take on a team's server, of whose machine nothing is known: what its
/// administrator allows a session, and in any case 1 GiB.
async fn read_allowed_build_mb(db: &mut PgConnection) -> Result<i64, StoreError> {
    // Of what the server keeps about itself: not checked against the schema.
    let allowed: i64 = sqlx::query_scalar(
        "SELECT setting::bigint / 1024 FROM pg_settings WHERE name = 'maintenance_work_mem'",
    )
    .fetch_one(db)
    .await?;
    Ok(allowed.max(1_024))
}

/// The memory, in MiB, for the graph of `count` vectors; one that does not fit is built on disk, many times slower.
fn size_index_build(count: i64, dimensions: i32, most_mb: i64) -> i64 {
    let bytes_a_row = i64::from(dimensions) * 2 + 700;
    (count * bytes_a_row / 1_000_000).clamp(64, most_mb)
}

/// The table of a corpus' vectors.
pub(crate) fn embeddings_table(corpus: Kind) -> &'static str {
    match corpus {
        Kind::Items => "catalog_item_embeddings",
        Kind::Faqs => "faq_embeddings",
    }
}

/// The name of the vector index of a corpus for the model `id`.
fn index_name(corpus: Kind, id: i32) -> String {
    format!("{}_hnsw_{id}", embeddings_table(corpus))
}

#[cfg(test)]
mod tests {
    use super::size_index_build;

    #[test]
    fn a_graph_gets_what_its_vectors_take_within_what_is_allowed() {
        assert_eq!(size_index_build(1_000, 384, 4_096), 64, "the least");
        assert_eq!(size_index_build(1_000_000, 384, 4_096), 1_468);
        assert_eq!(size_index_build(1_000_000, 384, 1_024), 1_024, "no more than is allowed");
    }
}
