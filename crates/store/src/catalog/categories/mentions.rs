//! Mentions of a category outside items: requirements of defined fields, filters of views, defaults of supplier
//! profiles, and expectations of a category.
//!
//! Of each row only the part that names categories is read and written; other parts may change concurrently.

use crate::StoreError;
use crate::catalog::expectations::renew_inherited;
use crate::catalog::fields::changes::{note_change, state_of};
use crate::catalog::fields::definitions::{lock_fields, read_field};
use crate::connection::write::Write;
use celeiro_domain::catalog::categories::{CategoryRename, replace_category};
use celeiro_domain::text::normalize_text;
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::BTreeSet;
use uuid::Uuid;

/// What something is that names a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MentionKind {
    /// A defined field that the category requires.
    Field,
    /// A saved view that filters by it.
    View,
    /// A supplier whose products get it where a file says nothing.
    ImportProfile,
    /// What the category is expected to say.
    Expectation,
}

impl MentionKind {
    const ALL: [Self; 4] = [Self::Field, Self::View, Self::ImportProfile, Self::Expectation];

    /// The stored name.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::View => "view",
            Self::ImportProfile => "import-profile",
            Self::Expectation => "expectation",
        }
    }

    pub(super) fn parse(stored: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == stored)
    }
}

/// Something that names a category, and what becomes of that part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mention {
    /// What it is.
    pub kind: MentionKind,
    /// Its id; of an expectation the folded category.
    pub record: String,
    /// Its name; none where it has none, or where it is another person's alone.
    pub name: Option<String>,
    /// The part that names categories, before; none where there was none.
    pub before: Option<Value>,
    /// The same afterwards.
    pub after: Option<Value>,
}

/// Keeps others from writing what names categories until the end of the transaction: what they save meanwhile would be
/// written over.
pub(super) async fn lock_mentions(db: &mut PgConnection) -> Result<(), StoreError> {
    lock_fields(db).await?;
    sqlx::query("SELECT FROM grid_views WHERE kind = 'items' ORDER BY id FOR NO KEY UPDATE")
        .execute(&mut *db)
        .await?;
    sqlx::query("SELECT FROM import_profiles ORDER BY id FOR NO KEY UPDATE").execute(db).await?;
    Ok(())
}

/// What names the category of `rename`, fields first: what they require is expected. Names of other persons' views
/// are left out for `reader`.
pub(super) async fn find_mentions(
    db: &mut PgConnection,
    rename: &CategoryRename,
    reader: &str,
) -> Result<Vec<Mention>, StoreError> {
    let mut mentions = find_in_fields(db, rename).await?;
    mentions.extend(find_in_views(db, rename, reader).await?);
    mentions.extend(find_in_profiles(db, rename).await?);
    mentions.extend(find_expectations(db, rename).await?);
    Ok(mentions)
}

async fn find_in_fields(db: &mut PgConnection, rename: &CategoryRename) -> Result<Vec<Mention>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id::text AS "id!", content ->> 'name' AS name, content -> 'requiredIn' AS "part!" FROM catalog_fields
           WHERE deleted_at IS NULL AND EXISTS (SELECT FROM jsonb_array_elements_text(content -> 'requiredIn') AS c
             WHERE normalize_text(c) = $1)
           ORDER BY 2, 1"#,
        rename.from
    )
    .fetch_all(db)
    .await?;
    let mentions = rows.into_iter().filter_map(|row| {
        let after = replace_in_texts(&row.part, rename)?;
        let (kind, before) = (MentionKind::Field, Some(row.part));
        Some(Mention { kind, record: row.id, name: row.name, before, after: Some(after) })
    });
    Ok(mentions.collect())
}

async fn find_in_views(
    db: &mut PgConnection,
    rename: &CategoryRename,
    reader: &str,
) -> Result<Vec<Mention>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id::text AS "id!", CASE WHEN shared OR owner = $2 THEN name END AS name, content -> 'filters' AS "part!"
           FROM grid_views
           WHERE kind = 'items' AND EXISTS (SELECT FROM jsonb_path_query(content,
             '$.filters[*] ? (@.column == "category" && (@.test == "is" || @.test == "isNot")).values[*]') AS v
             WHERE normalize_text(v #>> '{}') = $1)
           ORDER BY 2, 1"#,
        rename.from,
        reader
    )
    .fetch_all(db)
    .await?;
    let mentions = rows.into_iter().filter_map(|row| {
        let after = replace_in_filters(&row.part, rename)?;
        let (kind, before) = (MentionKind::View, Some(row.part));
        Some(Mention { kind, record: row.id, name: row.name, before, after: Some(after) })
    });
    Ok(mentions.collect())
}

async fn find_in_profiles(
    db: &mut PgConnection,
    rename: &CategoryRename,
) -> Result<Vec<Mention>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id::text AS "id!", name, content #> '{defaults,category}' AS "part!" FROM import_profiles
           WHERE normalize_text(content #>> '{defaults,category}') = $1 ORDER BY 2, 1"#,
        rename.from
    )
    .fetch_all(db)
    .await?;
    let mentions = rows.into_iter().map(|row| Mention {
        kind: MentionKind::ImportProfile,
        record: row.id,
        name: Some(row.name),
        before: Some(row.part),
        after: Some(json!(rename.to)),
    });
    Ok(mentions.collect())
}

/// What the category was expected to say, the other one is expected to say too.
async fn find_expectations(
    db: &mut PgConnection,
    rename: &CategoryRename,
) -> Result<Vec<Mention>, StoreError> {
    let to = normalize_text(&rename.to);
    let mention = |record: &str, before: Option<Value>, after: Option<Value>| Mention {
        kind: MentionKind::Expectation,
        record: record.to_owned(),
        name: None,
        before,
        after,
    };
    let Some(from_state) = read_expectation(db, &rename.from).await? else { return Ok(Vec::new()) };
    if to == rename.from {
        return Ok(Vec::new());
    }
    let to_state = read_expectation(db, &to).await?;
    let after = match &to_state {
        None => from_state.clone(),
        Some(own) => {
            let both: BTreeSet<String> =
                attributes_of(own).into_iter().chain(attributes_of(&from_state)).collect();
            json!({ "attributes": both, "origin": own["origin"], "actor": own["actor"] })
        }
    };
    Ok(vec![mention(&rename.from, Some(from_state), None), mention(&to, to_state, Some(after))])
}

/// The attributes of a stored expectation.
pub(super) fn attributes_of(state: &Value) -> Vec<String> {
    let list = state["attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A list of texts with the new name; none where the category is not in it.
fn replace_in_texts(list: &Value, rename: &CategoryRename) -> Option<Value> {
    let texts: Vec<String> = list.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    replace_category(&texts, &rename.from, &rename.to).map(|texts| json!(texts))
}

/// Conditions with the new name; none where no condition on the category is about it.
fn replace_in_filters(filters: &Value, rename: &CategoryRename) -> Option<Value> {
    let mut filters = filters.clone();
    let mut replaced = false;
    for filter in filters.as_array_mut()? {
        let compares =
            filter["column"] == "category" && (filter["test"] == "is" || filter["test"] == "isNot");
        if let Some(values) = replace_in_texts(&filter["values"], rename).filter(|_| compares) {
            filter["values"] = values;
            replaced = true;
        }
    }
    replaced.then_some(filters)
}

/// Writes that part of a mention; of an expectation, none takes it away. What is gone meanwhile stays gone.
pub(super) async fn write_part(
    db: &mut PgConnection,
    (kind, record): (MentionKind, &str),
    part: Option<&Value>,
    write: &Write,
) -> Result<(), StoreError> {
    let id = || -> Result<Uuid, StoreError> {
        record.parse().map_err(|_| StoreError::Other("a mention without its id".into()))
    };
    match (kind, part) {
        (MentionKind::Expectation, part) => write_expectation(db, record, part, write).await,
        (_, None) => Ok(()),
        (MentionKind::Field, Some(part)) => write_requirement(db, id()?, part, write).await,
        (MentionKind::View, Some(part)) => {
            sqlx::query!(
                "UPDATE grid_views SET content = jsonb_set(content, '{filters}', $2), version = version + 1, \
                   updated_at = now() WHERE id = $1",
                id()?,
                part
            )
            .execute(db)
            .await?;
            Ok(())
        }
        (MentionKind::ImportProfile, Some(part)) => {
            sqlx::query!(
                "UPDATE import_profiles SET content = jsonb_set(content, '{defaults,category}', $2), \
                   updated_at = clock_timestamp() WHERE id = $1",
                id()?,
                part
            )
            .execute(db)
            .await?;
            Ok(())
        }
    }
}

/// The part of a mention that names categories, as it is now.
pub(super) async fn read_part(
    db: &mut PgConnection,
    kind: MentionKind,
    record: &str,
) -> Result<Option<Value>, StoreError> {
    let part = match kind {
        MentionKind::Expectation => return read_expectation(db, record).await,
        MentionKind::Field => {
            let part = sqlx::query_scalar!(
                "SELECT content -> 'requiredIn' FROM catalog_fields WHERE id::text = $1 AND deleted_at IS NULL",
                record
            );
            part.fetch_optional(db).await?
        }
        MentionKind::View => {
            let part = sqlx::query_scalar!(
                "SELECT content -> 'filters' FROM grid_views WHERE id::text = $1",
                record
            );
            part.fetch_optional(db).await?
        }
        MentionKind::ImportProfile => {
            let part = sqlx::query_scalar!(
                "SELECT content #> '{defaults,category}' FROM import_profiles WHERE id::text = $1",
                record
            );
            part.fetch_optional(db).await?
        }
    };
    Ok(part.flatten())
}

/// Makes other categories require a field, with an entry in its history.
async fn write_requirement(
    db: &mut PgConnection,
    id: Uuid,
    categories: &Value,
    write: &Write,
) -> Result<(), StoreError> {
    let before = match read_field(db, id).await {
        Ok(field) => state_of(&field),
        Err(StoreError::NotFound) => return Ok(()),
        Err(error) => return Err(error),
    };
    sqlx::query!(
        "UPDATE catalog_fields SET content = jsonb_set(content, '{requiredIn}', $2), version = version + 1, \
           updated_by = $3, updated_at = now() WHERE id = $1",
        id,
        categories,
        write.actor
    )
    .execute(&mut *db)
    .await?;
    let after = state_of(&read_field(db, id).await?);
    note_change(db, id, Some(&before), Some(&after), write).await
}

async fn read_expectation(db: &mut PgConnection, folded: &str) -> Result<Option<Value>, StoreError> {
    let row = sqlx::query!(
        "SELECT attributes, origin, actor FROM category_expectations WHERE category = $1",
        folded
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| json!({ "attributes": row.attributes, "origin": row.origin, "actor": row.actor })))
}

/// Settles an expectation as it was, or takes it away; completeness follows.
async fn write_expectation(
    db: &mut PgConnection,
    folded: &str,
    state: Option<&Value>,
    write: &Write,
) -> Result<(), StoreError> {
    let Some(state) = state else {
        sqlx::query!("DELETE FROM category_expectations WHERE category = $1", folded)
            .execute(&mut *db)
            .await?;
        return renew_inherited(db, &[folded.to_owned()]).await;
    };
    sqlx::query("SELECT settle_expectation($1::text, $2::text[], $3::text, $4::text, $5::uuid)")
        .bind(folded)
        .bind(attributes_of(state))
        .bind(state["origin"].as_str().unwrap_or("person"))
        .bind(state["actor"].as_str())
        .bind(write.operation_id)
        .execute(db)
        .await?;
    Ok(())
}
