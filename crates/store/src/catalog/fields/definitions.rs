//! Defined fields: each has a version and is deleted softly; values of items are never changed.

use super::changes::{note_change, read_changes, state_of};
use crate::catalog::items::make_conflict_error;
use crate::connection::write::{BegunWrite, id_of, note_result, require_rows};
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::defined_fields::{
    DefinedField, DefinedFields, FieldDefinition, MAX_DEFINED_FIELDS,
};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::{BTreeSet, HashMap, HashSet};
use uuid::Uuid;

struct FieldRow {
    id: Uuid,
    content: Value,
    version: i32,
    updated_at: DateTime<Utc>,
    updated_by: String,
}

impl FieldRow {
    fn into_field(self) -> Result<DefinedField, StoreError> {
        let definition = serde_json::from_value(self.content);
        let definition = definition.map_err(|error| StoreError::Other(format!("a field: {error}")))?;
        Ok(DefinedField {
            id: self.id,
            definition,
            expected_in: Vec::new(),
            unknown_in: Vec::new(),
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        })
    }
}

impl Store {
    /// Lists the defined fields, in the order of the form, with the categories that expect them.
    pub async fn defined_fields(&self) -> Result<Vec<DefinedField>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_fields(&mut db, None).await
        })
        .await
    }

    /// Reads the definitions of fields, without what the database knows beside them: for the checks of a save.
    pub async fn field_definitions(&self) -> Result<DefinedFields, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_definitions(&mut db).await
        })
        .await
    }

    /// Lists the categories whose items should have these attributes, by attribute.
    pub async fn expecting_categories(
        &self,
        keys: &[String],
    ) -> Result<HashMap<String, Vec<String>>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_expecting(&mut db, keys).await
        })
        .await
    }

    /// The folded names among these of categories that neither the tree knows nor an item has that is not deleted.
    pub async fn unknown_categories(&self, names: &[String]) -> Result<Vec<String>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_unknown(&mut db, names).await
        })
        .await
    }

    /// Defines a field; none where there are too many already. `expected` are the categories that expect it from now
    /// on, as they are where absent.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] `catalog_fields_key_unique` or `catalog_fields_label_unique`.
    pub async fn create_field(
        &self,
        definition: &FieldDefinition,
        expected: Option<&[String]>,
        write: &Write,
    ) -> Result<Option<DefinedField>, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("create-field", write).await? {
                BegunWrite::Done(result) => {
                    let mut db = self.pool.acquire().await?;
                    return read_field(&mut db, id_of(&result)?).await.map(Some);
                }
                BegunWrite::New(tx) => tx,
            };
            lock_fields(&mut tx).await?;
            let id = Uuid::now_v7();
            let created = sqlx::query!(
                "INSERT INTO catalog_fields (id, key, content, updated_by) SELECT $1, $2, $3, $4 \
                 WHERE (SELECT count(*) FROM catalog_fields WHERE deleted_at IS NULL) < $5",
                id,
                definition.key,
                json!(definition),
                write.actor,
                i64::from(MAX_DEFINED_FIELDS)
            )
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if created == 0 {
                return Ok(None);
            }
            settle_expected(&mut tx, definition, expected, write).await?;
            let field = read_field(&mut tx, id).await?;
            note_change(&mut tx, id, None, Some(&state_of(&field)), write).await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(Some(field))
        })
        .await
    }

    /// Replaces what is defined of a field, which must still be at the version; its key stays. Where no categories are
    /// named as expecting it, those go on that did, but for those that required it and no longer do.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the field as it is, [`StoreError::NotFound`], [`StoreError::Constraint`]
    /// `catalog_fields_label_unique`.
    pub async fn update_field(
        &self,
        (id, version): (Uuid, i32),
        definition: &FieldDefinition,
        expected: Option<&[String]>,
        write: &Write,
    ) -> Result<DefinedField, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("update-field", write).await? {
                BegunWrite::Done(_) => {
                    let mut db = self.pool.acquire().await?;
                    return read_field(&mut db, id).await;
                }
                BegunWrite::New(tx) => tx,
            };
            lock_fields(&mut tx).await?;
            let current = read_field(&mut tx, id).await?;
            if current.version != version {
                return Err(make_conflict_error(&current));
            }
            let definition = FieldDefinition { key: current.definition.key.clone(), ..definition.clone() };
            write_definition(&mut tx, id, &definition, write).await?;
            let expected = match expected {
                Some(named) => named.to_vec(),
                None => read_expecting_still(&mut tx, &current.definition).await?,
            };
            settle_expected(&mut tx, &definition, Some(&expected), write).await?;
            let field = read_field(&mut tx, id).await?;
            note_change(&mut tx, id, Some(&state_of(&current)), Some(&state_of(&field)), write).await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(field)
        })
        .await
    }

    /// Takes the definition of a field away; no category expects it any more, the values of items stay.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is deleted already.
    pub async fn delete_field(&self, id: Uuid, write: &Write) -> Result<(), StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("delete-field", write).await? {
                BegunWrite::Done(_) => return Ok(()),
                BegunWrite::New(tx) => tx,
            };
            lock_fields(&mut tx).await?;
            let current = read_field(&mut tx, id).await?;
            mark_deleted(&mut tx, id, true, write).await?;
            expect_attribute(&mut tx, &current.definition.key, &[], write).await?;
            note_change(&mut tx, id, Some(&state_of(&current)), None, write).await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Brings a deleted field back; none where there are too many already.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none or it is not deleted; [`StoreError::Constraint`] where its key or
    /// its name was given to another field meanwhile.
    pub async fn restore_field(&self, id: Uuid, write: &Write) -> Result<Option<DefinedField>, StoreError> {
        self.run_long(async {
            let mut tx = match self.begin("restore-field", write).await? {
                BegunWrite::Done(_) => {
                    let mut db = self.pool.acquire().await?;
                    return read_field(&mut db, id).await.map(Some);
                }
                BegunWrite::New(tx) => tx,
            };
            lock_fields(&mut tx).await?;
            if is_full(&mut tx).await? {
                return Ok(None);
            }
            mark_deleted(&mut tx, id, false, write).await?;
            let definition = read_field(&mut tx, id).await?.definition;
            let last = read_changes(&mut tx, id, 1).await?.pop().and_then(|change| change.before);
            let before = last.map(|state| state.expected_in).unwrap_or_default();
            let expected = add_expecting(&mut tx, &definition.key, before).await?;
            settle_expected(&mut tx, &definition, Some(&expected), write).await?;
            let field = read_field(&mut tx, id).await?;
            note_change(&mut tx, id, None, Some(&state_of(&field)), write).await?;
            note_result(&mut tx, write, &json!({ "id": id })).await?;
            tx.commit().await?;
            Ok(Some(field))
        })
        .await
    }
}

/// Reads the definitions of fields that hold now.
pub(crate) async fn read_definitions(db: &mut PgConnection) -> Result<DefinedFields, StoreError> {
    let rows = sqlx::query_scalar!("SELECT content FROM catalog_fields WHERE deleted_at IS NULL");
    let rows: Vec<Value> = rows.fetch_all(&mut *db).await?;
    let read = rows.into_iter().filter_map(|content| serde_json::from_value(content).ok());
    let definitions: Vec<FieldDefinition> = read.collect();
    let requiring = definitions.iter().flat_map(|one| &one.required_in);
    let requiring: BTreeSet<String> = requiring.map(|category| normalize_text(category)).collect();
    let requiring: Vec<String> = requiring.into_iter().collect();
    let below = read_below(db, &requiring).await?;
    Ok(DefinedFields::new(definitions).with_categories_below(below))
}

/// Each of these folded categories with each category below it.
async fn read_below(db: &mut PgConnection, folded: &[String]) -> Result<Vec<(String, String)>, StoreError> {
    if folded.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"SELECT category AS "category!", below AS "below!" FROM categories_with_below($1)"#,
        folded
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| (row.category, row.below)).collect())
}

/// Keeps others from writing fields until the end of the transaction, so that the limit and the history hold, and
/// items from being written with expectations of before.
pub(crate) async fn lock_fields(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.expectations'))").fetch_one(db).await?;
    Ok(())
}

/// Whether as many fields are defined as may be.
pub(super) async fn is_full(db: &mut PgConnection) -> Result<bool, StoreError> {
    let count =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM catalog_fields WHERE deleted_at IS NULL"#);
    Ok(count.fetch_one(db).await? >= i64::from(MAX_DEFINED_FIELDS))
}

/// Writes what is defined over a field, deleted or not.
pub(super) async fn write_definition(
    db: &mut PgConnection,
    id: Uuid,
    definition: &FieldDefinition,
    write: &Write,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE catalog_fields SET content = $2, deleted_at = NULL, updated_by = $3, updated_at = now(), \
           version = version + 1 WHERE id = $1",
        id,
        json!(definition),
        write.actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Marks a field as deleted, or as there again.
///
/// # Errors
/// [`StoreError::NotFound`] where it is so already.
pub(super) async fn mark_deleted(
    db: &mut PgConnection,
    id: Uuid,
    deleted: bool,
    write: &Write,
) -> Result<(), StoreError> {
    let marked = sqlx::query!(
        "UPDATE catalog_fields SET deleted_at = CASE WHEN $2 THEN now() END, updated_by = $3, updated_at = now(), \
           version = version + 1 WHERE id = $1 AND (deleted_at IS NULL) = $2",
        id,
        deleted,
        write.actor
    )
    .execute(db)
    .await?;
    require_rows(marked.rows_affected())
}

/// Makes the categories expect the field that require it or are named, and no others; where none are named, those that
/// expect it now go on.
pub(super) async fn settle_expected(
    db: &mut PgConnection,
    definition: &FieldDefinition,
    expected: Option<&[String]>,
    write: &Write,
) -> Result<(), StoreError> {
    let mut categories: BTreeSet<String> = match expected {
        Some(named) => named.iter().map(|category| normalize_text(category)).collect(),
        None => add_expecting(&mut *db, &definition.key, Vec::new()).await?.into_iter().collect(),
    };
    categories.extend(definition.required_in.iter().map(|category| normalize_text(category)));
    categories.remove("");
    let categories: Vec<String> = categories.into_iter().collect();
    expect_attribute(db, &definition.key, &categories, write).await
}

/// The folded categories that expect a field beside those that required it `before`: an expectation that is of a
/// requirement ends with it.
async fn read_expecting_still(
    db: &mut PgConnection,
    before: &FieldDefinition,
) -> Result<Vec<String>, StoreError> {
    let requiring: HashSet<String> =
        before.required_in.iter().map(|category| normalize_text(category)).collect();
    let mut expecting = add_expecting(db, &before.key, Vec::new()).await?;
    expecting.retain(|category| !requiring.contains(category));
    Ok(expecting)
}

/// Adds to folded categories those that expect an attribute now.
pub(super) async fn add_expecting(
    db: &mut PgConnection,
    key: &str,
    mut categories: Vec<String>,
) -> Result<Vec<String>, StoreError> {
    let expecting = sqlx::query_scalar!(
        "SELECT category FROM category_expectations WHERE $1::text = ANY(attributes)",
        key
    );
    categories.extend(expecting.fetch_all(db).await?);
    Ok(categories)
}

/// Makes these folded categories expect an attribute, and no others.
pub(super) async fn expect_attribute(
    db: &mut PgConnection,
    key: &str,
    categories: &[String],
    write: &Write,
) -> Result<(), StoreError> {
    sqlx::query("SELECT expect_attribute($1::text, $2::text[], $3::text, $4::uuid)")
        .bind(key)
        .bind(categories)
        .bind(&write.actor)
        .bind(write.operation_id)
        .execute(db)
        .await?;
    Ok(())
}

/// A field that is not deleted.
///
/// # Errors
/// [`StoreError::NotFound`].
pub(crate) async fn read_field(db: &mut PgConnection, id: Uuid) -> Result<DefinedField, StoreError> {
    read_fields(db, Some(id)).await?.pop().ok_or(StoreError::NotFound)
}

/// The fields that are not deleted, in the order of the form; `id` alone where one is given.
async fn read_fields(db: &mut PgConnection, id: Option<Uuid>) -> Result<Vec<DefinedField>, StoreError> {
    let rows = sqlx::query_as!(
        FieldRow,
        "SELECT id, content, version, updated_at, updated_by FROM catalog_fields \
         WHERE deleted_at IS NULL AND ($1::uuid IS NULL OR id = $1)",
        id
    )
    .fetch_all(&mut *db)
    .await?;
    let fields: Result<Vec<DefinedField>, StoreError> = rows.into_iter().map(FieldRow::into_field).collect();
    let mut fields = fields?;
    let keys: Vec<String> = fields.iter().map(|field| field.definition.key.clone()).collect();
    let mut by_key = read_expecting(db, &keys).await?;
    for field in &mut fields {
        field.expected_in = by_key.remove(&field.definition.key).unwrap_or_default();
    }
    let named = fields.iter().flat_map(|field| field.definition.required_in.iter().chain(&field.expected_in));
    let named: Vec<String> = named.cloned().collect();
    let unknown: HashSet<String> = read_unknown(db, &named).await?.into_iter().collect();
    for field in &mut fields {
        let mut seen = HashSet::new();
        let named = field.definition.required_in.iter().chain(&field.expected_in);
        let is_unknown = |name: &&String| {
            let folded = normalize_text(name);
            unknown.contains(&folded) && seen.insert(folded)
        };
        field.unknown_in = named.filter(is_unknown).cloned().collect();
        spell_as_required(field, &unknown);
    }
    let order = |field: &DefinedField| (field.definition.position, field.definition.name.clone());
    fields.sort_by_key(order);
    Ok(fields)
}

/// Spells `unknown` categories that expect a field as it names them where they require it: neither the tree nor an item
/// has a spelling of them.
fn spell_as_required(field: &mut DefinedField, unknown: &HashSet<String>) {
    let required = &field.definition.required_in;
    for category in &mut field.expected_in {
        let folded = normalize_text(category);
        let is_it = |name: &&String| unknown.contains(&folded) && normalize_text(name) == folded;
        if let Some(name) = required.iter().find(is_it) {
            category.clone_from(name);
        }
    }
}

/// The folded names among these of categories that neither the tree knows nor an item has that is not deleted.
async fn read_unknown(db: &mut PgConnection, names: &[String]) -> Result<Vec<String>, StoreError> {
    let folded: BTreeSet<String> = names.iter().map(|name| normalize_text(name)).collect();
    let folded: Vec<String> = folded.into_iter().filter(|name| !name.is_empty()).collect();
    if folded.is_empty() {
        return Ok(folded);
    }
    let unknown = sqlx::query_scalar!(
        r#"SELECT n.folded AS "folded!" FROM unnest($1::text[]) AS n (folded)
           WHERE NOT EXISTS (SELECT FROM categories c WHERE c.folded = n.folded)
             AND NOT EXISTS (SELECT FROM catalog_grid g WHERE g.category = left(n.folded, 500) AND NOT g.deleted)"#,
        &folded
    );
    Ok(unknown.fetch_all(db).await?)
}

/// The categories that expect these attributes, by attribute, as the tree spells them, else as one of their items does.
async fn read_expecting(
    db: &mut PgConnection,
    keys: &[String],
) -> Result<HashMap<String, Vec<String>>, StoreError> {
    let expecting = sqlx::query!(
        r#"SELECT e.attributes, coalesce((SELECT i.category FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
             WHERE g.category = left(e.category, 500) AND i.category IS NOT NULL LIMIT 1), e.category) AS "spelled!"
           FROM category_expectations e WHERE e.attributes && $1 ORDER BY e.category"#,
        keys
    )
    .fetch_all(&mut *db)
    .await?;
    let folded: Vec<String> = expecting.iter().map(|row| normalize_text(&row.spelled)).collect();
    let named: Vec<(String, String)> =
        sqlx::query_as("SELECT folded, name FROM categories WHERE folded = ANY($1)")
            .bind(&folded)
            .fetch_all(db)
            .await?;
    let names: HashMap<String, String> = named.into_iter().collect();
    let mut by_key: HashMap<String, Vec<String>> = HashMap::new();
    for (row, folded) in expecting.into_iter().zip(&folded) {
        let spelled = names.get(folded).unwrap_or(&row.spelled);
        for key in row.attributes {
            by_key.entry(key).or_default().push(spelled.clone());
        }
    }
    Ok(by_key)
}
