//! Import of a query set from files, in one transaction: rows with a known key are updated, so that a second run of the
//! same files creates nothing.

use crate::bench::query_sets::{NewSet, insert_set, touch_query_set};
use crate::connection::write::{BegunWrite, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::bench::judging::{Grade, QueryDraft};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// Queries and judgments of files.
#[derive(Debug, Clone)]
pub struct SetFiles<'a> {
    /// The queries.
    pub queries: &'a [QueryDraft],
    /// Query's key, record and grade.
    pub judgments: &'a [(String, String, Grade)],
    /// Whose judgments they are.
    pub judge: &'a str,
    /// Classes that may not get worse, besides those that the set protects already.
    pub protected_classes: &'a [String],
    /// Queries that a set may have.
    pub most: usize,
}

/// What an import did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetImported {
    /// The set.
    pub set: Uuid,
    /// Queries that were not there.
    pub created: u32,
    /// Queries that were there and are now other.
    pub updated: u32,
    /// Judgments that were not there, or of another grade.
    pub judgments: u32,
    /// Judgments of queries that are not in the set.
    pub unasked: u32,
}

impl Store {
    /// Brings queries and judgments into the set `into`, or into `new`, which is made.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for `into`; [`StoreError::Constraint`] `query_sets_name_once`, and
    /// `set_queries_most` where the set would have too many queries.
    pub async fn import_query_set(
        &self,
        into: Option<Uuid>,
        new: &NewSet<'_>,
        files: &SetFiles<'_>,
        write: &Write,
    ) -> Result<SetImported, StoreError> {
        self.run(async {
            let mut tx = match self.begin("import-query-set", write).await? {
                BegunWrite::Done(result) => {
                    return serde_json::from_value(result).map_err(|e| StoreError::Other(e.to_string()));
                }
                BegunWrite::New(tx) => tx,
            };
            let set = match into {
                Some(set) => {
                    touch_query_set(&mut tx, set).await?;
                    protect_classes(&mut tx, set, files.protected_classes).await?;
                    set
                }
                None => {
                    insert_set(&mut tx, new, &write.actor).await?;
                    new.id
                }
            };
            let (created, updated) = put_queries(&mut tx, set, files).await?;
            let judgments = put_judgments(&mut tx, set, files).await?;
            let unasked = count_unasked(&mut tx, set, files).await?;
            let done = SetImported { set, created, updated, judgments, unasked };
            finish(&mut tx, write, &json!(done)).await?;
            tx.commit().await?;
            Ok(done)
        })
        .await
    }
}

/// Adds classes to the protected ones of the set.
async fn protect_classes(db: &mut PgConnection, set: Uuid, classes: &[String]) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE query_sets SET protected_classes = \
         ARRAY(SELECT DISTINCT class FROM unnest(protected_classes || $2::text[]) AS class ORDER BY class) WHERE id = $1",
        set,
        classes
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Inserts and updates the queries of the files by their keys; answers how many of each.
async fn put_queries(
    db: &mut PgConnection,
    set: Uuid,
    files: &SetFiles<'_>,
) -> Result<(u32, u32), StoreError> {
    let queries = files.queries;
    let keys: Vec<String> = queries.iter().map(|q| q.key.clone()).collect();
    let texts: Vec<String> = queries.iter().map(|q| q.query.clone()).collect();
    let classes: Vec<Option<String>> = queries.iter().map(|q| q.class.clone()).collect();
    let protected: Vec<bool> = queries.iter().map(|q| q.protected).collect();
    let skipped: Vec<bool> = queries.iter().map(|q| q.skipped).collect();
    // A list of lists would have to be rectangular: each case travels as JSON.
    let cases: Vec<serde_json::Value> =
        queries.iter().map(|q| json!({ "e": q.case.expected, "f": q.case.forbidden })).collect();
    let rows = sqlx::query!(
        r#"INSERT INTO set_queries AS q (id, set_id, key, query, class, protected, skipped, expected, forbidden, created_at)
           SELECT gen_random_uuid(), $1, f.key, f.query, f.class, f.protected, f.skipped,
             ARRAY(SELECT jsonb_array_elements_text(f.kase -> 'e')), ARRAY(SELECT jsonb_array_elements_text(f.kase -> 'f')),
             clock_timestamp() + f.place * interval '1 microsecond'
           FROM unnest($2::text[], $3::text[], $4::text[], $5::boolean[], $6::boolean[], $7::jsonb[])
             WITH ORDINALITY AS f (key, query, class, protected, skipped, kase, place)
           ORDER BY f.place
           ON CONFLICT (set_id, key) DO UPDATE SET query = excluded.query, class = excluded.class,
             protected = excluded.protected, skipped = excluded.skipped, expected = excluded.expected,
             forbidden = excluded.forbidden
             WHERE (q.query, q.class, q.protected, q.skipped, q.expected, q.forbidden) IS DISTINCT FROM
               (excluded.query, excluded.class, excluded.protected, excluded.skipped, excluded.expected, excluded.forbidden)
           RETURNING (xmax = 0) AS "created!""#,
        set,
        &keys,
        &texts,
        &classes as &[Option<String>],
        &protected,
        &skipped,
        &cases
    )
    .fetch_all(&mut *db)
    .await?;
    let count =
        sqlx::query_scalar!("SELECT count(*) FROM set_queries WHERE set_id = $1", set).fetch_one(db).await?;
    if count.unwrap_or(0) > files.most as i64 {
        return Err(StoreError::Constraint("set_queries_most".into()));
    }
    let created = rows.iter().filter(|row| row.created).count();
    Ok((created as u32, (rows.len() - created) as u32))
}

/// Stores the grades of the files' judge; answers how many are new or changed.
async fn put_judgments(db: &mut PgConnection, set: Uuid, files: &SetFiles<'_>) -> Result<u32, StoreError> {
    let keys: Vec<String> = files.judgments.iter().map(|j| j.0.clone()).collect();
    let records: Vec<String> = files.judgments.iter().map(|j| j.1.clone()).collect();
    let grades: Vec<i16> = files.judgments.iter().map(|j| j.2.get()).collect();
    let changed = sqlx::query!(
        "INSERT INTO judgments AS j (query_id, record, judge, grade) \
         SELECT q.id, f.record, $5, f.grade FROM unnest($2::text[], $3::text[], $4::smallint[]) AS f (key, record, grade) \
         JOIN set_queries q ON q.set_id = $1 AND q.key = f.key \
         ON CONFLICT (query_id, record, judge) DO UPDATE SET grade = excluded.grade, judged_at = now() \
         WHERE j.grade <> excluded.grade",
        set,
        &keys,
        &records,
        &grades,
        files.judge
    )
    .execute(db)
    .await?;
    Ok(u32::try_from(changed.rows_affected()).unwrap_or(u32::MAX))
}

/// How many judgments name a query that the set does not have.
async fn count_unasked(db: &mut PgConnection, set: Uuid, files: &SetFiles<'_>) -> Result<u32, StoreError> {
    let keys: Vec<String> = files.judgments.iter().map(|j| j.0.clone()).collect();
    let count = sqlx::query_scalar!(
        "SELECT count(*) FROM unnest($2::text[]) AS f (key) \
         WHERE NOT EXISTS (SELECT FROM set_queries q WHERE q.set_id = $1 AND q.key = f.key)",
        set,
        &keys
    )
    .fetch_one(db)
    .await?;
    Ok(u32::try_from(count.unwrap_or(0)).unwrap_or(u32::MAX))
}
