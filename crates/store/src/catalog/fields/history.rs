//! What fields were: each change with what it made of the field, and taking the last one back.

use super::changes::{note_change, state_of};
use super::definitions::{is_full, lock_fields, mark_deleted, read_field, settle_expected, write_definition};
use crate::connection::write::{BegunWrite, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::defined_fields::{DefinedField, FieldState};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// Changes that are listed at most.
const MOST: i64 = 200;

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

/// What came of taking a change of a field back.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldUndo {
    /// The field as it was before; none where it was not defined then.
    Done(Box<Option<DefinedField>>),
    /// The change is not the last one of the field.
    NotLast,
    /// As many fields are defined as may be.
    Full,
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

impl Store {
    /// The changes of a field, deleted or not, the latest first, at most 200.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn field_changes(&self, id: Uuid) -> Result<Vec<FieldChangeEntry>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            let changes = read_changes(&mut db, id, MOST).await?;
            if changes.is_empty() { Err(StoreError::NotFound) } else { Ok(changes) }
        })
        .await
    }

    /// Takes the last change of a field back, which must be that of `operation`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Constraint`] where the key or the name was given to another field.
    pub async fn undo_field_change(
        &self,
        id: Uuid,
        operation: Uuid,
        write: &Write,
    ) -> Result<FieldUndo, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("undo-field", write).await? {
                BegunWrite::Done(_) => {
                    let mut db = self.pool.acquire().await?;
                    let field = find_field(&mut db, id).await?;
                    return Ok(FieldUndo::Done(Box::new(field)));
                }
                BegunWrite::New(tx) => tx,
            };
            lock_fields(&mut tx).await?;
            let last = read_changes(&mut tx, id, 1).await?.pop().ok_or(StoreError::NotFound)?;
            if last.operation_id != operation {
                return Ok(FieldUndo::NotLast);
            }
            let current = find_field(&mut tx, id).await?;
            match &last.before {
                Some(before) => {
                    if current.is_none() && is_full(&mut tx).await? {
                        return Ok(FieldUndo::Full);
                    }
                    write_definition(&mut tx, id, &before.definition, write).await?;
                    let expected = find_expecting_categories(current.as_ref(), before, last.after.as_ref());
                    settle_expected(&mut tx, &before.definition, expected.as_deref(), write).await?;
                }
                None => mark_deleted(&mut tx, id, true, write).await?,
            }
            let field = find_field(&mut tx, id).await?;
            let (before, after) = (current.as_ref().map(state_of), field.as_ref().map(state_of));
            note_change(&mut tx, id, before.as_ref(), after.as_ref(), write).await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(FieldUndo::Done(Box::new(field)))
        })
        .await
    }
}

/// The categories that expect a field once its change from `before` to `after` is taken back: what others settled since
/// stays. None where the change was about other things.
fn find_expecting_categories(
    current: Option<&DefinedField>,
    before: &FieldState,
    after: Option<&FieldState>,
) -> Option<Vec<String>> {
    let (current, after) = (current?, after?);
    if before.expected_in == after.expected_in {
        return None;
    }
    let (was, became) = (&before.expected_in, &after.expected_in);
    let now = state_of(current).expected_in.into_iter();
    let mut expected: Vec<String> =
        now.filter(|category| was.contains(category) || !became.contains(category)).collect();
    expected.extend(was.iter().filter(|category| !became.contains(category)).cloned());
    Some(expected)
}

/// The field where it is not deleted.
async fn find_field(db: &mut PgConnection, id: Uuid) -> Result<Option<DefinedField>, StoreError> {
    match read_field(db, id).await {
        Ok(field) => Ok(Some(field)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The changes of a field, the latest first.
async fn read_changes(
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
