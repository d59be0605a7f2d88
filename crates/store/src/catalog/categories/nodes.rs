//! Nodes of the category tree. A category's expectations apply to all categories below it, so each change of the tree
//! renews the inherited ones.

use crate::StoreError;
use crate::catalog::expectations::renew_inherited;
use crate::catalog::fields::definitions::lock_fields;
use celeiro_domain::catalog::categories::{CategoryNode, CategoryTree, NodeChange};
use celeiro_domain::text::normalize_text;
use sqlx::PgConnection;
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// The tree with the versions of its categories.
pub(super) struct StoredTree {
    /// The tree.
    pub tree: CategoryTree,
    versions: HashMap<Uuid, i32>,
}

impl StoredTree {
    /// Version of the category with this name; none where the tree does not know it.
    pub fn version_of(&self, name: &str) -> Option<i32> {
        self.versions.get(&self.tree.find(name)?.id).copied()
    }
}

/// Keeps others from changing the tree until the end of the transaction, so that its rules hold.
pub(super) async fn lock_categories(db: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.categories'))").fetch_one(db).await?;
    Ok(())
}

/// The tree as it is.
pub(super) async fn read_tree(db: &mut PgConnection) -> Result<StoredTree, StoreError> {
    let rows = sqlx::query!("SELECT id, name, parent_id, version FROM categories").fetch_all(db).await?;
    let versions = rows.iter().map(|row| (row.id, row.version)).collect();
    let nodes =
        rows.into_iter().map(|row| CategoryNode { id: row.id, name: row.name, parent: row.parent_id });
    Ok(StoredTree { tree: CategoryTree::new(nodes), versions })
}

/// Writes what became of categories, and what they and those below them are expected to say. What goes is written first:
/// its name may be given to another one.
pub(super) async fn write_nodes(db: &mut PgConnection, changes: &[NodeChange]) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let gone: Vec<Uuid> =
        changes.iter().filter(|change| change.after.is_none()).map(|change| change.id).collect();
    sqlx::query!("DELETE FROM categories WHERE id = ANY($1)", &gone).execute(&mut *db).await?;
    let nodes: Vec<&CategoryNode> = changes.iter().filter_map(|change| change.after.as_ref()).collect();
    let ids: Vec<Uuid> = nodes.iter().map(|node| node.id).collect();
    let names: Vec<String> = nodes.iter().map(|node| node.name.clone()).collect();
    let parents: Vec<Option<Uuid>> = nodes.iter().map(|node| node.parent).collect();
    sqlx::query!(
        "INSERT INTO categories AS c (id, name, parent_id) \
         SELECT n.id, n.name, n.parent_id FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS n (id, name, parent_id) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, parent_id = excluded.parent_id, version = c.version + 1",
        &ids,
        &names,
        &parents as &[Option<Uuid>]
    )
    .execute(&mut *db)
    .await?;
    let states = changes.iter().flat_map(|change| change.before.iter().chain(&change.after));
    let moved: BTreeSet<String> = states.map(|node| normalize_text(&node.name)).collect();
    let moved: Vec<String> = moved.into_iter().collect();
    // Writers of items hold it for sharing: no row is left with what its category expected in its old place.
    lock_fields(db).await?;
    renew_inherited(db, &moved).await
}
