//! Writing of finance records, one at a time.

use super::rows::column_of;
use crate::StoreError;
use celeiro_domain::personal::write::PersonalWrite;
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgConnection};

/// Writes one record; `false`, and nothing is written, where it is not at the version that the write starts from.
pub(in crate::personal) async fn write_fields<T: Serialize>(
    db: &mut PgConnection,
    change: &PersonalWrite,
    fields: &T,
) -> Result<bool, StoreError> {
    let fields = serde_json::to_value(fields).map_err(|error| StoreError::Other(error.to_string()))?;
    let fields = fields.as_object().into_iter().flatten();
    let row: Map<String, Value> = fields.map(|(field, value)| (column_of(field), value.clone())).collect();
    let columns = row.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    // Table and columns are names of this program; the values go in as one.
    let table = change.content.kind().as_str();
    let chosen = format!("SELECT {columns} FROM jsonb_populate_record(NULL::{table}, $2::jsonb)");
    let Some(version) = change.version else {
        let sql = format!("INSERT INTO {table} (id, {columns}) SELECT $1::uuid, p.* FROM ({chosen}) AS p");
        sqlx::query(AssertSqlSafe(sql)).bind(change.id).bind(Value::Object(row)).execute(db).await?;
        return Ok(true);
    };
    let sql = format!(
        "UPDATE {table} SET ({columns}) = ({chosen}) WHERE id = $1 AND version = $3 AND deleted_at IS NULL"
    );
    let saved = sqlx::query(AssertSqlSafe(sql)).bind(change.id).bind(Value::Object(row)).bind(version);
    Ok(saved.execute(db).await?.rows_affected() == 1)
}
