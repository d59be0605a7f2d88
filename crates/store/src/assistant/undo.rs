//! Undo and redo of confirmed actions, several at once. Each is undone by the undo of operations, one after the other
//! in one transaction, so that a later action on a record does not block an earlier one.

use crate::connection::write::{BegunWrite, enter_operation, finish, lock_bulk_exclusive, retry_on_deadlock};
use crate::sheet::undo::{UNDO, UndoPlan, UndoneOperation, undo_as};
use crate::{Store, StoreError, Write};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

/// Confirmed actions that are meant together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActionGroup {
    /// This one.
    Action(Uuid),
    /// Those that an answer proposed, by its message or its trace.
    Answer(Uuid),
    /// Those of a conversation, deleted or not.
    Conversation(Uuid),
    /// Those that ran from one moment on and before another.
    Span(DateTime<Utc>, DateTime<Utc>),
}

/// An action that a person confirmed, and that ran. It outlives its conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfirmedAction {
    /// The action, which is also the operation.
    pub id: Uuid,
    /// The answer that proposed it; absent where its conversation is purged.
    pub message_id: Option<Uuid>,
    /// The tool; absent where its conversation is purged.
    pub tool: Option<String>,
    /// The name of the person who confirmed it.
    pub confirmed_by: String,
    /// When.
    pub confirmed_at: DateTime<Utc>,
    /// The operation in force that took it back.
    pub undone_by: Option<Uuid>,
    /// The name of the person who took it back.
    pub undone_by_actor: Option<String>,
    /// Whether it changed records of the catalog.
    pub changed_catalog: bool,
    /// The kinds of records of the personal assistant that it wrote, by their stored names.
    pub personal_kinds: Vec<String>,
    /// Whether any of its records is still there, deleted or not.
    pub any_left: bool,
}

/// Actions to be taken back, or to be had again.
#[derive(Debug, Clone)]
pub struct ActionUndoPlan {
    /// The actions, in the order in which each comes.
    pub actions: Vec<Uuid>,
    /// Whether what took them back is taken back in turn.
    pub redo: bool,
    /// Only says what would happen.
    pub dry_run: bool,
}

/// What came of one action of a plan.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ActionUndo {
    /// The action.
    pub action: Uuid,
    /// What was taken back of it; absent where it was taken back before, or, to be had again, never was.
    pub undone: Option<UndoneOperation>,
}

impl Store {
    /// The confirmed actions of a group, those of `actor` alone where one is given, the last to run first.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is no such answer or conversation.
    pub async fn confirmed_actions(
        &self,
        group: ActionGroup,
        actor: Option<&str>,
    ) -> Result<Vec<ConfirmedAction>, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            let ids = group_ids(&mut db, group).await?;
            Ok(sqlx::query_as!(
                ConfirmedAction,
                r#"SELECT o.id, a.message_id AS "message_id?", a.tool AS "tool?", o.actor AS confirmed_by,
                     coalesce(a.decided_at, o.created_at) AS "confirmed_at!", undone_by(o.id) AS undone_by,
                     (SELECT u.actor FROM operations u WHERE u.id = undone_by(o.id)) AS undone_by_actor,
                     o.records > 0 AS "changed_catalog!",
                     ARRAY(SELECT DISTINCT c.kind FROM personal_changes c WHERE c.operation_id = o.id
                       ORDER BY 1) AS "personal_kinds!",
                     EXISTS (SELECT FROM revisions r WHERE r.operation_id = o.id
                       AND (EXISTS (SELECT FROM catalog_items i WHERE i.id = r.record_id)
                         OR EXISTS (SELECT FROM faqs f WHERE f.id = r.record_id)))
                     OR EXISTS (SELECT FROM personal_changes c WHERE c.operation_id = o.id) AS "any_left!"
                   FROM operations o LEFT JOIN pending_actions a ON a.id = o.id
                   WHERE o.id = ANY($1) AND o.kind = 'assistant-action'
                     AND (o.records > 0 OR EXISTS (SELECT FROM personal_changes c WHERE c.operation_id = o.id))
                     AND o.actor = coalesce($2, o.actor)
                   ORDER BY 5 DESC, o.id DESC"#,
                &ids,
                actor
            )
            .fetch_all(&mut *db)
            .await?)
        })
        .await
    }

    /// Takes actions back, each as far as the same was not changed since; where one cannot be taken back the
    /// others are. Each becomes an operation of its own.
    ///
    /// # Errors
    /// [`StoreError`]; nothing is changed then.
    pub async fn undo_actions(
        &self,
        plan: &ActionUndoPlan,
        write: &Write,
    ) -> Result<Vec<ActionUndo>, StoreError> {
        self.run_long(async {
            retry_on_deadlock!(async {
                let mut tx = match self.begin_many("undo-actions", write).await? {
                    BegunWrite::Done(result) => {
                        return serde_json::from_value(result)
                            .map_err(|_| StoreError::Other("an operation without its result".into()));
                    }
                    BegunWrite::New(tx) => tx,
                };
                lock_bulk_exclusive(&mut tx).await?;
                let parts = undo_in_order(&mut tx, plan, write).await?;
                // A dry run has changed records for the sake of the actions before; it is not committed.
                if !plan.dry_run {
                    finish(&mut tx, write, &serde_json::to_value(&parts).unwrap_or_default()).await?;
                    tx.commit().await?;
                }
                Ok(parts)
            })
        })
        .await
    }
}

async fn group_ids(db: &mut PgConnection, group: ActionGroup) -> Result<Vec<Uuid>, StoreError> {
    let (ids, is_known) = match group {
        ActionGroup::Action(id) => (vec![id], true),
        ActionGroup::Answer(id) => {
            let ids = sqlx::query_scalar!(
                "SELECT id FROM pending_actions WHERE state = 'executed' \
                 AND message_id IN ($1, (SELECT message_id FROM traces WHERE id = $1))",
                id
            )
            .fetch_all(&mut *db)
            .await?;
            let known = sqlx::query_scalar!(
                r#"SELECT EXISTS (SELECT FROM messages WHERE id = $1)
                     OR EXISTS (SELECT FROM traces WHERE id = $1) AS "known!""#,
                id
            );
            (ids, known.fetch_one(&mut *db).await?)
        }
        ActionGroup::Conversation(id) => {
            let ids = sqlx::query_scalar!(
                "SELECT id FROM pending_actions WHERE state = 'executed' AND conversation_id = $1",
                id
            )
            .fetch_all(&mut *db)
            .await?;
            let known = sqlx::query_scalar!(
                r#"SELECT EXISTS (SELECT FROM conversations WHERE id = $1) AS "known!""#,
                id
            );
            (ids, known.fetch_one(&mut *db).await?)
        }
        ActionGroup::Span(from, to) => {
            let ids = sqlx::query_scalar!(
                "SELECT id FROM operations o WHERE kind = 'assistant-action' AND created_at >= $1 AND created_at < $2 \
                 AND (records > 0 OR EXISTS (SELECT FROM personal_changes c WHERE c.operation_id = o.id))",
                from,
                to
            );
            (ids.fetch_all(&mut *db).await?, true)
        }
    };
    if is_known || !ids.is_empty() { Ok(ids) } else { Err(StoreError::NotFound) }
}

async fn undo_in_order(
    db: &mut PgConnection,
    plan: &ActionUndoPlan,
    write: &Write,
) -> Result<Vec<ActionUndo>, StoreError> {
    let mut parts = Vec::with_capacity(plan.actions.len());
    // What this group did and undid: of a field that is left alone another operation is the reason.
    let mut own: Vec<Uuid> = Vec::new();
    for (at, &action) in plan.actions.iter().enumerate() {
        let undone_by = sqlx::query_scalar!("SELECT undone_by($1)", action).fetch_one(&mut *db).await?;
        let target = if plan.redo { undone_by } else { undone_by.is_none().then_some(action) };
        let Some(operation) = target else {
            parts.push(ActionUndo { action, undone: None });
            continue;
        };
        let part = Write { operation_id: Uuid::now_v7(), ..write.clone() };
        enter_operation(db, UNDO, &part).await?;
        own.extend([operation, part.operation_id]);
        // The last one of a dry run has no successor to look at what it would leave behind.
        let only_look = plan.dry_run && at + 1 == plan.actions.len();
        let undo = UndoPlan { operation, records: None, fields: None, dry_run: only_look };
        let mut undone = undo_as(db, &undo, &own, &part).await?;
        if undone.operation_id.is_none() {
            own.truncate(own.len() - 2);
            sqlx::query!("DELETE FROM operations WHERE id = $1", part.operation_id).execute(&mut *db).await?;
        }
        undone.operation_id = undone.operation_id.filter(|_| !plan.dry_run);
        parts.push(ActionUndo { action, undone: Some(undone) });
    }
    Ok(parts)
}
