//! Turns a bad answer into a rating, judgments and a regression case, in one transaction.

use crate::bench::query_sets::{NewSet, insert_set, touch_query_set};
use crate::chat::messages::put_feedback;
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::bench::judging::{QueryDraft, SetDraft};
use celeiro_domain::chat::Feedback;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// A test to be made of a bad answer. The first for its kind makes the set.
#[derive(Debug, Clone)]
pub struct AnswerCase<'a> {
    /// The set for bad answers of this kind, where there is none yet.
    pub set: NewSet<'a>,
    /// Id of the query, where it is new.
    pub id: Uuid,
    /// The query with what must and must not stand on top.
    pub query: &'a QueryDraft,
}

/// A test that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCase {
    /// The set.
    pub set: Uuid,
    /// The query in it.
    pub query: Uuid,
}

impl Store {
    /// Stores what a person thinks of the answer `message`, and the tests made of it: of each, 2 for
    /// what was expected and 0 for what was wrong, in the name of who writes.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for the answer.
    pub async fn report_answer(
        &self,
        message: Uuid,
        feedback: &Feedback,
        cases: &[AnswerCase<'_>],
        write: &Write,
    ) -> Result<Vec<StoredCase>, StoreError> {
        self.run(async {
            let mut tx = match self.begin("report-answer", write).await? {
                BegunWrite::Done(result) => {
                    return serde_json::from_value(result).map_err(|e| StoreError::Other(e.to_string()));
                }
                BegunWrite::New(tx) => tx,
            };
            put_feedback(&mut tx, message, Some(feedback)).await?;
            let mut stored = Vec::new();
            for case in cases {
                stored.push(put_case(&mut tx, message, case, &write.actor).await?);
            }
            finish(&mut tx, write, &json!(stored)).await?;
            tx.commit().await?;
            Ok(stored)
        })
        .await
    }
}

async fn put_case(
    db: &mut PgConnection,
    message: Uuid,
    case: &AnswerCase<'_>,
    judge: &str,
) -> Result<StoredCase, StoreError> {
    let set = answers_set(db, &case.set, judge).await?;
    touch_query_set(db, set).await?;
    let query = sqlx::query_scalar!(
        "INSERT INTO set_queries AS q (id, set_id, key, query, protected, expected, forbidden, message_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (set_id, key) DO UPDATE \
         SET query = excluded.query, expected = excluded.expected, forbidden = excluded.forbidden, \
         message_id = excluded.message_id RETURNING id",
        case.id,
        set,
        case.query.key,
        case.query.query,
        case.query.protected,
        &case.query.case.expected,
        &case.query.case.forbidden,
        message
    )
    .fetch_one(&mut *db)
    .await?;
    // What the same person said of the same answer before no longer holds.
    sqlx::query!("DELETE FROM judgments WHERE query_id = $1 AND judge = $2", query, judge)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO judgments (query_id, record, judge, grade) \
         SELECT $1::uuid, record, $2::text, 2::smallint FROM unnest($3::text[]) AS record \
         UNION ALL SELECT $1, record, $2, 0::smallint FROM unnest($4::text[]) AS record",
        query,
        judge,
        &case.query.case.expected,
        &case.query.case.forbidden
    )
    .execute(db)
    .await?;
    Ok(StoredCase { set, query })
}

/// The set for bad answers of this kind. It keeps its role whatever people call it.
async fn answers_set(db: &mut PgConnection, new: &NewSet<'_>, actor: &str) -> Result<Uuid, StoreError> {
    // Two first answers at once take turns.
    sqlx::query!("LOCK TABLE query_sets IN SHARE ROW EXCLUSIVE MODE").execute(&mut *db).await?;
    let known = sqlx::query_scalar!(
        "SELECT id FROM query_sets WHERE role = 'answers' AND kind = $1 AND deleted_at IS NULL",
        new.draft.kind.as_str()
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let name = free_name(db, &new.draft.name).await?;
    let draft = SetDraft { name, ..new.draft.clone() };
    insert_set(db, &NewSet { draft: &draft, ..new.clone() }, actor).await?;
    Ok(new.id)
}

/// `wanted`, or with a number behind it where another set has that name.
async fn free_name(db: &mut PgConnection, wanted: &str) -> Result<String, StoreError> {
    let name = sqlx::query_scalar!(
        r#"SELECT name AS "name!" FROM (
             SELECT 1 AS n, $1 AS name UNION ALL
             SELECT n, $1 || ' ' || n FROM generate_series(2, (SELECT count(*) FROM query_sets) + 2) AS n) AS names
           WHERE NOT EXISTS (SELECT FROM query_sets s
             WHERE s.deleted_at IS NULL AND normalize_text(s.name) = normalize_text(names.name))
           ORDER BY n LIMIT 1"#,
        wanted
    )
    .fetch_one(db)
    .await?;
    Ok(name)
}
