//! Registry of running imports: background tasks whose state can be polled.
//!
//! A page that is closed or reloaded loses no import; it polls by the id that it chose. The result of an import stays
//! in memory for a while; its effects are in the database.

use crate::error::{AppError, Code};
use crate::import::staging::previews::StagedPreviews;
use crate::import::{Hints, ImportPhase, ImportProgress, ImportRequest, Outcome, RejectedRows, cell_message};
use crate::messages::{translate, translate_with};
use crate::runtime::catch_panic::catch_panic;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::search::{Kind, Lang};
use lru::LruCache;
use std::collections::HashMap;
use std::future::Future;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Imports remembered; of more, those go that ended longest ago.
const REMEMBERED: usize = 64;
/// How long what came of an import is remembered.
const KEPT: Duration = Duration::from_secs(12 * 3_600);

/// The imports of one program.
#[derive(Default)]
pub(crate) struct ImportRegistry {
    imports: Mutex<HashMap<Uuid, Arc<ImportTask>>>,
    /// Rows of previewed files that wait to be imported.
    pub(super) previews: StagedPreviews,
    /// Layouts of the uploads that were looked at last.
    pub(super) layouts: Layouts,
}

/// Uploads whose layouts are remembered.
const LAYOUTS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// What the layout of a file depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct LayoutKey {
    upload: Uuid,
    kind: Kind,
    sheet: Option<String>,
    header_row: Option<u32>,
}

impl LayoutKey {
    pub fn of(upload: Uuid, request: &ImportRequest) -> Self {
        let ImportRequest { kind, sheet, header_row, .. } = request;
        Self { upload, kind: *kind, sheet: sheet.clone(), header_row: *header_row }
    }
}

/// Layouts of uploads, by which the columns that a person has named are found again.
pub(super) struct Layouts {
    layouts: Mutex<LruCache<LayoutKey, Vec<u8>>>,
}

impl Default for Layouts {
    fn default() -> Self {
        Self { layouts: Mutex::new(LruCache::new(LAYOUTS)) }
    }
}

impl Layouts {
    pub fn get(&self, key: &LayoutKey) -> Option<Vec<u8>> {
        lock_unpoisoned(&self.layouts).get(key).cloned()
    }

    pub fn put(&self, key: LayoutKey, layout: Vec<u8>) {
        lock_unpoisoned(&self.layouts).put(key, layout);
    }
}

/// An import that is watched.
pub(crate) struct ImportTask {
    /// What is imported, and how.
    pub request: ImportRequest,
    /// The upload that it reads.
    pub upload: Uuid,
    pub(super) cancel: CancellationToken,
    begun: Instant,
    /// Where it is, and since when it has been at that step.
    progress: Mutex<(ImportProgress, Instant)>,
    end: Mutex<Option<Result<Arc<Outcome>, AppError>>>,
}

impl ImportTask {
    /// Progress of the import, and for how long it has been at that step. One that was cancelled is so until it is
    /// over; behind the last moment for it there is nothing to cancel.
    pub fn progress(&self) -> (ImportProgress, Duration) {
        let (progress, since) = *lock_unpoisoned(&self.progress);
        let ending = self.cancel.is_cancelled() && progress.phase != ImportPhase::Finishing;
        if ending && lock_unpoisoned(&self.end).is_none() {
            return (ImportProgress::at(ImportPhase::Cancelling, progress.rows), since.elapsed());
        }
        (progress, since.elapsed())
    }

    pub(super) fn note(&self, now: ImportProgress) {
        let mut noted = lock_unpoisoned(&self.progress);
        let since = if noted.0.phase == now.phase { noted.1 } else { Instant::now() };
        *noted = (now, since);
    }

    /// Outcome of the import's task, where it has ended.
    pub fn end(&self) -> Option<Result<Arc<Outcome>, AppError>> {
        lock_unpoisoned(&self.end).clone()
    }

    /// Whether the database went away meanwhile: asked for again under its id, it begins anew.
    pub fn was_interrupted(&self) -> bool {
        matches!(&*lock_unpoisoned(&self.end), Some(Err(error)) if error.code().status() == 503)
    }

    /// Lists the rows that the import rejected, with the reasons.
    pub fn rejected_rows(&self, lang: Lang) -> Option<RejectedRows> {
        let outcome = self.end()?.ok()?;
        let mut reasons: HashMap<u32, Vec<String>> = HashMap::new();
        for error in &outcome.report.errors {
            let what = cell_message(lang, error, Hints::None);
            let said = if error.column.is_empty() { what } else { format!("{}: {what}", error.column) };
            let line = error
                .line
                .map(|line| translate_with(lang, "cli.import.inLine", &[("line", line.to_string())]));
            reasons.entry(error.row).or_default().push(said + &line.unwrap_or_default());
        }
        Some(RejectedRows {
            rejected: outcome.rejected_rows.clone(),
            repeated: outcome.repeated_rows.clone(),
            reasons,
            repeated_reason: translate(lang, "cli.import.repeated"),
        })
    }
}

impl ImportRegistry {
    /// The import of this id.
    ///
    /// # Errors
    /// [`Code::NotFound`].
    pub fn get(&self, id: Uuid) -> Result<Arc<ImportTask>, AppError> {
        lock_unpoisoned(&self.imports).get(&id).cloned().ok_or_else(|| AppError::new(Code::NotFound))
    }

    /// The imports of `actor` that are under way, the latest first.
    pub fn list_running(&self, actor: &str) -> Vec<(Uuid, Arc<ImportTask>)> {
        let imports = lock_unpoisoned(&self.imports);
        let theirs = imports.iter().filter(|(_, import)| import.request.actor == actor);
        let mut running: Vec<(Uuid, Arc<ImportTask>)> = theirs
            .filter(|(_, import)| import.end().is_none())
            .map(|(id, import)| (*id, import.clone()))
            .collect();
        running.sort_by_key(|(_, import)| import.begun.elapsed());
        running
    }

    /// Whether the profile of `request` says something else of prices, or of what products get, than it did when
    /// `upload` was last checked with the same columns: a person has seen other records than the import would store.
    /// An import that was begun under its id before is the one that was seen then.
    pub(super) fn has_other_rules(&self, upload: Uuid, request: &ImportRequest) -> bool {
        let imports = lock_unpoisoned(&self.imports);
        if imports.get(&request.operation_id).is_some_and(|import| !import.was_interrupted()) {
            return false;
        }
        let of_upload = imports.values().filter(|import| import.upload == upload && import.request.dry_run);
        let checked = of_upload.filter(|import| matches!(import.end(), Some(Ok(_))));
        let latest = checked.min_by_key(|import| import.begun.elapsed());
        latest.is_some_and(|check| check.request.has_other_rules(request))
    }

    /// Whose imports are under way.
    pub fn owners(&self) -> Vec<String> {
        let imports = lock_unpoisoned(&self.imports);
        let running = imports.values().filter(|import| import.end().is_none());
        running.map(|import| import.request.actor.clone()).collect()
    }

    /// Asks the imports of `actor` that are under way to stop: the person's account is closed.
    pub fn cancel_all_of(&self, actor: &str) {
        for (_, import) in self.list_running(actor) {
            import.cancel.cancel();
        }
    }

    /// Asks an import to stop: nothing is changed then, unless all of it was stored by that moment.
    ///
    /// # Errors
    /// [`Code::NotFound`].
    pub fn cancel(&self, id: Uuid) -> Result<(), AppError> {
        self.get(id)?.cancel.cancel();
        Ok(())
    }

    /// Begins `work` as the import of this request, under the id of its operation; one that was begun under
    /// it before goes on, unless it was interrupted.
    pub(super) fn watch<W>(
        &self,
        request: ImportRequest,
        upload: Uuid,
        work: impl FnOnce(Arc<ImportTask>) -> W,
    ) -> Uuid
    where
        W: Future<Output = Result<Outcome, AppError>> + Send + 'static,
    {
        let id = request.operation_id;
        let start = ImportProgress { percent: Some(0), ..ImportProgress::at(ImportPhase::Reading, 0) };
        let watched = Arc::new(ImportTask {
            request,
            upload,
            cancel: CancellationToken::new(),
            begun: Instant::now(),
            progress: Mutex::new((start, Instant::now())),
            end: Mutex::new(None),
        });
        let mut imports = lock_unpoisoned(&self.imports);
        if imports.get(&id).is_some_and(|import| !import.was_interrupted()) {
            return id;
        }
        imports.retain(|_, import| import.end().is_none() || import.begun.elapsed() < KEPT);
        if imports.len() >= REMEMBERED {
            let over = imports.iter().filter(|(_, import)| import.end().is_some());
            let oldest = over.max_by_key(|(_, import)| import.begun.elapsed()).map(|(id, _)| *id);
            oldest.map(|id| imports.remove(&id));
        }
        imports.insert(id, watched.clone());
        let work = work(watched.clone());
        tokio::spawn(async move {
            let end = catch_panic(work).await;
            *lock_unpoisoned(&watched.end) = Some(end.map(Arc::new));
        });
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_import_whose_task_panics_ends_with_an_error_and_is_not_under_way_any_more() {
        let desk = ImportRegistry::default();
        let request = ImportRequest::of_bytes(Kind::Items, b"name\nx\n".to_vec(), "a.csv", "ana");
        let id = desk.watch(request, Uuid::now_v7(), async |watched: Arc<ImportTask>| {
            watched.note(ImportProgress::at(ImportPhase::Reading, 1));
            panic!("on purpose")
        });
        assert_eq!(desk.list_running("ana").len(), 1, "it has not begun yet");
        assert_eq!(end_code(&desk, id).await, Some(Code::Internal));
        assert!(desk.list_running("ana").is_empty());
    }

    #[tokio::test]
    async fn an_import_that_was_interrupted_begins_again_under_its_id_and_one_that_was_refused_does_not() {
        for (first, second) in [
            (Code::ImportInterrupted, Code::Cancelled),
            (Code::DatabaseUnreachable, Code::Cancelled),
            (Code::FileUnreadable, Code::FileUnreadable),
        ] {
            let desk = ImportRegistry::default();
            let request = ImportRequest::of_bytes(Kind::Items, b"name\nx\n".to_vec(), "a.csv", "ana");
            let (upload, again) = (Uuid::now_v7(), request.clone());
            let id = desk.watch(request, upload, async move |_| Err(AppError::new(first)));
            assert_eq!(end_code(&desk, id).await, Some(first));
            assert_eq!(desk.watch(again, upload, async |_| Err(AppError::new(Code::Cancelled))), id);
            assert_eq!(end_code(&desk, id).await, Some(second));
        }
    }

    /// How an import that failed ended.
    async fn end_code(desk: &ImportRegistry, id: Uuid) -> Option<Code> {
        let watched = desk.get(id).unwrap();
        let told = async {
            while watched.end().is_none() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), told).await.expect("an end");
        watched.end().and_then(Result::err).map(|error| error.code())
    }
}
