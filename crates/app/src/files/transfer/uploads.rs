//! Uploads of one program: announced, sent piece by piece, used, dropped.

use super::incoming::{Incoming, Purpose, UploadedFile, clean_file_name};
use super::{PIECE_BYTES, Transfers, lock_unpoisoned, not_found};
use crate::error::{AppError, Code};
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

impl Transfers {
    /// Makes room for a file of `size` bytes.
    ///
    /// # Errors
    /// [`Code::TooLarge`], [`Code::TooManyUploads`] where all places are taken by files that
    /// a person touched a short while ago, [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn begin_upload(&self, name: &str, size: u64, purpose: Purpose) -> Result<Uuid, AppError> {
        if size > purpose.limit() {
            return Err(too_large(purpose));
        }
        let id = Uuid::new_v4();
        let path = self.new_path(id)?;
        self.make_room()?;
        new_file(&path).map_err(|error| self.unwritable(&error))?;
        let name = clean_file_name(name);
        let upload = Incoming { name, purpose, size, received: 0, path, touched: Instant::now() };
        lock_unpoisoned(&self.incoming).insert(id, Arc::new(Mutex::new(upload)));
        Ok(id)
    }

    /// Takes the piece that begins at byte `offset`; one that is here already is passed over. Returns
    /// the bytes received so far.
    ///
    /// # Errors
    /// [`Code::TransferGone`], [`Code::InvalidRequest`] where a piece is missing before it or it goes
    /// beyond what was announced, [`Code::TooLarge`], [`Code::DiskFull`].
    pub fn append(&self, id: Uuid, offset: u64, piece: &[u8]) -> Result<u64, AppError> {
        let upload = lock_unpoisoned(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = lock_unpoisoned(&upload);
        upload.touched = Instant::now();
        if piece.len() > PIECE_BYTES as usize {
            return Err(AppError::new(Code::TooLarge).with("limit", format!("{} MB", PIECE_BYTES >> 20)));
        }
        let end = offset + piece.len() as u64;
        if end > upload.size {
            return Err(too_large_for(&upload));
        }
        if end <= upload.received {
            return Ok(upload.received);
        }
        if offset != upload.received {
            let error = AppError::invalid_request(format_args!("offset: {}", upload.received));
            return Err(error.detail("received", upload.received.to_string()));
        }
        let written = OpenOptions::new().write(true).open(&upload.path).and_then(|mut file| {
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(piece)
        });
        written.map_err(|error| self.unwritable(&error))?;
        upload.received = end;
        Ok(end)
    }

    /// The file, where all of it is here.
    ///
    /// # Errors
    /// [`Code::TransferGone`], [`Code::UploadIncomplete`], [`Code::InvalidRequest`] where it was sent
    /// for something else.
    pub fn find_upload(&self, id: Uuid, purpose: Purpose) -> Result<UploadedFile, AppError> {
        let upload = lock_unpoisoned(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = lock_unpoisoned(&upload);
        upload.touched = Instant::now();
        if upload.purpose != purpose {
            return Err(AppError::invalid_request("uploadId: sent for another purpose"));
        }
        if upload.received < upload.size {
            let error = AppError::new(Code::UploadIncomplete).with("file", &upload.name);
            return Err(error.with("received", upload.received).with("size", upload.size));
        }
        Ok(UploadedFile { name: upload.name.clone(), size: upload.size, path: upload.path.clone() })
    }

    /// Forgets a file; one that is not there is no failure.
    pub fn drop_upload(&self, id: Uuid) {
        let dropped = lock_unpoisoned(&self.incoming).remove(&id);
        drop(dropped);
    }

    fn make_room(&self) -> Result<(), AppError> {
        let mut uploads = lock_unpoisoned(&self.incoming);
        // One that is being written to this moment was not left alone.
        let idle = |upload: &Arc<Mutex<Incoming>>| {
            upload.try_lock().map_or(Duration::ZERO, |upload| upload.touched.elapsed())
        };
        uploads.retain(|_, upload| idle(upload) < FORGOTTEN);
        if uploads.len() < AT_ONCE {
            return Ok(());
        }
        let longest = uploads.iter().map(|(id, upload)| (idle(upload), *id)).max();
        match longest {
            Some((idle, id)) if idle >= LEFT_ALONE => drop(uploads.remove(&id)),
            _ => {
                let error = AppError::new(Code::TooManyUploads).with("most", AT_ONCE.to_string());
                return Err(error.with("minutes", (LEFT_ALONE.as_secs() / 60).to_string()));
            }
        }
        Ok(())
    }
}

/// Uploads at once; the one untouched for longest makes room, where it was left alone long enough.
pub(crate) const AT_ONCE: usize = 32;

/// How long an upload may be left alone before it may make room for another, and before the next one
/// that begins throws it away whether or not room is needed.
pub(crate) const LEFT_ALONE: Duration = Duration::from_secs(10 * 60);

pub(crate) const FORGOTTEN: Duration = Duration::from_secs(4 * 3_600);

fn too_large(purpose: Purpose) -> AppError {
    AppError::new(Code::TooLarge).with("limit", format!("{} MB", purpose.limit() >> 20))
}

fn too_large_for(upload: &Incoming) -> AppError {
    let error = AppError::invalid_request(format_args!("sizeBytes: {}", upload.size));
    error.detail("size", upload.size.to_string())
}

fn new_file(path: &std::path::Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
