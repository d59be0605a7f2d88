//! Files of items: their text into the database, their bytes into the data folder.
//!
//! The bytes stand under `files`, named by their SHA-256: the same content is kept once, and a name that
//! a person's machine gave a file is never a path. A file is there whole or not at all. Where a team
//! shares a database, the bytes are on the machine that they were attached on; text, and search, are
//! everywhere. The bytes of a file that was taken off stay for a while, so that it can be put back.

pub mod api;
pub mod pictures;

use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::files::transfer::UploadedFile;
use crate::import::sandbox::Sandbox;
use crate::import::{Document, Hints, read_document, to_app_error};
use crate::runtime::blocking::run_blocking;
use celeiro_store::{NewFile, Write};
use chrono::{DateTime, Utc};
use sha2::{Digest as _, Sha256};
use std::fs::{DirBuilder, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;
use uuid::Uuid;

/// Characters of the preview.
const PREVIEW_CHARS: usize = 600;
/// What reading a document may take: a person waits.
const CPU_SECONDS: u64 = 10;
const SILENCE: Duration = Duration::from_secs(12);

/// Attaches an upload to an item. Content that the item has already is not attached twice.
///
/// # Errors
/// [`Code::NotFound`] without the item; [`Code::FileFormatUnknown`], [`Code::FileUnreadable`],
/// [`Code::FileParserFailed`] with the reason, [`Code::DiskFull`]. Nothing is kept then.
pub async fn attach_file(
    app: &App,
    caller: &Caller,
    item: Uuid,
    upload: UploadedFile,
    write: &Write,
) -> Result<Uuid, AppError> {
    app.store().item(item).await?;
    let folder = locate_files_folder(app);
    let (name, size) = (upload.name.clone(), upload.size);
    let (held, sha256, reading) = run_blocking(move || {
        let copied = copy_upload(&folder, &upload.path);
        copied.map_err(|error| AppError::unwritable(folder.display(), &error))
    })
    .await?;
    let sandbox = Sandbox { cpu_seconds: CPU_SECONDS, silence: SILENCE, ..Sandbox::default() };
    let document = read_document(reading, &name, sandbox).await;
    let document = document.map_err(|error| to_app_error(caller.lang, error, Hints::Attaching))?;
    let path = path_of(app, &sha256);
    let keeping = run_blocking(move || persist_file(held, &path));
    app.store().attach_file(&new_file(item, name, size, sha256, document), write, keeping).await
}

/// The bytes of an attachment.
///
/// # Errors
/// [`Code::FileElsewhere`] where they are on another machine, or were removed.
pub fn open_attachment(app: &App, sha256: &[u8], name: &str) -> Result<File, AppError> {
    File::open(path_of(app, sha256)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => AppError::new(Code::FileElsewhere).with("file", name),
        _ => AppError::unreadable(name, error),
    })
}

/// Removes the bytes of attachments that were taken off before `before`, and their text: they cannot be
/// put back any more. Returns how many attachments, and how many contents were removed from this machine.
///
/// # Errors
/// What the database says; [`Code::FileUnwritable`].
pub async fn purge_attachments(app: &App, before: DateTime<Utc>) -> Result<(u64, u64), AppError> {
    let unneeded = app.store().purge_files(before).await?;
    let paths: Vec<PathBuf> = unneeded.contents.iter().map(|sha256| path_of(app, sha256)).collect();
    let removed = run_blocking(move || remove_contents(&paths)).await;
    let purged = unneeded.purged;
    unneeded.release().await?;
    Ok((purged, removed?))
}

/// What is not there was removed before, or never was on this machine.
fn remove_contents(paths: &[PathBuf]) -> Result<u64, AppError> {
    let mut removed = 0;
    for path in paths {
        match std::fs::remove_file(path) {
            Ok(()) => removed += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(AppError::unwritable(path.display(), &error)),
        }
    }
    Ok(removed)
}

/// The folder that holds the bytes of attachments.
fn locate_files_folder(app: &App) -> PathBuf {
    app.config().data_dir().join("files")
}

/// Two letters a folder: some systems are slow with many files in one.
fn path_of(app: &App, sha256: &[u8]) -> PathBuf {
    let name: String = sha256.iter().map(|byte| format!("{byte:02x}")).collect();
    locate_files_folder(app).join(name.get(..2).unwrap_or("00")).join(&name)
}

/// The file once more, under no name of its own yet; its SHA-256; and a handle to read it by.
fn copy_upload(folder: &Path, from: &Path) -> io::Result<(NamedTempFile, Vec<u8>, File)> {
    make_files_folder(folder)?;
    let mut to = NamedTempFile::new_in(folder)?;
    let (mut source, mut hash) = (File::open(from)?, Sha256::new());
    let mut buffer = vec![0; 256 << 10];
    loop {
        let count = source.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
    }
    to.as_file().sync_all()?;
    let mut reading = to.reopen()?;
    reading.rewind()?;
    Ok((to, hash.finalize().to_vec(), reading))
}

/// Gives the file its name.
fn persist_file(file: NamedTempFile, path: &Path) -> Result<(), AppError> {
    let kept = (|| {
        let folder = path.parent().unwrap_or(path);
        make_files_folder(folder)?;
        file.persist(path)?;
        File::open(folder)?.sync_all()
    })();
    kept.map_err(|error: io::Error| AppError::unwritable(path.display(), &error))
}

/// Makes a folder with those above it, which the user alone may read.
fn make_files_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The row of an attachment; its preview is the beginning of its text.
fn new_file(item_id: Uuid, name: String, size: u64, sha256: Vec<u8>, document: Document) -> NewFile {
    let preview = |text: &String| text.chars().take(PREVIEW_CHARS).collect();
    NewFile {
        item_id,
        mime_type: document.format.media_type().to_owned(),
        format: document.format.as_str(),
        size_bytes: i64::try_from(size).unwrap_or(i64::MAX),
        sha256,
        text_preview: document.text.as_ref().map(preview),
        text: document.text,
        pages: document.pages.and_then(|pages| i32::try_from(pages).ok()),
        is_cut: document.is_cut,
        name,
    }
}
