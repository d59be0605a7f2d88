//! An import from beginning to end.

use super::error::ImportError;
use super::fixes::Fixes;
use super::protocol::Telling;
use super::reading::Reading;
use super::report::{ImportPhase, ImportProgress, ImportReport};
use super::request::{self, ImportRequest};
use super::sandbox::ParserProcess;
use super::stage::Stage;
use celeiro_store::{Lookalike, Origin, Store, StoreError, Write};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often it is looked whether the database is there, and how long it may take to say so.
const LOOK: Duration = Duration::from_secs(4);
/// Looks in a row after which it is gone.
const MISSES: u32 = 2;

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

/// What came of an import, with what a person needs to go on with it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The report.
    pub report: ImportReport,
    /// Every rejected row, in order.
    pub rejected_rows: Vec<u32>,
    /// Rows that rejected ones repeat, in order.
    pub repeated_rows: Vec<u32>,
    /// Of a dry run: the first rows that would be a record beside one that looks the same.
    pub lookalikes: Vec<Lookalike>,
    /// How many pairs of that kind there are.
    pub lookalike_count: u32,
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
    let fixes = Fixes::new(&request.fixes);
    let mut reading = Reading::new(request.kind, Stage::new(store, import), fixes);
    let facts = reading.read(parser, &request.file_name, progress, cancel).await?;

    let rows = reading.rows;
    progress(ImportProgress { phase: ImportPhase::Applying, rows, percent: None });
    let go_on = || if cancel.is_cancelled() { Err(ImportError::Cancelled) } else { Ok(()) };
    reading.add_duplicates(store.drop_staged_duplicates(import).await?);
    go_on()?;
    reading.add_unnamed(store.drop_staged_unnamed(import, request.kind).await?);
    go_on()?;
    if request.dry_run {
        let preview = store.preview_import(import, request.kind, cancel.cancelled()).await?;
        let preview = preview.ok_or(ImportError::Cancelled)?;
        return Ok(reading.outcome(facts, preview.counts, Some(preview)));
    }
    if let Some(layout) = &request.layout {
        store.note_layout(import, layout).await?;
    }
    let write =
        Write { operation_id: request.operation_id, actor: request.actor.clone(), origin: Origin::Import };
    let counts = store.apply_import(import, request.kind, &write, cancel.cancelled()).await?;
    let counts = counts.ok_or(ImportError::Cancelled)?;

    progress(ImportProgress { phase: ImportPhase::Finishing, rows, percent: None });
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
