//! Validation of staged rows against each other and against the catalog: rows that conflict are rejected, each with a
//! reason. Also finds records that only an id can tell apart.
//!
//! A row identifies its record by the record's own id, by its external id, or else by folded name and manufacturer (or
//! question). Files contain ids only where nothing else tells records apart. Left out: how the remaining rows find
//! their records (`imports`).

use crate::search::candidates::table;
use crate::{Store, StoreError};
use celeiro_domain::search::Kind;
use futures::TryStreamExt as _;
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
    /// What they share: an id, or a folded name beside its manufacturer; blank behind the first rows.
    pub key: String,
}

/// A row that names no record that exists, and not what a new one needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnamedRow {
    /// The row.
    pub row_number: i32,
    /// By what it names one.
    pub by: KnownBy,
    /// The id, or external id, which no record has; blank behind the first rows.
    pub key: String,
    /// The column that it lacks.
    pub needed: &'static str,
}

/// Why the id in a row leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisledReason {
    /// No record has it, though records have the row's name or external id: which is meant is not known.
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
    pub why: MisledReason,
    /// The id, or the external id that another record has; blank behind the first rows.
    pub key: String,
}

/// Rows with the same key; its first sign says what it is. The first one with a category stays: a product among the
/// highlights of a list has none and stands again in its group, whose title is the fallback of its category.
const SAME_KEY: &str = "WITH keyed AS ( \
     SELECT row_number, \
       coalesce(record ->> 'category', record -> 'fallback' ->> 'category') IS NULL AS lacks_category, \
       coalesce('@' || (record ->> 'id'), '#' || external_id, '=' || identity) AS key \
     FROM import_rows WHERE import_id = $1), \
   numbered AS (SELECT row_number, key, first_value(row_number) OVER \
     (PARTITION BY key ORDER BY lacks_category, row_number) AS first_row FROM keyed), \
   dropped AS (DELETE FROM import_rows r USING numbered n \
   WHERE r.import_id = $1 AND r.row_number = n.row_number AND n.first_row <> n.row_number \
   RETURNING r.row_number, n.first_row, n.key)";
/// One external id beside two ids, or beside an id and alone.
const SAME_EXTERNAL_ID: &str = "WITH named AS ( \
     SELECT external_id, min(row_number) AS first_row FROM import_rows \
     WHERE import_id = $1 AND external_id IS NOT NULL GROUP BY external_id HAVING count(*) > 1), \
   dropped AS (DELETE FROM import_rows r USING named n \
   WHERE r.import_id = $1 AND r.external_id = n.external_id AND n.first_row < r.row_number \
   RETURNING r.row_number, n.first_row, '#' || r.external_id AS key)";
/// A name alone, where the file itself needs ids to tell records of that name apart.
const NAME_BESIDE_IDS: &str = "WITH named AS ( \
     SELECT identity, min(row_number) AS first_row FROM import_rows \
     WHERE import_id = $1 AND record ? 'id' AND identity <> '' GROUP BY identity), \
   dropped AS (DELETE FROM import_rows r USING named n \
   WHERE r.import_id = $1 AND r.identity = n.identity AND r.external_id IS NULL AND NOT r.record ? 'id' \
   RETURNING r.row_number, n.first_row, '=' || r.identity AS key)";

/// What two records, or a record and a row, are compared by where they have no ids: an expression on
/// `alias` that an index holds; of a row, `md5(identity)`.
pub(crate) fn likeness_expression(kind: Kind, alias: &str) -> String {
    match kind {
        Kind::Items => format!(
            "md5(split_part({alias}.search_text, E'\\n', 1) || E'\\n' || split_part({alias}.search_text, E'\\n', 4))"
        ),
        Kind::Faqs => format!("md5({alias}.question_normalized)"),
    }
}

impl Store {
    /// Records without an external id that share name and manufacturer, or their question, with another.
    pub async fn twins(&self, kind: Kind) -> Result<HashSet<Uuid>, StoreError> {
        let (table, own, other) =
            (table(kind), likeness_expression(kind, "t"), likeness_expression(kind, "o"));
        let sql = format!(
            "SELECT t.id FROM {table} t WHERE t.external_id IS NULL AND t.deleted_at IS NULL \
             AND EXISTS (SELECT FROM {table} o WHERE {other} = {own} AND o.id <> t.id AND o.deleted_at IS NULL)"
        );
        let found = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&self.pool);
        let ids: Vec<Uuid> = self.run_long(async { Ok(found.await?) }).await?;
        Ok(ids.into_iter().collect())
    }

    /// Whether any staged row of the import says by its own id which record it is.
    pub async fn has_staged_ids(&self, import: Uuid) -> Result<bool, StoreError> {
        let named = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND record ? 'id') AS "named!""#,
            import
        );
        self.run(async { Ok(named.fetch_one(&self.pool).await?) }).await
    }

    /// Removes rows that are the same record as another row of the file, and tells `each` of them; of the
    /// first `named` also by what they are the same. `by_ids` is what [`Store::has_staged_ids`] said.
    pub async fn drop_staged_duplicates(
        &self,
        import: Uuid,
        by_ids: bool,
        named: usize,
        mut each: impl FnMut(StagedConflict),
    ) -> Result<(), StoreError> {
        // The planner knows only earlier imports' rows and would take this one for empty.
        let analyzed =
            sqlx::query("ANALYZE import_rows (import_id, row_number, external_id)").execute(&self.pool);
        self.run_long(async { Ok(analyzed.await.map(drop)?) }).await?;
        self.drop_same(import, SAME_KEY, named, &mut each).await?;
        if by_ids {
            self.drop_same(import, SAME_EXTERNAL_ID, named, &mut each).await?;
            self.drop_same(import, NAME_BESIDE_IDS, named, &mut each).await?;
        }
        Ok(())
    }

    async fn drop_same(
        &self,
        import: Uuid,
        dropping: &str,
        named: usize,
        each: &mut impl FnMut(StagedConflict),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "{dropping} SELECT row_number, first_row, left(key, 1), {} FROM dropped ORDER BY row_number",
            among_first("substr(key, 2)")
        );
        let mut rows = sqlx::query_as::<_, (i32, i32, String, Option<String>)>(AssertSqlSafe(sql))
            .bind(import)
            .bind(named as i64)
            .fetch(&self.pool);
        let reading = async {
            while let Some((row_number, first_row, sign, key)) = rows.try_next().await? {
                let by = match sign.as_str() {
                    "@" => KnownBy::Id,
                    "#" => KnownBy::ExternalId,
                    _ => KnownBy::Name,
                };
                let key = key.unwrap_or_default().replace('\n', " · ");
                each(StagedConflict { row_number, first_row, by, key });
            }
            Ok(())
        };
        self.run_long(reading).await
    }

    /// Removes rows whose id leads nowhere, and tells `each` of them; of the first `named` also the id.
    pub async fn drop_staged_misled(
        &self,
        import: Uuid,
        kind: Kind,
        named: usize,
        mut each: impl FnMut(MisledRow),
    ) -> Result<(), StoreError> {
        let (table, likeness) = (table(kind), likeness_expression(kind, "t"));
        let unknown = format!(
            "DELETE FROM import_rows r WHERE r.import_id = $1 AND r.record ? 'id' \
             AND NOT EXISTS (SELECT FROM {table} t WHERE t.id = (r.record ->> 'id')::uuid) \
             AND (EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id) \
               OR r.identity <> '' AND EXISTS (SELECT FROM {table} t WHERE {likeness} = md5(r.identity) \
                 AND t.deleted_at IS NULL)) \
             RETURNING r.row_number, r.record ->> 'id' AS key"
        );
        let taken = format!(
            "DELETE FROM import_rows r WHERE r.import_id = $1 AND r.record ? 'id' \
             AND EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id \
               AND t.id <> (r.record ->> 'id')::uuid) \
             RETURNING r.row_number, r.external_id AS key"
        );
        for (why, dropping) in
            [(MisledReason::UnknownRecord, unknown), (MisledReason::ExternalIdTaken, taken)]
        {
            let sql = format!(
                "WITH dropped AS ({dropping}) SELECT row_number, {} FROM dropped ORDER BY row_number",
                among_first("key")
            );
            let mut rows = sqlx::query_as::<_, (i32, Option<String>)>(AssertSqlSafe(sql))
                .bind(import)
                .bind(named as i64)
                .fetch(&self.pool);
            let reading = async {
                while let Some((row_number, key)) = rows.try_next().await? {
                    each(MisledRow { row_number, why, key: key.unwrap_or_default() });
                }
                Ok(())
            };
            self.run_long(reading).await?;
        }
        Ok(())
    }

    /// Removes rows that are no record that exists and lack what a new one needs, and tells `each` of
    /// them, column by column; of the first `named` also the id, or external id.
    pub async fn drop_staged_unnamed(
        &self,
        import: Uuid,
        kind: Kind,
        named: usize,
        mut each: impl FnMut(UnnamedRow),
    ) -> Result<(), StoreError> {
        let columns: &[&str] = match kind {
            Kind::Items => &["name"],
            Kind::Faqs => &["question", "answer"],
        };
        let table = table(kind);
        for needed in columns {
            let sql = format!(
                "WITH dropped AS ( \
                   DELETE FROM import_rows r WHERE r.import_id = $1 AND NOT r.record ? $3 \
                   AND NOT EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id) \
                   AND NOT EXISTS (SELECT FROM {table} t WHERE t.id = (r.record ->> 'id')::uuid) \
                   RETURNING r.row_number, r.record ->> 'id' AS id, r.external_id) \
                 SELECT row_number, id IS NOT NULL, {} FROM dropped ORDER BY row_number",
                among_first("coalesce(id, external_id)")
            );
            let mut rows = sqlx::query_as::<_, (i32, bool, Option<String>)>(AssertSqlSafe(sql))
                .bind(import)
                .bind(named as i64)
                .bind(*needed)
                .fetch(&self.pool);
            let reading = async {
                while let Some((row_number, has_id, key)) = rows.try_next().await? {
                    let by = if has_id { KnownBy::Id } else { KnownBy::ExternalId };
                    each(UnnamedRow { row_number, by, key: key.unwrap_or_default(), needed });
                }
                Ok(())
            };
            self.run_long(reading).await?;
        }
        Ok(())
    }
}

/// `key` in the first `$2` rows, and nothing behind them: what is not listed is not sent.
fn among_first(key: &str) -> String {
    format!("CASE WHEN row_number() OVER (ORDER BY row_number) <= $2 THEN {key} END")
}
