//! A staged file: previewed, then applied without being read again.

use super::database_watch::unless_database_gone;
use super::stage::Stage;
use crate::import::checking::reading::Findings;
use crate::import::error::ImportError;
use crate::import::protocol::OutputMode;
use crate::import::report::{FileFacts, ImportPhase, ImportProgress, MAX_REPORTED_ERRORS, Outcome};
use crate::import::request::{self, ImportRequest};
use crate::import::sandbox::ParserProcess;
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::search::Kind;
use celeiro_store::{MoveProgress, Origin, Staging, Store, Write};
use tokio_util::sync::CancellationToken;

/// Checked rows of a file in the staging table, with the findings of reading them.
///
/// The rows are valid for the request they were read for, and for every other with the same
/// [reading](ImportRequest::has_same_reading).
pub(in crate::import) struct StagedImport {
    staging: Staging,
    reading: Findings,
    facts: FileFacts,
}

impl StagedImport {
    /// Reads a file in the sandbox and stages its good rows.
    ///
    /// # Errors
    /// [`ImportError`]; nothing stays in the staging table then.
    pub async fn read(
        store: &Store,
        request: &ImportRequest,
        progress: &(impl Fn(ImportProgress) + Send + Sync),
        cancel: &CancellationToken,
    ) -> Result<Self, ImportError> {
        let (attribute_keys, fields) = match request.kind {
            Kind::Items => (
                store.attribute_keys().await.map_err(ImportError::NotBegun)?,
                store.field_definitions().await.map_err(ImportError::NotBegun)?,
            ),
            Kind::Faqs => (Vec::new(), DefinedFields::default()),
        };
        let file = request::open_import_source(request.source.clone(), &request.file_name).await?;
        let mut reading = Findings::new(request, attribute_keys, fields);
        let errand = request.errand(OutputMode::Records, reading.list_text_columns());
        let parser = ParserProcess::start(request.sandbox.clone(), &errand, file, &request.file_name)?;
        let staging = store.begin_import(request.kind, &request.file_name).await;
        let staging = staging.map_err(ImportError::NotBegun)?;
        let rows = async {
            let stage = Stage::new(store, staging.id());
            let facts = reading.stage_rows(stage, parser, &request.file_name, progress, cancel).await?;
            progress(ImportProgress::at(ImportPhase::Applying, reading.rows));
            let left_out = reading.finish_doubts();
            if !left_out.is_empty() {
                store.unstage_rows(staging.id(), &left_out).await?;
            }
            let by_ids = store.has_staged_ids(staging.id()).await?;
            let duplicate = |row| reading.add_duplicate(&row, &facts);
            store.drop_staged_duplicates(staging.id(), by_ids, MAX_REPORTED_ERRORS, duplicate).await?;
            Ok(facts)
        };
        match unless_database_gone(store, rows).await {
            Ok(facts) => Ok(Self { staging, reading, facts }),
            Err(error) => {
                clear_staging(store, staging).await;
                Err(if request.dry_run { error.before_storing() } else { error })
            }
        }
    }

    /// Counts what the import would do to the catalog, without moving the staged rows.
    ///
    /// # Errors
    /// [`ImportError`].
    pub async fn preview(
        &mut self,
        store: &Store,
        request: &ImportRequest,
        progress: &(impl Fn(ImportProgress) + Send + Sync),
        cancel: &CancellationToken,
    ) -> Result<Outcome, ImportError> {
        progress(ImportProgress::at(ImportPhase::Applying, self.reading.rows));
        let import = self.staging.id();
        unless_database_gone(store, async {
            self.check_references(store, request.kind, cancel).await?;
            let leaving = self.reading.left_out_rows();
            let preview = store.preview_import(import, request.kind, leaving, cancel.cancelled()).await?;
            let preview = preview.ok_or(ImportError::Cancelled)?;
            let reading = self.reading.clone();
            Ok(reading.outcome(self.facts.clone(), preview.counts, Some(preview)))
        })
        .await
        .map_err(ImportError::before_storing)
    }

    /// Moves the staged rows of the import into the catalog, in one transaction.
    ///
    /// # Errors
    /// [`ImportError`].
    pub async fn apply(
        &mut self,
        store: &Store,
        request: &ImportRequest,
        progress: &(impl Fn(ImportProgress) + Send + Sync),
        cancel: &CancellationToken,
    ) -> Result<Outcome, ImportError> {
        let rows = self.reading.rows;
        progress(ImportProgress::at(ImportPhase::Applying, rows));
        unless_database_gone(store, async {
            self.check_references(store, request.kind, cancel).await?;
            let import = self.staging.id();
            if let Some(layout) = &request.layout {
                store.note_layout(import, layout).await?;
            }
            let (operation_id, actor) = (request.operation_id, request.actor.clone());
            let write = Write { operation_id, actor, origin: Origin::Import };
            let report_move =
                |so_far: MoveProgress| progress(ImportProgress::of_move(rows, so_far.records, so_far.total));
            let leaving = self.reading.left_out_rows();
            let counts = store
                .apply_import(import, request.kind, leaving, &write, report_move, cancel.cancelled())
                .await?
                .ok_or(ImportError::Cancelled)?;
            progress(ImportProgress::at(ImportPhase::Finishing, rows));
            if counts.created + counts.updated > 0 {
                renew_statistics(store, request.kind).await;
            }
            Ok(self.reading.clone().outcome(self.facts.clone(), counts, None))
        })
        .await
    }

    /// Whether the rows of the import are still staged.
    pub async fn is_held(&mut self, store: &Store) -> bool {
        store.is_staging_held(&mut self.staging).await
    }

    /// Clears the staged rows of the import.
    pub async fn end(self, store: &Store) {
        clear_staging(store, self.staging).await;
    }

    /// Drops the rows whose ids or names lead to no record of the catalog as it is now.
    async fn check_references(
        &mut self,
        store: &Store,
        kind: Kind,
        cancel: &CancellationToken,
    ) -> Result<(), ImportError> {
        let go_on = || if cancel.is_cancelled() { Err(ImportError::Cancelled) } else { Ok(()) };
        let (import, reading) = (self.staging.id(), &mut self.reading);
        go_on()?;
        if store.has_staged_ids(import).await? {
            let note_misled = |row| reading.add_misled(&row);
            store.drop_staged_misled(import, kind, MAX_REPORTED_ERRORS, note_misled).await?;
            go_on()?;
        }
        let note_unnamed = |row| reading.add_unnamed(&row);
        store.drop_staged_unnamed(import, kind, MAX_REPORTED_ERRORS, note_unnamed).await?;
        go_on()
    }
}

/// Clears staged rows; where that fails, the next import clears them.
async fn clear_staging(store: &Store, staging: Staging) {
    if let Err(error) = store.end_import(staging).await {
        // The next import clears them.
        tracing::warn!(%error, "staged rows stay behind");
    }
}

/// The rows are in: a failure here is no failure of the import, for ranking goes on with older counts.
async fn renew_statistics(store: &Store, kind: Kind) {
    if let Err(error) = store.take_statistics(kind).await {
        tracing::warn!(%error, "no new word statistics");
    }
    // The grid would count them at its next page otherwise.
    if let Err(error) = store.renew_expectations().await {
        tracing::warn!(%error, "no new expectations of categories");
    }
}
