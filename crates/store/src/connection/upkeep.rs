//! Maintenance that only the owner of the tables may run: building and dropping indexes, merging their pending entries,
//! statistics of every table.
//!
//! On a team's server all connections have the one role of its address.

use crate::connection::pools::open_for_upkeep;
use crate::{Store, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;

impl Store {
    /// A connection for upkeep: it waits for locks and statements as long as they take, and ends with its use.
    /// Autovacuum, which holds the same locks, makes way within a second or more on a busy machine; a reader's
    /// patience would fail what was begun.
    pub(crate) async fn acquire_for_upkeep(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        open_for_upkeep(&self.upkeep).await
    }
}
