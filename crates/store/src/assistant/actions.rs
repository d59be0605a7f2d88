//! Pending actions of the assistant: insert, list, decide. Their expiry runs by the database's clock.

use crate::connection::encode;
use crate::connection::transaction::{begin_transaction, change_unanswered};
use crate::sheet::grid::all_ids;
use crate::{Store, StoreError};
use celeiro_domain::assistant::action::ACTION_SECONDS;
use celeiro_domain::assistant::results::results_of;
use celeiro_domain::assistant::seal::{SCHEMA_VERSION, seal};
use celeiro_domain::assistant::{Action, ActionCard, ActionState, WritePlan};
use celeiro_domain::sheet::GridPlan;
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// An answer that proposes an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposingAnswer {
    /// The conversation.
    pub conversation_id: Uuid,
    /// The answer.
    pub message_id: Uuid,
}

/// An action to be proposed.
#[derive(Debug, Clone)]
pub struct NewAction<'a> {
    /// The conversation and the answer that proposes it; none where another program does.
    pub answer: Option<ProposingAnswer>,
    /// The tool.
    pub tool: &'a str,
    /// Its arguments in their one form.
    pub arguments: Value,
    /// What runs.
    pub plan: &'a WritePlan,
    /// What is shown.
    pub card: &'a ActionCard,
    /// The person to whom it is proposed.
    pub actor: &'a str,
}

/// How many actions other programs may propose in the name of one person. Names of programs do not count apart: each
/// program gives itself its own.
#[derive(Debug, Clone, Copy)]
pub struct ProgramLimits {
    /// That wait at once.
    pub waiting: i64,
    /// In an hour.
    pub in_hour: i64,
}

/// Whose an action is, and what of it says what its writes need; also of one that cannot be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionOwner {
    /// The conversation; none where another program proposed it.
    pub conversation_id: Option<Uuid>,
    /// The name of the person it was proposed to.
    pub actor: String,
    /// The tool.
    pub tool: String,
    /// The arguments that are sealed.
    pub arguments: Value,
}

/// Which actions.
#[derive(Debug, Clone, Default)]
pub struct ActionQuery {
    /// In this state alone.
    pub state: Option<ActionState>,
    /// Of this conversation alone.
    pub conversation: Option<Uuid>,
    /// Of other programs alone.
    pub of_programs: bool,
    /// The name of the person who asks: those of their own conversations, and those that programs proposed in their
    /// name; all where absent.
    pub reader: Option<String>,
    /// With a reader: those of programs in every name.
    pub every_program: bool,
    /// Most of them.
    pub limit: i64,
}

pub(super) struct ActionRow {
    id: Uuid,
    conversation_id: Option<Uuid>,
    message_id: Option<Uuid>,
    tool: String,
    arguments: Value,
    card: Value,
    state: String,
    actor: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    seconds_left: f64,
    decided_by: Option<String>,
    decided_at: Option<DateTime<Utc>>,
    operation_id: Option<Uuid>,
    corrected_by: Option<Uuid>,
    left_out: Vec<i32>,
    keeps_both: Vec<i32>,
    /// What ran, of an action that has run; elsewhere the plan is not read, for it may be large.
    executed_plan: Option<Value>,
}

impl ActionRow {
    pub(super) fn read(self) -> Result<Action, StoreError> {
        let card = serde_json::from_value(self.card).map_err(|_| StoreError::Unreadable)?;
        let state = ActionState::parse(&self.state);
        let mut action = Action {
            id: self.id,
            conversation_id: self.conversation_id,
            message_id: self.message_id,
            tool: self.tool,
            arguments: self.arguments,
            card,
            state: state.ok_or(StoreError::Unreadable)?,
            actor: self.actor,
            created_at: self.created_at,
            expires_at: self.expires_at,
            seconds_left: self.seconds_left,
            decided_by: self.decided_by,
            decided_at: self.decided_at,
            operation_id: self.operation_id,
            corrected_by: self.corrected_by,
            left_out: read_places(self.left_out),
            keeps_both: read_places(self.keeps_both),
            results: Vec::new(),
        };
        // A plan of another version is none that can be told.
        let plan = self.executed_plan.and_then(|plan| serde_json::from_value::<WritePlan>(plan).ok());
        action.results = plan.map(|plan| results_of(&action, &plan)).unwrap_or_default();
        Ok(action)
    }
}

/// Places of writes on a card.
fn read_places(stored: Vec<i32>) -> Vec<u32> {
    stored.into_iter().filter_map(|at| u32::try_from(at).ok()).collect()
}

impl Store {
    /// Stores a proposed action of the assistant, which waits for a person from now on. It waits from now on.
    ///
    /// # Errors
    /// [`StoreError::Constraint`] where the conversation is gone.
    pub async fn propose_action(&self, new: &NewAction<'_>) -> Result<Action, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let action = insert_action(&mut tx, new).await?;
            tx.commit().await?;
            Ok(action)
        })
        .await
    }

    /// Proposes an action of another program, unless those proposed in the same name reach `limits`; `None` then. A
    /// program that says the same once more, because it lost the answer or is replayed, is given the action that
    /// waits already: two cards of one change would be confirmed twice.
    pub async fn propose_from_program(
        &self,
        new: &NewAction<'_>,
        limits: ProgramLimits,
    ) -> Result<Option<Action>, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            // One after the other, or two at once would each find room for itself.
            sqlx::query!("SELECT pg_advisory_xact_lock(hashtext('celeiro.program-actions'))")
                .fetch_one(&mut *tx)
                .await?;
            let parts = SealedParts::of(new)?;
            let waiting = sqlx::query_scalar!(
                "SELECT id FROM pending_actions WHERE conversation_id IS NULL AND state = 'pending' \
                   AND clock_timestamp() BETWEEN created_at AND expires_at AND seal = $1 \
                 ORDER BY created_at LIMIT 1",
                parts.seal
            )
            .fetch_optional(&mut *tx)
            .await?;
            if let Some(id) = waiting {
                return Ok(Some(read_action(&mut tx, id).await?));
            }
            let proposed = sqlx::query!(
                r#"SELECT count(*) FILTER (WHERE state = 'pending'
                       AND clock_timestamp() BETWEEN created_at AND expires_at) AS "waiting!",
                     count(*) AS "in_hour!"
                   FROM pending_actions
                   WHERE conversation_id IS NULL AND actor = $1
                     AND created_at > clock_timestamp() - interval '1 hour'"#,
                new.actor
            )
            .fetch_one(&mut *tx)
            .await?;
            if proposed.waiting >= limits.waiting || proposed.in_hour >= limits.in_hour {
                return Ok(None);
            }
            let action = insert_action(&mut tx, new).await?;
            tx.commit().await?;
            Ok(Some(action))
        })
        .await
    }

    /// Removes what other programs proposed before `before`; what became of it stays in the history. Actions of a
    /// conversation go with that.
    pub async fn purge_program_actions(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let removed =
            sqlx::query("DELETE FROM pending_actions WHERE conversation_id IS NULL AND created_at < $1")
                .bind(before);
        self.run(async { Ok(change_unanswered(&self.pool, removed).await?) }).await
    }

    /// The ids of all rows of a plan, in order.
    pub async fn selected_ids(&self, plan: &GridPlan) -> Result<Vec<Uuid>, StoreError> {
        self.run(async { all_ids(&self.pool, plan, &[]).await }).await
    }

    /// Reads the assistant's action `id`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Unreadable`].
    pub async fn action(&self, id: Uuid) -> Result<Action, StoreError> {
        self.run(async {
            let mut db = self.pool.acquire().await?;
            read_action(&mut db, id).await
        })
        .await
    }

    /// Reads who owns the assistant's action `id`, with its conversation and its tool.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn action_owner(&self, id: Uuid) -> Result<ActionOwner, StoreError> {
        let owner = sqlx::query_as!(
            ActionOwner,
            "SELECT conversation_id, actor, tool, arguments FROM pending_actions WHERE id = $1",
            id
        )
        .fetch_one(&self.pool);
        self.run(async { Ok(owner.await?) }).await
    }

    /// Actions, the newest first; one whose row was changed past the program, so that it cannot be shown, is left
    /// out.
    pub async fn actions(&self, query: &ActionQuery) -> Result<Vec<Action>, StoreError> {
        let rows = sqlx::query_as!(
            ActionRow,
            r#"SELECT id, conversation_id, message_id, tool, arguments, card, actor, created_at, expires_at,
                 decided_by, decided_at, operation_id, corrected_by, left_out, keeps_both, s.state AS "state!",
                 CASE WHEN s.state = 'executed' THEN plan END AS executed_plan,
                 CASE WHEN s.state = 'pending'
                   THEN extract(epoch FROM expires_at - clock_timestamp())::float8 ELSE 0 END AS "seconds_left!"
               FROM pending_actions a, LATERAL (SELECT CASE WHEN a.state = 'pending'
                   AND clock_timestamp() NOT BETWEEN a.created_at AND a.expires_at
                 THEN 'expired' ELSE a.state END AS state) AS s
               WHERE ($1::text IS NULL OR s.state = $1) AND ($2::uuid IS NULL OR conversation_id = $2)
                 AND (NOT $4 OR conversation_id IS NULL)
                 AND ($5::text IS NULL OR CASE WHEN conversation_id IS NULL THEN $6::boolean OR actor = $5
                   ELSE EXISTS (SELECT FROM conversations c WHERE c.id = a.conversation_id AND c.actor = $5) END)
               ORDER BY created_at DESC, id DESC LIMIT $3"#,
            query.state.map(ActionState::as_str),
            query.conversation,
            query.limit,
            query.of_programs,
            query.reader,
            query.every_program
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let read_row = |row: ActionRow| {
            let id = row.id;
            let action = row.read();
            if action.is_err() {
                tracing::warn!(%id, "an action cannot be read and is left out of the list");
            }
            action.ok()
        };
        Ok(rows.into_iter().filter_map(read_row).collect())
    }

    /// Rejects an action that waits, and gives it as it is then. One that is decided already stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Unreadable`] where it cannot be shown: it is rejected all the same.
    pub async fn reject_action(&self, id: Uuid, actor: &str) -> Result<Action, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            decide(&mut tx, id, ActionState::Rejected, actor).await?;
            let action = read_action(&mut tx, id).await;
            tx.commit().await?;
            action
        })
        .await
    }

    /// Puts `new` in the place of the action `id`, where that still waits.
    ///
    /// # Errors
    /// [`StoreError::NotFound`]; [`StoreError::Decided`] where it does not wait any more: nothing is
    /// proposed then.
    pub async fn correct_action(&self, id: Uuid, new: &NewAction<'_>) -> Result<Action, StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            let waits = sqlx::query_scalar!(
                r#"SELECT state = 'pending' AND clock_timestamp() BETWEEN created_at AND expires_at AS "waits!"
                   FROM pending_actions WHERE id = $1 FOR UPDATE"#,
                id
            )
            .fetch_one(&mut *tx)
            .await?;
            if !waits {
                return Err(StoreError::Decided);
            }
            let action = insert_action(&mut tx, new).await?;
            sqlx::query!(
                "UPDATE pending_actions SET state = 'corrected', corrected_by = $2, decided_by = $3, \
                   decided_at = clock_timestamp() WHERE id = $1",
                id,
                action.id,
                new.actor
            )
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(action)
        })
        .await
    }
}

/// Ends the actions that answers to `message` proposed, and those that took their place by a correction, as far as they
/// still wait. One whose time is over expires.
pub(crate) async fn supersede_actions(
    db: &mut PgConnection,
    message: Uuid,
    actor: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH RECURSIVE older AS ( \
           SELECT id, corrected_by FROM pending_actions \
           WHERE message_id IN (SELECT id FROM messages WHERE parent_id = $1) \
           UNION SELECT a.id, a.corrected_by FROM pending_actions a JOIN older ON a.id = older.corrected_by) \
         UPDATE pending_actions SET decided_at = clock_timestamp(), decided_by = $2, state = CASE \
           WHEN clock_timestamp() BETWEEN created_at AND expires_at THEN 'superseded' ELSE 'expired' END \
         WHERE state = 'pending' AND id IN (SELECT id FROM older)",
        message,
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Decides an action that waits; one whose time is over expires, whatever was decided.
pub(super) async fn decide(
    db: &mut PgConnection,
    id: Uuid,
    state: ActionState,
    actor: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE pending_actions SET decided_at = clock_timestamp(), decided_by = $3, \
           state = CASE WHEN clock_timestamp() BETWEEN created_at AND expires_at THEN $2 ELSE 'expired' END \
         WHERE id = $1 AND state = 'pending'",
        id,
        state.as_str(),
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

pub(super) async fn read_action(db: &mut PgConnection, id: Uuid) -> Result<Action, StoreError> {
    let row = sqlx::query_as!(
        ActionRow,
        r#"SELECT id, conversation_id, message_id, tool, arguments, card, actor, created_at, expires_at,
             decided_by, decided_at, operation_id, corrected_by, left_out, keeps_both, s.state AS "state!",
             CASE WHEN s.state = 'executed' THEN plan END AS executed_plan,
             CASE WHEN s.state = 'pending'
               THEN extract(epoch FROM expires_at - clock_timestamp())::float8 ELSE 0 END AS "seconds_left!"
           FROM pending_actions a, LATERAL (SELECT CASE WHEN a.state = 'pending'
               AND clock_timestamp() NOT BETWEEN a.created_at AND a.expires_at
             THEN 'expired' ELSE a.state END AS state) AS s
           WHERE id = $1"#,
        id
    )
    .fetch_one(&mut *db)
    .await?;
    row.read()
}

/// The parts of an action as they are stored, and the seal over them.
struct SealedParts {
    arguments: Value,
    plan: Value,
    card: Value,
    seal: String,
}

impl SealedParts {
    fn of(new: &NewAction<'_>) -> Result<Self, StoreError> {
        let (arguments, plan, card) = (
            encode::encode_json(&new.arguments)?,
            encode::encode_json(new.plan)?,
            encode::encode_json(new.card)?,
        );
        let seal = seal(new.tool, &arguments, &plan, &card, new.actor);
        Ok(Self { arguments, plan, card, seal })
    }
}

async fn insert_action(db: &mut PgConnection, new: &NewAction<'_>) -> Result<Action, StoreError> {
    let id = Uuid::now_v7();
    let SealedParts { arguments, plan, card, seal } = SealedParts::of(new)?;
    sqlx::query!(
        "INSERT INTO pending_actions (id, conversation_id, message_id, tool, schema_version, arguments, plan, card, \
           seal, actor, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + make_interval(secs => $11))",
        id,
        new.answer.map(|answer| answer.conversation_id),
        new.answer.map(|answer| answer.message_id),
        new.tool,
        SCHEMA_VERSION,
        arguments,
        plan,
        card,
        seal,
        new.actor,
        f64::from(ACTION_SECONDS)
    )
    .execute(&mut *db)
    .await?;
    read_action(db, id).await
}
