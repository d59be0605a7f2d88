//! Conflicts of a cell edit: fields that another writer has changed since the person saw them.

use crate::StoreError;
use crate::sheet::cell_edit::{CellClash, CellEdit};
use crate::sheet::held_records::HeldRecord;
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Column, apply_all};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

/// The fields of a cell edit that have changed since they were seen, and not to what they are to become.
pub(super) fn find_clashing_columns<'a>(
    held: &HeldRecord,
    cell: &'a CellEdit,
    fields: &DefinedFields,
    now: DateTime<Utc>,
) -> Vec<&'a Column> {
    let Some(seen) = cell.seen.as_ref().filter(|_| held.version != cell.version) else {
        return Vec::new();
    };
    let (mut after, mut deleted) = (held.record.clone(), held.deleted);
    let can_be = apply_all(&mut after, &mut deleted, &cell.steps, fields, now).is_ok();
    let is_free = |column: &Column| {
        let current = held.record.value(column);
        seen.get(column).is_some_and(|seen| is_same(seen, &current))
            || can_be && is_same(&after.value(column), &current)
    };
    cell.steps.iter().map(|step| &step.column).filter(|column| !is_free(column)).collect()
}

/// Whether two values are one for people: `10` and `10.0` are.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// What stands in the field, and, where that is to be `told`, who put it there.
pub(super) async fn describe_cell_clash(
    db: &mut PgConnection,
    kind: Kind,
    held: &HeldRecord,
    column: &Column,
    told: bool,
) -> Result<CellClash, StoreError> {
    let attribute = match column {
        Column::Attribute(key) => Some(key.as_str()),
        _ => None,
    };
    let last = if told {
        sqlx::query!(
            "SELECT actor, created_at, operation_id FROM revisions \
             WHERE kind = $1 AND record_id = $2 AND changes ? $3 \
               AND ($4::text IS NULL OR changes -> 'attributes' -> 'from' -> $4 IS DISTINCT FROM \
                 changes -> 'attributes' -> 'to' -> $4) \
             ORDER BY version DESC LIMIT 1",
            kind.as_str(),
            held.id,
            column.column_name(),
            attribute
        )
        .fetch_optional(db)
        .await?
    } else {
        None
    };
    Ok(CellClash {
        record_id: held.id,
        field: column.name(),
        now: held.record.value(column),
        changed_by: last.as_ref().map(|last| last.actor.clone()),
        changed_at: last.as_ref().map(|last| last.created_at),
        operation_id: last.and_then(|last| last.operation_id),
    })
}
