//! Request coalescing: concurrent callers share one read.
//!
//! A [`crate::runtime::ttl_cache::TtlValue`] may be as old as its lifetime; a shared read always starts after its
//! callers' requests. However many callers there are, one read runs and one more waits to run. It runs on a task of its
//! own: a caller that gives up cancels it for no other.

use crate::error::AppError;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Mutex;

type Outcome<T> = Result<Arc<T>, AppError>;
/// When it began, and what came of it.
type LastReading<T> = (Instant, Outcome<T>);

pub(crate) struct SharedRead<T> {
    /// Held while a reading runs.
    last: Arc<Mutex<Option<LastReading<T>>>>,
}

impl<T> Default for SharedRead<T> {
    fn default() -> Self {
        Self { last: Arc::default() }
    }
}

impl<T: Send + Sync + 'static> SharedRead<T> {
    /// Reads by `load`, or shares a read that began after this call. A failure is shared too: a database that is
    /// silent is not waited for by one caller after the other.
    pub async fn get<F>(&self, load: impl FnOnce() -> F) -> Outcome<T>
    where
        F: Future<Output = Result<T, AppError>> + Send + 'static,
    {
        let asked = Instant::now();
        let mut last = self.last.clone().lock_owned().await;
        if let Some((_, outcome)) = last.as_ref().filter(|(begun, _)| *begun > asked) {
            return outcome.clone();
        }
        let load = load();
        let reading = tokio::spawn(async move {
            let begun = Instant::now();
            let outcome = load.await.map(Arc::new);
            *last = Some((begun, outcome.clone()));
            outcome
        });
        reading.await.unwrap_or_else(|error| Err(AppError::internal(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    /// A hundred callers at once, and how many readings they cost.
    async fn ask_at_once(outcome: Result<u32, AppError>) -> (Vec<Outcome<u32>>, u32) {
        let (shared, readings) = (SharedRead::default(), Arc::new(AtomicU32::new(0)));
        let ask = || {
            let (readings, outcome) = (readings.clone(), outcome.clone());
            shared.get(async move || {
                readings.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                outcome
            })
        };
        let answers = futures::future::join_all((0..100).map(|_| ask())).await;
        (answers, readings.load(Ordering::SeqCst))
    }

    #[tokio::test]
    async fn callers_of_one_moment_share_a_reading_and_its_failure() {
        for outcome in [Ok(7), Err(AppError::new(Code::DatabaseStuck))] {
            let (answers, readings) = ask_at_once(outcome.clone()).await;
            assert!(answers.iter().all(|answer| answer.as_deref().ok() == outcome.as_ref().ok()));
            assert!(readings <= 2, "{readings} readings");
        }
    }

    #[tokio::test]
    async fn what_was_read_before_is_not_told_to_later_callers() {
        let shared = SharedRead::default();
        for now in 1..4 {
            assert_eq!(*shared.get(async move || Ok(now)).await.unwrap(), now);
        }
    }

    #[tokio::test]
    async fn a_caller_who_gives_up_cuts_a_reading_off_for_nobody() {
        let (shared, readings) = (SharedRead::default(), Arc::new(AtomicU32::new(0)));
        let slow = || {
            let readings = readings.clone();
            async move || {
                tokio::time::sleep(Duration::from_millis(200)).await;
                Ok(readings.fetch_add(1, Ordering::SeqCst))
            }
        };
        // Each gives up before a reading ends; they come one after the other.
        for _ in 0..5 {
            let hasty = tokio::time::timeout(Duration::from_millis(60), shared.get(slow()));
            assert!(hasty.await.is_err());
        }
        assert!(readings.load(Ordering::SeqCst) > 0, "the first reading came to its end");
        shared.get(slow()).await.unwrap();
    }
}
