//! Download of a content from the database, in parts, into the data folder.

use crate::error::AppError;
use crate::files::contents::Contents;
use crate::runtime::blocking::run_blocking;
use celeiro_store::{BackupSnapshot, Store, StoreError};
use std::fs::File;
use std::io::{self, Cursor, Read};
use tokio::sync::mpsc;

/// Parts of a content that wait for the disk.
const WAITING_PARTS: usize = 2;

/// A database that has the parts of shared contents.
pub(crate) trait PartSource {
    /// A part of a content, counted from 0; `None` behind the last.
    fn read_part(
        &mut self,
        sha256: &[u8],
        part: i32,
    ) -> impl Future<Output = Result<Option<Vec<u8>>, StoreError>> + Send;
}

impl PartSource for &Store {
    async fn read_part(&mut self, sha256: &[u8], part: i32) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared_content_part(sha256, part).await
    }
}

impl PartSource for &mut BackupSnapshot {
    async fn read_part(&mut self, sha256: &[u8], part: i32) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared_content_part(sha256, part).await
    }
}

/// Downloads a shared content in parts into the data folder, and opens it.
///
/// # Errors
/// [`crate::Code::FileUnreadable`] where they are other bytes than the name promises, and nothing stays then; what disk and
/// database say.
pub(crate) async fn fetch_content(
    contents: Contents,
    sha256: &[u8],
    name: &str,
    mut source: impl PartSource + Send,
) -> Result<File, AppError> {
    let (sender, parts) = mpsc::channel(WAITING_PARTS);
    let writing = {
        let contents = contents.clone();
        run_blocking(move || contents.stage(PartReader { parts, current: Cursor::default() }))
    };
    let sending = async move {
        let mut part = 0;
        while let Some(bytes) = source.read_part(sha256, part).await? {
            // A writer that is gone says itself why.
            if sender.send(bytes).await.is_err() {
                break;
            }
            part += 1;
        }
        Ok::<_, AppError>(())
    };
    let (sent, staged) = tokio::join!(sending, writing);
    sent?;
    let staged = staged?;
    if staged.sha256 != sha256 {
        return Err(AppError::unreadable(name, io::Error::from(io::ErrorKind::InvalidData)));
    }
    let name = name.to_owned();
    run_blocking(move || {
        let reading = staged.reading.try_clone().map_err(|error| AppError::unreadable(name, error))?;
        contents.persist(staged)?;
        Ok(reading)
    })
    .await
}

/// The parts of a content, one after the other, for a thread that writes them.
struct PartReader {
    parts: mpsc::Receiver<Vec<u8>>,
    current: Cursor<Vec<u8>>,
}

impl Read for PartReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.current.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            match self.parts.blocking_recv() {
                Some(part) => self.current = Cursor::new(part),
                None => return Ok(0),
            }
        }
    }
}
