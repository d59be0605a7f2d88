//! Connections of the owner of the tables, for the little that only the owner may do: building and dropping indexes,
//! sorting in what was appended to them, statistics of every table.
//!
//! Of a team's server all connections are of the one role of its address.

use crate::connection::backends::Backends;
use crate::connection::connect::pool_options;
use crate::connection::server_switch::ServerSwitch;
use crate::{Store, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgPoolOptions, Postgres};

/// Upkeep of items and of questions at once.
const MOST: u32 = 2;

impl Store {
    /// A connection for upkeep: it waits for locks and statements as long as they take, and ends with its use.
    /// Autovacuum, which holds the same locks, makes way within a second or more on a busy machine; a reader's
    /// patience would fail what was begun.
    pub(crate) async fn acquire_for_upkeep(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        open_for_upkeep(&self.upkeep).await
    }
}

/// [`Store::acquire_for_upkeep`] where there is no store but its pool.
pub(super) async fn open_for_upkeep(upkeep: &PgPool) -> Result<PoolConnection<Postgres>, StoreError> {
    let mut db = upkeep.acquire().await?;
    db.close_on_drop();
    sqlx::raw_sql("SET lock_timeout = 0; SET statement_timeout = 0; SET synchronous_commit = local")
        .execute(&mut *db)
        .await?;
    Ok(db)
}

/// The pool of these connections: opened when they are needed, closed after their use.
pub(super) fn pool_of_upkeep(backends: &Backends, switch: &ServerSwitch) -> PgPoolOptions {
    pool_options(MOST, backends, switch)
}
