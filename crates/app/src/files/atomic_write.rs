//! Atomic writes of small private files in the data folder: a reader sees the old file or the new one, and a lock
//! admits one writer at a time.

use crate::error::{AppError, Code};
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long another program may hold the lock: a change takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long between two looks at a lock that is held.
const PAUSE: Duration = Duration::from_millis(5);

/// Does `work` while no other program that asks here changes the file `name` in `folder`.
///
/// # Errors
/// [`Code::FileUnreadable`] where the lock cannot be had, and what `work` says.
pub fn with_lock<T>(
    folder: &Path,
    name: &str,
    work: impl FnOnce() -> Result<T, AppError>,
) -> Result<T, AppError> {
    let path = folder.join(format!("{name}.lock"));
    let lock = make_folder(folder)
        .and_then(|()| OpenOptions::new().create(true).write(true).truncate(false).mode(0o600).open(&path))
        .and_then(lock_file)
        .map_err(|e| to_file_error(&path, e))?;
    let done = work();
    drop(lock);
    done
}

/// Locks `file`, for which it waits [`PATIENCE`] at most.
fn lock_file(file: File) -> std::io::Result<File> {
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if started.elapsed() > PATIENCE => {
                return Err(std::io::Error::other("another program has been holding it for 5 s"));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}

/// Replaces the file `name` in `folder`; it survives a loss of power as the old or the new one.
///
/// # Errors
/// [`Code::FileUnreadable`] with the file and the reason, or [`Code::DiskFull`].
pub fn replace_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), AppError> {
    let path = folder.join(name);
    let written = (|| {
        make_folder(folder)?;
        // Temporary files are made readable by their owner alone.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&path)?;
        File::open(folder)?.sync_all()
    })();
    written.map_err(|error: std::io::Error| match error.kind() {
        std::io::ErrorKind::StorageFull => AppError::new(Code::DiskFull),
        _ => to_file_error(&path, error),
    })
}

/// Makes a folder with those above it, which the user alone may read.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The error of a file that can be neither read nor written.
fn to_file_error(path: &Path, error: std::io::Error) -> AppError {
    AppError::unreadable(path.display(), error)
}
