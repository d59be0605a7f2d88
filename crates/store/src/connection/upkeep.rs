//! Connections of the owner of the tables, for the little that only the owner may do: building and dropping indexes,
//! sorting in what was appended to them, statistics of every table.
//!
//! Of a team's server all connections are of the one role of its address.

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
