//! An import from beginning to end.

use super::error::ImportError;
use super::protocol::Telling;
use super::reading::Reading;
use super::report::{ImportPhase, ImportProgress, ImportReport, MAX_REPORTED_ERRORS};
use super::request::{self, ImportRequest};
use super::sandbox::ParserProcess;
use super::stage::Stage;
use crate::import::report::Outcome;
use celeiro_store::{Moved, Origin, Store, StoreError, Write};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

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
    let file = request::open(request.source.clone(), &request.file_name).await?;
    let errand = request.errand(Telling::Records);
    let parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
    let staging = store.begin_import(request.kind, &request.file_name).await?;
    let outcome = tokio::select! {
        done = read_and_apply(store, &request, parser, staging.id(), &progress, cancel) => done,
        gone = database_gone(store) => Err(gone.into()),
    };
    if let Err(error) = store.end_import(staging).await {
        // Whoever looks for dead imports next clears it.
        tracing::warn!(%error, "staged rows stay behind");
    }
    outcome
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

async fn read_and_apply(
    store: &Store,
    request: &ImportRequest,
    parser: ParserProcess,
    import: Uuid,
    progress: &(impl Fn(ImportProgress) + Send + Sync),
    cancel: &CancellationToken,
) -> Result<Outcome, ImportError> {
    let mut reading = Reading::new(request, Stage::new(store, import));
    let facts = reading.read(parser, &request.file_name, progress, cancel).await?;

    let rows = reading.rows;
    progress(ImportProgress::at(ImportPhase::Applying, rows));
    let go_on = || if cancel.is_cancelled() { Err(ImportError::Cancelled) } else { Ok(()) };
    let left_out = reading.look_back();
    if !left_out.is_empty() {
        store.unstage_rows(import, &left_out).await?;
    }
    let named = MAX_REPORTED_ERRORS;
    let by_ids = store.staged_by_ids(import).await?;
    store.drop_staged_duplicates(import, by_ids, named, |row| reading.add_duplicate(&row)).await?;
    go_on()?;
    if by_ids {
        store.drop_staged_misled(import, request.kind, named, |row| reading.add_misled(&row)).await?;
        go_on()?;
    }
    store.drop_staged_unnamed(import, request.kind, named, |row| reading.add_unnamed(&row)).await?;
    go_on()?;
    if request.dry_run {
        let preview =
            store.preview_import(import, request.kind, reading.leaving(), cancel.cancelled()).await?;
        let preview = preview.ok_or(ImportError::Cancelled)?;
        return Ok(reading.outcome(facts, preview.counts, Some(preview)));
    }
    if let Some(layout) = &request.layout {
        store.note_layout(import, layout).await?;
    }
    let write =
        Write { operation_id: request.operation_id, actor: request.actor.clone(), origin: Origin::Import };
    let moved = |so_far: Moved| progress(ImportProgress::moving(rows, so_far.records, so_far.total));
    let leaving = reading.leaving();
    let counts = store.apply_import(import, request.kind, leaving, &write, moved, cancel.cancelled()).await?;
    let counts = counts.ok_or(ImportError::Cancelled)?;

    progress(ImportProgress::at(ImportPhase::Finishing, rows));
    if counts.created + counts.updated > 0 {
        // The rows are in; ranking with last week's word counts is no reason to call that a failure.
        if let Err(error) = store.take_statistics(request.kind).await {
            tracing::warn!(%error, "no new word statistics");
        }
        // The next look at a grid would count them otherwise.
        if let Err(error) = store.renew_expectations().await {
            tracing::warn!(%error, "no new expectations of categories");
        }
    }
    Ok(reading.outcome(facts, counts, None))
}
