//! Work that is cancelled when the database connection is lost.

use crate::import::error::ImportError;
use celeiro_store::{Store, StoreError};
use std::future::Future;
use std::time::Duration;

/// Pause between two pings of the database, and the deadline of each.
const LOOK: Duration = Duration::from_secs(4);
/// Failed pings in a row after which the database is gone: on a machine that others keep busy a new connection may take
/// a quarter of a minute, and an import of an hour is not to end for that.
const MISSES: u32 = 4;

/// Ends `work` where the database is gone.
pub(in crate::import) async fn unless_database_gone<T>(
    store: &Store,
    work: impl Future<Output = Result<T, ImportError>>,
) -> Result<T, ImportError> {
    tokio::select! {
        done = work => done,
        gone = database_gone(store) => Err(gone.into()),
    }
}

/// Ends when the database cannot be reached any more. A server whose head was killed goes on with
/// the statement it has in hand, for minutes perhaps, and says nothing of it meanwhile.
async fn database_gone(store: &Store) -> StoreError {
    let mut missed = 0;
    loop {
        tokio::time::sleep(LOOK).await;
        match store.ping(LOOK).await {
            Err(error @ StoreError::Unreachable(_)) if missed + 1 >= MISSES => return error,
            Err(StoreError::Unreachable(_)) => missed += 1,
            // A server that is slow is not gone, nor one whose connections are all in use.
            _ => missed = 0,
        }
    }
}
