//! Listing of the backup folder in a thread of its own: on a dead network mount the thread blocks forever, and the
//! system offers no way to end it.

use super::folder::find_backup_folder;
use crate::config::Config;
use crate::error::AppError;
use crate::runtime::sync::lock_unpoisoned;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a folder may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Looks one after the other, each on a thread that may block. A thread that waits for a dead mount is lost until
/// the mount comes back; one at most is.
#[derive(Debug)]
pub(crate) struct FolderLooks {
    turn: Arc<Semaphore>,
    /// When the look that is under way began.
    begun: Arc<Mutex<Option<Instant>>>,
    patience: Duration,
}

impl Default for FolderLooks {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), begun: Arc::default(), patience: PATIENCE }
    }
}

impl FolderLooks {
    /// Looks into the backup folder by `look`; none where the folder does not answer in time. While it does not,
    /// callers are told at once.
    pub async fn run<T: Send + 'static>(&self, look: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if lock_unpoisoned(&self.begun).is_some_and(|begun| begun.elapsed() >= self.patience) {
            return None;
        }
        let looked = async {
            let turn = self.turn.clone().acquire_owned().await.ok()?;
            let begun = self.begun.clone();
            let looking = tokio::task::spawn_blocking(move || {
                let _turn = LookTurn::begin(begun, turn);
                look()
            });
            looking.await.ok()
        };
        tokio::time::timeout(self.patience, looked).await.ok().flatten()
    }

    /// What `look` finds in the folder of backups that `config` names.
    ///
    /// # Errors
    /// Those of `look`; `file_unreadable` where the folder does not answer in time.
    pub async fn try_run<T: Send + 'static>(
        &self,
        config: &Config,
        look: impl FnOnce() -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        self.run(look).await.unwrap_or_else(|| Err(refuse_silent_folder(config)))
    }
}

/// The turn of the look that is under way; it ends where the look panics, too.
struct LookTurn {
    begun: Arc<Mutex<Option<Instant>>>,
    _permit: OwnedSemaphorePermit,
}

impl LookTurn {
    fn begin(begun: Arc<Mutex<Option<Instant>>>, permit: OwnedSemaphorePermit) -> Self {
        *lock_unpoisoned(&begun) = Some(Instant::now());
        Self { begun, _permit: permit }
    }
}

impl Drop for LookTurn {
    fn drop(&mut self) {
        *lock_unpoisoned(&self.begun) = None;
    }
}

/// The error of a folder of backups that does not answer.
pub(crate) fn refuse_silent_folder(config: &Config) -> AppError {
    AppError::unreadable(find_backup_folder(config).display(), io::Error::from(io::ErrorKind::TimedOut))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Short for a wait, and long for a machine that is busy with something else.
    const SHORT: Duration = Duration::from_secs(2);

    #[tokio::test]
    async fn a_look_that_panics_is_over() {
        let looks = FolderLooks::default();
        assert_eq!(looks.run(|| 1).await, Some(1));
        assert_eq!(looks.run(|| -> u32 { panic!("a test") }).await, None);
        assert!(lock_unpoisoned(&looks.begun).is_none());
        assert_eq!(looks.run(|| 1).await, Some(1));
    }

    #[tokio::test]
    async fn a_folder_that_does_not_answer_holds_nobody_up_and_is_looked_at_again_when_it_does() {
        let looks = FolderLooks { patience: SHORT, ..FolderLooks::default() };
        let (end, ended) = std::sync::mpsc::channel::<()>();
        assert_eq!(looks.run(move || ended.recv().is_ok()).await, None);
        let asked = Instant::now();
        for _ in 0..9 {
            assert_eq!(looks.run(|| 1).await, None);
        }
        assert!(asked.elapsed() < SHORT * 8, "each of them waited");
        end.send(()).unwrap();
        let answered = async {
            while looks.run(|| 1).await.is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), answered).await.expect("it is looked at again");
    }
}
