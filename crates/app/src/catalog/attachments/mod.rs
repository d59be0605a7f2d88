//! Files of items: their text into the database, their bytes into the data folder
//! ([`crate::files::contents`]).
//!
//! Where a team shares a database, the bytes are there too, for its other servers ([`crate::files::shared`]). The
//! bytes of a file that was taken off stay for a while, so that it can be put back.

pub mod api;
pub mod pictures;

use crate::app::{App, Caller};
use crate::error::AppError;
use crate::files::shared::share_staged;
use crate::files::transfer::UploadedFile;
use crate::import::sandbox::Sandbox;
use crate::import::{Document, Hints, read_document, to_app_error};
use crate::runtime::blocking::run_blocking;
use celeiro_store::{NewFile, Write};
use chrono::{DateTime, Utc};
use std::fs::File;
use std::time::Duration;
use uuid::Uuid;

/// Characters of the preview.
const PREVIEW_CHARS: usize = 600;
/// What reading a document may take: a person waits.
const CPU_SECONDS: u64 = 10;
const SILENCE: Duration = Duration::from_secs(12);

/// Attaches an upload to an item. Content that the item has already is not attached twice.
///
/// # Errors
/// [`crate::Code::NotFound`] without the item; [`crate::Code::FileFormatUnknown`],
/// [`crate::Code::FileUnreadable`], [`crate::Code::FileParserFailed`] with the reason,
/// [`crate::Code::DiskFull`]. Nothing is kept then.
pub async fn attach_file(
    app: &App,
    caller: &Caller,
    item: Uuid,
    upload: UploadedFile,
    write: &Write,
) -> Result<Uuid, AppError> {
    app.store().item(item).await?;
    let contents = app.contents();
    let (name, size) = (upload.name.clone(), upload.size);
    let (contents, staged, reading) = run_blocking(move || {
        let source = File::open(&upload.path).map_err(|error| AppError::unreadable(&upload.name, error))?;
        let staged = contents.stage(source)?;
        let reading = staged.reading.try_clone();
        let reading = reading.map_err(|error| AppError::unreadable(&upload.name, error))?;
        Ok::<_, AppError>((contents, staged, reading))
    })
    .await?;
    let sandbox = patient_sandbox();
    let document = read_document(reading, &name, sandbox).await;
    let document = document.map_err(|error| to_app_error(caller.lang, error, Hints::Attaching))?;
    share_staged(app, &staged).await?;
    let new = new_file(item, name, size, staged.sha256.clone(), document);
    let keeping = run_blocking(move || contents.persist(staged));
    app.store().attach_file(&new, write, keeping).await
}

/// What reading a file may take while a person waits.
pub(crate) fn patient_sandbox() -> Sandbox {
    Sandbox { cpu_seconds: CPU_SECONDS, silence: SILENCE, ..Sandbox::default() }
}

/// Removes the bytes of attachments that no record needs: those of items that were taken off before `before`,
/// which cannot be put back any more, and those of messages that are gone. Returns how many attachments of items
/// were thrown away, and how many contents were removed from this machine.
///
/// # Errors
/// What the database says; [`crate::Code::FileUnwritable`].
pub async fn purge_attachments(app: &App, before: Option<DateTime<Utc>>) -> Result<(u64, u64), AppError> {
    let unneeded = app.store().purge_files(before).await?;
    let (contents, list) = (app.contents(), unneeded.contents.clone());
    let removed = run_blocking(move || contents.remove(&list)).await;
    let purged = unneeded.purged;
    unneeded.release().await?;
    if app.has_team_database() {
        app.store().purge_shared_contents().await?;
    }
    Ok((purged, removed?))
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
