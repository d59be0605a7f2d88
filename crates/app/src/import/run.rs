//! One import run, from the file to the report.

use super::error::ImportError;
use super::report::{ImportProgress, ImportReport};
use super::request::ImportRequest;
use crate::import::report::Outcome;
use crate::import::staging::staged::StagedImport;
use celeiro_store::Store;
use tokio_util::sync::CancellationToken;

/// Imports a file: all of its good rows in one transaction, or nothing.
///
/// `progress` is called every so often and must not block. `cancel` is obeyed until the rows are in
/// the catalog; the statement that is under way is ended.
///
/// # Errors
/// [`ImportError`]; the catalog is as it was before. Only [`celeiro_store::StoreError::Unreachable`]
/// and `Stuck` leave open whether the transaction took place: asking again under the same operation
/// id tells.
pub async fn import_file(
    store: &Store,
    request: ImportRequest,
    progress: impl Fn(ImportProgress) + Send + Sync,
    cancel: &CancellationToken,
) -> Result<ImportReport, ImportError> {
    Ok(import_with_outcome(store, request, progress, cancel).await?.report)
}

/// Imports a file as [`import_file`] does, with all that is known of the outcome.
///
/// # Errors
/// As there.
pub async fn import_with_outcome(
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
