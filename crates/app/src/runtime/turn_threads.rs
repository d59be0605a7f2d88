//! Turns of the chat, beside requests that take milliseconds: on threads of their own, behind those that
//! serve requests. The rules read a message of 4,000 characters for a quarter of a second of a processor;
//! twenty such messages at once held up each search for seconds.

use crate::runtime::crunch::lower_priority;
use std::future::Future;
use std::io;
use std::num::NonZero;
use std::sync::LazyLock;
use std::thread;
use tokio::runtime::{Builder, Runtime};

/// Half of the processors: the others stay with requests, whatever the system makes of priorities. The threads
/// last as long as the program, for connections that a turn opens are bound to them and go back to the pool.
static THREADS: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    Builder::new_multi_thread()
        .worker_threads((processors / 2).max(1))
        .thread_name("turn")
        .on_thread_start(lower_priority)
        .enable_all()
        .build()
});

/// Runs `turn` to its end. Where the system gives no threads for turns, those of requests run it.
pub(crate) fn spawn_turn(turn: impl Future<Output = ()> + Send + 'static) {
    match &*THREADS {
        Ok(threads) => drop(threads.spawn(turn)),
        Err(error) => {
            tracing::warn!(%error, "turns of the chat have no threads of their own");
            tokio::spawn(turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn a_request_is_served_while_turns_compute() {
        let (tell, ended) = oneshot::channel();
        for _ in 0..64 {
            spawn_turn(async { thread::sleep(Duration::from_millis(20)) });
        }
        spawn_turn(async move { tell.send(thread::current().name().map(str::to_owned)).unwrap() });
        // This test has one thread, which is free.
        tokio::time::timeout(Duration::from_secs(10), tokio::task::yield_now()).await.unwrap();
        assert_eq!(ended.await.unwrap().as_deref(), Some("turn"));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn its_threads_go_behind_others() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let usual = niceness();
        let (tell, of_turn) = oneshot::channel();
        spawn_turn(async move { tell.send(niceness()).unwrap() });
        assert!(of_turn.await.unwrap() > usual);
    }
}
