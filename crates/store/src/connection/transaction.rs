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

/// [`begin_transaction`] for background work, which waits for locks without a limit: the connections of the
/// pool for reads time out within seconds.
pub(crate) async fn begin_patient_transaction(pool: &PgPool) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL lock_timeout = 0").await
}

/// [`begin_transaction`] for changes that no response reports, such as the last use of a session. The
/// commit waits for no standby: while all standbys are down, such a commit would hold its connection and
/// block reads. A failover may lose the change, so it must be repeatable or dispensable. A later commit
/// that waits for a standby makes the change safe too.
pub(crate) async fn begin_unanswered_transaction(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL synchronous_commit = local").await
}

/// [`begin_unanswered_transaction`] for background work, without a limit on lock waits.
pub(crate) async fn begin_patient_unanswered_transaction(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL synchronous_commit = local").await
}

/// Runs one change in a [`begin_unanswered_transaction`], and returns the number of changed rows. It keeps
/// the pool's `lock_timeout`: a person may be waiting for it, and several such changes of a locked table
/// could otherwise hold all connections of reads.
pub(crate) async fn change_unanswered(
    pool: &PgPool,
    change: Query<'_, Postgres, PgArguments>,
) -> Result<u64, sqlx::Error> {
    let mut tx = begin_unanswered_transaction(pool).await?;
    let changed = change.execute(&mut *tx).await?.rows_affected();
    tx.commit().await?;
    Ok(changed)
}

/// [`begin_patient_unanswered_transaction`] with one database snapshot for all statements.
pub(crate) async fn begin_patient_unanswered_snapshot(
    pool: &PgPool,
) -> Result<PgTransaction<'static>, sqlx::Error> {
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = 0; \
                 SET LOCAL synchronous_commit = local";
    begin_with(pool, begin).await
}

/// Begins the transaction on a separate task, so that a dropped caller cannot interrupt `BEGIN`.
#[allow(clippy::disallowed_methods, reason = "the one place that calls it")]
async fn begin_with(pool: &PgPool, statement: &'static str) -> Result<PgTransaction<'static>, sqlx::Error> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun.await.unwrap_or_else(|error| Err(sqlx::Error::Protocol(error.to_string())))
}
