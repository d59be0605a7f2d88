//! Revision history of a record: the result of each save.

use crate::{Origin, Store, StoreError};
use celeiro_domain::catalog::{FieldChange, HistoryEntry};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use serde_json::{Map, Value};
use uuid::Uuid;

impl Store {
    /// The number of the newest change of any record; 0 where nothing was ever changed.
    pub async fn last_revision(&self) -> Result<i64, StoreError> {
        let last =
            sqlx::query_scalar::<_, i64>("SELECT coalesce(max(id), 0) FROM revisions").fetch_one(&self.pool);
        self.run(async { Ok(last.await?) }).await
    }

    /// Lists the saves in the history of a record, the latest first.
    pub async fn history(
        &self,
        kind: Kind,
        id: Uuid,
        offset: i64,
        limit: i64,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT r.version, r.actor, r.source, r.operation_id, o.kind AS "operation?", r.created_at, r.changes,
                 o.result ->> 'proposedBy' AS proposed_by
               FROM revisions r LEFT JOIN operations o ON o.id = r.operation_id
               WHERE r.record_id = $1 AND r.kind = $2 ORDER BY r.version DESC, r.id DESC OFFSET $3 LIMIT $4"#,
            id,
            kind.as_str(),
            offset,
            limit
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        Ok(rows
            .into_iter()
            .map(|row| HistoryEntry {
                version: row.version,
                confirmed_by: confirmed_by(&row.source, &row.actor),
                proposed_by: row.proposed_by,
                actor: row.actor,
                source: row.source,
                operation_id: row.operation_id,
                operation: row.operation,
                at: row.created_at,
                changes: field_changes(row.changes),
            })
            .collect())
    }
}

/// Names the person who confirmed a change that the assistant proposed.
pub(crate) fn confirmed_by(source: &str, actor: &str) -> Option<String> {
    (source == Origin::Assistant.as_str()).then(|| actor.to_owned())
}

/// Lists the changed fields of a revision as people know them.
pub(crate) fn field_changes(changes: Value) -> Vec<FieldChange> {
    let Value::Object(changes) = changes else { return Vec::new() };
    let mut fields: Vec<FieldChange> = changes
        .into_iter()
        .flat_map(|(field, mut change)| {
            let (from, to) = (change["from"].take(), change["to"].take());
            match field.as_str() {
                "attributes" => diff_attributes(from, to),
                "deleted_at" => {
                    vec![field_change("deleted_at", Value::Bool(!from.is_null()), Value::Bool(!to.is_null()))]
                }
                _ => vec![field_change(&field, from, to)],
            }
        })
        .collect();
    fields.sort_by(|a, b| a.field.cmp(&b.field));
    fields
}

/// A change under the column's wire name instead of its stored one.
fn field_change(stored: &str, from: Value, to: Value) -> FieldChange {
    FieldChange { field: Column::wire_name(stored), from, to }
}

/// One change for each attribute whose value differs; an absent attribute counts as null.
fn diff_attributes(from: Value, to: Value) -> Vec<FieldChange> {
    let object = |value| match value {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    let (mut from, mut to) = (object(from), object(to));
    let mut keys: Vec<String> = from.keys().chain(to.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys.into_iter()
        .map(|key| FieldChange {
            from: from.remove(&key).unwrap_or_default(),
            to: to.remove(&key).unwrap_or_default(),
            field: format!("attributes.{key}"),
        })
        .filter(|change| change.from != change.to)
        .collect()
}
