//! Imports: rows wait in a staging table (`staging`) until the file is read completely, then move in one transaction
//! (`apply_staged`).

use crate::connection::transaction::begin_transaction;
use crate::connection::waiting::cancelling::Backend;
use crate::connection::write::{BegunWrite, finish, lock_bulk_exclusive, name_operation, retry_on_deadlock};
use crate::import::apply_staged::{MoveProgress, count_moved, move_records};
use crate::import::changes::{ImportChanges, import_changes};
use crate::import::counts::ImportCounts;
use crate::import::incoming_sql::{FAQ_CHANGES, ITEM_CHANGES, NEW_FAQS, NEW_ITEMS};
use crate::import::new_values::{ValueInRows, new_values};
use crate::import::price_ranges::{PriceDoubt, price_doubts};
use crate::import::rows::likeness_expression;
use crate::import::staging::lock_staging_area;
use crate::search::candidates::table;
use crate::{Store, StoreError, Write};
use celeiro_domain::import::{LeftOutRows, RowDoubt};
use celeiro_domain::search::Kind;
use serde_json::Value;
use sqlx::PgConnection;
use std::future::Future;
use uuid::Uuid;

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
#[derive(Debug, Clone, PartialEq)]
pub struct ImportPreview {
    /// How many records it would touch.
    pub counts: ImportCounts,
    /// The first hundred rows that look like a record that they are not.
    pub lookalikes: Vec<Lookalike>,
    /// How many pairs of that kind there are.
    pub lookalike_count: i64,
    /// Rows with a price far from those of its category, left out or not.
    pub price_doubts: Vec<PriceDoubt>,
    /// Values that no record has, those first that others resemble.
    pub new_values: Vec<ValueInRows>,
    /// How many there are of them.
    pub new_value_count: i64,
    /// The records from what to what.
    pub changes: ImportChanges,
}

impl Store {
    /// Notes how the columns of the file are read; kept as the way of its layout when the import
    /// takes place.
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

    /// Reads how the import last mapped the columns of a file with this header.
    pub async fn layout(&self, kind: Kind, header: &[u8]) -> Result<Option<Value>, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT mapping FROM import_layouts WHERE kind = $1 AND header = $2",
            kind.as_str(),
            header
        )
        .fetch_optional(&self.pool);
        self.run(async { Ok(found.await?) }).await
    }

    /// Counts what moving the staged rows would do, but those that `leaving` leaves out, and says what a
    /// person may want to look at. `None` where it was cancelled.
    pub async fn preview_import(
        &self,
        import: Uuid,
        kind: Kind,
        leaving: &LeftOutRows,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Option<ImportPreview>, StoreError> {
        let server = Backend::default();
        self.unless_cancelled(cancelled, &server, self.count_rows(import, kind, leaving, &server)).await
    }

    async fn count_rows(
        &self,
        import: Uuid,
        kind: Kind,
        leaving: &LeftOutRows,
        server: &Backend,
    ) -> Result<ImportPreview, StoreError> {
        // On a connection that is closed afterwards: a cancellation may come late.
        let mut tx = begin_transaction(&self.many).await?;
        server.is_of(&mut tx).await?;
        sqlx::query!("SELECT set_config('statement_timeout', '0', true)").fetch_one(&mut *tx).await?;
        lock_staging_area(&mut tx, import).await?;
        gather_incoming_rows(&mut tx, import, kind).await?;
        let price_doubts = doubted_prices(&mut tx, kind).await?;
        let left_out = leave_out(&mut tx, &price_doubts, leaving).await?;
        let counts = ImportCounts { left_out, ..count_import_changes(&mut tx, kind).await? };
        let (lookalikes, lookalike_count) = find_lookalikes(&mut tx, import, kind).await?;
        let (new_values, new_value_count) = new_values(&mut tx, kind).await?;
        let changes = import_changes(&mut tx, kind).await?;
        server.forget();
        tx.rollback().await?;
        Ok(ImportPreview {
            counts,
            lookalikes,
            lookalike_count,
            price_doubts,
            new_values,
            new_value_count,
            changes,
        })
    }

    /// Moves the staged rows into the catalog in one transaction, but those that `leaving` leaves out for
    /// their prices or by their numbers, and tells `report_progress` how many of how many there are. `None` where it
    /// was cancelled in time: nothing is changed then.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn apply_import(
        &self,
        import: Uuid,
        kind: Kind,
        leaving: &LeftOutRows,
        write: &Write,
        report_progress: impl Fn(MoveProgress) + Sync,
        cancelled: impl Future<Output = ()>,
    ) -> Result<Option<ImportCounts>, StoreError> {
        let server = Backend::default();
        let moving = async {
            retry_on_deadlock!(self.move_rows(import, kind, leaving, write, &report_progress, &server))
        };
        self.unless_cancelled(cancelled, &server, moving).await
    }

    async fn move_rows(
        &self,
        import: Uuid,
        kind: Kind,
        leaving: &LeftOutRows,
        write: &Write,
        report_progress: &(impl Fn(MoveProgress) + Sync),
        server: &Backend,
    ) -> Result<ImportCounts, StoreError> {
        server.forget();
        let mut tx = match self.begin_many("import", write).await? {
            BegunWrite::Done(result) => return Ok(serde_json::from_value(result).unwrap_or_default()),
            BegunWrite::New(tx) => tx,
        };
        server.is_of(&mut tx).await?;
        sqlx::query!("SELECT set_config('statement_timeout', '0', true)").fetch_one(&mut *tx).await?;
        lock_bulk_exclusive(&mut tx).await?;
        lock_staging_area(&mut tx, import).await?;
        gather_incoming_rows(&mut tx, import, kind).await?;
        let doubted = match leaving.leaves_kind(RowDoubt::PriceOutOfRange) {
            true => doubted_prices(&mut tx, kind).await?,
            false => Vec::new(),
        };
        let left_out = leave_out(&mut tx, &doubted, leaving).await?;
        let counts = ImportCounts { left_out, ..move_records(&mut tx, kind, report_progress).await? };
        remember_layout(&mut tx, import).await?;
        name_file(&mut tx, import, write).await?;
        finish(&mut tx, write, &serde_json::to_value(counts).unwrap_or(Value::Null)).await?;
        // From here on it is either there or not, and cannot be cancelled.
        server.forget();
        tx.commit().await?;
        Ok(counts)
    }
}

/// Notes the name of the file as what the operation is of.
async fn name_file(db: &mut PgConnection, import: Uuid, write: &Write) -> Result<(), StoreError> {
    let file: String = sqlx::query_scalar("SELECT file_name FROM imports WHERE id = $1")
        .bind(import)
        .fetch_one(&mut *db)
        .await?;
    name_operation(db, write, &file).await
}

/// Every staged row beside the record that it is, with what that record would be, as the table
/// `incoming` of this transaction.
async fn gather_incoming_rows(db: &mut PgConnection, import: Uuid, kind: Kind) -> Result<(), StoreError> {
    match kind {
        Kind::Items => gather_items(db, import).await,
        Kind::Faqs => gather_faqs(db, import).await,
    }
}

/// Rows find their record by its id where they name one, else by external id, else by folded name and
/// manufacturer, first one without an external id; where a profile gave the manufacturer, also a record of the name
/// that has none. Of several rows that find one record it is the one that names it by an id, or the first: the others are records of their own. What a row does not name stays as it is in its record; its `fallback` fills what that lacks. A
/// deleted record that comes again in a file is brought back; one that was never here comes under the id that it has elsewhere.
async fn gather_items(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         WITH found AS MATERIALIZED (SELECT s.row_number, coalesce((s.record ->> 'id')::uuid, e.id) AS by_id, n.id AS by_name \
         FROM import_rows s \
         LEFT JOIN catalog_items e ON e.external_id = s.external_id AND s.record ->> 'id' IS NULL \
         LEFT JOIN LATERAL (SELECT i.id FROM catalog_items i \
           WHERE md5(split_part(i.search_text, E'\\n', 1) || E'\\n' || split_part(i.search_text, E'\\n', 4)) = ANY ( \
               CASE WHEN s.record -> 'fallback' ? 'manufacturer' \
                 THEN ARRAY[md5(s.identity), md5(split_part(s.identity, E'\\n', 1) || E'\\n')] ELSE ARRAY[md5(s.identity)] END) \
             AND (s.external_id IS NULL OR i.external_id IS NULL) AND i.deleted_at IS NULL \
           ORDER BY i.manufacturer IS NULL, i.external_id IS NOT NULL, i.created_at, i.id LIMIT 1) n ON e.id IS NULL AND s.record ->> 'id' IS NULL \
         WHERE s.import_id = $1), \
         meant AS (SELECT row_number, coalesce(by_id, CASE WHEN row_number() OVER ( \
           PARTITION BY coalesce(by_id, by_name) ORDER BY by_id IS NULL, row_number) = 1 THEN by_name END) AS id FROM found) \
         SELECT s.row_number, x.id AS item_id, r.id AS named_id, s.external_id, \
           CASE WHEN s.record ? 'name' THEN r.name ELSE x.name END AS name, \
           CASE WHEN s.record ? 'description' THEN r.description ELSE x.description END AS description, \
           CASE WHEN s.record ? 'category' THEN r.category ELSE coalesce(x.category, r.fallback ->> 'category') END AS category, \
           CASE WHEN s.record ? 'manufacturer' THEN r.manufacturer \
             ELSE coalesce(x.manufacturer, r.fallback ->> 'manufacturer') END AS manufacturer, \
           CASE WHEN s.record ? 'price' THEN r.price ELSE x.price END AS price, \
           coalesce(r.currency, x.currency, r.fallback ->> 'currency', 'BRL') AS currency, \
           coalesce(r.tags, x.tags, '{}') AS tags, \
           coalesce(r.status, x.status, 'ativo') AS status, \
           coalesce(r.attributes, \
             (coalesce(x.attributes, '{}') - coalesce(r.attributes_cleared, '{}')) || coalesce(r.attributes_set, '{}')) AS attributes, \
           CASE WHEN s.record ? 'notes' THEN r.notes ELSE x.notes END AS notes, \
           coalesce(r.packages, x.packages, '[]') AS packages \
         FROM import_rows s \
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(id uuid, name text, description text, category text, \
           manufacturer text, price numeric(16, 4), currency text, tags text[], status text, attributes jsonb, \
           attributes_set jsonb, attributes_cleared text[], notes text, packages jsonb, fallback jsonb) \
         JOIN meant m ON m.row_number = s.row_number \
         LEFT JOIN catalog_items x ON x.id = m.id \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// The table `incoming` of FAQs: what a row leaves out comes from the record that it changes.
async fn gather_faqs(db: &mut PgConnection, import: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "CREATE TEMP TABLE incoming ON COMMIT DROP AS \
         WITH found AS MATERIALIZED (SELECT s.row_number, coalesce((s.record ->> 'id')::uuid, e.id) AS by_id, n.id AS by_name \
         FROM import_rows s \
         LEFT JOIN faqs e ON e.external_id = s.external_id AND s.record ->> 'id' IS NULL \
         LEFT JOIN LATERAL (SELECT f.id FROM faqs f WHERE md5(f.question_normalized) = md5(s.identity) \
             AND (s.external_id IS NULL OR f.external_id IS NULL) AND f.deleted_at IS NULL \
           ORDER BY f.external_id IS NOT NULL, f.created_at, f.id LIMIT 1) n ON e.id IS NULL AND s.record ->> 'id' IS NULL \
         WHERE s.import_id = $1), \
         meant AS (SELECT row_number, coalesce(by_id, CASE WHEN row_number() OVER ( \
           PARTITION BY coalesce(by_id, by_name) ORDER BY by_id IS NULL, row_number) = 1 THEN by_name END) AS id FROM found) \
         SELECT s.row_number, x.id AS faq_id, r.id AS named_id, s.external_id, coalesce(r.question, x.question) AS question, \
           coalesce(r.answer, x.answer) AS answer, coalesce(r.tags, x.tags, '{}') AS tags, \
           coalesce(r.status, x.status, 'ativo') AS status, \
           CASE WHEN s.record ? 'approved_at' THEN r.approved_at ELSE x.approved_at END AS approved_at \
         FROM import_rows s \
         CROSS JOIN LATERAL jsonb_to_record(s.record) AS r(id uuid, question text, answer text, tags text[], status text, \
           approved_at timestamptz) \
         JOIN meant m ON m.row_number = s.row_number \
         LEFT JOIN faqs x ON x.id = m.id \
         WHERE s.import_id = $1 ORDER BY s.row_number",
        import
    )
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Doubts about prices; FAQs have none.
async fn doubted_prices(db: &mut PgConnection, kind: Kind) -> Result<Vec<PriceDoubt>, StoreError> {
    match kind {
        Kind::Items => price_doubts(db).await,
        Kind::Faqs => Ok(Vec::new()),
    }
}

/// Takes the rows that are left out for their prices, or by their numbers, from the gathered ones; how
/// many. A named row is so long among the others that what is odd about it is still said.
async fn leave_out(
    db: &mut PgConnection,
    doubted: &[PriceDoubt],
    leaving: &LeftOutRows,
) -> Result<i64, StoreError> {
    let rows = doubted.iter().map(|doubt| doubt.row_number);
    let has_doubtful_price = |row: &i32| leaving.is_left_out(row.unsigned_abs(), RowDoubt::PriceOutOfRange);
    let named = leaving.named_rows().filter_map(|row| i32::try_from(row).ok());
    let left: Vec<i32> = rows.filter(has_doubtful_price).chain(named).collect();
    if left.is_empty() {
        return Ok(0);
    }
    let deleted = sqlx::query("DELETE FROM incoming WHERE row_number = ANY($1)").bind(&left).execute(db);
    Ok(deleted.await?.rows_affected() as i64)
}

/// What moving would do, without doing it.
async fn count_import_changes(db: &mut PgConnection, kind: Kind) -> Result<ImportCounts, StoreError> {
    let (changes, new) = match kind {
        Kind::Items => (ITEM_CHANGES, NEW_ITEMS),
        Kind::Faqs => (FAQ_CHANGES, NEW_FAQS),
    };
    let rows = async |db: &mut PgConnection, from: &str| -> Result<i64, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) {from}"));
        Ok(sqlx::query_scalar(sql).fetch_one(db).await?)
    };
    let updated = rows(db, changes).await?;
    let created = rows(db, new).await?;
    count_moved(db, created, updated).await
}

/// Rows that would become new records although a record of the same name and manufacturer, or the same
/// question, is there under another external id: the first hundred, and how many there are.
async fn find_lookalikes(
    db: &mut PgConnection,
    import: Uuid,
    kind: Kind,
) -> Result<(Vec<Lookalike>, i64), StoreError> {
    let (record, name) = match kind {
        Kind::Items => ("item_id", "name"),
        Kind::Faqs => ("faq_id", "question"),
    };
    let (likeness, table) = (likeness_expression(kind, "t"), table(kind));
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
