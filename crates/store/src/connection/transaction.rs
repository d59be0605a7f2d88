//! How a transaction begins.

use sqlx::{PgPool, PgTransaction};

/// Begins a transaction on a connection of `pool`.
///
/// `PgPool::begin` that is dropped between sending `BEGIN` and reading the reply gives back a connection
/// with an open transaction that the pool knows nothing of; the next lone write on it would never be
/// committed. So a task of its own waits for the reply: where the caller has gone by then, the task
/// drops the transaction, and dropping it rolls back.
pub(crate) async fn begin_transaction(pool: &PgPool) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN").await
}

/// [`begin_transaction`] in which every statement sees the same state of the database.
pub(crate) async fn begin_snapshot(pool: &PgPool) -> Result<PgTransaction<'static>, sqlx::Error> {
    begin_with(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ").await
}

#[allow(clippy::disallowed_methods, reason = "the one place that calls it")]
async fn begin_with(pool: &PgPool, statement: &'static str) -> Result<PgTransaction<'static>, sqlx::Error> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun.await.unwrap_or_else(|error| Err(sqlx::Error::Protocol(error.to_string())))
}
