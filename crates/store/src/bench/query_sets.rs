//! Query sets as a whole: list, create, change, delete, restore. Their content is in `set_queries` and `judgments`.

use crate::connection::encode;
use crate::connection::write::{BegunWrite, finish, id_of, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::bench::judging::{QuerySetSummary, SetDraft, SetRole, USUAL_TOP_GRADE};
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// A set about to be made.
#[derive(Debug, Clone)]
pub struct NewSet<'a> {
    /// Its id.
    pub id: Uuid,
    /// What people say of it.
    pub draft: &'a SetDraft,
    /// Where it comes from.
    pub role: SetRole,
    /// Decides the order in which records are judged.
    pub seed: i32,
}

struct SetRow {
    id: Uuid,
    name: String,
    kind: String,
    description: String,
    role: String,
    protected: bool,
    protected_classes: Vec<String>,
    version: i32,
    queries: i64,
    skipped: i64,
    protected_queries: i64,
    judged: i64,
    cases: i64,
    judgments: i64,
    top_grade: i16,
    judges: Vec<String>,
    classes: Vec<String>,
    actor: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl SetRow {
    fn summary(self) -> Result<QuerySetSummary, StoreError> {
        let count = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(QuerySetSummary {
            id: self.id,
            name: self.name,
            kind: encode::decode_name(&self.kind)?,
            description: self.description,
            role: encode::decode_name(&self.role)?,
            protected: self.protected,
            protected_classes: self.protected_classes,
            version: self.version,
            queries: count(self.queries),
            skipped_queries: count(self.skipped),
            protected_queries: count(self.protected_queries),
            judged_queries: count(self.judged),
            cases: count(self.cases),
            judgments: count(self.judgments),
            top_grade: u8::try_from(self.top_grade).unwrap_or(USUAL_TOP_GRADE).max(USUAL_TOP_GRADE),
            judges: self.judges,
            classes: self.classes,
            actor: self.actor,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

impl Store {
    /// Lists all query sets, those from bad answers first, then by name; or one of them.
    pub async fn query_sets(&self, id: Option<Uuid>) -> Result<Vec<QuerySetSummary>, StoreError> {
        let rows = sqlx::query_as!(
            SetRow,
            r#"SELECT s.id, s.name, s.kind, s.description, s.role, s.protected, s.protected_classes, s.version,
                 s.actor, s.created_at, s.updated_at,
                 q.queries AS "queries!", q.skipped AS "skipped!", q.protected_queries AS "protected_queries!",
                 q.cases AS "cases!", q.classes AS "classes!",
                 j.judged AS "judged!", j.judgments AS "judgments!", j.top_grade AS "top_grade!",
                 j.judges AS "judges!"
               FROM query_sets s
               CROSS JOIN LATERAL (SELECT count(*) AS queries, count(*) FILTER (WHERE skipped) AS skipped,
                   count(*) FILTER (WHERE NOT skipped AND (protected OR s.protected OR class = ANY (s.protected_classes)))
                     AS protected_queries,
                   count(*) FILTER (WHERE expected <> '{}' OR forbidden <> '{}') AS cases,
                   coalesce(array_agg(DISTINCT class) FILTER (WHERE class IS NOT NULL), '{}') AS classes
                 FROM set_queries WHERE set_id = s.id) q
               CROSS JOIN LATERAL (SELECT count(*) AS judgments, count(DISTINCT query_id) AS judged,
                   coalesce(max(grade), 0::smallint) AS top_grade,
                   coalesce(array_agg(DISTINCT judge) FILTER (WHERE judge IS NOT NULL), '{}') AS judges
                 FROM judgments JOIN set_queries ON set_queries.id = query_id WHERE set_id = s.id) j
               WHERE s.deleted_at IS NULL AND ($1::uuid IS NULL OR s.id = $1)
               ORDER BY s.role, normalize_text(s.name)"#,
            id
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(SetRow::summary).collect()
    }

    /// Reads the query set `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where it is deleted.
    pub async fn query_set(&self, id: Uuid) -> Result<QuerySetSummary, StoreError> {
        self.query_sets(Some(id)).await?.pop().ok_or(StoreError::NotFound)
    }

    /// The name of a deleted set; empty where there is none.
    pub async fn deleted_query_set_name(&self, id: Uuid) -> Result<String, StoreError> {
        let name = sqlx::query_scalar("SELECT name FROM query_sets WHERE id = $1 AND deleted_at IS NOT NULL")
            .bind(id)
            .fetch_optional(&self.pool);
        Ok(self.run(async { Ok(name.await?) }).await?.unwrap_or_default())
    }

    /// Counts up with every change of anything in the set.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn query_set_version(&self, set: Uuid) -> Result<i32, StoreError> {
        let version =
            sqlx::query_scalar!("SELECT version FROM query_sets WHERE id = $1 AND deleted_at IS NULL", set)
                .fetch_one(&self.pool);
        self.run(async { Ok(version.await?) }).await
    }

    /// What decides the order in which the set's records are judged.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn judging_seed(&self, set: Uuid) -> Result<i32, StoreError> {
        let seed =
            sqlx::query_scalar!("SELECT seed FROM query_sets WHERE id = $1 AND deleted_at IS NULL", set)
                .fetch_one(&self.pool);
        self.run(async { Ok(seed.await?) }).await
    }

    /// Creates a query set and answers its id.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] `query_sets_name_once`.
    pub async fn create_query_set(&self, set: &NewSet<'_>, write: &Write) -> Result<Uuid, StoreError> {
        self.run(async {
            let mut tx = match self.begin("create-query-set", write).await? {
                BegunWrite::Done(result) => return id_of(&result),
                BegunWrite::New(tx) => tx,
            };
            insert_set(&mut tx, set, &write.actor).await?;
            finish(&mut tx, write, &json!({ "id": set.id })).await?;
            tx.commit().await?;
            Ok(set.id)
        })
        .await
    }

    /// Gives a set another name, description and protection. What it searches stays: its judgments
    /// speak of such records.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Constraint`] `query_sets_name_once`.
    pub async fn update_query_set(
        &self,
        id: Uuid,
        draft: &SetDraft,
        write: &Write,
    ) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = match self.begin("update-query-set", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let changed = sqlx::query!(
                "UPDATE query_sets SET name = $2, description = $3, protected = $4, protected_classes = $5, \
                 version = version + 1, updated_at = now() WHERE id = $1 AND deleted_at IS NULL",
                id,
                draft.name,
                draft.description,
                draft.protected,
                &draft.protected_classes
            )
            .execute(&mut *tx)
            .await?;
            require_rows(changed.rows_affected())?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Deletes a set so that it can be brought back, or brings it back.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where it is so already; [`StoreError::Constraint`]
    /// `query_sets_name_once` where another set took the name meanwhile.
    pub async fn mark_query_set_deleted(
        &self,
        id: Uuid,
        deleted: bool,
        write: &Write,
    ) -> Result<(), StoreError> {
        let kind = if deleted { "delete-query-set" } else { "restore-query-set" };
        self.run(async {
            let mut tx = match self.begin(kind, write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            let changed = sqlx::query!(
                "UPDATE query_sets SET deleted_at = CASE WHEN $2 THEN now() END, version = version + 1 \
                 WHERE id = $1 AND (deleted_at IS NULL) = $2",
                id,
                deleted
            )
            .execute(&mut *tx)
            .await?;
            require_rows(changed.rows_affected())?;
            finish(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Inserts an empty set.
pub(crate) async fn insert_set(
    db: &mut PgConnection,
    set: &NewSet<'_>,
    actor: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO query_sets (id, name, kind, description, role, protected, protected_classes, seed, actor) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        set.id,
        set.draft.name,
        set.draft.kind.as_str(),
        set.draft.description,
        encode::wire_name(&set.role)?,
        set.draft.protected,
        &set.draft.protected_classes,
        set.seed,
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes a change of anything in the set. Who changes it too waits here, so that two writers take
/// turns.
///
/// # Errors
/// [`StoreError::NotFound`], also where it is deleted.
pub(crate) async fn touch_query_set(db: &mut PgConnection, set: Uuid) -> Result<(), StoreError> {
    let touched = sqlx::query!(
        "UPDATE query_sets SET version = version + 1, updated_at = now() WHERE id = $1 AND deleted_at IS NULL",
        set
    )
    .execute(db)
    .await?;
    require_rows(touched.rows_affected())
}
