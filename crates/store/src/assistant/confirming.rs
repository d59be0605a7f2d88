//! A confirmed action runs: in one transaction with the decision, as the same kind of operation that a hand
//! edit is, so that history, undo and search know it.

use super::actions::{decide, read_action};
use crate::catalog::faqs::insert_faq_row;
use crate::catalog::items::insert_item_row;
use crate::connection::transaction::begin_transaction;
use crate::connection::write::{Begun, finish, lock_bulk_exclusive, retry_on_deadlock};
use crate::sheet::edits::{RecordSelection, apply, examine};
use crate::{Origin, Store, StoreError, Write};
use celeiro_domain::assistant::seal::{SCHEMA_VERSION, seal};
use celeiro_domain::assistant::{Action, ActionState, WritePlan};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Change, read_steps};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// What came of a confirmation.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmation {
    /// The action as it is now.
    pub action: Action,
    /// Whether this confirmation ran it; else the state of the action says why not.
    pub ran: bool,
}

impl Store {
    /// Runs an action that waits. It runs once, however often and from wherever it is confirmed; not after
    /// its time, not where what it would change was changed, and not where its row is not what was sealed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; what the write says, such as [`StoreError::DuplicateExternalId`]: the
    /// action waits on then.
    pub async fn confirm_action(&self, id: Uuid, actor: &str) -> Result<Confirmation, StoreError> {
        let write = Write { operation_id: id, actor: actor.to_owned(), origin: Origin::Assistant };
        self.run_long(async {
            let end: Option<ActionState> = retry_on_deadlock!(self.run_action(id, &write))?;
            if let Some(state) = end {
                let mut tx = begin_transaction(&self.writing).await?;
                decide(&mut tx, id, state, actor).await?;
                tx.commit().await?;
            }
            let mut db = self.pool.acquire().await?;
            let action = read_action(&mut db, id).await?;
            let ran = end.is_none() && action.state == ActionState::Executed;
            Ok(Confirmation { action, ran })
        })
        .await
    }

    /// Runs it; or the state in which it ends without having run.
    async fn run_action(&self, id: Uuid, write: &Write) -> Result<Option<ActionState>, StoreError> {
        let mut tx = match self.begin_many("assistant-action", write).await? {
            // A confirmation before this one ran it.
            Begun::Done(_) => return Ok(Some(ActionState::Executed)),
            Begun::New(tx) => tx,
        };
        let row = sqlx::query!(
            r#"SELECT tool, schema_version, arguments, plan, card, seal, actor, state,
                 clock_timestamp() BETWEEN created_at AND expires_at AS "in_time!"
               FROM pending_actions WHERE id = $1 FOR UPDATE"#,
            id
        )
        .fetch_one(&mut *tx)
        .await?;
        if let Some(state) = ActionState::parse(&row.state).filter(|state| *state != ActionState::Pending) {
            return Ok(Some(state));
        }
        if !row.in_time {
            return Ok(Some(ActionState::Expired));
        }
        let sealed = seal(&row.tool, &row.arguments, &row.plan, &row.card, &row.actor);
        let plan = serde_json::from_value::<WritePlan>(row.plan).ok();
        let Some(plan) = plan.filter(|_| row.schema_version == SCHEMA_VERSION && sealed == row.seal) else {
            return Ok(Some(ActionState::Conflict));
        };
        let Some(result) = execute(&mut tx, &plan).await? else {
            return Ok(Some(ActionState::Conflict));
        };
        sqlx::query!(
            "UPDATE pending_actions SET state = 'executed', operation_id = id, decided_by = $2, \
               decided_at = clock_timestamp() WHERE id = $1",
            id,
            write.actor
        )
        .execute(&mut *tx)
        .await?;
        finish(&mut tx, write, &result).await?;
        tx.commit().await?;
        Ok(None)
    }
}

/// Does what the plan says; `None` where its targets are not what they were.
async fn execute(db: &mut PgConnection, plan: &WritePlan) -> Result<Option<Value>, StoreError> {
    match plan {
        WritePlan::EditItems { ids, changes, digest } => edit_items(db, ids, changes, digest).await,
        WritePlan::CreateItem { draft } => Ok(Some(json!({ "id": insert_item_row(db, draft).await? }))),
        WritePlan::CreateFaq { draft } => Ok(Some(json!({ "id": insert_faq_row(db, draft).await? }))),
    }
}

async fn edit_items(
    db: &mut PgConnection,
    ids: &[Uuid],
    changes: &[Change],
    digest: &str,
) -> Result<Option<Value>, StoreError> {
    let Ok(steps) = read_steps(Kind::Items, changes) else { return Ok(None) };
    lock_bulk_exclusive(db).await?;
    let selected = RecordSelection::Ids(ids.to_vec());
    let (outcome, edits) = examine(db, Kind::Items, &selected, &steps, true).await?;
    if outcome.digest != digest || outcome.changed == 0 {
        return Ok(None);
    }
    apply(db, Kind::Items, &edits).await?;
    Ok(Some(json!({ "changed": outcome.changed })))
}
