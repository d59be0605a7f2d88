//! Quality of the sales desk over time: figures of traces, ratings and model calls, by day or week.
//!
//! Days and weeks without activity have no row. Cost figures come from model calls, which outlive their traces; all
//! others disappear with the traces when those expire.

use crate::{Store, StoreError};
use celeiro_domain::insight::QualityStep;
use chrono::{DateTime, NaiveDateTime, Utc};

/// From when to when, in which steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QualitySpan {
    /// From this moment on.
    pub from: DateTime<Utc>,
    /// Until before this one.
    pub to: DateTime<Utc>,
    /// Steps.
    pub step: QualityStep,
    /// What local clocks are ahead of UTC, in minutes: days begin at their midnight.
    pub offset_minutes: i32,
}

/// Turns of one step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TurnFigures {
    /// When the step begins, by local clocks.
    pub at: NaiveDateTime,
    /// Turns, however they ended.
    pub turns: i64,
    /// Answered by a model.
    pub answered: i64,
    /// Answered from the search alone.
    pub composed: i64,
    /// Stopped by a person.
    pub stopped: i64,
    /// Broke off or failed.
    pub failed: i64,
    /// Milliseconds to the first words, of every turn that got so far: median and 95 %.
    pub first_token_ms: [Option<f64>; 2],
    /// Milliseconds to the end of whole answers: median and 95 %.
    pub full_ms: [Option<f64>; 2],
    /// Whole answers that another model or none had to give, because one that is configured failed.
    pub fell_back: i64,
    /// Turns that got to their first words.
    pub with_first_token: i64,
    /// Searches that ran for answers of the desk; calls of the assistant's tools are counted by themselves.
    pub tools_run: i64,
    /// Such searches that failed.
    pub tools_failed: i64,
    /// Answers rated up.
    pub up: i64,
    /// Answers rated down.
    pub down: i64,
}

/// Calls of models of one step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CallFigures {
    /// When the step begins, by local clocks.
    pub at: NaiveDateTime,
    /// Calls.
    pub calls: i64,
    /// Calls that ended in an error.
    pub failed: i64,
    /// US dollars, as far as providers said; none where none did.
    pub cost_usd: Option<f64>,
    /// Tokens read and written.
    pub tokens: [i64; 2],
}

/// What the assistant's tools, cards and memory did in one step.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AssistantFigures {
    /// When the step begins, by local clocks.
    pub at: NaiveDateTime,
    /// Calls of tools.
    pub calls: i64,
    /// Those that ran to their end or became a card.
    pub calls_done: i64,
    /// Cards that a person confirmed, rejected or corrected. What is remembered without a card is none, and neither is
    /// what other programs propose.
    pub cards: i64,
    /// Those that were confirmed as they stood.
    pub cards_confirmed: i64,
    /// Items of memory that some answer was given.
    pub memories: i64,
    /// Those that the words of some answer carry.
    pub memories_used: i64,
}

impl Store {
    /// Turns of each step that has any, the earliest first.
    pub async fn turn_figures(&self, span: &QualitySpan) -> Result<Vec<TurnFigures>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT coalesce(date_trunc($3, t.created_at AT TIME ZONE 'UTC' + make_interval(mins => $4)), 'epoch') AS "at!",
                 count(*) AS "turns!",
                 count(*) FILTER (WHERE t.outcome = 'answered') AS "answered!",
                 count(*) FILTER (WHERE t.outcome = 'composed') AS "composed!",
                 count(*) FILTER (WHERE t.outcome = 'stopped') AS "stopped!",
                 count(*) FILTER (WHERE t.outcome = 'failed') AS "failed!",
                 percentile_cont(0.5) WITHIN GROUP (ORDER BY t.first_token_ms) AS first_p50,
                 percentile_cont(0.95) WITHIN GROUP (ORDER BY t.first_token_ms) AS first_p95,
                 percentile_cont(0.5) WITHIN GROUP (ORDER BY t.ms) FILTER (WHERE t.outcome IN ('answered', 'composed')) AS full_p50,
                 percentile_cont(0.95) WITHIN GROUP (ORDER BY t.ms) FILTER (WHERE t.outcome IN ('answered', 'composed')) AS full_p95,
                 count(*) FILTER (WHERE t.answer_fell_back AND t.outcome IN ('answered', 'composed')) AS "fell_back!",
                 count(t.first_token_ms) AS "with_first_token!",
                 coalesce(sum(t.tools_run) FILTER (WHERE NOT c.called), 0) AS "tools_run!",
                 coalesce(sum(t.tools_failed) FILTER (WHERE NOT c.called), 0) AS "tools_failed!",
                 count(*) FILTER (WHERE m.rating = 'up') AS "up!", count(*) FILTER (WHERE m.rating = 'down') AS "down!"
               FROM traces t LEFT JOIN messages m ON m.id = t.message_id
                 CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM tool_calls c WHERE c.message_id = t.message_id) AS called) c
               WHERE t.kind = 'turn' AND t.created_at >= $1 AND t.created_at < $2
               GROUP BY 1 ORDER BY 1"#,
            span.from,
            span.to,
            date_trunc_unit(span.step),
            span.offset_minutes
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let turns = rows.into_iter().map(|r| TurnFigures {
            at: r.at,
            turns: r.turns,
            answered: r.answered,
            composed: r.composed,
            stopped: r.stopped,
            failed: r.failed,
            first_token_ms: [r.first_p50, r.first_p95],
            full_ms: [r.full_p50, r.full_p95],
            fell_back: r.fell_back,
            with_first_token: r.with_first_token,
            tools_run: r.tools_run,
            tools_failed: r.tools_failed,
            up: r.up,
            down: r.down,
        });
        Ok(turns.collect())
    }

    /// Tools, cards and memory of each step that has any, the earliest first.
    pub async fn assistant_figures(&self, span: &QualitySpan) -> Result<Vec<AssistantFigures>, StoreError> {
        let rows = sqlx::query_as!(
            AssistantFigures,
            r#"WITH events AS (
                 SELECT created_at AS moment, 'call' AS kind, outcome IN ('ok', 'empty', 'pending') AS good, NULL::uuid AS item
                 FROM tool_calls WHERE created_at >= $1 AND created_at < $2
                 UNION ALL
                 SELECT decided_at, 'card', state = 'executed', NULL FROM pending_actions
                 WHERE decided_at >= $1 AND decided_at < $2 AND state IN ('executed', 'rejected', 'corrected')
                   AND conversation_id IS NOT NULL AND tool <> 'add_knowledge'
                 UNION ALL
                 SELECT at, 'memory', in_answer, item_id FROM knowledge_uses
                 WHERE at >= $1 AND at < $2 AND in_answer IS NOT NULL
               )
               SELECT coalesce(date_trunc($3, moment AT TIME ZONE 'UTC' + make_interval(mins => $4)), 'epoch') AS "at!",
                 count(*) FILTER (WHERE kind = 'call') AS "calls!",
                 count(*) FILTER (WHERE kind = 'call' AND good) AS "calls_done!",
                 count(*) FILTER (WHERE kind = 'card') AS "cards!",
                 count(*) FILTER (WHERE kind = 'card' AND good) AS "cards_confirmed!",
                 count(DISTINCT item) AS "memories!",
                 count(DISTINCT item) FILTER (WHERE good) AS "memories_used!"
               FROM events GROUP BY 1 ORDER BY 1"#,
            span.from,
            span.to,
            date_trunc_unit(span.step),
            span.offset_minutes
        );
        self.run(async { Ok(rows.fetch_all(&self.pool).await?) }).await
    }

    /// Calls of models of each step that has any, the earliest first.
    pub async fn call_figures(&self, span: &QualitySpan) -> Result<Vec<CallFigures>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT coalesce(date_trunc($3, created_at AT TIME ZONE 'UTC' + make_interval(mins => $4)), 'epoch') AS "at!",
                 count(*) AS "calls!", count(*) FILTER (WHERE error IS NOT NULL) AS "failed!", sum(cost_usd) AS cost,
                 sum(input_tokens)::bigint AS "input!", sum(output_tokens)::bigint AS "output!"
               FROM llm_calls WHERE created_at >= $1 AND created_at < $2 GROUP BY 1 ORDER BY 1"#,
            span.from,
            span.to,
            date_trunc_unit(span.step),
            span.offset_minutes
        )
        .fetch_all(&self.pool);
        let rows = self.run(async { Ok(rows.await?) }).await?;
        let calls = rows.into_iter().map(|r| CallFigures {
            at: r.at,
            calls: r.calls,
            failed: r.failed,
            cost_usd: r.cost,
            tokens: [r.input, r.output],
        });
        Ok(calls.collect())
    }
}

/// The unit of `date_trunc`; of no unit it gives none, and everything is one step.
fn date_trunc_unit(step: QualityStep) -> Option<&'static str> {
    match step {
        QualityStep::Day => Some("day"),
        QualityStep::Week => Some("week"),
        QualityStep::Whole => None,
    }
}
