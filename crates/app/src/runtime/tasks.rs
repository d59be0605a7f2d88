//! Measurements and edits of many records under way: how far each is, and the way to end one. A set may
//! hold ten thousand queries, and the person who waits wants to see that something happens, and to
//! think better of it.
//!
//! Kept in memory only: what was measured is in the answer, and an ended measurement leaves nothing.

use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Is told how many queries are measured, and of how many.
type ProgressFn = Box<dyn Fn(u32, u32) + Send + Sync>;

/// What a measurement tells of itself, and by which it learns of its cancellation.
pub struct Meter {
    show: ProgressFn,
    cancel: CancellationToken,
}

impl Meter {
    /// One that tells `show`.
    pub fn new(show: impl Fn(u32, u32) + Send + Sync + 'static) -> Self {
        Self { show: Box::new(show), cancel: CancellationToken::new() }
    }

    /// One without listeners.
    pub fn silent() -> Self {
        Self::new(|_, _| ())
    }

    /// `done` of `total` queries are measured, or records written.
    pub(crate) fn note(&self, done: usize, total: usize) {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (self.show)(count(done), count(total));
    }

    /// Is over once the client has cancelled it.
    pub(crate) async fn wait_for_cancel(&self) {
        self.cancel.cancelled().await;
    }

    /// Does `work`, unless a person ends it first.
    ///
    /// # Errors
    /// [`Code::Cancelled`]; what `work` says.
    pub(crate) async fn run<T>(
        &self,
        work: impl Future<Output = Result<T, AppError>>,
    ) -> Result<T, AppError> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(AppError::new(Code::Cancelled)),
            done = work => done,
        }
    }
}

/// How far a measurement is.
#[derive(Default)]
struct RunningTask {
    done: AtomicU32,
    total: AtomicU32,
    cancel: CancellationToken,
}

/// The measurements of one program.
#[derive(Default)]
pub(crate) struct TaskRegistry {
    running: Mutex<HashMap<Uuid, Arc<RunningTask>>>,
}

impl TaskRegistry {
    /// Does `work`, which others find by the id that its client chose; without one it cannot be found.
    pub async fn run_task<T>(
        &self,
        id: Option<Uuid>,
        work: impl AsyncFnOnce(&Meter) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let Some(id) = id else { return work(&Meter::silent()).await };
        let underway = Arc::new(RunningTask::default());
        self.lock().insert(id, underway.clone());
        let _leaves = TaskGuard { desk: self, id };
        let cancel = underway.cancel.clone();
        let show: ProgressFn = Box::new(move |done, total| {
            underway.done.store(done, Ordering::Relaxed);
            underway.total.store(total, Ordering::Relaxed);
        });
        work(&Meter { show, cancel }).await
    }

    /// Queries measured and of how many; none where it has not begun, or is over.
    pub fn state(&self, id: Uuid) -> Option<(u32, u32)> {
        let underway = self.lock().get(&id).cloned()?;
        Some((underway.done.load(Ordering::Relaxed), underway.total.load(Ordering::Relaxed)))
    }

    /// Asks a measurement to end.
    pub fn cancel(&self, id: Uuid) {
        if let Some(underway) = self.lock().get(&id) {
            underway.cancel.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<RunningTask>>> {
        lock_unpoisoned(&self.running)
    }
}

/// Takes a measurement off the list, also where its request is dropped half-way.
struct TaskGuard<'a> {
    desk: &'a TaskRegistry,
    id: Uuid,
}

impl Drop for TaskGuard<'_> {
    fn drop(&mut self) {
        self.desk.lock().remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_measurement_is_seen_while_it_runs_and_gone_when_it_is_dropped() {
        let (desk, id) = (TaskRegistry::default(), Uuid::now_v7());
        let seen = desk.run_task(Some(id), async |meter: &Meter| {
            meter.note(3, 7);
            Ok(desk.state(id))
        });
        assert_eq!(seen.await.unwrap(), Some((3, 7)));
        assert_eq!(desk.state(id), None);
        let waiting =
            desk.run_task(Some(id), async |_: &Meter| std::future::pending::<Result<(), _>>().await);
        drop(tokio::time::timeout(std::time::Duration::from_millis(1), waiting).await);
        assert_eq!(desk.state(id), None, "who no longer waits leaves nothing behind");
    }

    #[tokio::test]
    async fn who_cancels_ends_the_measurement_and_no_other() {
        let (desk, id, other) = (TaskRegistry::default(), Uuid::now_v7(), Uuid::now_v7());
        let ended = desk.run_task(Some(id), async |meter: &Meter| {
            desk.cancel(other);
            let work = async {
                desk.cancel(id);
                std::future::pending::<Result<(), AppError>>().await
            };
            meter.run(work).await
        });
        assert_eq!(ended.await.unwrap_err().code(), Code::Cancelled);
    }
}
