//! Start of transactions.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgPool, PgTransaction, Postgres};

/// Begins a transaction on a connection of `pool`.
///
/// A `PgPool::begin` that is dropped between sending `BEGIN` and reading the reply returns a connection
/// to the pool with an open transaction. The pool does not notice, and never commits the next single
/// statement on that connection. A task of its own therefore waits for the reply: if the caller is gone
/// by then, the task drops the transaction, which rolls it back.
pub(crate) async fn begin_transaction(pool: &PgPool) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN").await
}

/// [`begin_transaction`] for work in the background, which waits for the locks of others for as long as
/// these take: the connections of a reading pool give up after seconds.
pub(crate) async fn begin_patient_transaction(pool: &PgPool) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL lock_timeout = 0").await
}

/// [`begin_transaction`] of what no answer speaks of, such as when a session was last used. Its commit waits for no
/// standby: where all of them are away, those who only read would wait with it, and for its connection. A failover may
/// lose it, so it is something that is made again or may be missing. A commit behind it in the log that waits for a
/// standby has it there too.
pub(crate) async fn begin_unanswered_transaction(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL synchronous_commit = local").await
}

/// [`begin_unanswered_transaction`] for work in the background, as [`begin_patient_transaction`].
pub(crate) async fn begin_patient_unanswered_transaction(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL synchronous_commit = local").await
}

/// Makes one change in a transaction of its own, as [`begin_unanswered_transaction`]; how many rows it changed. It waits
/// for locks as long as others on the pool do: some of these changes are made while a person waits, and several of
/// them at a locked table would hold all connections of those who read.
pub(crate) async fn change_unanswered(
    pool: &PgPool,
    change: Query<'_, Postgres, PgArguments>,
) -> Result<u64, sqlx::Error> {
    let mut tx = begin_unanswered_transaction(pool).await?;
    let changed = change.execute(&mut *tx).await?.rows_affected();
    tx.commit().await?;
    Ok(changed)
}

/// [`begin_patient_unanswered_transaction`] in which every statement sees the same snapshot of the database.
pub(crate) async fn begin_patient_unanswered_snapshot(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = 0; \
                 SET LOCAL synchronous_commit = local";
    begin_with(pool, begin).await
}

/// Begins on a task of its own, which a caller that gives up does not cut off halfway.
#[allow(clippy::disallowed_methods, reason = "the one place that calls it")]
async fn begin_with(pool: &PgPool, statement: &'static str) -> Result<PgTransaction<'static>, sqlx::Error> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun.await.unwrap_or_else(|error| Err(sqlx::Error::Protocol(error.to_string())))
}
