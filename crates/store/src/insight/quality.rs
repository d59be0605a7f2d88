//! How the desk did over time: figures of traces, ratings and calls of models, by day or week.
//!
//! Steps in which nothing happened have no row. Figures of what a model cost come from calls, which
//! outlive their traces; all others go with the traces when their time is over.

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
    /// Searches that ran for answers.
    pub tools_run: i64,
    /// Searches that failed.
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
                 sum(t.tools_run) AS "tools_run!", sum(t.tools_failed) AS "tools_failed!",
                 count(*) FILTER (WHERE m.rating = 'up') AS "up!", count(*) FILTER (WHERE m.rating = 'down') AS "down!"
               FROM traces t LEFT JOIN messages m ON m.id = t.message_id
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
            tools_run: r.tools_run,
            tools_failed: r.tools_failed,
            up: r.up,
            down: r.down,
        });
        Ok(turns.collect())
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
