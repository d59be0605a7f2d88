//! Operations on the files of an item: attach, list, read, save, remove, restore.

use crate::api::{ById, DeletedRecord, WriteById, login_of, new_write};
use crate::app::{App, Caller};
use crate::catalog::attachments::attach_file;
use crate::embedding::file_blocks;
use crate::error::AppError;
use crate::export::api::{DownloadReady, find_ready_download};
use crate::files::shared::open_content;
use crate::files::transfer::Purpose;
use crate::files::transfer::api::{clamp_byte_count, find_upload, owner_of};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::catalog::{DocumentKind, Status};
use celeiro_store::{StoreError, StoredFile};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A file that was sent and is to be attached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddAttachment {
    /// The item.
    pub id: Uuid,
    /// The file, sent for this purpose.
    pub upload_id: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What kind of document a file is, by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AttachmentFormat {
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// An Excel workbook.
    Xlsx,
    /// A web page.
    Html,
    /// Plain text, Markdown, separated values.
    Text,
    /// An image, kept without text; of a drawing (SVG) with the words in it.
    Image,
}

/// How far a file's text is on its way into search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AttachmentSearch {
    /// There is no text to be found.
    NoText,
    /// Its item is not searched: search finds active items alone.
    NotSearched,
    /// Search by meaning is off, or no model serves yet.
    Off,
    /// Its vectors are still to be made.
    Waiting,
    /// It is found.
    Ready,
    /// Its vectors could not be made; tried again when the item is saved.
    Failed,
}

/// A file of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    /// The attachment.
    pub id: Uuid,
    /// Its item.
    pub item_id: Uuid,
    /// What people call it.
    pub name: String,
    /// Its media type, by its content.
    pub mime_type: String,
    /// What kind of document it is.
    pub format: AttachmentFormat,
    /// Its bytes.
    pub size_bytes: u32,
    /// Pages, where it has any.
    pub pages: Option<u32>,
    /// Characters of its text; none where there is no text.
    pub text_chars: Option<u32>,
    /// The beginning of its text.
    pub text_preview: Option<String>,
    /// Whether the document goes on behind the text, or parts of it could not be read.
    pub is_cut: bool,
    /// Passages that its text is cut into for search.
    pub chunks: u32,
    /// How far these are.
    pub search: AttachmentSearch,
    /// What it is to a dealer: as a person said, else by its name.
    pub kind: DocumentKind,
    /// Of a picture: its width in pixels, upright; absent where it was not looked at yet.
    pub width: Option<u32>,
    /// Of a picture: its height in pixels, upright.
    pub height: Option<u32>,
    /// Of an image that is not shown as a picture: why.
    pub picture_problem: Option<PictureProblem>,
    /// When it was attached.
    pub created_at: DateTime<Utc>,
}

/// Why an image is kept as a document and is not shown as a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PictureProblem {
    /// It is a drawing (SVG).
    Drawing,
    /// It has more than 64 million pixels.
    TooManyPixels,
    /// It cannot be decoded.
    Damaged,
    /// Decoding it takes more time or memory than it may.
    Unreadable,
}

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttachmentText {
    /// The attachment.
    pub id: Uuid,
    /// Its passages, as search and models see them.
    pub chunks: Vec<String>,
}

/// Attaches a file to an item. The same content is not attached twice. An image that cannot be shown as a picture is
/// kept as a document and says why.
///
/// # Errors
/// `not_found`, `transfer_gone`, `file_format_unknown`, `file_unreadable` where it is protected, damaged
/// or a bomb, `file_parser_failed`, `disk_full`.
pub async fn add_attachment(
    app: &App,
    caller: &Caller,
    request: AddAttachment,
) -> Result<Attachment, AppError> {
    // The upload went when it was attached: who did not hear of it has nothing to send again.
    if let Some(operation) = request.operation_id
        && let Some(id) = app.store().file_attached_by(operation, login_of(caller)).await?
    {
        return find_attachment(app, request.id, id).await;
    }
    let upload = find_upload(app, caller, request.upload_id, Purpose::Attachment)?;
    let id = attach_file(app, caller, request.id, upload, &new_write(caller, request.operation_id)).await?;
    app.transfers().drop_upload(request.upload_id);
    find_attachment(app, request.id, id).await
}

/// The files of an item, the oldest first.
pub async fn list_attachments(app: &App, _: &Caller, request: ById) -> Result<Vec<Attachment>, AppError> {
    let item = request.id;
    let store = app.store();
    let files = store.files_of(item).await?;
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let mut texts = store.file_texts(&[item]).await?.remove(&item).unwrap_or_default().into_iter();
    let embedded = store.embedded_file_chunks(item).await?;
    let attempts = store.embedding_attempts(item).await?;
    let is_searched = match store.item(item).await {
        Ok(item) => item.status == Status::Ativo,
        Err(StoreError::NotFound) => false,
        Err(error) => return Err(error.into()),
    };
    let mut first = 0;
    let list = files.into_iter().map(|file| {
        let text = file.text_chars.and_then(|_| texts.next());
        let chunks = text.map_or(0, |text| file_blocks(&text).len() as i32);
        let own = first..first + chunks;
        first = own.end;
        let is_there = |list: &Vec<i32>| own.clone().all(|chunk| list.contains(&chunk));
        let search = match (chunks, &embedded, attempts) {
            (0, ..) => AttachmentSearch::NoText,
            _ if !is_searched => AttachmentSearch::NotSearched,
            (_, None, _) => AttachmentSearch::Off,
            (_, Some(_), Some(tried)) if tried > 0 => AttachmentSearch::Failed,
            (_, Some(list), None) if is_there(list) => AttachmentSearch::Ready,
            (_, Some(_), _) => AttachmentSearch::Waiting,
        };
        to_attachment(file, chunks, search)
    });
    Ok(list.collect())
}

/// The text of a file, passage by passage.
///
/// # Errors
/// `not_found`.
pub async fn get_attachment_text(app: &App, _: &Caller, request: ById) -> Result<AttachmentText, AppError> {
    let text = app.store().file_text(request.id).await?;
    Ok(AttachmentText { id: request.id, chunks: file_blocks(&text) })
}

/// Makes the file ready to be fetched, as it was attached.
///
/// # Errors
/// `not_found`, `file_elsewhere` where its bytes are on no server, `disk_full`.
pub async fn save_attachment(app: &App, caller: &Caller, request: ById) -> Result<DownloadReady, AppError> {
    let file = app.store().file(request.id).await?;
    let mut from = open_content(app, &file.sha256, &file.name).await?;
    let (app, owner) = (app.clone(), owner_of(caller));
    run_blocking(move || {
        // Whatever it is, a browser must only save it.
        let (id, mut to) = app.transfers().begin_download(file.name, "application/octet-stream", owner)?;
        let size = std::io::copy(&mut from, &mut to);
        let size = size.map_err(|error| AppError::unwritable("transfers", &error))?;
        app.transfers().finish_download(id, size)?;
        find_ready_download(&app, id)
    })
    .await
}

/// Takes a file off its item; it can be put back.
///
/// # Errors
/// `not_found`.
pub async fn delete_attachment(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    app.store().set_file_deleted(request.id, true, &new_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Puts a file back that was taken off.
///
/// # Errors
/// `not_found`; `constraint_violated` where the same content was attached again meanwhile.
pub async fn restore_attachment(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<Attachment, AppError> {
    app.store().set_file_deleted(request.id, false, &new_write(caller, request.operation_id)).await?;
    let item = app.store().file(request.id).await?.item_id;
    find_attachment(app, item, request.id).await
}

/// Reads one attachment of `item` again, with the state of its text in search.
pub(crate) async fn find_attachment(app: &App, item: Uuid, id: Uuid) -> Result<Attachment, AppError> {
    let list = list_attachments(app, &Caller::local(Default::default()), ById { id: item }).await?;
    list.into_iter().find(|file| file.id == id).ok_or_else(|| AppError::new(crate::Code::NotFound))
}

/// A stored file as the interface gets it; an unknown format is plain text.
fn to_attachment(file: StoredFile, chunks: i32, search: AttachmentSearch) -> Attachment {
    Attachment {
        kind: file.document_kind(),
        width: file.width.map(i32::unsigned_abs),
        height: file.height.map(i32::unsigned_abs),
        picture_problem: find_picture_problem(&file),
        id: file.id,
        item_id: file.item_id,
        name: file.name,
        mime_type: file.mime_type,
        format: match file.format.as_str() {
            "pdf" => AttachmentFormat::Pdf,
            "docx" => AttachmentFormat::Docx,
            "xlsx" => AttachmentFormat::Xlsx,
            "html" => AttachmentFormat::Html,
            "image" => AttachmentFormat::Image,
            _ => AttachmentFormat::Text,
        },
        size_bytes: clamp_byte_count(file.size_bytes.unsigned_abs()),
        pages: file.pages.map(i32::unsigned_abs),
        text_chars: file.text_chars.map(i32::unsigned_abs),
        text_preview: file.text_preview,
        is_cut: file.is_cut,
        chunks: chunks.unsigned_abs(),
        search,
        created_at: file.created_at,
    }
}

fn find_picture_problem(file: &StoredFile) -> Option<PictureProblem> {
    if file.format != "image" {
        return None;
    }
    match file.picture_problem.as_deref() {
        Some("too_many_pixels") => Some(PictureProblem::TooManyPixels),
        Some("damaged") => Some(PictureProblem::Damaged),
        Some(_) => Some(PictureProblem::Unreadable),
        None => (!file.is_picture()).then_some(PictureProblem::Drawing),
    }
}
