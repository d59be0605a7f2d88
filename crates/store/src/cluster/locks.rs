//! File locks of the cluster: which process may start or stop the server, and which processes use it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ClusterError;
use super::error::DuringStep as _;

/// Users of the server hold a shared lock on it.
const SERVER_USE: &str = "cluster.use";
/// Users of the folder whose database is elsewhere hold a shared lock on it.
const FOLDER_USE: &str = "folder.use";

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
        let mut file = open_lock_file(data_dir, "cluster.lock")?;
        let deadline = Instant::now() + patience;
        loop {
            match file.try_lock() {
                // A restored backup may have taken the folder's place while we waited.
                Ok(()) if is_same_file(&file, &data_dir.join("cluster.lock")) => {
                    return Ok(Some(Self { file }));
                }
                Ok(()) => file = open_lock_file(data_dir, "cluster.lock")?,
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
            tracing::warn!(%error, "the use of the data folder could not be unlocked");
        }
    }
}

impl InUse {
    /// Joins the users of the server. The decision proves that no other user is just finding out whether it is
    /// the last.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn join(data_dir: &Path, decision: &Decision) -> Result<Self, ClusterError> {
        Self::join_by(SERVER_USE, data_dir, decision)
    }

    /// Joins the processes that use the data folder without its server.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn join_folder(data_dir: &Path, decision: &Decision) -> Result<Self, ClusterError> {
        Self::join_by(FOLDER_USE, data_dir, decision)
    }

    fn join_by(name: &str, data_dir: &Path, _decision: &Decision) -> Result<Self, ClusterError> {
        let file = open_lock_file(data_dir, name)?;
        file.lock_shared().during_step(|| format!("locking {name}"))?;
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

/// The exclusive use of a folder: no other process uses the folder or its server while this lives.
#[derive(Debug)]
pub struct SoleUse {
    files: [File; 2],
}

/// As with [`Decision`].
impl Drop for SoleUse {
    fn drop(&mut self) {
        for file in &self.files {
            if let Err(error) = file.unlock() {
                tracing::warn!(%error, "the use of the data folder could not be unlocked");
            }
        }
    }
}

impl SoleUse {
    /// Locks the data folder for sole use, where no process uses it.
    ///
    /// # Errors
    /// The file cannot be opened or locked.
    pub fn try_to_take(data_dir: &Path, _decision: &Decision) -> Result<Option<Self>, ClusterError> {
        let files = [open_lock_file(data_dir, SERVER_USE)?, open_lock_file(data_dir, FOLDER_USE)?];
        let sole = Self { files };
        for file in &sole.files {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => {
                    return Err(error).during_step(|| "locking the use of the data folder".to_owned());
                }
            }
        }
        Ok(Some(sole))
    }
}

/// Whether the open file is the one that stands at `path` now.
fn is_same_file(file: &File, path: &Path) -> bool {
    match (file.metadata(), path.metadata()) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
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
    fn a_folder_with_a_user_is_nobody_elses_and_a_lock_is_that_of_the_folder_in_place() {
        let dir = tempfile::tempdir().unwrap();
        let (here, other) = (dir.path().join("here"), dir.path().join("other"));
        std::fs::create_dir(&here).unwrap();
        std::fs::create_dir(&other).unwrap();
        let decision = Decision::wait(&here, Duration::ZERO).unwrap().unwrap();
        let user = InUse::join(&here, &decision).unwrap();
        assert!(SoleUse::try_to_take(&here, &decision).unwrap().is_none());
        drop(user);
        let guest = InUse::join_folder(&here, &decision).unwrap();
        assert!(SoleUse::try_to_take(&here, &decision).unwrap().is_none());
        drop(guest);
        assert!(SoleUse::try_to_take(&here, &decision).unwrap().is_some());

        let waiting = std::thread::spawn({
            let here = here.clone();
            move || Decision::wait(&here, Duration::from_secs(10)).unwrap()
        });
        std::thread::sleep(Duration::from_millis(50));
        std::fs::rename(&here, dir.path().join("old")).unwrap();
        std::fs::rename(&other, &here).unwrap();
        drop(decision);
        let _taken = waiting.join().unwrap().unwrap();
        assert!(Decision::wait(&here, Duration::ZERO).unwrap().is_none(), "the new folder is locked");
    }

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
