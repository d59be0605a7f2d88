//! Reading of finance records.

use crate::{Store, StoreError};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::finance::Entry;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

/// What every record has besides its fields.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    id: Uuid,
    version: i32,
    updated_at: DateTime<Utc>,
}

impl Store {
    /// All records of a kind of finance that are not deleted, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Other`] for a kind whose records have other fields.
    pub async fn finance_entries<T: DeserializeOwned + Send>(
        &self,
        kind: PersonalKind,
    ) -> Result<Vec<Entry<T>>, StoreError> {
        // The table is a name of this crate.
        let sql = format!(
            "SELECT to_jsonb(r) FROM {} r WHERE deleted_at IS NULL ORDER BY created_at, id",
            kind.as_str()
        );
        let rows = sqlx::query_scalar::<_, Value>(AssertSqlSafe(sql)).fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter().map(read_entry).collect()
    }

    /// The record `id` of a kind of finance.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted.
    pub async fn finance_entry<T: DeserializeOwned + Send>(
        &self,
        kind: PersonalKind,
        id: Uuid,
    ) -> Result<Entry<T>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_entry(read_row(&mut db, kind, id).await?)
        })
        .await
    }
}

async fn read_row(db: &mut PgConnection, kind: PersonalKind, id: Uuid) -> Result<Value, StoreError> {
    // The table is a name of this crate.
    let sql = format!("SELECT to_jsonb(r) FROM {} r WHERE id = $1 AND deleted_at IS NULL", kind.as_str());
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(id).fetch_one(db).await?)
}

/// A record with the names of its fields.
///
/// # Errors
/// [`StoreError::NotFound`] where there is none or it is deleted.
pub(in crate::personal) async fn read_fields(
    db: &mut PgConnection,
    kind: PersonalKind,
    id: Uuid,
) -> Result<Value, StoreError> {
    Ok(name_fields(read_row(db, kind, id).await?))
}

fn read_entry<T: DeserializeOwned>(row: Value) -> Result<Entry<T>, StoreError> {
    let unknown = |error: serde_json::Error| StoreError::Other(format!("a record of finance: {error}"));
    let named = name_fields(row);
    let Frame { id, version, updated_at } = Frame::deserialize(&named).map_err(unknown)?;
    let fields = serde_json::from_value(named).map_err(unknown)?;
    Ok(Entry { id, version, updated_at, fields })
}

/// `due_day` as `dueDay`; names within a column stay.
fn name_fields(row: Value) -> Value {
    let Value::Object(columns) = row else { return row };
    Value::Object(columns.into_iter().map(|(name, value)| (field_of(&name), value)).collect::<Map<_, _>>())
}

fn field_of(column: &str) -> String {
    let mut parts = column.split('_');
    let mut field = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        field.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        field.push_str(letters.as_str());
    }
    field
}

/// `dueDay` as `due_day`.
pub(super) fn column_of(field: &str) -> String {
    let mut column = String::new();
    for letter in field.chars() {
        if letter.is_ascii_uppercase() {
            column.push('_');
        }
        column.push(letter.to_ascii_lowercase());
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_go_there_and_back() {
        for column in ["name", "due_day", "month_year", "total_installments"] {
            assert_eq!(column_of(&field_of(column)), column);
        }
        let row = json!({ "due_day": 5, "payments": { "2026-11": { "paidAt": "x", "left_alone": 1 } } });
        assert_eq!(
            name_fields(row),
            json!({ "dueDay": 5, "payments": { "2026-11": { "paidAt": "x", "left_alone": 1 } } })
        );
    }
}
