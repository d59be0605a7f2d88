//! An import from beginning to end.

use super::error::ImportError;
use super::report::{ImportProgress, ImportReport};
use super::request::ImportRequest;
use super::staged::StagedImport;
use crate::import::report::Outcome;
use celeiro_store::{Store, StoreError};
use std::future::Future;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often it is looked whether the database is there, and how long it may take to say so.
const LOOK: Duration = Duration::from_secs(4);
/// Looks in a row after which it is gone: on a machine that others keep busy a new connection may take
/// a quarter of a minute, and an import of an hour is not to end for that.
const MISSES: u32 = 4;

/// Imports a file: all of its good rows in one transaction, or nothing.
///
/// `progress` is called every so often and must not block. `cancel` is obeyed until the rows are in
/// the catalog; the statement that is under way is ended.
///
/// # Errors
/// [`ImportError`]; the catalog is as it was before. Only [`celeiro_store::StoreError::Unreachable`]
/// and `Stuck` leave open whether the transaction took place: asking again under the same operation
/// id tells.
pub async fn run(
    store: &Store,
    request: ImportRequest,
    progress: impl Fn(ImportProgress) + Send + Sync,
    cancel: &CancellationToken,
) -> Result<ImportReport, ImportError> {
    Ok(carry_out(store, request, progress, cancel).await?.report)
}

/// As [`run`], with all that is known of the outcome.
///
/// # Errors
/// As there.
pub async fn carry_out(
    store: &Store,
    request: ImportRequest,
    progress: impl Fn(ImportProgress) + Send + Sync,
    cancel: &CancellationToken,
) -> Result<Outcome, ImportError> {
    let mut staged = StagedImport::read(store, &request, &progress, cancel).await?;
    let outcome = match request.dry_run {
        true => staged.preview(store, &request, &progress, cancel).await,
        false => staged.apply(store, &request, &progress, cancel).await,
    };
    staged.end(store).await;
    outcome
}

/// Ends `work` where the database is gone.
pub(super) async fn unless_database_gone<T>(
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
