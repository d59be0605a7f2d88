//! Connections for large bulk writes, and the maintenance that such a write leaves for after its answer.

use crate::StoreError;
use crate::connection::backends::Backends;
use crate::connection::pools::{ACQUIRE, open_for_upkeep, pool_options};
use crate::connection::server_switch::ServerSwitch;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long the end of a program waits for a checkpoint. One that was begun goes on without the connection;
/// where the process that does it is stopped, the end would wait as long.
const CHECKPOINT_PATIENCE: Duration = Duration::from_secs(10);

/// A lock on the tables is not waited for, least of all at the end of the program.
const SHORT_WAIT: &str = "SET lock_timeout = '2s'";

/// What was only appended to the indexes of words is sorted in. No role but the owner of the tables may.
const SORT_APPENDED: &str = "SELECT gin_clean_pending_list(i.oid) FROM pg_class i JOIN pg_am m ON m.oid = i.relam \
     WHERE m.amname = 'gin' AND i.relkind = 'i' AND i.relnamespace = current_schema()::regnamespace";

/// A trigger keeps the plan of its first rows for the life of a connection, whatever
/// `plan_cache_mode` says: made for one record it compares ten thousand pair by pair, for minutes;
/// made for ten thousand it walks through the whole table for one. So these connections end with
/// their use; before, and after the answer, is done what the write put off. `is_managed` says that the cluster is
/// Celeiro's own.
pub(super) fn pool_of_many(
    is_managed: bool,
    upkeep: &PgPool,
    backends: &Backends,
    switch: &ServerSwitch,
) -> PgPoolOptions {
    let (turn, upkeep) = (Arc::new(Semaphore::new(1)), upkeep.clone());
    pool_options(6, backends, switch).acquire_timeout(ACQUIRE).after_release(move |db, _| {
        let (turn, upkeep) = (turn.clone(), upkeep.clone());
        Box::pin(async move {
            // One connection at a time: where a process of the server is stopped, what was put off waits for it,
            // and would take the whole pool with it. The next large write does what is left.
            let Ok(_turn) = turn.try_acquire() else { return Ok(false) };
            finish_large_write(db, &upkeep, is_managed).await;
            Ok(false)
        })
    })
}

/// What a large write leaves for after its answer; autovacuum would do the same within a minute.
/// Room in the grid's table is given back, so that pages are read from memory; and what was only
/// appended to the indexes of words is sorted in. Searches find it before, more slowly. In our own
/// cluster the log of what was written goes with a checkpoint; a team's server looks after its own.
async fn finish_large_write(db: &mut PgConnection, upkeep: &PgPool, is_managed: bool) {
    for statement in [SHORT_WAIT, "VACUUM catalog_grid"] {
        note_left(sqlx::query(statement).execute(&mut *db).await.map(drop).map_err(StoreError::from));
    }
    note_left(sort_appended_entries(upkeep).await);
    if is_managed {
        match tokio::time::timeout(CHECKPOINT_PATIENCE, sqlx::query("CHECKPOINT").execute(&mut *db)).await {
            Ok(done) => note_left(done.map(drop).map_err(StoreError::from)),
            Err(_) => tracing::debug!("a checkpoint goes on without being waited for"),
        }
    }
}

/// Sorts what was appended into the indexes of words.
async fn sort_appended_entries(upkeep: &PgPool) -> Result<(), StoreError> {
    let mut db = open_for_upkeep(upkeep).await?;
    for statement in [SHORT_WAIT, SORT_APPENDED] {
        sqlx::query(statement).execute(&mut *db).await?;
    }
    Ok(())
}

/// Notes what could not be done. It is no harm: the server does it by itself.
fn note_left(done: Result<(), StoreError>) {
    if let Err(error) = done {
        tracing::debug!(%error, "what a large write put off is left to autovacuum");
    }
}

/// Ten thousand records append some 80 MB to the indexes of words and trigrams: within this limit
/// nothing of it is sorted in while a person waits. Triggers read the records before and after from
/// memory, and what they call for each record keeps its plan: made anew for each of ten thousand
/// records, plans took a third of the time.
pub(super) fn for_many(options: PgConnectOptions) -> PgConnectOptions {
    options.options([("plan_cache_mode", "auto"), ("gin_pending_list_limit", "131072"), ("work_mem", "64MB")])
}
