//! History of defined fields: writing and reading its entries.

use crate::{StoreError, Write};
use celeiro_domain::catalog::defined_fields::{DefinedField, FieldState};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// A change of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChangeEntry {
    /// The operation that made it.
    pub operation_id: Uuid,
    /// What the field was before; none where it was not defined.
    pub before: Option<FieldState>,
    /// What it was after; none where it was deleted.
    pub after: Option<FieldState>,
    /// The actor.
    pub actor: String,
    /// When.
    pub at: DateTime<Utc>,
}

struct ChangeRow {
    operation_id: Uuid,
    before: Option<Value>,
    after: Option<Value>,
    actor: String,
    created_at: DateTime<Utc>,
}

impl ChangeRow {
    fn into_entry(self) -> FieldChangeEntry {
        let state = |stored: Option<Value>| stored.and_then(|state| serde_json::from_value(state).ok());
        FieldChangeEntry {
            operation_id: self.operation_id,
            before: state(self.before),
            after: state(self.after),
            actor: self.actor,
            at: self.created_at,
        }
    }
}

/// State of a defined field as the history holds it.
pub(crate) fn state_of(field: &DefinedField) -> FieldState {
    let expected_in = field.expected_in.iter().map(|category| normalize_text(category)).collect();
    FieldState { definition: field.definition.clone(), expected_in }
}

/// Notes what a field was before and after a change.
pub(crate) async fn note_change(
    db: &mut PgConnection,
    id: Uuid,
    before: Option<&FieldState>,
    after: Option<&FieldState>,
    write: &Write,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO catalog_field_changes (field_id, before, after, actor, operation_id) VALUES ($1, $2, $3, $4, $5)",
        id,
        before.map(|state| json!(state)),
        after.map(|state| json!(state)),
        write.actor,
        write.operation_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The changes of a field, the latest first.
pub(super) async fn read_changes(
    db: &mut PgConnection,
    id: Uuid,
    most: i64,
) -> Result<Vec<FieldChangeEntry>, StoreError> {
    let rows = sqlx::query_as!(
        ChangeRow,
        "SELECT operation_id, before, after, actor, created_at FROM catalog_field_changes \
         WHERE field_id = $1 ORDER BY id DESC LIMIT $2",
        id,
        most
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ChangeRow::into_entry).collect())
}
