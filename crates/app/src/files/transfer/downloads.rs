//! Downloads of one program: files that it writes, fetched in pieces when complete.

use super::outgoing::{Download, Outgoing, Piece};
use super::{PIECE_BYTES, Transfers, lock_unpoisoned, not_found};
use crate::error::AppError;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

impl Transfers {
    /// A new file for the account with the login `owner`, to be written and then [`Transfers::finish_download`]ed.
    ///
    /// # Errors
    /// [`crate::Code::DiskFull`], [`crate::Code::FileUnwritable`].
    pub fn begin_download(
        &self,
        name: String,
        media_type: &'static str,
        owner: Option<String>,
    ) -> Result<(Uuid, File), AppError> {
        let id = Uuid::new_v4();
        let path = self.new_path(id)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|error| self.unwritable(&error))?;
        let mut outgoing = lock_unpoisoned(&self.outgoing);
        outgoing.retain(|_, file| file.made.elapsed() < KEPT);
        let new = Outgoing { name, media_type, owner, path, size: Mutex::new(None), made: Instant::now() };
        outgoing.insert(id, Arc::new(new));
        Ok((id, file))
    }

    /// Whether `may_use` takes the login of the account that a file is made for, none without one; true where there is
    /// no such file.
    pub fn is_download_open(&self, id: Uuid, may_use: impl FnOnce(Option<&str>) -> bool) -> bool {
        lock_unpoisoned(&self.outgoing).get(&id).is_none_or(|file| may_use(file.owner.as_deref()))
    }

    /// The file is whole.
    ///
    /// # Errors
    /// [`crate::Code::TransferGone`] where it was dropped meanwhile.
    pub fn finish_download(&self, id: Uuid, size: u64) -> Result<(), AppError> {
        let file = lock_unpoisoned(&self.outgoing).get(&id).cloned().ok_or_else(not_found)?;
        *lock_unpoisoned(&file.size) = Some(size);
        Ok(())
    }

    /// A file that is whole.
    ///
    /// # Errors
    /// [`crate::Code::TransferGone`].
    pub fn download(&self, id: Uuid) -> Result<Download, AppError> {
        let file = lock_unpoisoned(&self.outgoing).get(&id).cloned().ok_or_else(not_found)?;
        let size = lock_unpoisoned(&file.size).ok_or_else(not_found)?;
        Ok(Download { name: file.name.clone(), media_type: file.media_type, size })
    }

    /// The piece that begins at byte `offset`; empty behind the end.
    ///
    /// # Errors
    /// [`crate::Code::TransferGone`], [`crate::Code::FileUnreadable`] where the disk fails.
    pub fn read_piece(&self, id: Uuid, offset: u64) -> Result<Piece, AppError> {
        let file = lock_unpoisoned(&self.outgoing).get(&id).cloned().ok_or_else(not_found)?;
        let size = lock_unpoisoned(&file.size).ok_or_else(not_found)?;
        let mut bytes = Vec::new();
        let read = File::open(&file.path).and_then(|mut from| {
            from.seek(SeekFrom::Start(offset))?;
            from.take(PIECE_BYTES.into()).read_to_end(&mut bytes)
        });
        read.map_err(|error| AppError::unreadable(&file.name, error))?;
        Ok(Piece { bytes, size })
    }

    /// Forgets a file; one that is not there is no failure.
    pub fn drop_download(&self, id: Uuid) {
        let dropped = lock_unpoisoned(&self.outgoing).remove(&id);
        drop(dropped);
    }
}

/// How long a file waits to be fetched; the next download that begins throws away what waited longer.
pub(crate) const KEPT: Duration = Duration::from_secs(30 * 60);
