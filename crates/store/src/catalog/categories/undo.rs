//! Undo of a change of the category tree, as a part of the undo of its operation. The items themselves are undone by
//! their history.
//!
//! The tree is restored completely or not at all. A mention of the category is restored where it is still as the
//! operation left it; a mention that was changed since stays.

use super::change_log::{LoggedChanges, note_mention, note_nodes, read_changes};
use super::mentions::{Mention, MentionKind, attributes_of, lock_mentions, read_part, write_part};
use super::nodes::{lock_categories, read_tree, write_nodes};
use crate::StoreError;
use crate::connection::write::Write;
use celeiro_domain::catalog::UndoConflict;
use celeiro_domain::catalog::categories::{CategoryNode, CategoryTree, FormerCategories, NodeChange};
use celeiro_domain::search::Kind;
use serde_json::{Value, json};
use sqlx::PgConnection;
use std::collections::BTreeSet;
use uuid::Uuid;

/// What taking an operation back means for categories.
pub(crate) struct CategoryStep {
    changes: LoggedChanges,
    now: CategoryTree,
}

/// What taking `operation` back means for categories, which no other writes until the end of the transaction; `None`
/// where it changed none.
pub(crate) async fn find_category_step(
    db: &mut PgConnection,
    operation: Uuid,
) -> Result<Option<CategoryStep>, StoreError> {
    let mut changes = read_changes(db, operation).await?;
    if changes.nodes.is_empty() && changes.mentions.is_empty() {
        return Ok(None);
    }
    lock_categories(db).await?;
    let now = read_tree(db).await?.tree;
    let kind: Option<String> = sqlx::query_scalar("SELECT kind FROM operations WHERE id = $1")
        .bind(operation)
        .fetch_optional(&mut *db)
        .await?;
    let former_name = match kind.as_deref() {
        Some("rename-category") => read_former_name(db, operation).await?,
        _ => None,
    };
    let former = match (kind.as_deref(), &former_name) {
        (_, Some(name)) => FormerCategories::Renamed(name),
        (Some("move-category" | "merge-category"), None) => FormerCategories::All,
        _ => FormerCategories::Parents,
    };
    changes.nodes = now.keep_parents(changes.nodes, former);
    Ok(Some(CategoryStep { changes, now }))
}

/// The category that `operation` renamed, as most of its items had it; none where it renamed it in no item.
async fn read_former_name(db: &mut PgConnection, operation: Uuid) -> Result<Option<String>, StoreError> {
    let name = sqlx::query_scalar(
        "SELECT r.changes -> 'category' ->> 'from' AS name FROM revisions r \
         WHERE r.operation_id = $1 AND r.changes -> 'category' ->> 'from' IS NOT NULL \
         GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
    )
    .bind(operation)
    .fetch_optional(db)
    .await?;
    Ok(name)
}

impl CategoryStep {
    /// The categories whose name or place was changed since, and those that would have the name of another one, or a
    /// place that there is not any more; those alone that others stand below, where that keeps them in the tree.
    pub(crate) fn find_conflicts(&self) -> Vec<UndoConflict> {
        let conflicts = self.now.take_back(&self.changes.nodes).err().unwrap_or_default();
        let nodes = self.changes.nodes.iter();
        let held: Vec<UndoConflict> = nodes
            .clone()
            .filter(|change| conflicts.contains(&change.id) && change.before.is_none())
            .filter_map(|change| self.describe_children(change))
            .collect();
        if !held.is_empty() {
            return held;
        }
        nodes
            .filter(|change| conflicts.contains(&change.id))
            .map(|change| self.describe_conflict(change))
            .collect()
    }

    /// Counts the categories that the undo brings back; where the tree is as it was, how many things that name them.
    pub(crate) async fn count(&self, db: &mut PgConnection) -> Result<i64, StoreError> {
        let categories = self.changes_back().len();
        if categories > 0 {
            return Ok(i64::try_from(categories).unwrap_or(i64::MAX));
        }
        let mut mentions = 0;
        for mention in &self.changes.mentions {
            let now = read_part(db, mention.kind, &mention.record).await?;
            mentions += i64::from(comes_back(mention, now.as_ref()));
        }
        Ok(mentions)
    }

    /// Makes the tree, and what names its categories, what they were.
    pub(crate) async fn make(&self, db: &mut PgConnection, write: &Write) -> Result<(), StoreError> {
        if !self.changes.mentions.is_empty() {
            lock_mentions(db).await?;
        }
        for mention in &self.changes.mentions {
            take_back_mention(db, mention, write).await?;
        }
        let changes = self.changes_back();
        write_nodes(db, &changes).await?;
        note_nodes(db, write.operation_id, &changes).await
    }

    /// What becomes of categories; nothing where the tree cannot come back.
    fn changes_back(&self) -> Vec<NodeChange> {
        let before = self.now.take_back(&self.changes.nodes);
        before.map(|before| CategoryTree::compare(&self.now, &before)).unwrap_or_default()
    }

    /// That a category cannot be taken away, with those that stand below it; none where there are none.
    fn describe_children(&self, change: &NodeChange) -> Option<UndoConflict> {
        let children = self.now.children_beside(change.id, &self.changes.nodes);
        let now = (!children.is_empty()).then(|| json!(children.join(", ")))?;
        let (from, to) = (Value::Null, Value::Null);
        Some(UndoConflict {
            field: "categoriesBelow".into(),
            from,
            to,
            now,
            ..self.describe_conflict(change)
        })
    }

    fn describe_conflict(&self, change: &NodeChange) -> UndoConflict {
        let place = |node: Option<&CategoryNode>| match node {
            Some(node) => {
                let above = node.parent.map(|parent| self.now.path(parent)).unwrap_or_default();
                json!(above.into_iter().chain([node.name.as_str()]).collect::<Vec<_>>().join(" › "))
            }
            None => Value::Null,
        };
        let now = self.now.get(change.id);
        let named = now.or(change.after.as_ref()).or(change.before.as_ref());
        UndoConflict {
            record_id: change.id,
            kind: Kind::Items,
            name: named.map(|node| node.name.clone()).unwrap_or_default(),
            field: "category".into(),
            from: place(change.before.as_ref()),
            to: place(change.after.as_ref()),
            now: place(now),
            changed_by: None,
            changed_at: None,
            operation_id: None,
        }
    }
}

/// Gives something that names a category back the part that it had, where that part is as the operation left it.
async fn take_back_mention(
    db: &mut PgConnection,
    mention: &Mention,
    write: &Write,
) -> Result<(), StoreError> {
    let now = read_part(db, mention.kind, &mention.record).await?;
    if !comes_back(mention, now.as_ref()) {
        return Ok(());
    }
    write_part(db, (mention.kind, &mention.record), mention.before.as_ref(), write).await?;
    let after = read_part(db, mention.kind, &mention.record).await?;
    let undone = Mention { before: now, after, ..mention.clone() };
    note_mention(db, write.operation_id, &undone).await
}

/// Whether a part that is `now` gets back what it was: it is there, as the operation left it.
fn comes_back(mention: &Mention, now: Option<&Value>) -> bool {
    let is = |other: &Option<Value>| is_same(mention.kind, now, other.as_ref());
    let is_there = now.is_some() || mention.kind == MentionKind::Expectation;
    is_there && is(&mention.after) && !is(&mention.before)
}

/// Whether two parts are the same; of expectations, the attributes alone count.
fn is_same(kind: MentionKind, one: Option<&Value>, other: Option<&Value>) -> bool {
    match (kind, one, other) {
        (MentionKind::Expectation, Some(one), Some(other)) => {
            let set = |state: &Value| attributes_of(state).into_iter().collect::<BTreeSet<_>>();
            set(one) == set(other)
        }
        _ => one == other,
    }
}
