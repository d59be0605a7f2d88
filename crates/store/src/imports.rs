//! Imports: rows wait in a staging table until the file is read, then move in one transaction.

use crate::write::{Begun, alone, finish};
use crate::{Store, StoreError, Write};
use celeiro_domain::search::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// A checked row.
#[derive(Debug, Clone)]
pub struct StagedRow {
    /// Its number in the file, from 1, the header counted.
    pub row_number: i32,
    /// Its external id.
    pub external_id: Option<String>,
    /// The record, as column names of the table.
    pub record: Value,
    /// Folded name and manufacturer, or folded question, joined by a line break.
    pub identity: String,
}

/// A row that cannot be taken because an earlier row of the file is the same record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedConflict {
    /// The row.
    pub row_number: i32,
    /// The earlier row.
    pub first_row: i32,
    /// Its external id, or else its identity.
    pub key: String,
}

/// A row that names no record that exists, and not what a new one needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnamedRow {
    /// The row.
    pub row_number: i32,
    /// Its external id, which no record has.
    pub external_id: String,
    /// The column that it lacks.
    pub needed: &'static str,
}

/// What an import does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Records that did not exist.
    pub created: i64,
    /// Records that were different.
    pub updated: i64,
    /// Records that were the same.
    pub unchanged: i64,
}

impl Store {
    /// Opens a staging area and clears those of imports that died more than a day ago.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn begin_import(&self, kind: Kind, file_name: &str) -> Result<Uuid, StoreError> {
        let id = Uuid::now_v7();
        self.run(async {
            sqlx::query!("DELETE FROM imports WHERE touched_at < now() - interval '1 day'")
                .execute(&self.pool)
                .await?;
            sqlx::query!(
                "INSERT INTO imports (id, kind, file_name) VALUES ($1, $2, $3)",
                id,
                kind.as_str(),
                file_name
            )
            .execute(&self.pool)
            .await?;
            Ok(id)
        })
        .await
    }

    /// Stages `rows`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn stage_rows(&self, import: Uuid, rows: &[StagedRow]) -> Result<(), StoreError> {
        let numbers: Vec<i32> = rows.iter().map(|r| r.row_number).collect();
        let external_ids: Vec<Option<String>> = rows.iter().map(|r| r.external_id.clone()).collect();
        let records: Vec<Value> = rows.iter().map(|r| r.record.clone()).collect();
        let identities: Vec<String> = rows.iter().map(|r| r.identity.clone()).collect();
        let staged = sqlx::query!(
            "INSERT INTO import_rows (import_id, row_number, external_id, record, identity) \
             SELECT $1, * FROM unnest($2::int[], $3::text[], $4::jsonb[], $5::text[])",
            import,
            &numbers,
            &external_ids as &[Option<String>],
            &records,
            &identities
        )
        .execute(&self.pool);
        self.run(async { Ok(staged.await.map(drop)?) }).await
    }

    /// Removes rows that are the same record as an earlier row of the file, and names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_staged_duplicates(&self, import: Uuid) -> Result<Vec<StagedConflict>, StoreError> {
        // The planner knows only earlier imports' rows and would take this one for empty.
        sqlx::query("ANALYZE import_rows (import_id, row_number, external_id)").execute(&self.pool).await?;
        let rows = sqlx::query!(
            r#"WITH numbered AS (
                 SELECT row_number, coalesce('#' || external_id, identity) AS key,
                        min(row_number) OVER (PARTITION BY coalesce('#' || external_id, identity)) AS first_row
                 FROM import_rows WHERE import_id = $1)
               DELETE FROM import_rows r USING numbered n
               WHERE r.import_id = $1 AND r.row_number = n.row_number AND n.first_row < n.row_number
               RETURNING r.row_number AS "row_number!", n.first_row AS "first_row!", n.key AS "key!""#,
            import
        )
        .fetch_all(&self.pool);
        let rows = rows.await?;
        let mut conflicts: Vec<StagedConflict> = rows
            .into_iter()
            .map(|r| StagedConflict {
                row_number: r.row_number,
                first_row: r.first_row,
                key: r.key.trim_start_matches('#').replace('\n', " · "),
            })
            .collect();
        conflicts.sort_by_key(|c| c.row_number);
        Ok(conflicts)
    }

    /// Removes rows that are no record that exists and lack what a new one needs, and names them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn drop_staged_unnamed(&self, import: Uuid, kind: Kind) -> Result<Vec<UnnamedRow>, StoreError> {
        // Table names are literals of this crate.
        let (table, needed): (_, &[&str]) = match kind {
            Kind::Items => ("catalog_items", &["name"]),
            Kind::Faqs => ("faqs", &["question", "answer"]),
        };
        let mut unnamed = Vec::new();
        for column in needed {
            let sql = format!(
                "DELETE FROM import_rows r WHERE r.import_id = $1 AND NOT r.record ? $2 \
                 AND NOT EXISTS (SELECT FROM {table} t WHERE t.external_id = r.external_id) \
                 RETURNING r.row_number, r.external_id"
            );
            let rows: Vec<(i32, Option<String>)> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
                .bind(import)
                .bind(*column)
                .fetch_all(&self.pool)
                .await?;
            unnamed.extend(rows.into_iter().map(|(row_number, external_id)| UnnamedRow {
                row_number,
                external_id: external_id.unwrap_or_default(),
                needed: column,
            }));
        }
        unnamed.sort_by_key(|row| row.row_number);
        Ok(unnamed)
    }

    /// Moves the staged rows into the catalog in one transaction, or, with `dry_run`, only counts
    /// what that would do. The staging area is gone afterwards.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn apply_import(
        &self,
        import: Uuid,
        kind: Kind,
        dry_run: bool,
        write: &Write,
    ) -> Result<ImportCounts, StoreError> {
        let counts = match self.begin("import", write).await? {
            Begun::Done(result) => serde_json::from_value(result).unwrap_or_default(),
            Begun::New(mut tx) => {
                sqlx::query!("SELECT set_config('statement_timeout', '0', true)").fetch_one(&mut *tx).await?;
                alone(&mut tx).await?;
                let counts = match kind {
                    Kind::Items => move_items(&mut tx, import).await?,
                    Kind::Faqs => move_faqs(&mut tx, import).await?,
                };
                if dry_run {
                    tx.rollback().await?;
                } else {
                    finish(&mut tx, write, &serde_json::to_value(counts).unwrap_or(Value::Null)).await?;
                    tx.commit().await?;
                }
                counts
            }
        };
        self.cancel_import(import).await?;
        Ok(counts)
    }

    /// Removes a staging area.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn cancel_import(&self, import: Uuid) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM imports WHERE id = $1", import).execute(&self.pool).await?;
        Ok(())
    }
}

/// Rows find their record by external id, else by folded name and manufacturer. What a row does not
/// name stays as it is in its record. A deleted record that comes again in a file is brought back.
async fn move_items(db: &mut PgConnection, import: Uuid) -> Result<ImportCounts, StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         SELECT s.row_number, x.id AS item_id, s.external_id, \
           CASE WHEN s.record ? 'name' THEN r.name ELSE x.name END AS name, \
           CASE WHEN s.record ? 'description' THEN r.description ELSE x.description END AS description, \
           CASE WHEN s.record ? 'category' THEN r.category ELSE x.category END AS category, \
           CASE WHEN s.record ? 'manufacturer' THEN r.manufacturer ELSE x.manufacturer END AS manufacturer, \
           CASE WHEN s.record ? 'price' THEN r.price ELSE x.price END AS price, \
           coalesce(r.currency, x.currency, 'BRL') AS currency, \
           coalesce(r.tags, x.tags, '{}') AS tags, \
           coalesce(r.status, x.status, 'ativo') AS status, \
           coalesce(r.attributes, \
             (coalesce(x.attributes, '{}') - coalesce(r.attributes_cleared, '{}')) || coalesce(r.attributes_set, '{}')) AS attributes \
         FROM import_rows s \
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(name text, description text, category text, \
           manufacturer text, price numeric(16, 4), currency text, tags text[], status text, attributes jsonb, \
           attributes_set jsonb, attributes_cleared text[]) \
         LEFT JOIN catalog_items e ON e.external_id = s.external_id \
         LEFT JOIN LATERAL (SELECT i.id FROM catalog_items i \
           WHERE md5(split_part(i.search_text, E'\\n', 1) || E'\\n' || split_part(i.search_text, E'\\n', 4)) = md5(s.identity) \
             AND (s.external_id IS NULL OR i.external_id IS NULL) AND i.deleted_at IS NULL \
           ORDER BY i.created_at, i.id LIMIT 1) n ON e.id IS NULL \
         LEFT JOIN catalog_items x ON x.id = coalesce(e.id, n.id) \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    // Statements on a table that exists only in this transaction cannot be checked beforehand.
    let updated = sqlx::query(
        "UPDATE catalog_items i SET external_id = coalesce(n.external_id, i.external_id), name = n.name, \
           description = n.description, category = n.category, manufacturer = n.manufacturer, price = n.price, \
           currency = n.currency, tags = n.tags, status = n.status, attributes = n.attributes, deleted_at = NULL \
         FROM (SELECT DISTINCT ON (item_id) * FROM incoming WHERE item_id IS NOT NULL ORDER BY item_id, row_number) n \
         WHERE i.id = n.item_id AND (i.name, i.description, i.category, i.manufacturer, i.price, i.currency, i.tags, \
           i.status, i.attributes, i.deleted_at, i.external_id) IS DISTINCT FROM (n.name, n.description, n.category, \
           n.manufacturer, n.price, n.currency, n.tags, n.status, n.attributes, NULL::timestamptz, coalesce(n.external_id, i.external_id))",
    )
    .execute(&mut *db)
    .await?
    .rows_affected() as i64;
    // Later rows of a file are newer, so that "newest first" has an order within one import.
    let created = sqlx::query(
        "INSERT INTO catalog_items (external_id, name, description, category, manufacturer, price, currency, tags, \
           status, attributes, created_at, updated_at) \
         SELECT external_id, name, description, category, manufacturer, price, currency, tags, status, attributes, \
           born, born \
         FROM incoming CROSS JOIN LATERAL (SELECT now() + make_interval(secs => row_number * 0.000001) AS born) b WHERE item_id IS NULL AND name IS NOT NULL ORDER BY row_number",
    )
    .execute(&mut *db)
    .await?
    .rows_affected() as i64;
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM incoming").fetch_one(&mut *db).await?;
    Ok(ImportCounts { created, updated, unchanged: total - created - updated })
}

async fn move_faqs(db: &mut PgConnection, import: Uuid) -> Result<ImportCounts, StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         SELECT s.row_number, x.id AS faq_id, s.external_id, coalesce(r.question, x.question) AS question, \
           coalesce(r.answer, x.answer) AS answer, coalesce(r.tags, x.tags, '{}') AS tags, \
           coalesce(r.status, x.status, 'ativo') AS status \
         FROM import_rows s \
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(question text, answer text, tags text[], status text) \
         LEFT JOIN faqs e ON e.external_id = s.external_id \
         LEFT JOIN LATERAL (SELECT f.id FROM faqs f WHERE md5(f.question_normalized) = md5(s.identity) \
             AND (s.external_id IS NULL OR f.external_id IS NULL) AND f.deleted_at IS NULL \
           ORDER BY f.created_at, f.id LIMIT 1) n ON e.id IS NULL \
         LEFT JOIN faqs x ON x.id = coalesce(e.id, n.id) \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    let updated = sqlx::query(
        "UPDATE faqs f SET external_id = coalesce(n.external_id, f.external_id), question = n.question, \
           answer = n.answer, tags = n.tags, status = n.status, deleted_at = NULL \
         FROM (SELECT DISTINCT ON (faq_id) * FROM incoming WHERE faq_id IS NOT NULL ORDER BY faq_id, row_number) n \
         WHERE f.id = n.faq_id AND (f.question, f.answer, f.tags, f.status, f.deleted_at, f.external_id) \
           IS DISTINCT FROM (n.question, n.answer, n.tags, n.status, NULL::timestamptz, coalesce(n.external_id, f.external_id))",
    )
    .execute(&mut *db)
    .await?
    .rows_affected() as i64;
    let created = sqlx::query(
        "INSERT INTO faqs (external_id, question, answer, tags, status, created_at, updated_at) \
         SELECT external_id, question, answer, tags, status, born, born \
         FROM incoming CROSS JOIN LATERAL (SELECT now() + make_interval(secs => row_number * 0.000001) AS born) b WHERE faq_id IS NULL AND question IS NOT NULL AND answer IS NOT NULL ORDER BY row_number",
    )
    .execute(&mut *db)
    .await?
    .rows_affected() as i64;
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM incoming").fetch_one(&mut *db).await?;
    Ok(ImportCounts { created, updated, unchanged: total - created - updated })
}
