//! Uploads: announced, sent piece by piece, used, dropped.

use super::{PIECE_BYTES, Transfers, held, not_found};
use crate::error::{AppError, Code};
use celeiro_domain::catalog::clean_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::fs::OpenOptions;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Uploads at once; the one untouched for longest makes room, where it was left alone long enough.
const AT_ONCE: usize = 32;
/// How long an upload may be left alone before it may make room for another, and before the next one
/// that begins throws it away whether or not room is needed.
const LEFT_ALONE: Duration = Duration::from_secs(10 * 60);
const FORGOTTEN: Duration = Duration::from_secs(4 * 3_600);
/// Characters of a name that are kept.
const NAME_CHARS: usize = 200;

/// What a file is sent for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To be imported.
    Import,
    /// To be attached to an item.
    Attachment,
}

impl Purpose {
    /// Most bytes of such a file.
    pub fn limit(self) -> u64 {
        match self {
            Purpose::Import => 2 << 30,
            Purpose::Attachment => 64 << 20,
        }
    }
}

/// A file that is coming in.
pub(super) struct Incoming {
    name: String,
    purpose: Purpose,
    size: u64,
    received: u64,
    path: PathBuf,
    touched: Instant,
}

/// A file that is here.
#[derive(Debug, Clone)]
pub struct Uploaded {
    /// What the person's machine calls it: for messages, never a path.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// Where it is.
    pub path: PathBuf,
}

impl Drop for Incoming {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Transfers {
    /// Makes room for a file of `size` bytes.
    ///
    /// # Errors
    /// [`Code::TooLarge`], [`Code::TooManyUploads`] where all places are taken by files that
    /// somebody touched a short while ago, [`Code::DiskFull`], [`Code::FileUnwritable`].
    pub fn begin_upload(&self, name: &str, size: u64, purpose: Purpose) -> Result<Uuid, AppError> {
        if size > purpose.limit() {
            return Err(too_large(purpose));
        }
        let id = Uuid::new_v4();
        let path = self.new_path(id)?;
        self.make_room()?;
        new_file(&path).map_err(|error| self.unwritable(&error))?;
        let name = shown_name(name);
        let upload = Incoming { name, purpose, size, received: 0, path, touched: Instant::now() };
        held(&self.incoming).insert(id, Arc::new(Mutex::new(upload)));
        Ok(id)
    }

    /// Takes the piece that begins at byte `offset`; one that is here already is passed over. Returns
    /// the bytes received so far.
    ///
    /// # Errors
    /// [`Code::TransferGone`], [`Code::InvalidRequest`] where a piece is missing before it or it goes
    /// beyond what was announced, [`Code::TooLarge`], [`Code::DiskFull`].
    pub fn append(&self, id: Uuid, offset: u64, piece: &[u8]) -> Result<u64, AppError> {
        let upload = held(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = held(&upload);
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
    pub fn uploaded(&self, id: Uuid, purpose: Purpose) -> Result<Uploaded, AppError> {
        let upload = held(&self.incoming).get(&id).cloned().ok_or_else(not_found)?;
        let mut upload = held(&upload);
        upload.touched = Instant::now();
        if upload.purpose != purpose {
            return Err(AppError::invalid_request("uploadId: sent for another purpose"));
        }
        if upload.received < upload.size {
            let error = AppError::new(Code::UploadIncomplete).with("file", &upload.name);
            return Err(error.with("received", upload.received).with("size", upload.size));
        }
        Ok(Uploaded { name: upload.name.clone(), size: upload.size, path: upload.path.clone() })
    }

    /// Forgets a file; one that is not there is no failure.
    pub fn drop_upload(&self, id: Uuid) {
        let dropped = held(&self.incoming).remove(&id);
        drop(dropped);
    }

    fn make_room(&self) -> Result<(), AppError> {
        let mut uploads = held(&self.incoming);
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

/// What stands behind the last separator of a path, without what cannot be seen.
pub fn shown_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let whole: String = last.chars().filter(|c| !c.is_control()).collect();
    let seen = clean_text(&whole, "name", usize::MAX, &mut Vec::new());
    let kept: String = seen.trim().chars().take(NAME_CHARS).collect();
    if kept.trim_matches('.').is_empty() { "–".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfers() -> (tempfile::TempDir, Transfers) {
        let folder = tempfile::tempdir().unwrap();
        let transfers = Transfers::new(folder.path());
        (folder, transfers)
    }

    #[test]
    fn pieces_make_a_file_and_one_sent_twice_changes_nothing() {
        let (_folder, transfers) = transfers();
        let id = transfers.begin_upload("lista.csv", 6, Purpose::Import).unwrap();
        assert_eq!(transfers.append(id, 0, b"abc").unwrap(), 3);
        assert_eq!(transfers.append(id, 0, b"abc").unwrap(), 3);
        assert_eq!(transfers.uploaded(id, Purpose::Import).unwrap_err().code(), Code::UploadIncomplete);
        assert_eq!(transfers.append(id, 5, b"f").unwrap_err().code(), Code::InvalidRequest);
        assert_eq!(transfers.append(id, 3, b"defg").unwrap_err().code(), Code::InvalidRequest);
        assert_eq!(transfers.append(id, 3, b"def").unwrap(), 6);
        let file = transfers.uploaded(id, Purpose::Import).unwrap();
        assert_eq!(std::fs::read(&file.path).unwrap(), b"abcdef");
        assert!(transfers.uploaded(id, Purpose::Attachment).is_err());
        transfers.drop_upload(id);
        assert!(!file.path.exists());
        assert_eq!(transfers.append(id, 0, b"a").unwrap_err().code(), Code::TransferGone);
    }

    #[test]
    fn what_is_too_large_is_refused_before_a_byte_is_sent() {
        let (_folder, transfers) = transfers();
        let error = transfers.begin_upload("a.pdf", (64 << 20) + 1, Purpose::Attachment).unwrap_err();
        assert_eq!((error.code(), error.code().status()), (Code::TooLarge, 413));
        assert!(transfers.begin_upload("a.csv", (64 << 20) + 1, Purpose::Import).is_ok());
    }

    #[test]
    fn a_name_is_never_a_path() {
        for (name, shown) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\temp\\preços.xlsx", "preços.xlsx"),
            ("a\0b\u{202e}c.csv", "abc.csv"),
            ("..", "–"),
            ("/", "–"),
        ] {
            assert_eq!(shown_name(name), shown);
        }
        let (folder, transfers) = transfers();
        let id = transfers.begin_upload("../../out.csv", 0, Purpose::Import).unwrap();
        let path = transfers.uploaded(id, Purpose::Import).unwrap().path;
        assert!(path.starts_with(folder.path().join("transfers")));
    }
}
