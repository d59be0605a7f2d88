//! Cache of previewed files: the import of a previewed file reuses its staged rows instead of reading the file again.

use super::staged::StagedImport;
use crate::import::error::ImportError;
use crate::import::report::{ImportProgress, Outcome};
use crate::import::request::ImportRequest;
use crate::runtime::sync::lock_unpoisoned;
use celeiro_store::Store;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Most previews whose rows stay staged; each holds one connection.
const MOST: usize = 4;
/// How long the rows of a preview stay.
const LIFETIME: Duration = Duration::from_secs(600);

/// Staged rows by upload.
#[derive(Clone, Default)]
pub(crate) struct StagedPreviews {
    previews: Arc<Mutex<HashMap<Uuid, Preview>>>,
}

struct Preview {
    request: ImportRequest,
    since: Instant,
    staged: StagedImport,
}

impl StagedPreviews {
    /// Previews or imports `upload`. The rows of a preview that was read the same way are taken over, and
    /// those of a preview stay staged for ten minutes.
    ///
    /// # Errors
    /// [`ImportError`].
    pub async fn carry_out(
        &self,
        store: &Store,
        upload: Uuid,
        request: &ImportRequest,
        progress: impl Fn(ImportProgress) + Send + Sync,
        cancel: &CancellationToken,
    ) -> Result<Outcome, ImportError> {
        let mut staged = match self.take(store, upload, request).await {
            Some(staged) => staged,
            None => StagedImport::read(store, request, &progress, cancel).await?,
        };
        let outcome = match request.dry_run {
            true => staged.preview(store, request, &progress, cancel).await,
            false => staged.apply(store, request, &progress, cancel).await,
        };
        match outcome.is_ok() && request.dry_run {
            true => {
                self.keep(store, upload, Preview { request: request.clone(), since: Instant::now(), staged })
                    .await
            }
            false => staged.end(store).await,
        }
        outcome
    }

    /// The staged rows of `upload`, where they are still there and were read as `request` reads them.
    async fn take(&self, store: &Store, upload: Uuid, request: &ImportRequest) -> Option<StagedImport> {
        let Preview { request: before, mut staged, .. } = lock_unpoisoned(&self.previews).remove(&upload)?;
        if before.has_same_reading(request) && staged.is_held(store).await {
            return Some(staged);
        }
        staged.end(store).await;
        None
    }

    async fn keep(&self, store: &Store, upload: Uuid, preview: Preview) {
        let since = preview.since;
        let displaced = {
            let mut previews = lock_unpoisoned(&self.previews);
            let oldest = previews.iter().min_by_key(|(_, preview)| preview.since).map(|(upload, _)| *upload);
            let surplus = oldest.filter(|_| previews.len() >= MOST && !previews.contains_key(&upload));
            let surplus = surplus.and_then(|oldest| previews.remove(&oldest));
            [surplus, previews.insert(upload, preview)]
        };
        for preview in displaced.into_iter().flatten() {
            preview.staged.end(store).await;
        }
        let (previews, store) = (self.clone(), store.clone());
        tokio::spawn(async move {
            tokio::time::sleep(LIFETIME).await;
            if let Some(preview) = previews.remove(upload, since) {
                preview.staged.end(&store).await;
            }
        });
    }

    /// Removes the preview of `upload`, unless a later one has taken its place.
    fn remove(&self, upload: Uuid, since: Instant) -> Option<Preview> {
        let mut previews = lock_unpoisoned(&self.previews);
        let is_same = previews.get(&upload).is_some_and(|preview| preview.since == since);
        is_same.then(|| previews.remove(&upload)).flatten()
    }
}
