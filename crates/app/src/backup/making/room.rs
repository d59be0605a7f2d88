//! Free-space check for a backup or a restore.

use crate::config::Config;
use crate::error::{AppError, Code};
use crate::runtime::blocking::run_blocking;
use celeiro_store::cluster::free_bytes;
use std::io;
use std::path::{Path, PathBuf};

/// Room that is to be left beside a backup, in bytes: the database writes too.
pub(in crate::backup) const ROOM_BESIDE: u64 = 64 << 20;
/// After how many bytes is looked again.
const LOOK_EVERY: u64 = 64 << 20;

/// Refuses a disk on which fewer than `needed` bytes are free.
///
/// # Errors
/// `backup_disk_full`, or what keeps the disk from being asked.
pub(in crate::backup) fn require_room(folder: &Path, needed: u64) -> Result<(), AppError> {
    match free_bytes(folder)? {
        free if free < needed => Err(build_disk_full(folder, needed, free)),
        _ => Ok(()),
    }
}

/// The error of a disk that became full while it was written to.
pub(in crate::backup) fn refuse_full_disk(folder: &Path) -> AppError {
    let free = free_bytes(folder).unwrap_or(0);
    build_disk_full(folder, free + ROOM_BESIDE, free)
}

fn build_disk_full(folder: &Path, needed: u64, free: u64) -> AppError {
    AppError::new(Code::BackupDiskFull)
        .with("folder", folder.display())
        .with("neededMb", needed.div_ceil(1_000_000))
        .with("freeMb", free / 1_000_000)
}

/// Looks now and then whether a disk that is being written to still has room.
#[derive(Debug)]
pub(in crate::backup) struct RoomGuard {
    folder: PathBuf,
    unseen: u64,
}

impl RoomGuard {
    /// For the disk of `folder`.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), unseen: 0 }
    }

    /// Reserves room on disk for `bytes` more of a backup or a restore, before they are written.
    ///
    /// # Errors
    /// [`io::ErrorKind::StorageFull`] where too little would be left for others.
    pub fn expect(&mut self, bytes: u64) -> io::Result<()> {
        self.unseen += bytes;
        if self.unseen < LOOK_EVERY {
            return Ok(());
        }
        self.unseen = 0;
        // A folder that cannot be asked is written to until it refuses.
        match free_bytes(&self.folder) {
            Ok(free) if free < bytes.saturating_add(ROOM_BESIDE) => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

/// The bytes of all attached files, counted off the threads that must not block.
///
/// # Errors
/// `internal` where the count panics.
pub(in crate::backup) async fn measure_attached_files(config: &Config) -> Result<u64, AppError> {
    let files = config.data_dir().join("files");
    run_blocking(move || Ok(measure_files(&files))).await
}

/// The bytes of the files in a folder and those below it.
pub(in crate::backup) fn measure_files(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => measure_files(&entry.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
