//! Stall detection of a running backup, from outside: its thread may block forever on a dead mount, and cannot be
//! ended.

use celeiro_store::ToolProcess;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long a backup may go on without a step. The longest is that all of it is forced to a slow disk at the end.
pub(in crate::backup) const STALL_PATIENCE: Duration = Duration::from_secs(900);
/// How many times within the patience is looked.
const LOOKS: u32 = 30;

/// What the thread that writes a backup shares with the task that waits for it.
#[derive(Debug, Clone, Default)]
pub(in crate::backup) struct WorkControl {
    stop: CancellationToken,
    steps: Arc<AtomicU64>,
    /// The process that writes the database out.
    pub dump: ToolProcess,
}

impl WorkControl {
    /// Notes a step of the running backup, so that it does not count as stalled.
    ///
    /// # Errors
    /// [`io::ErrorKind::Interrupted`] where it was ended: its caller has gone.
    pub fn note_step(&self) -> io::Result<()> {
        self.steps.fetch_add(1, Ordering::Relaxed);
        if self.is_ended() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    /// Whether the running backup was cancelled.
    pub fn is_ended(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Cancels the running backup when the guard is dropped.
    pub fn guard_end(&self) -> EndGuard {
        EndGuard(self.clone())
    }

    /// Waits until the running backup has noted no step for `patience`.
    pub async fn await_stall(&self, patience: Duration) {
        let (mut steps, mut since) = (self.steps.load(Ordering::Relaxed), Instant::now());
        while since.elapsed() < patience {
            tokio::time::sleep(patience / LOOKS).await;
            let now = self.steps.load(Ordering::Relaxed);
            if now != steps {
                (steps, since) = (now, Instant::now());
            }
        }
    }
}

/// Ends the work of a [`WorkControl`] when it is dropped. The process is killed beside the thread, which may be out
/// of reach: its transaction would hold up changes of the schema for as long.
pub(in crate::backup) struct EndGuard(WorkControl);

impl Drop for EndGuard {
    fn drop(&mut self) {
        self.0.stop.cancel();
        self.0.dump.kill();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_without_steps_is_noticed_and_work_with_steps_is_waited_for() {
        let (control, patience) = (WorkControl::default(), Duration::from_secs(1));
        let (begun, goes_on) = (Instant::now(), Duration::from_millis(1_500));
        let steps = async {
            while begun.elapsed() < goes_on {
                control.note_step().unwrap();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let stall = async {
            control.await_stall(patience).await;
            begun.elapsed()
        };
        let ((), noticed) = tokio::join!(steps, stall);
        assert!(noticed >= goes_on, "it was waited for");
        drop(control.guard_end());
        assert!(control.is_ended());
        assert_eq!(control.note_step().unwrap_err().kind(), io::ErrorKind::Interrupted);
    }
}
