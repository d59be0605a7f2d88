//! Imports: rows wait in a staging table until the file is read, then move in one transaction.

use crate::cancelling::Backend;
use crate::candidates::table;
use crate::import_rows::likeness;
use crate::write::{Begun, alone, finish, insisting};
use crate::{Store, StoreError, Write};
use celeiro_domain::search::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use std::future::Future;
use uuid::Uuid;

/// A checked row.
#[derive(Debug, Clone)]
pub struct StagedRow {
    /// Its number in the file, from 1, the header counted.
    pub row_number: i32,
    /// Its external id.
    pub external_id: Option<String>,
    /// The record, as column names of the table; among them `id`, where the file says which record it is.
    pub record: Value,
    /// Folded name and manufacturer, or folded question, joined by a line break.
    pub identity: String,
}

/// How the columns of a file are read, as a person said it.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportLayout {
    /// SHA-256 of the folded names of its columns.
    pub header: Vec<u8>,
    /// What was said.
    pub mapping: Value,
}

/// A row that would become a record beside one that looks the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookalike {
    /// The row.
    pub row_number: i32,
    /// Its name, or question.
    pub name: String,
    /// The record that is there.
    pub id: Uuid,
    /// Its external id.
    pub external_id: Option<String>,
}

/// What an import would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportPreview {
    /// How many records it would touch.
    pub counts: ImportCounts,
    /// The first hundred rows that look like a record that they are not.
    pub lookalikes: Vec<Lookalike>,
    /// How many pairs of that kind there are.
    pub lookalike_count: i64,
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

    /// Notes how the columns of the file are read; kept as the way of its layout when the import
    /// takes place.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_layout(&self, import: Uuid, layout: &ImportLayout) -> Result<(), StoreError> {
        let noted = sqlx::query!(
            "UPDATE imports SET header = $2, mapping = $3 WHERE id = $1",
            import,
            &layout.header,
            layout.mapping
        )
        .execute(&self.pool);
        self.run(async { Ok(noted.await.map(drop)?) }).await
    }

    /// How the columns of a file with this header were read the last time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn layout(&self, kind: Kind, header: &[u8]) -> Result<Option<Value>, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT mapping FROM import_layouts WHERE kind = $1 AND header = $2",
            kind.as_str(),
            header
        )
        .fetch_optional(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }

    /// Counts what moving the staged rows would do, and names records that they look like. The
    /// staging area is gone afterwards. `None` where it was cancelled.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn preview_import(
        &self,
        import: Uuid,
        kind: Kind,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Option<ImportPreview>, StoreError> {
        let server = Backend::default();
        let Some(preview) =
            self.unless_cancelled(cancelled, &server, self.count_rows(import, kind, &server)).await?
        else {
            return Ok(None);
        };
        self.cancel_import(import).await?;
        Ok(Some(preview))
    }

    async fn count_rows(
        &self,
        import: Uuid,
        kind: Kind,
        server: &Backend,
    ) -> Result<ImportPreview, StoreError> {
        // On a connection that nobody has afterwards: being told to stop may come late.
        let mut tx = self.many.begin().await?;
        server.is_of(&mut tx).await?;
        sqlx::query!("SELECT set_config('statement_timeout', '0', true)").fetch_one(&mut *tx).await?;
        gather(&mut tx, import, kind).await?;
        let counts = count(&mut tx, kind).await?;
        let (lookalikes, lookalike_count) = lookalikes(&mut tx, import, kind).await?;
        server.forget();
        tx.rollback().await?;
        Ok(ImportPreview { counts, lookalikes, lookalike_count })
    }

    /// Moves the staged rows into the catalog in one transaction. The staging area is gone afterwards.
    /// `None` where it was cancelled in time: nothing is changed then.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn apply_import(
        &self,
        import: Uuid,
        kind: Kind,
        write: &Write,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Option<ImportCounts>, StoreError> {
        let server = Backend::default();
        let moving = async { insisting!(self.move_rows(import, kind, write, &server)) };
        let Some(counts) = self.unless_cancelled(cancelled, &server, moving).await? else { return Ok(None) };
        self.cancel_import(import).await?;
        Ok(Some(counts))
    }

    async fn move_rows(
        &self,
        import: Uuid,
        kind: Kind,
        write: &Write,
        server: &Backend,
    ) -> Result<ImportCounts, StoreError> {
        server.forget();
        let mut tx = match self.begin_many("import", write).await? {
            Begun::Done(result) => return Ok(serde_json::from_value(result).unwrap_or_default()),
            Begun::New(tx) => tx,
        };
        server.is_of(&mut tx).await?;
        sqlx::query!("SELECT set_config('statement_timeout', '0', true)").fetch_one(&mut *tx).await?;
        alone(&mut tx).await?;
        gather(&mut tx, import, kind).await?;
        let counts = match kind {
            Kind::Items => move_items(&mut tx).await?,
            Kind::Faqs => move_faqs(&mut tx).await?,
        };
        remember_layout(&mut tx, import).await?;
        finish(&mut tx, write, &serde_json::to_value(counts).unwrap_or(Value::Null)).await?;
        // From here on it is either there or not, and nobody stops it.
        server.forget();
        tx.commit().await?;
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

/// Every staged row beside the record that it is, with what that record would be, as the table
/// `incoming` of this transaction.
async fn gather(db: &mut PgConnection, import: Uuid, kind: Kind) -> Result<(), StoreError> {
    match kind {
        Kind::Items => gather_items(db, import).await,
        Kind::Faqs => gather_faqs(db, import).await,
    }
}

/// Rows find their record by its id where they name one, else by external id, else by folded name and
/// manufacturer. What a row does not name stays as it is in its record. A deleted record that comes again
/// in a file is brought back; one that was never here comes under the id that it has elsewhere.
async fn gather_items(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         SELECT s.row_number, x.id AS item_id, r.id AS named_id, s.external_id, \
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
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(id uuid, name text, description text, category text, \
           manufacturer text, price numeric(16, 4), currency text, tags text[], status text, attributes jsonb, \
           attributes_set jsonb, attributes_cleared text[]) \
         LEFT JOIN catalog_items e ON e.external_id = s.external_id AND r.id IS NULL \
         LEFT JOIN LATERAL (SELECT i.id FROM catalog_items i \
           WHERE md5(split_part(i.search_text, E'\\n', 1) || E'\\n' || split_part(i.search_text, E'\\n', 4)) = md5(s.identity) \
             AND (s.external_id IS NULL OR i.external_id IS NULL) AND i.deleted_at IS NULL \
           ORDER BY i.created_at, i.id LIMIT 1) n ON e.id IS NULL AND r.id IS NULL \
         LEFT JOIN catalog_items x ON x.id = coalesce(r.id, e.id, n.id) \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

async fn gather_faqs(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         SELECT s.row_number, x.id AS faq_id, r.id AS named_id, s.external_id, coalesce(r.question, x.question) AS question, \
           coalesce(r.answer, x.answer) AS answer, coalesce(r.tags, x.tags, '{}') AS tags, \
           coalesce(r.status, x.status, 'ativo') AS status, \
           CASE WHEN s.record ? 'approved_at' THEN r.approved_at ELSE x.approved_at END AS approved_at \
         FROM import_rows s \
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(id uuid, question text, answer text, tags text[], status text, \
           approved_at timestamptz) \
         LEFT JOIN faqs e ON e.external_id = s.external_id AND r.id IS NULL \
         LEFT JOIN LATERAL (SELECT f.id FROM faqs f WHERE md5(f.question_normalized) = md5(s.identity) \
             AND (s.external_id IS NULL OR f.external_id IS NULL) AND f.deleted_at IS NULL \
           ORDER BY f.created_at, f.id LIMIT 1) n ON e.id IS NULL AND r.id IS NULL \
         LEFT JOIN faqs x ON x.id = coalesce(r.id, e.id, n.id) \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Records that a row would change, and how: what is compared stands once. Statements on a table that
/// exists only in this transaction cannot be checked beforehand; all of their text stands here.
const ITEM_CHANGES: &str = "FROM (SELECT DISTINCT ON (item_id) * FROM incoming WHERE item_id IS NOT NULL \
     ORDER BY item_id, row_number) n \
   WHERE i.id = n.item_id AND (i.name, i.description, i.category, i.manufacturer, i.price, i.currency, i.tags, \
     i.status, i.attributes, i.deleted_at, i.external_id) IS DISTINCT FROM (n.name, n.description, n.category, \
     n.manufacturer, n.price, n.currency, n.tags, n.status, n.attributes, NULL::timestamptz, \
     coalesce(n.external_id, i.external_id))";
const FAQ_CHANGES: &str = "FROM (SELECT DISTINCT ON (faq_id) * FROM incoming WHERE faq_id IS NOT NULL \
     ORDER BY faq_id, row_number) n \
   WHERE f.id = n.faq_id AND (f.question, f.answer, f.tags, f.status, f.approved_at, f.deleted_at, f.external_id) \
     IS DISTINCT FROM (n.question, n.answer, n.tags, n.status, n.approved_at, NULL::timestamptz, \
     coalesce(n.external_id, f.external_id))";
const NEW_ITEMS: &str = "FROM incoming WHERE item_id IS NULL AND name IS NOT NULL";
const NEW_FAQS: &str = "FROM incoming WHERE faq_id IS NULL AND question IS NOT NULL AND answer IS NOT NULL";
/// A record that was exported elsewhere keeps the id that its export gave it.
const NEW_ID: &str = "coalesce(named_id, gen_random_uuid())";
/// Later rows of a file are newer, so that "newest first" has an order within one import.
const BORN: &str = "now() + make_interval(secs => row_number * 0.000001)";

async fn move_items(db: &mut PgConnection) -> Result<ImportCounts, StoreError> {
    let updated = changed(
        db,
        format!(
            "UPDATE catalog_items i SET external_id = coalesce(n.external_id, i.external_id), name = n.name, \
             description = n.description, category = n.category, manufacturer = n.manufacturer, price = n.price, \
             currency = n.currency, tags = n.tags, status = n.status, attributes = n.attributes, deleted_at = NULL \
             {ITEM_CHANGES}"
        ),
    )
    .await?;
    let created = changed(
        db,
        format!(
            "INSERT INTO catalog_items (id, external_id, name, description, category, manufacturer, price, \
             currency, tags, status, attributes, created_at, updated_at) \
             SELECT {NEW_ID}, external_id, name, description, category, manufacturer, price, currency, tags, status, \
             attributes, {BORN}, {BORN} {NEW_ITEMS} ORDER BY row_number"
        ),
    )
    .await?;
    counted(db, created, updated).await
}

async fn move_faqs(db: &mut PgConnection) -> Result<ImportCounts, StoreError> {
    let updated = changed(
        db,
        format!(
            "UPDATE faqs f SET external_id = coalesce(n.external_id, f.external_id), question = n.question, \
             answer = n.answer, tags = n.tags, status = n.status, approved_at = n.approved_at, \
             deleted_at = NULL {FAQ_CHANGES}"
        ),
    )
    .await?;
    let created = changed(
        db,
        format!(
            "INSERT INTO faqs (id, external_id, question, answer, tags, status, approved_at, created_at, updated_at) \
             SELECT {NEW_ID}, external_id, question, answer, tags, status, approved_at, {BORN}, {BORN} {NEW_FAQS} ORDER BY row_number"
        ),
    )
    .await?;
    counted(db, created, updated).await
}

async fn changed(db: &mut PgConnection, sql: String) -> Result<i64, StoreError> {
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).execute(db).await?.rows_affected() as i64)
}

/// What moving would do, without doing it.
async fn count(db: &mut PgConnection, kind: Kind) -> Result<ImportCounts, StoreError> {
    let (changes, new) = match kind {
        Kind::Items => (format!("catalog_items i {}", ITEM_CHANGES.replacen("FROM", ",", 1)), NEW_ITEMS),
        Kind::Faqs => (format!("faqs f {}", FAQ_CHANGES.replacen("FROM", ",", 1)), NEW_FAQS),
    };
    let rows = async |db: &mut PgConnection, from: String| -> Result<i64, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) {from}"));
        Ok(sqlx::query_scalar(sql).fetch_one(db).await?)
    };
    let updated = rows(db, format!("FROM {changes}")).await?;
    let created = rows(db, new.to_owned()).await?;
    counted(db, created, updated).await
}

async fn counted(db: &mut PgConnection, created: i64, updated: i64) -> Result<ImportCounts, StoreError> {
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM incoming").fetch_one(db).await?;
    Ok(ImportCounts { created, updated, unchanged: total - created - updated })
}

/// Rows that would become new records although a record of the same name and manufacturer, or the same
/// question, is there under another external id: the first hundred, and how many there are.
async fn lookalikes(
    db: &mut PgConnection,
    import: Uuid,
    kind: Kind,
) -> Result<(Vec<Lookalike>, i64), StoreError> {
    let (record, name) = match kind {
        Kind::Items => ("item_id", "name"),
        Kind::Faqs => ("faq_id", "question"),
    };
    let (likeness, table) = (likeness(kind, "t"), table(kind));
    let from = format!(
        "FROM incoming n JOIN import_rows s ON s.import_id = $1 AND s.row_number = n.row_number \
         JOIN {table} t ON {likeness} = md5(s.identity) AND t.deleted_at IS NULL \
         WHERE n.{record} IS NULL AND s.identity <> ''"
    );
    let sql = format!(
        "SELECT n.row_number, n.{name}, t.id, t.external_id, count(*) OVER () {from} \
         ORDER BY n.row_number, t.created_at LIMIT 100"
    );
    let rows: Vec<(i32, String, Uuid, Option<String>, i64)> =
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(import).fetch_all(db).await?;
    let total = rows.first().map_or(0, |row| row.4);
    let of_row = |(row_number, name, id, external_id, _)| Lookalike { row_number, name, id, external_id };
    Ok((rows.into_iter().map(of_row).collect(), total))
}

/// The next file of this layout is read like this one.
async fn remember_layout(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO import_layouts (kind, header, mapping) SELECT kind, header, mapping FROM imports \
         WHERE id = $1 AND header IS NOT NULL AND mapping IS NOT NULL \
         ON CONFLICT (kind, header) DO UPDATE SET mapping = excluded.mapping, used_at = now()",
        import
    )
    .execute(db)
    .await?;
    Ok(())
}
