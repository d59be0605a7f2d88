//! Files of items: text in the database, bytes in the data folder ([`crate::files::contents`]).
//!
//! Where a team shares a database, the bytes are there too, for its other servers ([`crate::files::shared`]). The bytes
//! of a removed file stay for a while, so that it can be restored.
//!
//! | module | what it is for |
//! |---|---|
//! | `api` | operations: attach, list, read, save, remove, restore |
//! | `documents` | classification of documents |
//! | `images` | images of an item in order |
//! | `pictures` | bytes of images, single and for a page of the sheet |
//! | `scaling` | scaled sizes of images, made by the sandboxed child |

pub mod api;
pub mod documents;
pub mod images;
pub mod pictures;
pub(crate) mod scaling;

use crate::app::{App, Caller};
use crate::catalog::attachments::scaling::ScaledImage;
use crate::error::AppError;
use crate::files::shared::share_staged;
use crate::files::transfer::UploadedFile;
use crate::import::sandbox::Sandbox;
use crate::import::{Document, DocumentFormat, Hints, ImageFormat, read_document, to_app_error};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::PAGE_END;
use celeiro_store::{ImageProblem, ImageSize, NewFile, Write};
use chrono::{DateTime, Utc};
use std::fs::File;
use uuid::Uuid;

/// Characters of the preview.
const PREVIEW_CHARS: usize = 600;

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
    let document = read_document(reading, &name, Sandbox::for_waiting_person()).await;
    let document = document.map_err(|error| to_app_error(caller.lang, error, Hints::Attaching))?;
    share_staged(app, &staged).await?;
    let scaled = match document.format {
        DocumentFormat::Image(format) if format != ImageFormat::Svg => {
            let reading = staged.reading.try_clone();
            let reading = reading.map_err(|error| AppError::unreadable(&name, error))?;
            scaling::scale_image(reading, &name).await
        }
        _ => ScaledImage::NoImage,
    };
    let new = new_file(item, name, size, staged.sha256.clone(), document, scaled.to_stored());
    let sha256 = new.sha256.clone();
    let keeping = run_blocking(move || {
        contents.persist(staged)?;
        // What cannot be put beside it now is made again when it is asked for.
        if let Err(error) = scaled.keep(&contents, &sha256) {
            tracing::warn!(%error, "the sizes of a picture are not kept");
        }
        Ok::<_, AppError>(())
    });
    app.store().attach_file(&new, write, keeping).await
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
fn new_file(
    item_id: Uuid,
    name: String,
    size: u64,
    sha256: Vec<u8>,
    document: Document,
    image: Option<Result<ImageSize, ImageProblem>>,
) -> NewFile {
    let preview = |text: &String| text.chars().filter(|c| *c != PAGE_END).take(PREVIEW_CHARS).collect();
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
        image,
        name,
    }
}
