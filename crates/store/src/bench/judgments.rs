//! Relevance judgments of records.

use crate::bench::query_sets::touch_query_set;
use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::bench::judging::{Grade, Judgment};
use serde_json::json;
use uuid::Uuid;

/// A judgment about to be stored.
#[derive(Debug, Clone)]
pub struct NewJudgment<'a> {
    /// The query.
    pub query: Uuid,
    /// The record, by its external id or our own.
    pub record: &'a str,
    /// The judge.
    pub judge: &'a str,
    /// How good it is; none takes the judgment back.
    pub grade: Option<Grade>,
    /// In the judge's words.
    pub note: &'a str,
    /// Whether the judge saw neither places nor scores.
    pub blind: bool,
}

impl Store {
    /// Lists the judgments of a query set, or of one of its queries, query by query and record by record.
    ///
    /// # Errors
    /// [`StoreError`]; of a set that is not there, none.
    pub async fn judgments(&self, set: Uuid, query: Option<Uuid>) -> Result<Vec<Judgment>, StoreError> {
        let rows = sqlx::query_as!(
            Judgment,
            r#"SELECT j.query_id, j.record, j.judge, j.grade::int AS "grade!", j.note, j.blind, j.judged_at
               FROM set_queries q JOIN judgments j ON j.query_id = q.id
               WHERE q.set_id = $1 AND ($2::uuid IS NULL OR q.id = $2)
               ORDER BY q.created_at, q.id, j.record, j.judge"#,
            set,
            query
        )
        .fetch_all(&self.pool);
        self.run(async { Ok(rows.await?) }).await
    }

    /// Stores a judgment, over an earlier one of the same judge, or takes it back. Two judges never
    /// write over each other.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for the query.
    pub async fn judge(&self, new: &NewJudgment<'_>, write: &Write) -> Result<(), StoreError> {
        let note = encode::encode_text(new.note);
        self.run(async {
            let mut tx = match self.begin("judge", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let set = sqlx::query_scalar!("SELECT set_id FROM set_queries WHERE id = $1", new.query)
                .fetch_one(&mut *tx)
                .await?;
            touch_query_set(&mut tx, set).await?;
            match new.grade {
                None => {
                    sqlx::query!(
                        "DELETE FROM judgments WHERE query_id = $1 AND record = $2 AND judge = $3",
                        new.query,
                        new.record,
                        new.judge
                    )
                    .execute(&mut *tx)
                    .await?
                }
                Some(grade) => {
                    sqlx::query!(
                        "INSERT INTO judgments (query_id, record, judge, grade, note, blind) \
                         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (query_id, record, judge) DO UPDATE \
                         SET grade = excluded.grade, note = excluded.note, blind = excluded.blind, judged_at = now()",
                        new.query,
                        new.record,
                        new.judge,
                        grade.get(),
                        note.as_ref(),
                        new.blind
                    )
                    .execute(&mut *tx)
                    .await?
                }
            };
            finish(&mut tx, write, &json!({ "query": new.query })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}
