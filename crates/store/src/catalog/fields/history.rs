//! Versions of defined fields: each change with its result, and undo of the last one.

use super::changes::{FieldChangeEntry, note_change, read_changes, state_of};
use super::definitions::{
    add_expecting, expect_attribute, is_full, lock_fields, mark_deleted, read_field, settle_expected,
    write_definition,
};
use crate::connection::write::{BegunWrite, note_result};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::defined_fields::{DefinedField, FieldState};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// Changes that are listed at most.
const MOST: i64 = 200;

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
                    let expected = match &last.after {
                        Some(after) => find_expecting_categories(current.as_ref(), before, after),
                        // Those that expected it when it was deleted do so again.
                        None => {
                            let were = before.expected_in.clone();
                            Some(add_expecting(&mut tx, &before.definition.key, were).await?)
                        }
                    };
                    settle_expected(&mut tx, &before.definition, expected.as_deref(), write).await?;
                }
                None => {
                    mark_deleted(&mut tx, id, true, write).await?;
                    if let Some(made) = &last.after {
                        forget_expecting(&mut tx, &made.definition.key, operation, write).await?;
                    }
                }
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
    after: &FieldState,
) -> Option<Vec<String>> {
    let current = current?;
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

/// Takes an attribute out of what categories expect since `operation` made them expect it; those that did before go on.
async fn forget_expecting(
    db: &mut PgConnection,
    key: &str,
    operation: Uuid,
    write: &Write,
) -> Result<(), StoreError> {
    let made = sqlx::query_scalar!(
        "SELECT c.category FROM category_expectation_changes c WHERE c.operation_id = $1 \
           AND $2 = ANY(c.attributes_after) AND NOT $2 = ANY(coalesce(c.attributes_before, '{}'))",
        operation,
        key
    )
    .fetch_all(&mut *db)
    .await?;
    let mut expecting = add_expecting(&mut *db, key, Vec::new()).await?;
    expecting.retain(|category| !made.contains(category));
    expect_attribute(db, key, &expecting, write).await
}

/// The field where it is not deleted.
async fn find_field(db: &mut PgConnection, id: Uuid) -> Result<Option<DefinedField>, StoreError> {
    match read_field(db, id).await {
        Ok(field) => Ok(Some(field)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}
