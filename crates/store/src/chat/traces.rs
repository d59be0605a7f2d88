//! Traces of answers: all inputs and steps of an answer, stored with it; read one by one or as a list.
//!
//! Crates `domain` and `app` define the content of a trace; here it is one JSON value, with a few columns for lists and
//! counts. The trace of a deleted conversation is hidden with it.

use crate::chat::ended_turn::EndedTurn;
use crate::chat::llm_calls;
use crate::connection::encode;
use crate::{Store, StoreError};
use celeiro_domain::chat::{Trace, TraceOutcome};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgTransaction;
use uuid::Uuid;

/// What was traced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceKind {
    /// A turn of the desk.
    Turn,
    /// A search by itself, which goes with the query log.
    Search,
    /// Suggestions for an item.
    Assist,
}

/// A trace, as a list shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceSummary {
    /// The trace.
    pub id: Uuid,
    /// What was traced.
    pub kind: TraceKind,
    /// The conversation.
    pub conversation_id: Option<Uuid>,
    /// The answer's message.
    pub message_id: Option<Uuid>,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// How it ended.
    pub outcome: Option<TraceOutcome>,
    /// The first 200 characters of what was asked.
    pub message: String,
    /// US dollars, where a provider said.
    pub cost_usd: Option<f64>,
    /// Milliseconds in all.
    pub ms: f64,
    /// Milliseconds to the first words of the answer.
    pub first_token_ms: Option<f64>,
}

impl Store {
    /// Reads the trace `id`, of a turn, of a search by itself, or of suggestions for an item.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where its conversation is deleted.
    pub async fn trace(&self, id: Uuid) -> Result<Trace, StoreError> {
        let row = sqlx::query!(
            r#"SELECT t.message_id, t.body::text AS "body!" FROM traces t
               LEFT JOIN conversations c ON c.id = t.conversation_id
               WHERE t.id = $1 AND c.deleted_at IS NULL"#,
            id
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        let mut trace: Trace =
            serde_json::from_str(&row.body).map_err(|e| StoreError::Other(format!("trace {id}: {e}")))?;
        // A turn that came to nothing has a trace that names an answer which was never stored.
        trace.message_id = row.message_id;
        Ok(trace)
    }

    /// Reads the trace of the chat's answer `message`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also where the conversation is deleted.
    pub async fn trace_of(&self, message: Uuid) -> Result<Trace, StoreError> {
        let id =
            sqlx::query_scalar!("SELECT id FROM traces WHERE message_id = $1", message).fetch_one(&self.pool);
        let id = self.run(async { Ok(id.await?) }).await?;
        self.trace(id).await
    }

    /// Lists the latest traces, newest first.
    pub async fn latest_traces(&self, limit: u32) -> Result<Vec<TraceSummary>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT t.id, t.kind, t.conversation_id, t.message_id, t.created_at, t.outcome, t.cost_usd, t.ms,
                 t.first_token_ms, coalesce(left(t.body ->> 'message', 200), '') AS "message!"
               FROM traces t LEFT JOIN conversations c ON c.id = t.conversation_id
               WHERE c.deleted_at IS NULL ORDER BY t.created_at DESC, t.id LIMIT $1"#,
            i64::from(limit)
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        rows.into_iter()
            .map(|r| {
                Ok(TraceSummary {
                    id: r.id,
                    kind: encode::decode_name(&r.kind)?,
                    conversation_id: r.conversation_id,
                    message_id: r.message_id,
                    created_at: r.created_at,
                    outcome: r.outcome.as_deref().map(encode::decode_name).transpose()?,
                    message: r.message,
                    cost_usd: r.cost_usd,
                    ms: r.ms,
                    first_token_ms: r.first_token_ms,
                })
            })
            .collect()
    }
}

/// Stores the trace of a turn, whose answer, if any, is stored already, with its calls of models.
pub(crate) async fn insert_turn(
    tx: &mut PgTransaction<'static>,
    turn: &EndedTurn<'_>,
    actor: &str,
) -> Result<(), StoreError> {
    let calls = llm_calls::of_trace(turn.trace)?;
    sqlx::query!(
        "INSERT INTO traces (id, kind, conversation_id, message_id, created_at, outcome, actor, cost_usd, ms, \
         first_token_ms, body) VALUES ($1, 'turn', $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        turn.ids.trace_id,
        turn.ids.conversation_id,
        turn.response.map(|_| turn.ids.message_id),
        turn.trace.created_at,
        turn.trace.outcome.as_str(),
        actor,
        llm_calls::cost_of(&calls),
        encode::valid_amount(Some(turn.ms)).unwrap_or(0.0),
        encode::valid_amount(turn.first_token_ms),
        encode::encode_json(turn.trace)?
    )
    .execute(&mut **tx)
    .await?;
    llm_calls::insert_llm_calls(tx, Some(turn.ids.trace_id), turn.trace.created_at, &calls).await
}
