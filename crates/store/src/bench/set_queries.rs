//! The queries of query sets.

use crate::bench::query_sets::touch_query_set;
use crate::connection::write::{BegunWrite, finish, id_of, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::bench::judging::{QueryDraft, RegressionCase, SetQuery};
use serde_json::json;
use uuid::Uuid;

struct QueryRow {
    id: Uuid,
    set_id: Uuid,
    key: String,
    query: String,
    class: Option<String>,
    protected: bool,
    skipped: bool,
    expected: Vec<String>,
    forbidden: Vec<String>,
    message_id: Option<Uuid>,
    judged: i64,
    relevant: i64,
}

impl From<QueryRow> for SetQuery {
    fn from(row: QueryRow) -> Self {
        let case = RegressionCase { expected: row.expected, forbidden: row.forbidden };
        let count = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            id: row.id,
            set_id: row.set_id,
            key: row.key,
            query: row.query,
            class: row.class,
            protected: row.protected,
            skipped: row.skipped,
            case: (!case.is_empty()).then_some(case),
            message_id: row.message_id,
            judged_records: count(row.judged),
            relevant_records: count(row.relevant),
        }
    }
}

impl Store {
    /// The queries of a set, in the order in which they came.
    ///
    /// # Errors
    /// [`StoreError`]; of a set that is not there, none.
    pub async fn set_queries(&self, set: Uuid) -> Result<Vec<SetQuery>, StoreError> {
        let rows = sqlx::query_as!(
            QueryRow,
            r#"SELECT q.id, q.set_id, q.key, q.query, q.class, q.protected, q.skipped, q.expected, q.forbidden,
                 q.message_id, coalesce(j.judged, 0) AS "judged!", coalesce(j.relevant, 0) AS "relevant!"
               FROM set_queries q
               LEFT JOIN (SELECT query_id, count(DISTINCT record) AS judged,
                   count(DISTINCT record) FILTER (WHERE grade > 0) AS relevant
                 FROM judgments WHERE query_id IN (SELECT id FROM set_queries WHERE set_id = $1)
                 GROUP BY query_id) j ON j.query_id = q.id
               WHERE q.set_id = $1 ORDER BY q.created_at, q.id"#,
            set
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows.into_iter().map(SetQuery::from).collect())
    }

    /// Reads the query `id` of a query set.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where its set is deleted.
    pub async fn set_query(&self, id: Uuid) -> Result<SetQuery, StoreError> {
        let row = sqlx::query_as!(
            QueryRow,
            r#"SELECT q.id, q.set_id, q.key, q.query, q.class, q.protected, q.skipped, q.expected, q.forbidden,
                 q.message_id, (SELECT count(DISTINCT record) FROM judgments WHERE query_id = q.id) AS "judged!",
                 (SELECT count(DISTINCT record) FROM judgments WHERE query_id = q.id AND grade > 0) AS "relevant!"
               FROM set_queries q JOIN query_sets s ON s.id = q.set_id
               WHERE q.id = $1 AND s.deleted_at IS NULL"#,
            id
        )
        .fetch_one(&self.pool);
        Ok(self.run(async { Ok(row.await?) }).await?.into())
    }

    /// Adds a query to a set and answers its id.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for the set, [`StoreError::Constraint`] `set_queries_key_once`, and
    /// `set_queries_most` where the set has `most` queries already.
    pub async fn add_set_query(
        &self,
        set: Uuid,
        id: Uuid,
        draft: &QueryDraft,
        most: usize,
        write: &Write,
    ) -> Result<Uuid, StoreError> {
        self.run(async {
            let mut tx = match self.begin("add-set-query", write).await? {
                BegunWrite::Done(result) => return id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            touch_query_set(&mut tx, set).await?;
            let count = sqlx::query_scalar!("SELECT count(*) FROM set_queries WHERE set_id = $1", set)
                .fetch_one(&mut *tx)
                .await?;
            if count.unwrap_or(0) >= most as i64 {
                return Err(StoreError::Constraint("set_queries_most".into()));
            }
            sqlx::query!(
                "INSERT INTO set_queries (id, set_id, key, query, class, protected, skipped, expected, forbidden) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                id,
                set,
                draft.key,
                draft.query,
                draft.class,
                draft.protected,
                draft.skipped,
                &draft.case.expected,
                &draft.case.forbidden
            )
            .execute(&mut *tx)
            .await?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(id)
        })
        .await
    }

    /// Changes a query of a query set.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Constraint`] `set_queries_key_once`.
    pub async fn update_set_query(
        &self,
        query: &SetQuery,
        draft: &QueryDraft,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("update-set-query", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            touch_query_set(&mut tx, query.set_id).await?;
            let changed = sqlx::query!(
                "UPDATE set_queries SET key = $2, query = $3, class = $4, protected = $5, skipped = $6, \
                 expected = $7, forbidden = $8 WHERE id = $1",
                query.id,
                draft.key,
                draft.query,
                draft.class,
                draft.protected,
                draft.skipped,
                &draft.case.expected,
                &draft.case.forbidden
            )
            .execute(&mut *tx)
            .await?;
            require_rows(changed.rows_affected())?;
            finish(&mut tx, write, &json!({ "id": query.id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Deletes a query of a query set with its judgments, for good.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn delete_set_query(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("delete-set-query", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let set = sqlx::query_scalar!("SELECT set_id FROM set_queries WHERE id = $1", id)
                .fetch_one(&mut *tx)
                .await?;
            touch_query_set(&mut tx, set).await?;
            let deleted = sqlx::query!("DELETE FROM set_queries WHERE id = $1", id).execute(&mut *tx).await?;
            require_rows(deleted.rows_affected())?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}
