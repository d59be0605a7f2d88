//! Who may decide, and who still uses the server.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use super::ClusterError;
use super::error::DuringStep as _;

/// The right to create, start or stop; given up when dropped.
#[derive(Debug)]
pub struct Decision {
    file: File,
}

/// A child process that another thread is just starting has a copy of the open file until it runs its
/// program: closing the file would leave the lock with the child, unlocking it does not.
impl Drop for Decision {
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "cluster.lock could not be unlocked");
        }
    }
}

impl Decision {
    /// Waits for `cluster.lock`, at most `patience`. Its holders are short: the longest is one that
    /// waits for crash recovery. Returns `None` when the time is over.
    ///
    /// # Errors
    /// The file cannot be opened ([`ClusterError::DataDirNotWritable`]) or locked.
    pub fn wait(data_dir: &Path, patience: Duration) -> Result<Option<Self>, ClusterError> {
        let file = open_lock_file(data_dir, "cluster.lock")?;
        let deadline = Instant::now() + patience;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self { file })),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => {
                    return Err(error).during_step(|| "locking cluster.lock".to_owned());
                }
            }
        }
    }
}

/// Being one of the users; over when dropped, or when the process dies.
#[derive(Debug)]
pub struct InUse {
    file: File,
}

/// As with [`Decision`], closing alone would leave the lock with a child that is just being started.
impl Drop for InUse {
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            tracing::warn!(%error, "cluster.use could not be unlocked");
        }
    }
}

impl InUse {
    /// Joins the users. The decision proves that no other user is just finding out whether it is the last.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn join(data_dir: &Path, _decision: &Decision) -> Result<Self, ClusterError> {
        let file = open_lock_file(data_dir, "cluster.use")?;
        file.lock_shared().during_step(|| "locking cluster.use".to_owned())?;
        Ok(Self { file })
    }

    /// Leaves, and returns whether it was the last. While the answer matters, `_decision` keeps
    /// newcomers waiting.
    ///
    /// # Errors
    /// The lock cannot be tested.
    pub fn leave(self, _decision: &Decision) -> Result<bool, ClusterError> {
        let asked = self.file.unlock().and_then(|()| match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        });
        asked.during_step(|| "testing cluster.use".to_owned())
    }
}

/// Opening for writing is also the test whether the data folder can be written to at all.
fn open_lock_file(data_dir: &Path, name: &str) -> Result<File, ClusterError> {
    let path = data_dir.join(name);
    let opened = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&path);
    opened.map_err(|source| match source.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory => ClusterError::DataDirNotWritable { path, source },
        _ => ClusterError::Io { doing: format!("opening {}", path.display()), source },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_user_is_told_so() {
        let dir = tempfile::tempdir().unwrap();
        let decide = || Decision::wait(dir.path(), Duration::ZERO).unwrap();
        let decision = decide().unwrap();
        assert!(decide().is_none(), "a second decision must wait");

        let first = InUse::join(dir.path(), &decision).unwrap();
        let second = InUse::join(dir.path(), &decision).unwrap();
        assert!(!first.leave(&decision).unwrap());
        assert!(second.leave(&decision).unwrap());
        drop(decision);
        assert!(decide().is_some());
    }
}
