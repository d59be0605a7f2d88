//! Applies staged rows to records: some thousands a statement, all statements in one transaction, so that progress can
//! be reported.
//!
//! Queries of triggers are planned anew for each statement, because a cached plan assumes the catalog's size at the
//! first statement.

use crate::StoreError;
use crate::import::counts::ImportCounts;
use crate::import::incoming_sql::{FAQ_CHANGES, ITEM_CHANGES, NEW_FAQS, NEW_ITEMS};
use celeiro_domain::catalog::RecordField;
use celeiro_domain::search::Kind;
use sqlx::PgConnection;

/// Records of a statement.
const AT_ONCE: i64 = 10_000;

/// How far an import is with its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveProgress {
    /// Created or changed so far; nothing of it is seen before all are.
    pub records: i64,
    /// How many will be.
    pub total: i64,
}

/// `changing` holds the rows that change a record, and `$1` and `$2` are the first and the last row of
/// the statement.
const CHANGE_ITEMS: &str = "UPDATE catalog_items i SET external_id = coalesce(n.external_id, i.external_id), name = n.name, \
     description = n.description, category = n.category, manufacturer = n.manufacturer, price = n.price, \
     currency = n.currency, tags = n.tags, status = n.status, attributes = n.attributes, \
     notes = n.notes, packages = n.packages, deleted_at = NULL \
   FROM incoming n WHERE i.id = n.item_id AND n.row_number BETWEEN $1 AND $2 AND n.row_number IN \
     (SELECT c.row_number FROM changing c WHERE c.row_number BETWEEN $1 AND $2)";
const CHANGE_FAQS: &str = "UPDATE faqs f SET external_id = coalesce(n.external_id, f.external_id), question = n.question, \
     answer = n.answer, tags = n.tags, status = n.status, approved_at = n.approved_at, deleted_at = NULL \
   FROM incoming n WHERE f.id = n.faq_id AND n.row_number BETWEEN $1 AND $2 AND n.row_number IN \
     (SELECT c.row_number FROM changing c WHERE c.row_number BETWEEN $1 AND $2)";
/// A record that was exported elsewhere keeps the id that its export gave it.
const NEW_ID: &str = "coalesce(named_id, gen_random_uuid())";
/// Later rows of a file are newer, so that "newest first" has an order within one import.
const BORN: &str = "now() + make_interval(secs => row_number * 0.000001)";

/// Rows of one statement.
struct Part {
    first: i32,
    last: i32,
    rows: i64,
}

/// Changes and creates records, the changes first, and tells `moved` after each of several statements.
pub(crate) async fn move_records(
    db: &mut PgConnection,
    kind: Kind,
    moved: &(impl Fn(MoveProgress) + Sync),
) -> Result<ImportCounts, StoreError> {
    let (changes, change, new, table) = match kind {
        Kind::Items => (ITEM_CHANGES, CHANGE_ITEMS, NEW_ITEMS, "catalog_items"),
        Kind::Faqs => (FAQ_CHANGES, CHANGE_FAQS, NEW_FAQS, "faqs"),
    };
    let fields = RecordField::stored_fields(kind).map(RecordField::column).collect::<Vec<_>>().join(", ");
    execute_sql(db, "CREATE INDEX ON incoming (row_number)".to_owned()).await?;
    execute_sql(db, format!("CREATE TEMP TABLE changing ON COMMIT DROP AS SELECT n.row_number {changes}"))
        .await?;
    execute_sql(db, "CREATE INDEX ON changing (row_number)".to_owned()).await?;
    let changed = split_staged_rows(db, "FROM changing n").await?;
    let created = split_staged_rows(db, new).await?;
    let total = changed.iter().chain(&created).map(|part| part.rows).sum();
    // The progress of a single statement is not known.
    let several = changed.len() + created.len() > 1;
    let tell = |records| {
        if several {
            moved(MoveProgress { records, total });
        }
    };
    let (mut done, mut counts) = (0, [0; 2]);
    tell(done);
    let create = format!(
        "INSERT INTO {table} (id, {fields}, created_at, updated_at) \
         SELECT {NEW_ID}, {fields}, {BORN}, {BORN} {new} AND row_number BETWEEN $1 AND $2 ORDER BY row_number"
    );
    for (count, statement, parts) in [(0, change, &changed), (1, create.as_str(), &created)] {
        for part in parts {
            counts[count] += move_part(db, statement, part).await?;
            done += part.rows;
            tell(done);
        }
    }
    count_moved(db, counts[1], counts[0]).await
}

/// Runs `statement` for the rows of one part; answers how many rows it wrote.
async fn move_part(db: &mut PgConnection, statement: &str, part: &Part) -> Result<i64, StoreError> {
    execute_sql(db, "DISCARD PLANS".to_owned()).await?;
    let moving = sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).bind(part.first).bind(part.last);
    Ok(moving.execute(db).await?.rows_affected() as i64)
}

/// The rows of `from`, in parts of [`AT_ONCE`].
async fn split_staged_rows(db: &mut PgConnection, from: &str) -> Result<Vec<Part>, StoreError> {
    let sql = format!(
        "SELECT min(row_number), max(row_number), count(*) FROM \
         (SELECT n.row_number, (row_number() OVER (ORDER BY n.row_number) - 1) / {AT_ONCE} AS part {from}) AS p \
         GROUP BY part ORDER BY part"
    );
    let parts: Vec<(i32, i32, i64)> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(db).await?;
    Ok(parts.into_iter().map(|(first, last, rows)| Part { first, last, rows }).collect())
}

/// Executes a statement that is put together at run time; no text of a person is in it.
async fn execute_sql(db: &mut PgConnection, sql: String) -> Result<(), StoreError> {
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).execute(db).await.map(drop)?)
}

/// Counts what the import moved, with the rows that change nothing.
pub(crate) async fn count_moved(
    db: &mut PgConnection,
    created: i64,
    updated: i64,
) -> Result<ImportCounts, StoreError> {
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM incoming").fetch_one(db).await?;
    Ok(ImportCounts { created, updated, unchanged: total - created - updated, left_out: 0 })
}
