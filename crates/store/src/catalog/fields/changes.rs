//! Notes of the history of fields.

use crate::{StoreError, Write};
use celeiro_domain::catalog::defined_fields::{DefinedField, FieldState};
use celeiro_domain::text::normalize_text;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// A field as the history holds it.
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
