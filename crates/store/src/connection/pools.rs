//! Connection pools, including the one of the tables' owner.

use crate::StoreError;
use crate::connection::backends::Backends;
use crate::connection::server_switch::ServerSwitch;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgPoolOptions, Postgres};
use std::time::Duration;

/// How long a call waits for a free connection of a database that answers. One that does not is noticed
/// sooner (`pulse`); where it does, waiting in turn is better than being asked to come again.
pub(super) const ACQUIRE: Duration = Duration::from_secs(8);
/// Connections for upkeep: of items and of questions at once.
const MOST_FOR_UPKEEP: u32 = 2;

/// Options of a pool of at most `most` connections, each of which notes its server process in `backends`, and ends
/// where it leads to the server before a `switch`.
pub(super) fn pool_options(most: u32, backends: &Backends, switch: &ServerSwitch) -> PgPoolOptions {
    let (backends, switch) = (backends.clone(), switch.clone());
    let pool = PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE);
    let pool = pool.before_acquire(move |_, of| {
        let leads_there = !switch.is_outdated(of.age);
        Box::pin(async move { Ok(leads_there) })
    });
    pool.idle_timeout(Duration::from_secs(300)).after_connect(move |db, _| {
        let backends = backends.clone();
        Box::pin(async move {
            backends.add(sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(db).await?);
            Ok(())
        })
    })
}

/// The pool of the owner's connections for upkeep: opened when they are needed, closed after their use.
pub(super) fn pool_of_upkeep(backends: &Backends, switch: &ServerSwitch) -> PgPoolOptions {
    pool_options(MOST_FOR_UPKEEP, backends, switch)
}

/// A connection for upkeep: it waits for locks and statements as long as they take, and ends with its use.
pub(super) async fn open_for_upkeep(upkeep: &PgPool) -> Result<PoolConnection<Postgres>, StoreError> {
    let mut db = upkeep.acquire().await?;
    db.close_on_drop();
    sqlx::raw_sql("SET lock_timeout = 0; SET statement_timeout = 0; SET synchronous_commit = local")
        .execute(&mut *db)
        .await?;
    Ok(db)
}
