//! An import from beginning to end.

use super::error::ImportError;
use super::protocol::Job;
use super::reading::Reading;
use super::report::{ImportPhase, ImportProgress, ImportReport};
use super::request::{self, ImportRequest};
use super::sandbox::ParserProcess;
use super::stage::Stage;
use celeiro_store::{Origin, Store, StoreError, Write};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often it is looked whether the database is there, and how long it may take to say so.
const LOOK: Duration = Duration::from_secs(4);
/// Looks in a row after which it is gone.
const MISSES: u32 = 2;

/// Imports a file: all of its good rows in one transaction, or nothing.
///
/// `progress` is called every so often and must not block. `cancel` is obeyed until the transaction
/// begins.
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
    let file = request::open(request.source.clone(), &request.file_name).await?;
    let job = Job {
        kind: request.kind,
        preset: request.preset,
        map: request.map.clone(),
        decimal: request.decimal,
        memory: request.sandbox.memory_bytes,
        cpu: request.sandbox.cpu_seconds,
    };
    let parser = ParserProcess::start(request.sandbox.clone(), &job, file, &request.file_name)?;
    let import = store.begin_import(request.kind, &request.file_name).await?;
    let outcome = tokio::select! {
        done = read_and_apply(store, &request, parser, import, &progress, cancel) => done,
        gone = database_gone(store) => Err(gone.into()),
    };
    if outcome.is_err()
        && let Err(error) = store.cancel_import(import).await
    {
        // A later import clears it.
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
            // A server that is slow is not gone.
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
) -> Result<ImportReport, ImportError> {
    let mut reading = Reading::new(request.kind, Stage::new(store, import));
    let facts = reading.read(parser, &request.file_name, progress, cancel).await?;

    let rows = reading.rows;
    progress(ImportProgress { phase: ImportPhase::Applying, rows, percent: 100 });
    reading.add_duplicates(store.drop_staged_duplicates(import).await?);
    reading.add_unnamed(store.drop_staged_unnamed(import, request.kind).await?);
    if cancel.is_cancelled() {
        return Err(ImportError::Cancelled);
    }
    let write =
        Write { operation_id: request.operation_id, actor: request.actor.clone(), origin: Origin::Import };
    let counts = store.apply_import(import, request.kind, request.dry_run, &write).await?;

    progress(ImportProgress { phase: ImportPhase::Finishing, rows, percent: 100 });
    if !request.dry_run && counts.created + counts.updated > 0 {
        // The rows are in; ranking with last week's word counts is no reason to call that a failure.
        if let Err(error) = store.take_statistics(request.kind).await {
            tracing::warn!(%error, "no new word statistics");
        }
        // The next look at a grid would count them otherwise.
        if let Err(error) = store.renew_expectations().await {
            tracing::warn!(%error, "no new expectations of categories");
        }
    }
    Ok(reading.report(facts, counts, request.dry_run))
}
