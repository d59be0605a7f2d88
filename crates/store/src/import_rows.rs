//! Staged rows against each other and against the catalog: those go that cannot be taken, each with its
//! reason. And which records no row could be told from but by their ids.
//!
//! A row says which record it is by that record's own id, by its external id, or else by folded name and
//! manufacturer (or question). Files carry ids only where nothing else tells records apart. Left out: how
//! the rows that stay find their records (`imports`).

use crate::candidates::table;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use sqlx::AssertSqlSafe;
use std::collections::HashSet;
use uuid::Uuid;

/// By what a row says which record it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownBy {
    /// The record's own id.
    Id,
    /// Its id in another system.
    ExternalId,
    /// Its name and manufacturer, or its question.
    Name,
}

/// A row that cannot be taken because an earlier row of the file is the same record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedConflict {
    /// The row.
    pub row_number: i32,
    /// The other row.
    pub first_row: i32,
    /// By what they are the same.
    pub by: KnownBy,
    /// What they share: an id, or a folded name beside its manufacturer.
    pub key: String,
}

/// A row that names no record that exists, and not what a new one needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnamedRow {
    /// The row.
    pub row_number: i32,
    /// By what it names one.
    pub by: KnownBy,
    /// The id, or external id, which no record has.
    pub key: String,
    /// The column that it lacks.
    pub needed: &'static str,
}

/// Why the id in a row leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misled {
    /// No record has it, though records have the row's name or external id: which is meant, nobody knows.
    UnknownRecord,
    /// It is one record's, and the external id beside it another's.
    ExternalIdTaken,
}

/// A row whose id leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisledRow {
    /// The row.
    pub row_number: i32,
    /// What is wrong.
    pub why: Misled,
    /// The id, or the external id that another record has.
    pub key: String,
}

/// A row that goes, and the one for which it goes.
struct Repeated {
    row_number: i32,
    first_row: i32,
    key: String,
}

/// What two records, or a record and a row, are compared by where they have no ids: an expression on
/// `alias` that an index holds; of a row, `md5(identity)`.
pub(crate) fn likeness(kind: Kind, alias: &str) -> String {
    match kind {
        Kind::Items => format!(
            "md5(split_part({alias}.search_text, E'\\n', 1) || E'\\n' || split_part({alias}.search_text, E'\\n', 4))"
        ),
        Kind::Faqs => format!("md5({alias}.question_normalized)"),
    }
}

impl Store {
    /// Records without an external id that share name and manufacturer, or their question, with another.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn twins(&self, kind: Kind) -> Result<HashSet<Uuid>, StoreError> {
        let (table, own, other) = (table(kind), likeness(kind, "t"), likeness(kind, "o"));
        let sql = format!(
            "SELECT t.id FROM {table} t WHERE t.external_id IS NULL AND t.deleted_at IS NULL \
             AND EXISTS (SELECT FROM {table} o WHERE {other} = {own} AND o.id <> t.id AND o.deleted_at IS NULL)"
        );
        let found = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&self.pool);
        let ids: Vec<Uuid> = self.run_long(async { Ok(found.await?) }).await?;
        Ok(ids.into_iter().collect())
    }

    /// Removes rows that are the same record as another row of the file, and names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_staged_duplicates(&self, import: Uuid) -> Result<Vec<StagedConflict>, StoreError> {
        // The planner knows only earlier imports' rows and would take this one for empty.
        sqlx::query("ANALYZE import_rows (import_id, row_number, external_id)").execute(&self.pool).await?;
        let rows = sqlx::query_as!(
            Repeated,
            r#"WITH keyed AS (
                 SELECT row_number, coalesce('@' || (record ->> 'id'), '#' || external_id, '=' || identity) AS key
                 FROM import_rows WHERE import_id = $1),
               numbered AS (
                 SELECT row_number, key, min(row_number) OVER (PARTITION BY key) AS first_row FROM keyed)
               DELETE FROM import_rows r USING numbered n
               WHERE r.import_id = $1 AND r.row_number = n.row_number AND n.first_row < n.row_number
               RETURNING r.row_number AS "row_number!", n.first_row AS "first_row!", n.key AS "key!""#,
            import
        )
        .fetch_all(&self.pool);
        let mut conflicts: Vec<StagedConflict> = rows.await?.into_iter().map(by_key).collect();
        if self.names_ids(import).await? {
            conflicts.extend(self.drop_shared_external_ids(import).await?);
            conflicts.extend(self.drop_names_beside_ids(import).await?);
        }
        conflicts.sort_by_key(|c| c.row_number);
        Ok(conflicts)
    }

    /// Removes rows whose id leads nowhere, and names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_staged_misled(&self, import: Uuid, kind: Kind) -> Result<Vec<MisledRow>, StoreError> {
        if !self.names_ids(import).await? {
            return Ok(Vec::new());
        }
        let (table, likeness) = (table(kind), likeness(kind, "t"));
        let unknown = format!(
            "DELETE FROM import_rows r WHERE r.import_id = $1 AND r.record ? 'id' \
             AND NOT EXISTS (SELECT FROM {table} t WHERE t.id = (r.record ->> 'id')::uuid) \
             AND (EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id) \
               OR r.identity <> '' AND EXISTS (SELECT FROM {table} t WHERE {likeness} = md5(r.identity) \
                 AND t.deleted_at IS NULL)) \
             RETURNING r.row_number, r.record ->> 'id'"
        );
        let taken = format!(
            "DELETE FROM import_rows r WHERE r.import_id = $1 AND r.record ? 'id' \
             AND EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id \
               AND t.id <> (r.record ->> 'id')::uuid) \
             RETURNING r.row_number, r.external_id"
        );
        let mut misled = Vec::new();
        for (why, sql) in [(Misled::UnknownRecord, unknown), (Misled::ExternalIdTaken, taken)] {
            let rows: Vec<(i32, String)> =
                sqlx::query_as(AssertSqlSafe(sql)).bind(import).fetch_all(&self.pool).await?;
            misled.extend(rows.into_iter().map(|(row_number, key)| MisledRow { row_number, why, key }));
        }
        misled.sort_by_key(|row| row.row_number);
        Ok(misled)
    }

    /// Removes rows that are no record that exists and lack what a new one needs, and names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_staged_unnamed(&self, import: Uuid, kind: Kind) -> Result<Vec<UnnamedRow>, StoreError> {
        let needed: &[&str] = match kind {
            Kind::Items => &["name"],
            Kind::Faqs => &["question", "answer"],
        };
        let table = table(kind);
        let mut unnamed = Vec::new();
        for column in needed {
            let sql = format!(
                "DELETE FROM import_rows r WHERE r.import_id = $1 AND NOT r.record ? $2 \
                 AND NOT EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id) \
                 AND NOT EXISTS (SELECT FROM {table} t WHERE t.id = (r.record ->> 'id')::uuid) \
                 RETURNING r.row_number, r.record ->> 'id', r.external_id"
            );
            let rows: Vec<(i32, Option<String>, Option<String>)> =
                sqlx::query_as(AssertSqlSafe(sql)).bind(import).bind(*column).fetch_all(&self.pool).await?;
            unnamed.extend(rows.into_iter().map(|(row_number, id, external_id)| UnnamedRow {
                row_number,
                by: if id.is_some() { KnownBy::Id } else { KnownBy::ExternalId },
                key: id.or(external_id).unwrap_or_default(),
                needed: column,
            }));
        }
        unnamed.sort_by_key(|row| row.row_number);
        Ok(unnamed)
    }

    /// Whether any row says by its own id which record it is.
    async fn names_ids(&self, import: Uuid) -> Result<bool, StoreError> {
        let named = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND record ? 'id') AS "named!""#,
            import
        );
        Ok(named.fetch_one(&self.pool).await?)
    }

    /// One external id beside two ids, or beside an id and alone.
    async fn drop_shared_external_ids(&self, import: Uuid) -> Result<Vec<StagedConflict>, StoreError> {
        let rows = sqlx::query_as!(
            Repeated,
            r#"WITH named AS (
                 SELECT external_id, min(row_number) AS first_row FROM import_rows
                 WHERE import_id = $1 AND external_id IS NOT NULL
                 GROUP BY external_id HAVING count(*) > 1)
               DELETE FROM import_rows r USING named n
               WHERE r.import_id = $1 AND r.external_id = n.external_id AND n.first_row < r.row_number
               RETURNING r.row_number AS "row_number!", n.first_row AS "first_row!", '#' || r.external_id AS "key!""#,
            import
        );
        Ok(rows.fetch_all(&self.pool).await?.into_iter().map(by_key).collect())
    }

    /// A name alone, where the file itself needs ids to tell records of that name apart.
    async fn drop_names_beside_ids(&self, import: Uuid) -> Result<Vec<StagedConflict>, StoreError> {
        let rows = sqlx::query_as!(
            Repeated,
            r#"WITH named AS (
                 SELECT identity, min(row_number) AS first_row FROM import_rows
                 WHERE import_id = $1 AND record ? 'id' AND identity <> '' GROUP BY identity)
               DELETE FROM import_rows r USING named n
               WHERE r.import_id = $1 AND r.identity = n.identity AND r.external_id IS NULL
                 AND NOT r.record ? 'id'
               RETURNING r.row_number AS "row_number!", n.first_row AS "first_row!", '=' || r.identity AS "key!""#,
            import
        );
        Ok(rows.fetch_all(&self.pool).await?.into_iter().map(by_key).collect())
    }
}

/// A key begins with the sign of what it is.
fn by_key(row: Repeated) -> StagedConflict {
    let by = match row.key.as_bytes().first() {
        Some(b'@') => KnownBy::Id,
        Some(b'#') => KnownBy::ExternalId,
        _ => KnownBy::Name,
    };
    let key = row.key.get(1..).unwrap_or_default().replace('\n', " · ");
    StagedConflict { row_number: row.row_number, first_row: row.first_row, by, key }
}
