//! Preview of an import by row: fields before and after.

use crate::StoreError;
use crate::catalog::history::field_changes;
use crate::import::incoming_sql::{FAQ_CHANGES, ITEM_CHANGES, NEW_FAQS, NEW_ITEMS};
use celeiro_domain::catalog::{FieldChange, RecordField};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

/// Rows of each kind that are told; the rest is counted.
const TOLD_CHANGED: usize = 500;
const TOLD_OTHERS: usize = 100;
/// Characters of a value that are told.
const TOLD_CHARS: usize = 300;

/// A row, and what it makes of its record.
#[derive(Debug, Clone, PartialEq)]
pub struct RowChange {
    /// The row.
    pub row_number: i32,
    /// The record, where there is one.
    pub id: Option<Uuid>,
    /// Its name or question; of a record that is there, as it is before.
    pub name: String,
    /// What becomes different, or of a new record what it holds; long texts are cut.
    pub changes: Vec<FieldChange>,
}

/// What an import would make of records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ImportChanges {
    /// The first rows that change a record.
    pub updated: Vec<RowChange>,
    /// The first rows that create one.
    pub created: Vec<RowChange>,
    /// The first rows that change nothing.
    pub unchanged: Vec<RowChange>,
    /// How many records become different in each field, the commonest first.
    pub fields: Vec<(String, i64)>,
    /// How many records have a price now and none then.
    pub erased_prices: i64,
}

/// Looks at the gathered rows.
pub(crate) async fn import_changes(db: &mut PgConnection, kind: Kind) -> Result<ImportChanges, StoreError> {
    let (changes, new, alias, record, title) = match kind {
        Kind::Items => (ITEM_CHANGES, NEW_ITEMS, "i", "item_id", "name"),
        Kind::Faqs => (FAQ_CHANGES, NEW_FAQS, "f", "faq_id", "question"),
    };
    let fields: Vec<&str> = RecordField::stored_fields(kind).map(RecordField::column).collect();
    let table = crate::search::candidates::table(kind);
    // A row without an external id leaves that of its record alone.
    let value = |field: &&str| match *field {
        "external_id" => format!("coalesce(n.external_id, {alias}.external_id)"),
        field => format!("n.{field}"),
    };
    let pair = |field: &&str| format!("'{field}', {}", value(field));
    let after = format!(
        "jsonb_build_object({}, 'deleted_at', NULL)",
        fields.iter().map(pair).collect::<Vec<_>>().join(", ")
    );
    let updated = format!(
        "SELECT n.row_number, {alias}.id, {alias}.{title}, revision_changes(to_jsonb({alias}), {after}) {changes} \
         ORDER BY n.row_number LIMIT {TOLD_CHANGED}"
    );
    let after = fields.iter().map(|field| format!("'{field}', n.{field}")).collect::<Vec<_>>().join(", ");
    let created = format!(
        "SELECT n.row_number, NULL::uuid, n.{title}, revision_changes(NULL, jsonb_build_object({after})) {new} \
         ORDER BY n.row_number LIMIT {TOLD_OTHERS}"
    );
    let unchanged = format!(
        "SELECT n.row_number, n.{record}, {alias}.{title}, '{{}}'::jsonb FROM incoming n JOIN {table} {alias} ON {alias}.id = n.{record} \
         WHERE NOT EXISTS (SELECT FROM changing c WHERE c.row_number = n.row_number) \
         ORDER BY n.row_number LIMIT {TOLD_OTHERS}"
    );
    let noted = format!("CREATE TEMP TABLE changing ON COMMIT DROP AS SELECT n.row_number {changes}");
    sqlx::query(AssertSqlSafe(noted)).execute(&mut *db).await?;
    Ok(ImportChanges {
        updated: fetch_row_changes(db, updated).await?,
        created: fetch_row_changes(db, created).await?,
        unchanged: fetch_row_changes(db, unchanged).await?,
        fields: changed_fields(db, changes, &fields, alias, &value).await?,
        erased_prices: match kind {
            Kind::Items => count_erased_prices(db).await?,
            Kind::Faqs => 0,
        },
    })
}

/// Runs a statement for row, record, name and changes; long texts in the changes are cut.
async fn fetch_row_changes(db: &mut PgConnection, sql: String) -> Result<Vec<RowChange>, StoreError> {
    let rows: Vec<(i32, Option<Uuid>, String, Value)> =
        sqlx::query_as(AssertSqlSafe(sql)).fetch_all(db).await?;
    let row = |(row_number, id, name, changes)| {
        let mut changes = field_changes(changes);
        for change in &mut changes {
            cut_text(&mut change.from);
            cut_text(&mut change.to);
        }
        RowChange { row_number, id, name, changes }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// Cuts a long text and marks the cut with `…`; other values stay.
fn cut_text(value: &mut Value) {
    if let Value::String(text) = value
        && let Some((end, _)) = text.char_indices().nth(TOLD_CHARS)
    {
        text.truncate(end);
        text.push('…');
    }
}

/// How many records lose their prices.
async fn count_erased_prices(db: &mut PgConnection) -> Result<i64, StoreError> {
    let is_erased = "i.price IS NOT NULL AND n.price IS NULL AND i.deleted_at IS NULL";
    let sql = format!("SELECT count(*) {ITEM_CHANGES} AND {is_erased}");
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(db).await?)
}

/// How many records become different in each field; each attribute is one.
async fn changed_fields(
    db: &mut PgConnection,
    changes: &str,
    fields: &[&str],
    alias: &str,
    value: &impl Fn(&&str) -> String,
) -> Result<Vec<(String, i64)>, StoreError> {
    let whole = fields.iter().filter(|field| **field != "attributes");
    let differs =
        |field: &&str| format!("count(*) FILTER (WHERE {alias}.{field} IS DISTINCT FROM {})", value(field));
    let mut counts: Vec<String> = whole.clone().map(differs).collect();
    counts.push(format!("count(*) FILTER (WHERE {alias}.deleted_at IS NOT NULL)"));
    let sql = format!("SELECT ARRAY[{}] {changes}", counts.join(", "));
    let counted: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *db).await?;
    let names = whole.copied().chain(["deleted_at"]).map(Column::wire_name);
    let mut told: Vec<(String, i64)> = names.zip(counted).filter(|(_, count)| *count > 0).collect();
    if fields.contains(&"attributes") {
        let sql = format!(
            "SELECT 'attributes.' || k.key, count(*) FROM \
             (SELECT {alias}.attributes AS before, n.attributes AS after {changes} AND {alias}.attributes IS DISTINCT FROM n.attributes) AS c \
             CROSS JOIN LATERAL (SELECT DISTINCT key FROM jsonb_each(c.before || c.after)) AS k \
             WHERE c.before -> k.key IS DISTINCT FROM c.after -> k.key GROUP BY k.key"
        );
        let keys: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(sql)).fetch_all(db).await?;
        told.extend(keys);
    }
    told.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(told)
}
