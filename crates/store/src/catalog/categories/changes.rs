//! Changes of the category tree. Items that get another category are written as a bulk edit writes them, so that
//! history, search and undo include them; all other mentions of the category follow in the same transaction.

use super::change_log::{note_mention, note_nodes};
use super::mentions::{
    Mention, MentionKind, attributes_of, find_mentions, lock_mentions, read_part, write_part,
};
use super::nodes::{StoredTree, lock_categories, read_tree, write_nodes};
use crate::catalog::items::make_conflict_error;
use crate::connection::encode::encode_json;
use crate::connection::transaction::begin_transaction;
use crate::connection::write::{BegunWrite, finish, lock_bulk_exclusive, name_operation, retry_on_deadlock};
use crate::sheet::edits::{Edits, apply};
use crate::sheet::held_records::hold_records;
use crate::{Store, StoreError, Write};
use celeiro_domain::catalog::categories::{
    CategoryChange, CategoryPlan, CategoryRefusal, CategoryRename, CategoryTree, FoundCategory,
    plan_category_change,
};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Items written at once.
const WRITTEN: usize = 250;

/// A change of the tree that is made.
#[derive(Debug, Clone, Copy)]
pub struct CategoryEdit<'a> {
    /// The change, checked.
    pub change: &'a CategoryChange,
    /// The version of the category that the person saw, 0 where items alone had it; not compared where absent.
    pub version: Option<i32>,
}

/// A change of the tree that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryEdited {
    /// The name of the category afterwards; of one that was merged, that of the other.
    pub name: String,
    /// Items that got another category, deleted ones too.
    pub items: i64,
}

/// Something that follows a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowingMention {
    /// What it is.
    pub kind: MentionKind,
    /// Its name; none where it is another person's view.
    pub name: Option<String>,
}

/// What a change would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryOutlook {
    /// The name of the category afterwards.
    pub name: String,
    /// The version of the category; 0 where items alone have it, none where it is new.
    pub version: Option<i32>,
    /// Items that are not deleted and get another category.
    pub items: i64,
    /// Categories below it, which go along.
    pub below: i64,
    /// Attributes that the one that moves, or either of two that are merged, is expected to say from then on beside
    /// those that it is expected to say now.
    pub expected: Vec<String>,
    /// What else follows.
    pub mentions: Vec<FollowingMention>,
}

/// The kind of the operation that makes a change.
fn kind_of(change: &CategoryChange) -> &'static str {
    match change {
        CategoryChange::Create { .. } => "create-category",
        CategoryChange::Rename { .. } => "rename-category",
        CategoryChange::Move { .. } => "move-category",
        CategoryChange::Merge { .. } => "merge-category",
        CategoryChange::Delete { .. } => "delete-category",
    }
}

impl Store {
    /// Makes a change of the tree; inside, why it cannot be made.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] with the category as it is, null where it is gone, where it is not in the version that
    /// was seen.
    pub async fn change_category(
        &self,
        edit: CategoryEdit<'_>,
        write: &Write,
    ) -> Result<Result<CategoryEdited, CategoryRefusal>, StoreError> {
        let kind = kind_of(edit.change);
        self.run_long(async {
            retry_on_deadlock!(async {
                let begun = match edit.change.writes_items() {
                    true => self.begin_many(kind, write).await?,
                    false => self.begin(kind, write).await?,
                };
                let mut tx = match begun {
                    BegunWrite::Done(result) => {
                        let done = serde_json::from_value(result);
                        return done
                            .map(Ok)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                if edit.change.writes_items() {
                    lock_bulk_exclusive(&mut tx).await?;
                }
                lock_categories(&mut tx).await?;
                let found = find_items(&mut tx, edit.change).await?;
                let stored = read_tree(&mut tx).await?;
                require_version(&stored, &found, edit)?;
                let plan = match plan_category_change(&stored.tree, &found, edit.change, Uuid::now_v7) {
                    Ok(plan) => plan,
                    Err(refusal) => return Ok(Err(refusal)),
                };
                let subject = name_subject(&stored.tree, &found, edit.change, &plan);
                let done = write_plan(&mut tx, plan, write).await?;
                name_operation(&mut tx, write, &subject).await?;
                finish(&mut tx, write, &encode_json(&done)?).await?;
                tx.commit().await?;
                Ok(Ok(done))
            })
        })
        .await
    }

    /// What a change would do; inside, why it cannot be made. Views of others than `reader` are not named.
    pub async fn preview_category_change(
        &self,
        change: &CategoryChange,
        reader: &str,
    ) -> Result<Result<CategoryOutlook, CategoryRefusal>, StoreError> {
        self.run(async {
            // One moment for all that is read.
            let mut tx = begin_transaction(&self.pool).await?;
            sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                .execute(&mut *tx)
                .await?;
            let found = find_items(&mut tx, change).await?;
            let stored = read_tree(&mut tx).await?;
            let plan = match plan_category_change(&stored.tree, &found, change, Uuid::now_v7) {
                Ok(plan) => plan,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let below = change.category().and_then(|name| stored.tree.find(name));
            let below = below.map_or(0, |node| stored.tree.descendants(node.id).len());
            let mut outlook = CategoryOutlook {
                name: plan.name,
                version: change.category().map(|name| stored.version_of(name).unwrap_or(0)),
                items: 0,
                below: i64::try_from(below).unwrap_or(i64::MAX),
                expected: Vec::new(),
                mentions: Vec::new(),
            };
            if let Some(rename) = &plan.rename {
                outlook.items = count_renamed(&mut tx, rename).await?;
                let mentions = find_mentions(&mut tx, rename, reader).await?;
                let is_merge = matches!(change, CategoryChange::Merge { .. });
                let now = read_expected(&mut tx, &rename.to).await?;
                let new = mentions.iter().flat_map(|mention| find_new_attributes(mention, is_merge));
                outlook.expected = new.filter(|key| !now.contains(key)).collect();
                if is_merge && outlook.items > 0 {
                    // Of the items that come, what the other category is expected to say already is new too.
                    let before = read_expected(&mut tx, &rename.from).await?;
                    outlook.expected.extend(now.into_iter().filter(|key| !before.contains(key)));
                }
                let named = mentions.into_iter().filter(|mention| mention.kind != MentionKind::Expectation);
                outlook.mentions =
                    named.map(|one| FollowingMention { kind: one.kind, name: one.name }).collect();
            }
            if let CategoryChange::Move { category, parent: Some(parent) } = change {
                let now = read_expected(&mut tx, category).await?;
                outlook.expected = read_expected(&mut tx, parent).await?;
                outlook.expected.retain(|key| !now.contains(key));
            }
            Ok(Ok(outlook))
        })
        .await
    }
}

/// The categories of items among those that a change names, by their folded names.
async fn find_items(
    db: &mut PgConnection,
    change: &CategoryChange,
) -> Result<HashMap<String, FoundCategory>, StoreError> {
    let names: Vec<String> = change.names().into_iter().map(normalize_text).collect();
    let rows = sqlx::query!(
        r#"SELECT g.category AS "folded!", count(*) AS "items!",
             (array_agg(i.category ORDER BY i.id))[1] AS "name!"
           FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
           WHERE g.category = ANY($1) AND NOT g.deleted GROUP BY g.category"#,
        &names
    )
    .fetch_all(db)
    .await?;
    let found = rows.into_iter().map(|row| (row.folded, FoundCategory { name: row.name, items: row.items }));
    Ok(found.collect())
}

/// Compares the category with what the person saw.
fn require_version(
    stored: &StoredTree,
    found: &HashMap<String, FoundCategory>,
    edit: CategoryEdit<'_>,
) -> Result<(), StoreError> {
    let (Some(seen), Some(category)) = (edit.version, edit.change.category()) else { return Ok(()) };
    let of_items = || found.contains_key(&normalize_text(category)).then_some(0);
    let now = stored.version_of(category).or_else(of_items);
    if now == Some(seen) {
        return Ok(());
    }
    let current = now.map(|version| {
        let node = stored.tree.find(category);
        let parent = node.and_then(|node| stored.tree.get(node.parent?)).map(|parent| &parent.name);
        json!({ "name": node.map_or(category, |node| node.name.as_str()), "parent": parent, "version": version })
    });
    Err(make_conflict_error(&current))
}

/// What a change is of, as the log of operations calls it: the category, and its new name or the one that it went into.
fn name_subject(
    tree: &CategoryTree,
    found: &HashMap<String, FoundCategory>,
    change: &CategoryChange,
    plan: &CategoryPlan,
) -> String {
    match change {
        CategoryChange::Rename { category, .. } | CategoryChange::Merge { category, .. } => {
            let of_items = || found.get(&normalize_text(category)).map(|found| found.name.as_str());
            let former = tree.find(category).map(|node| node.name.as_str()).or_else(of_items);
            format!("{} → {}", former.unwrap_or(category), plan.name)
        }
        CategoryChange::Create { .. } | CategoryChange::Move { .. } | CategoryChange::Delete { .. } => {
            plan.name.clone()
        }
    }
}

/// Writes a change with all that follows.
async fn write_plan(
    db: &mut PgConnection,
    plan: CategoryPlan,
    write: &Write,
) -> Result<CategoryEdited, StoreError> {
    let mut items = 0;
    if let Some(rename) = &plan.rename {
        items = rename_in_items(db, rename).await?;
        lock_mentions(db).await?;
        for mention in find_mentions(db, rename, &write.actor).await? {
            write_mention(db, mention, write).await?;
        }
    }
    write_nodes(db, &plan.changes).await?;
    note_nodes(db, write.operation_id, &plan.changes).await?;
    Ok(CategoryEdited { name: plan.name, items })
}

/// Writes what names a category, and notes what became of it: an expectation has what is required beside what it gets.
async fn write_mention(db: &mut PgConnection, mut mention: Mention, write: &Write) -> Result<(), StoreError> {
    write_part(db, (mention.kind, &mention.record), mention.after.as_ref(), write).await?;
    mention.after = read_part(db, mention.kind, &mention.record).await?;
    note_mention(db, write.operation_id, &mention).await
}

/// Gives items their new category, deleted ones too: one that is restored is not to bring the old one back.
async fn rename_in_items(db: &mut PgConnection, rename: &CategoryRename) -> Result<i64, StoreError> {
    let ids = sqlx::query_scalar!(
        r#"SELECT i.id AS "id!" FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
           WHERE g.category = left($1, 500) AND normalize_text(i.category) = $1 AND i.category <> $2 ORDER BY i.id"#,
        rename.from,
        rename.to
    )
    .fetch_all(&mut *db)
    .await?;
    hold_records(db, Kind::Items, &ids).await?;
    let fields: Value = json!({ "category": rename.to });
    for ids in ids.chunks(WRITTEN) {
        let edits = Edits { ids: ids.to_vec(), fields: vec![fields.clone(); ids.len()] };
        apply(db, Kind::Items, &edits).await?;
    }
    Ok(i64::try_from(ids.len()).unwrap_or(i64::MAX))
}

/// What a category is expected to say, with those above it.
async fn read_expected(db: &mut PgConnection, category: &str) -> Result<Vec<String>, StoreError> {
    let folded = normalize_text(category);
    let attributes =
        sqlx::query_scalar!("SELECT attributes FROM inherited_expectations WHERE category = $1", folded);
    Ok(attributes.fetch_optional(db).await?.unwrap_or_default())
}

/// How many items that are not deleted get another category.
async fn count_renamed(db: &mut PgConnection, rename: &CategoryRename) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM catalog_grid g JOIN catalog_items i ON i.id = g.item_id
           WHERE g.category = left($1, 500) AND NOT g.deleted AND normalize_text(i.category) = $1 AND i.category <> $2"#,
        rename.from,
        rename.to
    );
    Ok(count.fetch_one(db).await?)
}

/// Attributes that an expectation gets. One of a new name alone keeps what it was; a category that others go into may
/// have items without being settled so far.
fn find_new_attributes(mention: &Mention, is_merge: bool) -> Vec<String> {
    let Some(after) = mention.after.as_ref().filter(|_| mention.kind == MentionKind::Expectation) else {
        return Vec::new();
    };
    if mention.before.is_none() && !is_merge {
        return Vec::new();
    }
    let own: BTreeSet<String> = mention.before.iter().flat_map(attributes_of).collect();
    attributes_of(after).into_iter().filter(|one| !own.contains(one)).collect()
}
