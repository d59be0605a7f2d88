//! Job queue of records whose vectors are out of date, and the storage of vectors.
//!
//! Triggers queue a record in the transaction that saves it. A worker leases rows with `FOR UPDATE SKIP LOCKED`, so
//! that several workers share the queue and none waits; the lease of a worker that dies expires, and another worker
//! takes the job. A save during the work increments the row's generation, and the worker's "done" then leaves the job
//! queued.
//!
//! A worker's commits do not wait for a standby: after a failover that loses vectors or leases the jobs still exist,
//! and the vectors are computed again.

use crate::connection::transaction::{begin_patient_unanswered_transaction, begin_unanswered_transaction};
use crate::embedding::models::embeddings_table;
use crate::search::candidates::table;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use pgvector::HalfVector;
use sqlx::{PgTransaction, QueryBuilder, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// A leased job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingJob {
    /// The record to embed.
    pub record_id: Uuid,
    /// What must still be the generation for the job to be done.
    pub generation: i32,
    /// How often it was tried before.
    pub attempts: i32,
}

/// One passage with its vector.
#[derive(Debug, Clone)]
pub struct EmbeddingWrite {
    /// `item`, `file` or `note`.
    pub source: &'static str,
    /// Number of the passage within its source.
    pub chunk: i32,
    /// The passage.
    pub content: String,
    /// SHA-256 of the passage.
    pub hash: Vec<u8>,
    /// Its vector; `None` keeps the stored one, which has the same hash.
    pub vector: Option<Vec<f32>>,
}

/// The state of the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Waiting or being worked on.
    pub pending: i64,
    /// Given up after repeated failures; tried again when the record is saved.
    pub failed: i64,
}

/// Searches of late that say which records are looked up most.
const LATEST_TRACES: i64 = 300;

/// A job is given up after this many attempts.
const MAX_ATTEMPTS: i32 = 6;

impl Store {
    /// Leases up to `count` due jobs for `lease_seconds`, the newest first: what is saved while a large
    /// catalog is filled does not wait for all of it.
    pub async fn take_jobs(
        &self,
        corpus: Kind,
        count: i64,
        lease_seconds: f64,
    ) -> Result<Vec<EmbeddingJob>, StoreError> {
        let leased = self.run(async {
            let mut tx = begin_unanswered_transaction(&self.pool).await?;
            let rows = sqlx::query!(
                "UPDATE embedding_jobs j SET leased_until = now() + make_interval(secs => $3) FROM ( \
               SELECT record_id FROM embedding_jobs \
               WHERE corpus = $1 AND run_after <= now() AND attempts < $4 \
                 AND (leased_until IS NULL OR leased_until < now()) \
               ORDER BY run_after DESC, record_id DESC LIMIT $2 FOR UPDATE SKIP LOCKED) due \
             WHERE j.corpus = $1 AND j.record_id = due.record_id \
             RETURNING j.record_id, j.generation, j.attempts",
                corpus.as_str(),
                count,
                lease_seconds,
                MAX_ATTEMPTS
            )
            .fetch_all(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(rows)
        });
        let rows = leased.await?;
        Ok(rows
            .into_iter()
            .map(|r| EmbeddingJob { record_id: r.record_id, generation: r.generation, attempts: r.attempts })
            .collect())
    }

    /// Extends the lease of embedding jobs by another `lease_seconds`.
    pub async fn renew_jobs(
        &self,
        corpus: Kind,
        records: &[Uuid],
        lease_seconds: f64,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = self.hold_jobs(corpus, records).await?;
            sqlx::query!(
                "UPDATE embedding_jobs SET leased_until = now() + make_interval(secs => $3) \
             WHERE corpus = $1 AND record_id = ANY($2) AND leased_until IS NOT NULL",
                corpus.as_str(),
                records,
                lease_seconds
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Releases leased embedding jobs undone, for the next worker.
    pub async fn release_jobs(&self, corpus: Kind, records: &[Uuid]) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = self.hold_jobs(corpus, records).await?;
            sqlx::query!(
                "UPDATE embedding_jobs SET leased_until = NULL WHERE corpus = $1 AND record_id = ANY($2)",
                corpus.as_str(),
                records
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Counts the embedding jobs that are due. One that could not be taken a moment ago belongs to another worker, or
    /// to one that was killed and whose lease is not over; leases may end between the two looks, so they do not
    /// matter here.
    pub async fn due_jobs(&self, corpus: Kind) -> Result<i64, StoreError> {
        let due = sqlx::query_scalar!(
            r#"SELECT count(*) AS "due!" FROM embedding_jobs
               WHERE corpus = $1 AND run_after <= now() AND attempts < $2"#,
            corpus.as_str(),
            MAX_ATTEMPTS
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(due.await?) }).await
    }

    /// Queues every searchable record that lacks vectors of `model_id`; what was written last is taken first.
    pub async fn queue_missing(&self, corpus: Kind, model_id: i32) -> Result<u64, StoreError> {
        // Table names are literals of this crate.
        let key = record_key(corpus);
        let mut sql =
            QueryBuilder::new("INSERT INTO embedding_jobs AS j (corpus, record_id, run_after) SELECT ");
        sql.push_bind(corpus.as_str()).push(format!(
            ", r.id, least(now(), r.updated_at) FROM {} r WHERE r.searchable AND NOT EXISTS (SELECT FROM {} e WHERE e.{key} = r.id AND e.model_id = ",
            table(corpus),
            embeddings_table(corpus)
        ));
        sql.push_bind(model_id).push(
            ") ORDER BY r.id ON CONFLICT (corpus, record_id) DO UPDATE SET attempts = 0, run_after = now() \
             WHERE j.attempts > 0",
        );
        let queued = self.run(async { Ok(sql.build().execute(&self.pool).await?) }).await?;
        Ok(queued.rows_affected())
    }

    /// Puts those of the waiting records first that were most often among the first ten hits of the latest searches
    /// whose traces are stored.
    pub async fn advance_looked_up(&self, corpus: Kind) -> Result<u64, StoreError> {
        let advanced = sqlx::query!(
            "UPDATE embedding_jobs j SET run_after = now() - due.place * interval '1 microsecond' FROM ( \
               SELECT d.record_id, s.place FROM ( \
                 SELECT h.record_id, row_number() OVER (ORDER BY count(*) DESC, h.record_id) AS place FROM ( \
                   SELECT (jsonb_path_query(t.body, 'lax $.searches[*].hits[0 to 9].id') #>> '{}')::uuid AS record_id \
                   FROM (SELECT body FROM traces WHERE kind IN ('turn', 'search') \
                     ORDER BY created_at DESC, id LIMIT $2) AS t) AS h \
                 GROUP BY h.record_id) AS s \
               JOIN embedding_jobs d ON d.record_id = s.record_id \
               WHERE d.corpus = $1 AND d.attempts = 0 AND d.leased_until IS NULL \
               FOR UPDATE OF d SKIP LOCKED) AS due \
             WHERE j.corpus = $1 AND j.record_id = due.record_id",
            corpus.as_str(),
            LATEST_TRACES
        )
        .execute(&self.pool);
        self.run_long(async { Ok(advanced.await?.rows_affected()) }).await
    }

    /// The stored hashes of a model's passages: record, source and chunk to hash.
    pub async fn embedding_hashes(
        &self,
        corpus: Kind,
        model_id: i32,
        records: &[Uuid],
    ) -> Result<HashMap<(Uuid, String, i32), Vec<u8>>, StoreError> {
        let mut sql = QueryBuilder::new(format!(
            "SELECT {key} AS record_id, source, chunk, content_hash FROM {} WHERE {key} = ANY(",
            embeddings_table(corpus),
            key = record_key(corpus)
        ));
        sql.push_bind(records).push(") AND model_id = ").push_bind(model_id);
        let rows = self.run(async { Ok(sql.build().fetch_all(&self.pool).await?) }).await?;
        rows.iter()
            .map(|r| {
                let key = (r.try_get("record_id")?, r.try_get("source")?, r.try_get("chunk")?);
                Ok((key, r.try_get("content_hash")?))
            })
            .collect()
    }

    /// Replaces a record's vectors of one model by `passages`.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn write_embeddings(
        &self,
        corpus: Kind,
        model_id: i32,
        batch: &[(Uuid, Vec<EmbeddingWrite>)],
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_unanswered_transaction(&self.pool).await?;
            let (embeddings, key) = (embeddings_table(corpus), record_key(corpus));
            for (record, passages) in batch {
                let keep: Vec<String> = passages.iter().map(|p| format!("{}:{}", p.source, p.chunk)).collect();
                let mut sql = QueryBuilder::new(format!("DELETE FROM {embeddings} WHERE {key} = "));
                sql.push_bind(record).push(" AND model_id = ").push_bind(model_id);
                sql.push(" AND source || ':' || chunk <> ALL(").push_bind(keep).push(")");
                sql.build().execute(&mut *tx).await?;
            }
            let mut fresh: Vec<(&Uuid, &EmbeddingWrite, &Vec<f32>)> = batch
                .iter()
                .flat_map(|(record, passages)| passages.iter().map(move |p| (record, p)))
                .filter_map(|(record, p)| p.vector.as_ref().map(|v| (record, p, v)))
                .collect();
            // Records are held in the order of their ids, as by all that hold several.
            fresh.sort_by_key(|(record, ..)| **record);
            for rows in fresh.chunks(500) {
                // A record deleted for good meanwhile takes its vectors with it.
                let mut sql = QueryBuilder::new(format!(
                    "INSERT INTO {embeddings} ({key}, model_id, source, chunk, content, content_hash, embedding) "
                ));
                sql.push_values(rows, |mut row, (record, passage, vector)| {
                    row.push_bind(**record).push_bind(model_id).push_bind(passage.source).push_bind(passage.chunk);
                    row.push_bind(&passage.content).push_bind(&passage.hash);
                    row.push_bind(HalfVector::from_f32_slice(vector));
                });
                sql.push(format!(
                    " ON CONFLICT ({key}, model_id, source, chunk) DO UPDATE SET content = excluded.content, \
                     content_hash = excluded.content_hash, embedding = excluded.embedding, created_at = now()"
                ));
                sql.build().execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Takes finished jobs off the queue, but for records that were saved meanwhile.
    pub async fn finish_jobs(&self, corpus: Kind, jobs: &[EmbeddingJob]) -> Result<(), StoreError> {
        let (ids, generations): (Vec<Uuid>, Vec<i32>) =
            jobs.iter().map(|j| (j.record_id, j.generation)).unzip();
        self.run(async {
            let mut tx = self.hold_jobs(corpus, &ids).await?;
            sqlx::query!(
                "DELETE FROM embedding_jobs j USING unnest($2::uuid[], $3::int[]) AS d(id, generation) \
                 WHERE j.corpus = $1 AND j.record_id = d.id AND j.generation = d.generation",
                corpus.as_str(),
                &ids,
                &generations
            )
            .execute(&mut *tx)
            .await?;
            sqlx::query!(
                "UPDATE embedding_jobs SET leased_until = NULL WHERE corpus = $1 AND record_id = ANY($2)",
                corpus.as_str(),
                &ids
            )
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Puts failed jobs back for later: after 5 s, then twice as long each time.
    pub async fn fail_jobs(&self, corpus: Kind, records: &[Uuid], error: &str) -> Result<(), StoreError> {
        let error: String = error.chars().take(300).collect();
        self.run(async {
            let mut tx = self.hold_jobs(corpus, records).await?;
            sqlx::query!(
                "UPDATE embedding_jobs SET attempts = attempts + 1, leased_until = NULL, last_error = $3, \
             run_after = now() + make_interval(secs => 5 * power(2, least(attempts, 10))) \
             WHERE corpus = $1 AND record_id = ANY($2)",
                corpus.as_str(),
                records,
                error
            )
            .execute(&mut *tx)
            .await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// A transaction that holds the jobs of `records`, in the order in which triggers queue them: two that
    /// hold several would else wait for each other.
    async fn hold_jobs(&self, corpus: Kind, records: &[Uuid]) -> Result<PgTransaction<'static>, StoreError> {
        let mut tx = begin_patient_unanswered_transaction(&self.pool).await?;
        sqlx::query!(
            "SELECT record_id FROM embedding_jobs WHERE corpus = $1 AND record_id = ANY($2) ORDER BY record_id FOR UPDATE",
            corpus.as_str(),
            records
        )
        .fetch_all(&mut *tx)
        .await?;
        Ok(tx)
    }

    /// Makes every embedding job due at once, given-up ones too: a person asked for it.
    pub async fn retry_jobs(&self, corpus: Kind) -> Result<(), StoreError> {
        let retried = sqlx::query!(
            "UPDATE embedding_jobs SET attempts = 0, run_after = now() \
             WHERE corpus = $1 AND (attempts > 0 OR run_after > now())",
            corpus.as_str()
        )
        .execute(&self.pool);
        self.run(async { Ok(retried.await.map(drop)?) }).await
    }

    /// Counts the embedding jobs that are queued and those that were given up.
    pub async fn job_counts(&self, corpus: Kind) -> Result<JobCounts, StoreError> {
        let counts = sqlx::query!(
            r#"SELECT count(*) FILTER (WHERE attempts < $2) AS "pending!", count(*) FILTER (WHERE attempts >= $2) AS "failed!"
               FROM embedding_jobs WHERE corpus = $1"#,
            corpus.as_str(),
            MAX_ATTEMPTS
        )
        .fetch_one(&self.pool);
        let counts = self.run(async { Ok(counts.await?) }).await?;
        Ok(JobCounts { pending: counts.pending, failed: counts.failed })
    }

    /// What the embedder said when a job that still waits failed last.
    pub async fn last_job_error(&self, corpus: Kind) -> Result<Option<String>, StoreError> {
        let error = sqlx::query_scalar!(
            "SELECT last_error FROM embedding_jobs \
             WHERE corpus = $1 AND last_error IS NOT NULL ORDER BY run_after DESC LIMIT 1",
            corpus.as_str()
        )
        .fetch_optional(&self.pool);
        Ok(self.run(async { Ok(error.await?) }).await?.flatten())
    }

    /// Searchable records that have vectors of `model_id`.
    pub async fn embedded_count(&self, corpus: Kind, model_id: i32) -> Result<i64, StoreError> {
        let mut sql = QueryBuilder::new(format!(
            "SELECT count(DISTINCT {}) FROM {} WHERE model_id = ",
            record_key(corpus),
            embeddings_table(corpus)
        ));
        sql.push_bind(model_id);
        self.run(async { Ok(sql.build_query_scalar().fetch_one(&self.pool).await?) }).await
    }

    /// Up to `count` ids of searchable records behind `after`, in order of id.
    pub async fn searchable_ids(
        &self,
        kind: Kind,
        after: Option<Uuid>,
        count: i64,
    ) -> Result<Vec<Uuid>, StoreError> {
        let mut sql = QueryBuilder::new(format!("SELECT id FROM {} WHERE searchable", table(kind)));
        if let Some(after) = after {
            sql.push(" AND id > ").push_bind(after);
        }
        sql.push(" ORDER BY id LIMIT ").push_bind(count);
        self.run(async { Ok(sql.build_query_scalar().fetch_all(&self.pool).await?) }).await
    }
}

/// The column by which the jobs of a corpus name their record.
fn record_key(corpus: Kind) -> &'static str {
    match corpus {
        Kind::Items => "item_id",
        Kind::Faqs => "faq_id",
    }
}
