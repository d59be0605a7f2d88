//! Change log of the category tree for undo: what each operation changed in the tree and in mentions of categories.

use super::mentions::{Mention, MentionKind};
use crate::StoreError;
use crate::connection::encode::encode_json;
use celeiro_domain::catalog::categories::{CategoryNode, NodeChange};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// The kind under which changes of the tree itself are noted.
const CATEGORY: &str = "category";

/// What an operation changed.
#[derive(Debug, Default)]
pub(super) struct LoggedChanges {
    /// Categories of the tree.
    pub nodes: Vec<NodeChange>,
    /// What names categories.
    pub mentions: Vec<Mention>,
}

/// Notes what `operation` made of categories.
pub(super) async fn note_nodes(
    db: &mut PgConnection,
    operation: Uuid,
    changes: &[NodeChange],
) -> Result<(), StoreError> {
    for change in changes {
        let state = |node: &Option<CategoryNode>| node.as_ref().map(encode_json).transpose();
        let (before, after) = (state(&change.before)?, state(&change.after)?);
        note(db, operation, CATEGORY, &change.id.to_string(), (before, after)).await?;
    }
    Ok(())
}

/// Notes what `operation` made of something that names categories.
pub(super) async fn note_mention(
    db: &mut PgConnection,
    operation: Uuid,
    mention: &Mention,
) -> Result<(), StoreError> {
    let states = (mention.before.clone(), mention.after.clone());
    note(db, operation, mention.kind.as_str(), &mention.record, states).await
}

async fn note(
    db: &mut PgConnection,
    operation: Uuid,
    kind: &str,
    record: &str,
    (before, after): (Option<Value>, Option<Value>),
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO category_changes (operation_id, kind, record, before, after) VALUES ($1, $2, $3, $4, $5)",
        operation,
        kind,
        record,
        before,
        after
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What `operation` changed, in the order in which it did.
pub(super) async fn read_changes(
    db: &mut PgConnection,
    operation: Uuid,
) -> Result<LoggedChanges, StoreError> {
    let rows = sqlx::query!(
        "SELECT kind, record, before, after FROM category_changes WHERE operation_id = $1 ORDER BY id",
        operation
    )
    .fetch_all(db)
    .await?;
    let mut changes = LoggedChanges::default();
    for row in rows {
        if row.kind == CATEGORY {
            let node = |state: Option<Value>| state.and_then(|state| serde_json::from_value(state).ok());
            let id = row.record.parse().map_err(|_| StoreError::Other("a category without its id".into()))?;
            changes.nodes.push(NodeChange { id, before: node(row.before), after: node(row.after) });
        } else if let Some(kind) = MentionKind::parse(&row.kind) {
            let (record, before, after) = (row.record, row.before, row.after);
            changes.mentions.push(Mention { kind, record, name: None, before, after });
        }
    }
    Ok(changes)
}
