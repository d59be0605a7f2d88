//! Registry of running exports: each writes a file, which can be fetched when it is complete.

use crate::error::{AppError, Code};
use crate::export::google::LeftOutReason;
use crate::export::request::ExportRequest;
use crate::export::{self, ExportView};
use crate::files::transfer::Transfers;
use crate::runtime::catch_panic::catch_panic;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_store::Store;
use futures::TryStreamExt as _;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::future::Future;
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How long an export is remembered: somewhat longer than its file waits.
const KEPT: Duration = Duration::from_secs(3_600);

/// The exports of one program.
#[derive(Default)]
pub(crate) struct ExportRegistry {
    exports: Mutex<HashMap<Uuid, Arc<ExportTask>>>,
}

/// Where an export is.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExportProgress {
    /// Records written so far.
    pub written: u32,
    /// Records there are.
    pub total: u32,
    /// What was left out so far, and why.
    pub left_out: BTreeMap<LeftOutReason, u32>,
    /// What came of it, where it is over.
    pub end: Option<Result<(), AppError>>,
}

struct ExportTask {
    /// The login of the account that it is for; none without one.
    owner: Option<String>,
    cancel: CancellationToken,
    begun: Instant,
    progress: Mutex<ExportProgress>,
}

impl ExportRegistry {
    /// Begins to write `view` into a new file called `name` for the account with the login `owner`; the id is that of
    /// the file too.
    ///
    /// # Errors
    /// [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn begin(
        &self,
        store: &Store,
        transfers: &Arc<Transfers>,
        request: ExportRequest,
        view: ExportView,
        name: String,
        owner: Option<String>,
    ) -> Result<Uuid, AppError> {
        let (id, file) = transfers.begin_download(name, request.format.media_type(), owner.clone())?;
        let store = store.clone();
        self.watch(transfers, id, owner, async move |watched: Arc<ExportTask>| {
            write_export_file(&store, request, view, file, &watched).await
        });
        Ok(id)
    }

    /// Does `work`, which writes the file of this id and answers its bytes.
    fn watch<W>(
        &self,
        transfers: &Arc<Transfers>,
        id: Uuid,
        owner: Option<String>,
        work: impl FnOnce(Arc<ExportTask>) -> W,
    ) where
        W: Future<Output = Result<u64, AppError>> + Send + 'static,
    {
        let progress = Mutex::new(ExportProgress::default());
        let watched =
            Arc::new(ExportTask { owner, cancel: CancellationToken::new(), begun: Instant::now(), progress });
        let mut exports = lock_unpoisoned(&self.exports);
        exports.retain(|_, export| export.begun.elapsed() < KEPT);
        exports.insert(id, watched.clone());
        let (work, transfers) = (work(watched.clone()), transfers.clone());
        tokio::spawn(async move {
            let done = tokio::select! {
                done = catch_panic(work) => done,
                () = watched.cancel.cancelled() => Err(AppError::new(Code::Cancelled)),
            };
            let end = done.and_then(|size| transfers.finish_download(id, size));
            if end.is_err() {
                transfers.drop_download(id);
            }
            lock_unpoisoned(&watched.progress).end = Some(end);
        });
    }

    /// Whether `may_use` takes the login of the account that an export is for, none without one; true where there is
    /// no such export.
    pub fn is_open(&self, id: Uuid, may_use: impl FnOnce(Option<&str>) -> bool) -> bool {
        lock_unpoisoned(&self.exports).get(&id).is_none_or(|export| may_use(export.owner.as_deref()))
    }

    /// Where the export is.
    ///
    /// # Errors
    /// [`Code::NotFound`].
    pub fn progress(&self, id: Uuid) -> Result<ExportProgress, AppError> {
        let watched =
            lock_unpoisoned(&self.exports).get(&id).cloned().ok_or_else(|| AppError::new(Code::NotFound))?;
        let progress = lock_unpoisoned(&watched.progress).clone();
        Ok(progress)
    }

    /// Logins of the accounts that exports under way are for.
    pub fn owners(&self) -> Vec<String> {
        let exports = lock_unpoisoned(&self.exports);
        let running = exports.values().filter(|export| lock_unpoisoned(&export.progress).end.is_none());
        running.filter_map(|export| export.owner.clone()).collect()
    }

    /// Ends the exports under way for the account with the login `owner`: it is closed.
    pub fn cancel_all_of(&self, owner: &str) {
        let exports = lock_unpoisoned(&self.exports);
        let theirs = exports.values().filter(|export| export.owner.as_deref() == Some(owner));
        theirs.for_each(|export| export.cancel.cancel());
    }

    /// Ends an export, or throws its file away; one that is not there is no failure.
    pub fn drop(&self, transfers: &Transfers, id: Uuid) {
        if let Some(watched) = lock_unpoisoned(&self.exports).remove(&id) {
            watched.cancel.cancel();
        }
        transfers.drop_download(id);
    }
}

/// Writes all of it; returns its bytes.
async fn write_export_file(
    store: &Store,
    request: ExportRequest,
    view: ExportView,
    mut file: File,
    watched: &ExportTask,
) -> Result<u64, AppError> {
    let mut size = 0;
    let mut parts = std::pin::pin!(export::of_view(store, request, view));
    while let Some(part) = parts.try_next().await? {
        size += part.bytes.len() as u64;
        let left_out = part.left_out;
        let written = tokio::task::spawn_blocking(move || file.write_all(&part.bytes).map(|()| file));
        let written = written.await.map_err(AppError::internal)?;
        file = written.map_err(|error| AppError::unwritable("transfers", &error))?;
        let mut progress = lock_unpoisoned(&watched.progress);
        (progress.written, progress.total) = (part.written, part.total);
        progress.left_out = left_out;
    }
    Ok(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_export_whose_task_panics_ends_with_an_error_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let (desk, transfers) = (ExportRegistry::default(), Arc::new(Transfers::new(folder.path())));
        let (id, file) = transfers.begin_download("a.csv".to_owned(), "text/csv", None).unwrap();
        desk.watch(&transfers, id, None, async move |watched: Arc<ExportTask>| {
            let _open = file;
            lock_unpoisoned(&watched.progress).total = 7;
            panic!("on purpose")
        });
        let end = async {
            loop {
                match desk.progress(id).unwrap().end {
                    Some(end) => return end,
                    None => tokio::task::yield_now().await,
                }
            }
        };
        let end = tokio::time::timeout(Duration::from_secs(10), end).await.expect("an end");
        assert_eq!(end.unwrap_err().code(), Code::Internal);
        assert!(transfers.download(id).is_err());
    }
    #[tokio::test]
    async fn exports_of_an_account_that_is_closed_end_without_a_file_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let (desk, transfers) = (ExportRegistry::default(), Arc::new(Transfers::new(folder.path())));
        let begin = |owner: &str| {
            let owner = Some(owner.to_owned());
            let (id, _) = transfers.begin_download("a.csv".to_owned(), "text/csv", owner.clone()).unwrap();
            desk.watch(&transfers, id, owner, async move |_: Arc<ExportTask>| std::future::pending().await);
            id
        };
        let (of_ana, of_bia) = (begin("ana"), begin("bia"));
        assert_eq!(desk.owners().len(), 2);
        desk.cancel_all_of("ana");
        while desk.progress(of_ana).unwrap().end.is_none() {
            tokio::task::yield_now().await;
        }
        assert_eq!(desk.progress(of_ana).unwrap().end.unwrap().unwrap_err().code(), Code::Cancelled);
        assert!(desk.progress(of_bia).unwrap().end.is_none());
        assert_eq!(desk.owners(), ["bia"], "what is over is under way for no one");
    }
}
