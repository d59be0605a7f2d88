//! Execution of a confirmed action: in one transaction with the decision, as the same kind of operation as an edit by
//! hand, so that history, undo and search include it.

use super::actions::{decide, read_action};
use crate::catalog::faqs::insert_faq_row;
use crate::catalog::fields::definitions::read_definitions;
use crate::catalog::items::insert_item_row;
use crate::connection::transaction::begin_transaction;
use crate::connection::write::{BegunWrite, CONFIRMATION, finish, lock_bulk_exclusive, retry_on_deadlock};
use crate::personal::writing::{delete_row, write_row};
use crate::sheet::edits::{BulkOutcome, Edits, RecordSelection, apply, examine};
use crate::{Origin, Store, StoreError, Write};
use celeiro_domain::assistant::seal::{SCHEMA_VERSION, seal};
use celeiro_domain::assistant::{Action, ActionState, WritePlan};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Change, Step, read_steps};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// What a person says otherwise of a card that they confirm; places of its writes, from 0.
#[derive(Debug, Clone, Copy, Default)]
pub struct CardChoice<'a> {
    /// Writes that are left out.
    pub without: &'a [u32],
    /// Writes of memory beside which the known items that they would take the place of hold, too; elsewhere it says
    /// nothing.
    pub keeps_both: &'a [u32],
}

/// What came of a confirmation.
#[derive(Debug, Clone, PartialEq)]
pub struct Confirmation {
    /// The action as it is now.
    pub action: Action,
    /// Whether this confirmation ran it; else the state of the action says why not.
    pub ran: bool,
}

impl Store {
    /// Runs an action that waits, all of its writes that `choice` does not leave out, or none. It runs once,
    /// however often and from wherever it is confirmed; not after its time, not where what it would change was
    /// changed, and not where its row is not what was sealed.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; what a write says, such as [`StoreError::DuplicateExternalId`]: the action
    /// waits on then.
    pub async fn confirm_action(
        &self,
        id: Uuid,
        choice: CardChoice<'_>,
        actor: &str,
    ) -> Result<Confirmation, StoreError> {
        let write = Write { operation_id: id, actor: actor.to_owned(), origin: Origin::Assistant };
        self.run_long(async {
            let end: Option<ActionState> = retry_on_deadlock!(self.run_action(id, choice, &write))?;
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
    async fn run_action(
        &self,
        id: Uuid,
        choice: CardChoice<'_>,
        write: &Write,
    ) -> Result<Option<ActionState>, StoreError> {
        let mut tx = match self.begin_many(CONFIRMATION, write).await? {
            // A confirmation before this one ran it.
            BegunWrite::Done(_) => return Ok(Some(ActionState::Executed)),
            BegunWrite::New(tx) => tx,
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
        let Some(mut plan) = plan.filter(|_| row.schema_version == SCHEMA_VERSION && sealed == row.seal)
        else {
            return Ok(Some(ActionState::Conflict));
        };
        let keeps_both = keep_known_items(&mut plan, &choice);
        let Some(result) = execute(&mut tx, &chosen_parts(&plan, choice.without)).await? else {
            return Ok(Some(ActionState::Conflict));
        };
        let result = with_program(result, &row.card);
        let left_out: Vec<i32> = choice.without.iter().filter_map(|at| i32::try_from(*at).ok()).collect();
        sqlx::query!(
            "UPDATE pending_actions SET state = 'executed', operation_id = id, decided_by = $2, \
               decided_at = clock_timestamp(), left_out = $3, keeps_both = $4 WHERE id = $1",
            id,
            write.actor,
            &left_out,
            &keeps_both
        )
        .execute(&mut *tx)
        .await?;
        finish(&mut tx, write, &result).await?;
        tx.commit().await?;
        Ok(None)
    }
}

/// The result with the program that proposed the action: the action itself is thrown away sooner than its history.
fn with_program(mut result: Value, card: &Value) -> Value {
    if let (Some(result), Some(name)) = (result.as_object_mut(), card["proposedBy"].as_str()) {
        result.insert("proposedBy".to_owned(), name.into());
    }
    result
}

/// Leaves known items as they are beside the chosen writes; the places of those that would have replaced any.
fn keep_known_items(plan: &mut WritePlan, choice: &CardChoice<'_>) -> Vec<i32> {
    let mut places = Vec::new();
    for (at, part) in (0_u32..).zip(plan.parts_mut()) {
        let is_chosen = choice.keeps_both.contains(&at) && !choice.without.contains(&at);
        if is_chosen && part.keep_known_items() {
            places.extend(i32::try_from(at));
        }
    }
    places
}

/// The writes of a plan that were not left out.
fn chosen_parts<'a>(plan: &'a WritePlan, without: &[u32]) -> Vec<&'a WritePlan> {
    (0..).zip(plan.parts()).filter(|(at, _)| !without.contains(at)).map(|(_, part)| part).collect()
}

/// Does what the writes say, one after the other; `None`, and nothing is to be committed, where the targets of
/// one are not what they were, or where there is nothing to do.
async fn execute(db: &mut PgConnection, writes: &[&WritePlan]) -> Result<Option<Value>, StoreError> {
    let edits = || writes.iter().filter(|write| matches!(write, WritePlan::EditItems { .. }));
    if edits().next().is_some() {
        lock_bulk_exclusive(db).await?;
    }
    let mut examined = None;
    // Before the first is written: after it, a record of the next may have another version.
    for write in edits() {
        let Some(edit) = examine_sealed(db, write).await? else { return Ok(None) };
        examined = Some(edit);
    }
    // An edit before it may have changed other fields of the same records: of several, each is looked at again.
    if edits().count() > 1 {
        examined = None;
    }
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        let Some(result) = execute_part(db, write, &mut examined).await? else { return Ok(None) };
        results.push(result);
    }
    Ok(match results.len() {
        0 => None,
        1 => results.pop(),
        _ => Some(json!({ "writes": results })),
    })
}

type ExaminedEdit = (BulkOutcome, Edits);

/// What an edit does, where its records are those of its card; they stay so until the end of the transaction.
async fn examine_sealed(
    db: &mut PgConnection,
    write: &WritePlan,
) -> Result<Option<ExaminedEdit>, StoreError> {
    let WritePlan::EditItems { ids, changes, digest } = write else { return Ok(None) };
    let examined = examine_edit(db, ids, changes).await?;
    Ok(examined.filter(|(outcome, _)| outcome.digest == *digest))
}

/// What an edit does to its records as they are now; `None` where it does nothing.
async fn examine_edit(
    db: &mut PgConnection,
    ids: &[Uuid],
    changes: &[Change],
) -> Result<Option<ExaminedEdit>, StoreError> {
    let Ok(steps) = read_steps(Kind::Items, changes) else { return Ok(None) };
    let fields = read_definitions(db).await?;
    let typed: Result<Vec<Step>, FieldError> = steps.into_iter().map(|step| step.read_by(&fields)).collect();
    let Ok(steps) = typed else { return Ok(None) };
    let selected = RecordSelection::Ids(ids.to_vec());
    let examined = examine(db, Kind::Items, &selected, &steps, true).await?;
    Ok(Some(examined).filter(|(outcome, _)| outcome.changed > 0))
}

/// Does one write; `examined` is what was found of it, where that still counts.
async fn execute_part(
    db: &mut PgConnection,
    write: &WritePlan,
    examined: &mut Option<ExaminedEdit>,
) -> Result<Option<Value>, StoreError> {
    match write {
        WritePlan::EditItems { ids, changes, .. } => {
            let examined = match examined.take() {
                Some(examined) => Some(examined),
                None => examine_edit(db, ids, changes).await?,
            };
            let Some((outcome, edits)) = examined else { return Ok(None) };
            apply(db, Kind::Items, &edits).await?;
            Ok(Some(json!({ "changed": outcome.changed })))
        }
        WritePlan::CreateItem { draft } => Ok(Some(json!({ "id": insert_item_row(db, draft).await? }))),
        WritePlan::CreateFaq { draft } => Ok(Some(json!({ "id": insert_faq_row(db, draft).await? }))),
        // The id alone: the result stays where the record is deleted for good.
        WritePlan::SavePersonal { change } => {
            Ok(write_row(db, change).await?.then(|| json!({ "id": change.id })))
        }
        WritePlan::DeletePersonal { change } => {
            Ok(delete_row(db, change).await?.then(|| json!({ "id": change.id })))
        }
        // A plan of plans is none of ours.
        WritePlan::Several { .. } => Ok(None),
    }
}
