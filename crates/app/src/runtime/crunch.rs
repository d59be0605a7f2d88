//! Low-priority threads for processor-bound loops of several seconds, few at once, so that requests go first.

use crate::error::AppError;
use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::thread;
use tokio::sync::{Semaphore, oneshot};

/// Loops at once: half of the processors stay with searches, whatever the system makes of priorities.
static PLACES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(half_of_processors())));

/// Half of the processors, at least one: what may compute while the others stay with requests.
pub(crate) fn half_of_processors() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    (processors / 2).max(1)
}

/// Runs `work` in its turn. It is handed a question that is answered with no once no caller waits for its
/// outcome, and may end early then: the outcome goes nowhere.
///
/// # Errors
/// [`crate::Code::Internal`] where `work` panics, or the system has no thread for it.
pub(crate) async fn crunch<T: Send + 'static>(
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
) -> Result<T, AppError> {
    let place = PLACES.clone().acquire_owned().await.map_err(AppError::internal)?;
    let (tell, outcome) = oneshot::channel();
    let run = move || {
        lower_priority();
        let done = work(&|| !tell.is_closed());
        // Before the outcome is told: who hears of it finds the place free.
        drop(place);
        tell.send(done).ok();
    };
    thread::Builder::new().name("crunch".into()).spawn(run).map_err(AppError::internal)?;
    outcome.await.map_err(|_| AppError::internal("a computation panicked"))
}

/// Puts this thread behind those that serve requests. On other systems than Linux a priority is one of the
/// whole program; there the number of threads alone bounds what they take.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "a loop runs with the usual priority");
    }
}

/// A tenth of the weight of a usual thread.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::{Duration, Instant};

    #[tokio::test]
    async fn no_more_run_at_once_than_there_are_places() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        let most = (thread::available_parallelism().map_or(1, NonZero::get) / 2).max(1);
        let all = (0..3 * most).map(|_| {
            tokio::spawn(crunch(|_| {
                let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
                thread::sleep(Duration::from_millis(20));
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                running
            }))
        });
        for one in all.collect::<Vec<_>>() {
            assert!(one.await.unwrap().unwrap() <= most);
        }
    }

    #[tokio::test]
    async fn who_no_longer_waits_ends_the_loop() {
        let (tell, ended) = std::sync::mpsc::channel();
        let work = crunch(move |is_wanted| {
            let begun = Instant::now();
            while is_wanted() && begun.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            tell.send(begun.elapsed()).ok();
        });
        drop(tokio::time::timeout(Duration::from_millis(50), work).await);
        let after = tokio::task::spawn_blocking(move || ended.recv()).await.unwrap();
        // Another test's loops may go first; then it never began.
        assert!(after.is_err() || after.is_ok_and(|after| after < Duration::from_secs(10)));
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_gives_its_place_back() {
        for _ in 0..200 {
            let done = crunch(|_| panic!("on purpose")).await;
            assert_eq!(done.map(|()| 0).unwrap_err().code(), crate::Code::Internal);
        }
        assert_eq!(crunch(|_| 7).await.unwrap(), 7);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn its_thread_goes_behind_others() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let usual = niceness();
        let of_loop = crunch(move |_| niceness()).await.unwrap();
        assert!(of_loop >= NICENESS && of_loop >= usual, "{of_loop}");
    }
}
