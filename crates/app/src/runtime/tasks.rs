//! Registry of running measurements and bulk edits, with progress and cancellation. A query set may hold
//! ten thousand queries, so a person needs to see progress and to be able to cancel.
//!
//! The registry is in memory only: the response contains the result, and a cancelled measurement leaves
//! nothing.

use crate::error::{AppError, Code};
use crate::runtime::sync::lock_unpoisoned;
use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Receives the number of finished steps and the total.
type ProgressFn = Box<dyn Fn(u32, u32) + Send + Sync>;

/// Progress reporter and cancellation token of a task.
pub struct Meter {
    show: ProgressFn,
    cancel: CancellationToken,
}

impl Meter {
    /// Creates a meter that reports progress to `show`.
    pub fn new(show: impl Fn(u32, u32) + Send + Sync + 'static) -> Self {
        Self { show: Box::new(show), cancel: CancellationToken::new() }
    }

    /// Creates a meter of a task that reports progress to no receiver.
    pub fn silent() -> Self {
        Self::new(|_, _| ())
    }

    /// Reports that `done` of `total` queries are measured or records written.
    pub(crate) fn note(&self, done: usize, total: usize) {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (self.show)(count(done), count(total));
    }

    /// Waits until the client cancels the task.
    pub(crate) async fn wait_for_cancel(&self) {
        self.cancel.cancelled().await;
    }

    /// Runs `work` until it ends or the client cancels the task.
    ///
    /// # Errors
    /// [`Code::Cancelled`] after a cancellation, and the errors of `work`.
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

/// Progress of a running task.
#[derive(Default)]
struct RunningTask {
    owner: String,
    done: AtomicU32,
    total: AtomicU32,
    cancel: CancellationToken,
}

/// All running tasks of the program. Each is under an id that its client chose, and under that of its owner alone:
/// another client that chooses the same, or guesses it, neither sees nor ends it.
#[derive(Default)]
pub(crate) struct TaskRegistry {
    running: Mutex<HashMap<(String, Uuid), Arc<RunningTask>>>,
}

impl TaskRegistry {
    /// Runs `work` of `owner` under the id that its client chose; without an id, the client can neither see its
    /// progress nor cancel it, but the end of its account does.
    ///
    /// # Errors
    /// The errors of `work`.
    pub async fn run_task<T>(
        &self,
        owner: &str,
        id: Option<Uuid>,
        work: impl AsyncFnOnce(&Meter) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let underway = Arc::new(RunningTask { owner: owner.to_owned(), ..RunningTask::default() });
        let key = (owner.to_owned(), id.unwrap_or_else(Uuid::new_v4));
        self.lock().insert(key.clone(), underway.clone());
        let _leaves = TaskGuard { desk: self, key };
        let cancel = underway.cancel.clone();
        let show: ProgressFn = Box::new(move |done, total| {
            underway.done.store(done, Ordering::Relaxed);
            underway.total.store(total, Ordering::Relaxed);
        });
        work(&Meter { show, cancel }).await
    }

    /// Finished steps and total of a task of an owner that `is_own`; `None` before it begins and after it ends.
    pub fn state(&self, id: Uuid, is_own: impl Fn(&str) -> bool) -> Option<(u32, u32)> {
        let underway = self.find(id, is_own)?;
        Some((underway.done.load(Ordering::Relaxed), underway.total.load(Ordering::Relaxed)))
    }

    /// Cancels a task of an owner that `is_own`; does nothing if no such task runs.
    pub fn cancel(&self, id: Uuid, is_own: impl Fn(&str) -> bool) {
        if let Some(underway) = self.find(id, is_own) {
            underway.cancel.cancel();
        }
    }

    /// Cancels all running tasks of `owner`.
    pub fn cancel_all_of(&self, owner: &str) {
        let running = self.lock();
        running.values().filter(|task| task.owner == owner).for_each(|task| task.cancel.cancel());
    }

    /// Lists the owners of the running tasks.
    pub fn owners(&self) -> Vec<String> {
        self.lock().values().map(|task| task.owner.clone()).collect()
    }

    fn find(&self, id: Uuid, is_own: impl Fn(&str) -> bool) -> Option<Arc<RunningTask>> {
        let running = self.lock();
        let found = running.iter().find(|((owner, of), _)| *of == id && is_own(owner));
        found.map(|(_, task)| task.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, Uuid), Arc<RunningTask>>> {
        lock_unpoisoned(&self.running)
    }
}

/// Removes a task from the registry, even if its request is dropped halfway.
struct TaskGuard<'a> {
    desk: &'a TaskRegistry,
    key: (String, Uuid),
}

impl Drop for TaskGuard<'_> {
    fn drop(&mut self) {
        self.desk.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_anas(owner: &str) -> bool {
        owner == "ana"
    }

    #[tokio::test]
    async fn a_measurement_is_seen_while_it_runs_and_gone_when_it_is_dropped() {
        let (desk, id) = (TaskRegistry::default(), Uuid::now_v7());
        let seen = desk.run_task("ana", Some(id), async |meter: &Meter| {
            meter.note(3, 7);
            Ok(desk.state(id, is_anas))
        });
        assert_eq!(seen.await.unwrap(), Some((3, 7)));
        assert_eq!(desk.state(id, is_anas), None);
        let waiting =
            desk.run_task("ana", Some(id), async |_: &Meter| std::future::pending::<Result<(), _>>().await);
        drop(tokio::time::timeout(std::time::Duration::from_millis(1), waiting).await);
        assert_eq!(desk.state(id, is_anas), None, "who no longer waits leaves nothing behind");
    }

    #[tokio::test]
    async fn who_cancels_ends_the_measurement_and_no_other() {
        let (desk, id, other) = (TaskRegistry::default(), Uuid::now_v7(), Uuid::now_v7());
        let ended = desk.run_task("ana", Some(id), async |meter: &Meter| {
            desk.cancel(other, is_anas);
            let work = async {
                desk.cancel(id, is_anas);
                std::future::pending::<Result<(), AppError>>().await
            };
            meter.run(work).await
        });
        assert_eq!(ended.await.unwrap_err().code(), Code::Cancelled);
    }

    #[tokio::test]
    async fn another_person_who_has_the_id_neither_sees_nor_ends_the_task() {
        let (desk, id) = (TaskRegistry::default(), Uuid::now_v7());
        let is_bias = |owner: &str| owner == "bia";
        let seen = desk.run_task("ana", Some(id), async |meter: &Meter| {
            meter.note(3, 7);
            assert_eq!(desk.state(id, is_bias), None);
            desk.cancel(id, is_bias);
            desk.cancel_all_of("bia");
            // One of the same id of another person has a state of its own.
            let other = desk.run_task("bia", Some(id), async |meter: &Meter| {
                meter.note(1, 2);
                Ok((desk.state(id, is_bias), desk.state(id, is_anas)))
            });
            assert_eq!(other.await.unwrap(), (Some((1, 2)), Some((3, 7))));
            meter.run(async { Ok(desk.state(id, is_anas)) }).await
        });
        assert_eq!(seen.await.unwrap(), Some((3, 7)), "it went on");
        let ended = desk.run_task("ana", Some(id), async |meter: &Meter| {
            desk.cancel_all_of("ana");
            meter.run(std::future::pending::<Result<(), AppError>>()).await
        });
        assert_eq!(ended.await.unwrap_err().code(), Code::Cancelled, "the control");
    }

    #[tokio::test]
    async fn a_task_without_an_id_ends_with_the_account_of_its_owner() {
        let desk = TaskRegistry::default();
        let ended = desk.run_task("ana", None, async |meter: &Meter| {
            assert_eq!(desk.owners(), ["ana"]);
            desk.cancel_all_of("bia");
            desk.cancel_all_of("ana");
            meter.run(std::future::pending::<Result<(), AppError>>()).await
        });
        assert_eq!(ended.await.unwrap_err().code(), Code::Cancelled);
        assert!(desk.owners().is_empty());
    }
}
