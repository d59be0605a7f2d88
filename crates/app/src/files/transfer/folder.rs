//! A program's own folder below `transfers`, and the cleanup of folders that dead programs left.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The file whose lock says that the folder's program lives.
const LOCK: &str = "in-use";

/// Its name until it is locked: a start beside would take an unlocked one for that of a dead program.
const UNLOCKED: &str = "in-use.new";

/// A folder that is held.
pub(super) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Creates a program's own folder for transferred files, which only this user may enter.
    pub fn make(root: &Path) -> io::Result<Self> {
        let path = root.join(Uuid::new_v4().simple().to_string());
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        let unlocked = path.join(UNLOCKED);
        let lock = OpenOptions::new().create_new(true).write(true).open(&unlocked)?;
        lock.lock()?;
        std::fs::rename(unlocked, path.join(LOCK))?;
        Ok(Self { path, _lock: lock })
    }

    /// Path of the program's folder for transferred files.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The next start does it otherwise.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes folders that no living program holds.
pub(super) fn clear_dead(root: &Path) {
    for folder in std::fs::read_dir(root).into_iter().flatten().flatten() {
        let path = folder.path();
        if is_dead(&path)
            && let Err(error) = std::fs::remove_dir_all(&path)
        {
            tracing::warn!(%error, folder = %path.display(), "left behind");
        }
    }
}

/// A folder without its lock is one that is just being made, or one that lost it.
fn is_dead(folder: &Path) -> bool {
    match OpenOptions::new().write(true).open(folder.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => {
            let age = folder.metadata().and_then(|m| m.modified()).ok().and_then(|at| at.elapsed().ok());
            age.is_some_and(|age| age.as_secs() > 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn what_a_dead_program_left_is_thrown_away_and_the_living_keep_theirs() {
        let root = tempfile::tempdir().unwrap();
        let living = Folder::make(root.path()).unwrap();
        let dead = root.path().join("dead");
        std::fs::create_dir(&dead).unwrap();
        std::fs::write(dead.join(LOCK), "").unwrap();
        std::fs::write(dead.join("half a file"), "…").unwrap();
        clear_dead(root.path());
        assert!(living.path().is_dir() && !dead.exists());
        drop(living);
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_start_beside_leaves_a_folder_alone_that_is_being_made() {
        let root = tempfile::tempdir().unwrap();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    clear_dead(root.path());
                }
            });
            let made: Vec<_> = (0..500).map(|_| Folder::make(root.path())).collect();
            is_over.store(true, Ordering::Relaxed);
            let lost =
                made.iter().filter(|folder| folder.as_ref().is_ok_and(|folder| !folder.path().is_dir()));
            assert_eq!((lost.count(), made.iter().filter(|folder| folder.is_err()).count()), (0, 0));
        });
    }
}
