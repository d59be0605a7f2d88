//! Log of model calls: cost, duration and outcome.
//!
//! The texts of a call are in its trace and are deleted with it; the rows here stay, without any text, so that past
//! spending stays counted.

use crate::connection::encode;
use crate::connection::transaction::begin_transaction;
use crate::{Store, StoreError};
use celeiro_domain::chat::{LlmCall, Trace};
use chrono::{DateTime, Utc};
use sqlx::PgTransaction;
use uuid::Uuid;

/// What was spent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spending {
    /// US dollars, as far as providers said.
    pub cost_usd: f64,
    /// Calls.
    pub calls: i64,
    /// Calls whose provider did not say what they cost.
    pub calls_without_cost: i64,
}

impl Store {
    /// Sums what model calls cost since `since`, in conversations deleted or purged too.
    pub async fn spent_since(&self, since: DateTime<Utc>) -> Result<Spending, StoreError> {
        let row = sqlx::query!(
            r#"SELECT coalesce(sum(cost_usd), 0) AS "cost_usd!", count(*) AS "calls!",
               count(*) FILTER (WHERE cost_usd IS NULL) AS "calls_without_cost!"
               FROM llm_calls WHERE created_at >= $1"#,
            since
        )
        .fetch_one(&self.pool);
        let row = self.run(async { Ok(row.await?) }).await?;
        Ok(Spending { cost_usd: row.cost_usd, calls: row.calls, calls_without_cost: row.calls_without_cost })
    }
}

impl Store {
    /// Logs a model call that belongs to no turn of the chat.
    pub async fn note_llm_call(&self, call: &LlmCall) -> Result<(), StoreError> {
        self.run(async {
            let mut tx = begin_transaction(&self.writing).await?;
            insert_llm_calls(&mut tx, None, Utc::now(), &[storable_call(call)?]).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// The calls of a turn, with figures and texts that can be stored.
pub(crate) fn of_trace(trace: &Trace) -> Result<Vec<LlmCall>, StoreError> {
    trace.calls.iter().map(|traced| storable_call(&traced.call)).collect()
}

/// The call without what the database refuses: NUL, and amounts that are not finite.
fn storable_call(call: &LlmCall) -> Result<LlmCall, StoreError> {
    let mut call = call.clone();
    call.usage.cost_usd = encode::valid_amount(call.usage.cost_usd);
    call.ms = encode::valid_amount(Some(call.ms)).unwrap_or(0.0);
    call.first_token_ms = encode::valid_amount(call.first_token_ms);
    serde_json::from_value(encode::encode_json(&call)?).map_err(|e| StoreError::Other(e.to_string()))
}

/// US dollars of all calls; none where no provider said.
pub(crate) fn cost_of(calls: &[LlmCall]) -> Option<f64> {
    calls.iter().filter_map(|call| call.usage.cost_usd).reduce(|sum, cost| sum + cost)
}

/// Stores the calls of a trace, in their order; of no trace, calls that count all the same.
pub(crate) async fn insert_llm_calls(
    tx: &mut PgTransaction<'static>,
    trace: Option<Uuid>,
    at: DateTime<Utc>,
    calls: &[LlmCall],
) -> Result<(), StoreError> {
    for (ordinal, call) in (0_i32..).zip(calls) {
        sqlx::query!(
            "INSERT INTO llm_calls (trace_id, ordinal, created_at, purpose, provider, model, served_model, \
             input_tokens, output_tokens, cached_tokens, cost_usd, ms, first_token_ms, retries, finish, error, \
             prompt) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
            trace,
            ordinal,
            at,
            call.purpose,
            call.provider,
            call.model,
            call.served_model,
            i64::from(call.usage.input),
            i64::from(call.usage.output),
            i64::from(call.usage.cached),
            call.usage.cost_usd,
            call.ms,
            call.first_token_ms,
            i32::try_from(call.retries).unwrap_or(i32::MAX),
            call.finish,
            call.error,
            call.prompt
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}
