//! Images and files attached to a message.
//!
//! The sandboxed child encodes an image anew, with nothing but its pixels, and extracts the text of a file. Both wait
//! for their message for a day and are deleted with its conversation. Their bytes are stored with those of item files
//! ([`crate::files::contents`]).

pub mod api;
pub(crate) mod turn;

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::files::shared::share_staged;
use crate::files::transfer::{UploadedFile, clean_file_name};
use crate::import::sandbox::Sandbox;
use crate::import::{
    AttachedFile, Document, DocumentFormat, Hints, RewrittenPicture, read_attached, to_app_error,
};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::chat::{
    MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_CHARS, MAX_MESSAGE_ATTACHMENTS, MessageAttachmentFormat,
};
use celeiro_store::{NewMessageAttachment, Write};
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use uuid::Uuid;

/// Keeps a file for a message that is still to be sent; says under which id.
///
/// # Errors
/// [`Code::TooLarge`], [`Code::FileFormatUnknown`] for what is neither a picture nor a document that is read,
/// [`Code::FileUnreadable`] where it is damaged, protected or a bomb, [`Code::FileParserFailed`],
/// [`Code::DiskFull`]. Nothing is kept then.
pub async fn keep_file(
    app: &App,
    caller: &Caller,
    file: UploadedFile,
    write: &Write,
) -> Result<Uuid, AppError> {
    if file.size > MAX_ATTACHMENT_BYTES.into() {
        let limit = format!("{} MB", MAX_ATTACHMENT_BYTES >> 20);
        return Err(AppError::new(Code::TooLarge).with("limit", limit));
    }
    let UploadedFile { name, path, size } = file;
    let open = {
        let (name, path) = (name.clone(), path.clone());
        move || File::open(path).map_err(|error| AppError::unreadable(name, error))
    };
    let reading = run_blocking(open.clone()).await?;
    let read = read_attached(reading, &name, Sandbox::for_waiting_person()).await;
    let read = read.map_err(|error| to_app_error(caller.lang, error, Hints::Asking))?;
    let contents = app.contents();
    let (contents, staged, new) = run_blocking(move || match read {
        AttachedFile::Picture(picture) => {
            let staged = contents.stage(picture.bytes.as_slice())?;
            let new = picture_row(name, &picture, staged.sha256.clone());
            Ok((contents, staged, new))
        }
        AttachedFile::Document(document) => {
            let staged = contents.stage(open()?)?;
            let new = document_row(name, size, document, staged.sha256.clone());
            Ok::<_, AppError>((contents, staged, new))
        }
    })
    .await?;
    share_staged(app, &staged).await?;
    let keeping = run_blocking(move || contents.persist(staged));
    app.store().add_message_attachment(&new, write, keeping).await
}

/// Keeps files of this machine for a message that is still to be sent.
///
/// # Errors
/// [`Code::InvalidRequest`] for too many, those of [`keep_file`], and [`Code::FileUnreadable`]. Files before the
/// one that failed are thrown away after a day.
pub async fn keep_paths(app: &App, caller: &Caller, paths: &[PathBuf]) -> Result<Vec<Uuid>, AppError> {
    if paths.len() > MAX_MESSAGE_ATTACHMENTS {
        return Err(AppError::invalid_request(format_args!("--file: {MAX_MESSAGE_ATTACHMENTS}")));
    }
    let mut kept = Vec::new();
    for path in paths {
        let shown = path.display().to_string();
        let about = std::fs::metadata(path).map_err(|error| AppError::unreadable(&shown, error))?;
        if !about.is_file() {
            return Err(AppError::unreadable(&shown, std::io::Error::from(ErrorKind::InvalidInput)));
        }
        let name = clean_file_name(&shown);
        let file = UploadedFile { name, size: about.len(), path: path.clone() };
        kept.push(keep_file(app, caller, file, &new_write(caller, None)).await?);
    }
    Ok(kept)
}

/// Refuses more attachments than a message has; each counts once.
pub(crate) fn check_count(attachments: &[Uuid]) -> Result<(), AppError> {
    let is_repeated = |at: usize| attachments[..at].contains(&attachments[at]);
    if attachments.len() > MAX_MESSAGE_ATTACHMENTS || (0..attachments.len()).any(is_repeated) {
        return Err(AppError::invalid_request(format_args!("attachments: {MAX_MESSAGE_ATTACHMENTS}")));
    }
    Ok(())
}

fn picture_row(name: String, picture: &RewrittenPicture, sha256: Vec<u8>) -> NewMessageAttachment {
    NewMessageAttachment {
        name,
        format: MessageAttachmentFormat::Picture,
        mime_type: "image/jpeg".to_owned(),
        size_bytes: i64::try_from(picture.bytes.len()).unwrap_or(i64::MAX),
        sha256,
        text: None,
        total_chars: None,
        width: i32::try_from(picture.width).ok(),
        height: i32::try_from(picture.height).ok(),
    }
}

fn document_row(name: String, size: u64, document: Document, sha256: Vec<u8>) -> NewMessageAttachment {
    let total = document.text.as_ref().map(|text| text.chars().count());
    NewMessageAttachment {
        name,
        format: match document.format {
            DocumentFormat::Pdf => MessageAttachmentFormat::Pdf,
            DocumentFormat::Docx => MessageAttachmentFormat::Docx,
            DocumentFormat::Xlsx => MessageAttachmentFormat::Xlsx,
            DocumentFormat::Html | DocumentFormat::Text | DocumentFormat::Image(_) => {
                MessageAttachmentFormat::Text
            }
        },
        mime_type: document.format.media_type().to_owned(),
        size_bytes: i64::try_from(size).unwrap_or(i64::MAX),
        sha256,
        text: document.text.map(|text| text.chars().take(MAX_ATTACHMENT_CHARS).collect()),
        total_chars: total.and_then(|total| i32::try_from(total).ok()),
        width: None,
        height: None,
    }
}
