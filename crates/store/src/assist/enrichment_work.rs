//! Job queue of enrichment runs: one job for each item.
//!
//! Workers lease items with `FOR UPDATE SKIP LOCKED`, as they do embedding jobs (`jobs`); the lease of a worker that
//! dies expires. The outcome of an item and its effect on the run are written in one transaction that locks the run: of
//! two workers that finish the last two items, one sees both.

use crate::assist::enrichment::fields_of;
use crate::connection::encode;
use crate::connection::transaction::{begin_transaction, begin_unanswered_transaction, change_unanswered};
use crate::{Store, StoreError};
use celeiro_domain::assist::AssistField;
use serde_json::Value;
use sqlx::PgTransaction;
use uuid::Uuid;

/// An item is given up after this many attempts.
pub const MAX_ATTEMPTS: i32 = 4;
/// A run is held up where this many items in a row failed, or all of them where it has fewer.
const MOST_IN_A_ROW: i64 = 5;

/// A leased item of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunItem {
    /// The run.
    pub run: Uuid,
    /// The item.
    pub item: Uuid,
    /// How often it was tried before.
    pub attempts: i32,
    /// The fields to suggest.
    pub fields: Vec<AssistField>,
    /// What was asked for.
    pub request: Value,
    /// The person who started the run.
    pub actor: String,
}

/// What came of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemOutcome {
    /// Suggestions under this trace.
    Suggested(Uuid),
    /// Nothing that the evidence carries.
    Nothing(Uuid),
}

impl Store {
    /// Leases the next due item of any running run for `lease_seconds`.
    pub async fn take_run_item(&self, lease_seconds: f64) -> Result<Option<RunItem>, StoreError> {
        let leased = self.run(async {
            let mut tx = begin_unanswered_transaction(&self.pool).await?;
            let row = sqlx::query!(
                "UPDATE enrichment_items i SET leased_until = now() + make_interval(secs => $1) \
             FROM (SELECT w.enrichment_id, w.item_id, e.fields, e.request, e.actor FROM enrichment_items w \
               JOIN enrichments e ON e.id = w.enrichment_id \
               WHERE w.state = 'waiting' AND e.state = 'running' AND w.run_after <= now() \
                 AND (w.leased_until IS NULL OR w.leased_until < now()) \
               ORDER BY e.created_at, w.run_after, w.item_id LIMIT 1 FOR UPDATE OF w SKIP LOCKED) due \
             WHERE i.enrichment_id = due.enrichment_id AND i.item_id = due.item_id \
             RETURNING i.enrichment_id, i.item_id, i.attempts, due.fields, due.request, due.actor",
                lease_seconds
            )
            .fetch_optional(&mut *tx)
            .await?;
            tx.commit().await?;
            Ok(row)
        });
        let row = leased.await?;
        Ok(row.map(|row| RunItem {
            run: row.enrichment_id,
            item: row.item_id,
            attempts: row.attempts,
            fields: fields_of(&row.fields),
            request: row.request,
            actor: row.actor,
        }))
    }

    /// Notes what came of a leased item, and ends or holds up its run where it is through or its
    /// budget is spent. `error` is what the attempt failed by where the outcome had to do without a model.
    pub async fn finish_run_item(
        &self,
        of: &RunItem,
        outcome: ItemOutcome,
        error: Option<&str>,
        cost_usd: Option<f64>,
    ) -> Result<(), StoreError> {
        let error = error.map(shorten_error);
        let (state, trace) = match outcome {
            ItemOutcome::Suggested(trace) => ("suggested", trace),
            ItemOutcome::Nothing(trace) => ("nothing", trace),
        };
        self.run(async {
            let mut tx = self.lock_run(of.run).await?;
            sqlx::query!(
                "UPDATE enrichment_items SET state = $3, trace_id = $4, leased_until = NULL, last_error = $6, \
                 run_after = now(), attempts = attempts + CASE WHEN $6::text IS NULL THEN 0 ELSE 1 END, \
                 cost_usd = CASE WHEN $5::float8 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5 END \
                 WHERE enrichment_id = $1 AND item_id = $2",
                of.run,
                of.item,
                state,
                trace,
                encode::valid_amount(cost_usd),
                error
            )
            .execute(&mut *tx)
            .await?;
            settle_run(&mut tx, of.run).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Puts a leased item back for later: after 20 s, then twice as long each time; gives it up after
    /// [`MAX_ATTEMPTS`]. Where items fail one after the other, their run is held up.
    pub async fn fail_run_item(
        &self,
        of: &RunItem,
        error: &str,
        cost_usd: Option<f64>,
    ) -> Result<(), StoreError> {
        let error = shorten_error(error);
        self.run(async {
            let mut tx = self.lock_run(of.run).await?;
            sqlx::query!(
                "UPDATE enrichment_items SET attempts = attempts + 1, leased_until = NULL, last_error = $3, \
                 state = CASE WHEN attempts + 1 >= $4 THEN 'failed' ELSE state END, \
                 run_after = now() + make_interval(secs => 20 * power(2, least(attempts, 10))), \
                 cost_usd = CASE WHEN $5::float8 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5 END \
                 WHERE enrichment_id = $1 AND item_id = $2",
                of.run,
                of.item,
                error,
                MAX_ATTEMPTS,
                encode::valid_amount(cost_usd)
            )
            .execute(&mut *tx)
            .await?;
            settle_run(&mut tx, of.run).await?;
            pause_failing(&mut tx, of.run).await?;
            Ok(tx.commit().await?)
        })
        .await
    }

    /// Gives a leased item back undone, for the next worker.
    pub async fn release_run_item(&self, of: &RunItem) -> Result<(), StoreError> {
        let released = sqlx::query!(
            "UPDATE enrichment_items SET leased_until = NULL WHERE enrichment_id = $1 AND item_id = $2",
            of.run,
            of.item
        );
        self.run(async { Ok(change_unanswered(&self.pool, released).await.map(drop)?) }).await
    }

    /// Ends runs that are at work and have nothing left to do: a program of before may have been killed
    /// behind the last item, and items leave the catalog for good.
    pub async fn settle_runs(&self) -> Result<(), StoreError> {
        self.run(async {
            let idle = sqlx::query_scalar!(
                "SELECT id FROM enrichments e WHERE state = 'running' AND NOT EXISTS \
                 (SELECT FROM enrichment_items i WHERE i.enrichment_id = e.id AND i.state = 'waiting')"
            )
            .fetch_all(&self.pool)
            .await?;
            for run in idle {
                let mut tx = self.lock_run(run).await?;
                settle_run(&mut tx, run).await?;
                tx.commit().await?;
            }
            Ok(())
        })
        .await
    }

    /// A transaction that holds the lock of the run. It is held before any of its items, here and
    /// wherever a run is changed: two that hold them the other way round would wait for each other.
    pub(crate) async fn lock_run(&self, run: Uuid) -> Result<PgTransaction<'static>, StoreError> {
        let mut tx = begin_transaction(&self.writing).await?;
        sqlx::query!("SELECT id FROM enrichments WHERE id = $1 FOR UPDATE", run)
            .fetch_optional(&mut *tx)
            .await?;
        Ok(tx)
    }
}

/// Holds a run up by itself where the latest items all failed: since a person last said that it goes
/// on, and since the last item that went well. Where fewer were to be done since then, it is all of
/// those. When an item failed follows from when it is due again.
async fn pause_failing(tx: &mut PgTransaction<'static>, run: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE enrichments e SET updated_at = now(), state = 'paused', pause = 'failures' \
         WHERE e.id = $1 AND e.state = 'running' \
           AND (SELECT least($2, count(*)) FROM enrichment_items d WHERE d.enrichment_id = e.id \
             AND (d.state IN ('waiting', 'failed') OR d.run_after > e.updated_at)) \
           <= (SELECT count(*) FROM enrichment_items i \
             WHERE i.enrichment_id = e.id AND i.attempts > 0 AND i.last_error IS NOT NULL \
               AND CASE WHEN i.state IN ('waiting', 'failed') \
                 THEN i.run_after - make_interval(secs => 20 * power(2, least(i.attempts - 1, 10))) \
                 ELSE i.run_after END > greatest(e.updated_at, (SELECT max(w.run_after) FROM enrichment_items w \
                   WHERE w.enrichment_id = e.id AND w.state IN ('suggested', 'nothing') \
                     AND w.last_error IS NULL)))",
        run,
        MOST_IN_A_ROW
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A run without waiting items is done; one that has spent its budget is held up.
async fn settle_run(tx: &mut PgTransaction<'static>, run: Uuid) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE enrichments e SET updated_at = now(), state = CASE WHEN c.waiting = 0 THEN 'done' ELSE 'paused' END, \
           pause = CASE WHEN c.waiting = 0 THEN NULL ELSE 'budget' END \
         FROM (SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, coalesce(sum(cost_usd), 0) AS cost \
           FROM enrichment_items WHERE enrichment_id = $1) AS c \
         WHERE e.id = $1 AND e.state = 'running' AND (c.waiting = 0 OR c.cost >= e.budget_usd)",
        run
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The first 300 characters, as many as a run keeps.
fn shorten_error(error: &str) -> String {
    error.chars().take(300).collect()
}
