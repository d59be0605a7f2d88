//! Operations on images and files of messages: store, read, save, remove.

use super::keep_file;
use super::turn::read_content;
use crate::api::{ById, DeletedRecord, WriteById, login_of, new_write};
use crate::app::{App, Caller};
use crate::catalog::attachments::pictures::Picture;
use crate::chat::ownership::{require_attachment_owner, require_attachment_reader};
use crate::error::{AppError, Code};
use crate::export::api::{DownloadReady, find_ready_download};
use crate::files::shared::open_content;
use crate::files::transfer::Purpose;
use crate::files::transfer::api::{find_upload, owner_of};
use crate::runtime::blocking::run_blocking;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_domain::chat::MessageAttachment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A file that was sent and is to go with the next message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddMessageAttachment {
    /// The file, sent for this purpose.
    pub upload_id: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Keeps a file for a message that is still to be sent: a picture without anything but its pixels, of a file its
/// text too.
///
/// # Errors
/// `transfer_gone`, `file_format_unknown`, `file_unreadable` where it is protected, damaged or a bomb,
/// `file_parser_failed`, `disk_full`.
pub async fn add_message_attachment(
    app: &App,
    caller: &Caller,
    request: AddMessageAttachment,
) -> Result<MessageAttachment, AppError> {
    // The upload went when it was kept: who did not hear of it has nothing to send again.
    let before = match request.operation_id {
        Some(operation) => app.store().message_attachment_added_by(operation, login_of(caller)).await?,
        None => None,
    };
    let id = match before {
        Some(id) => id,
        None => {
            let upload = find_upload(app, caller, request.upload_id, Purpose::Message)?;
            let id = keep_file(app, caller, upload, &new_write(caller, request.operation_id)).await?;
            app.transfers().drop_upload(request.upload_id);
            id
        }
    };
    Ok(app.store().message_attachment(id).await?.attachment)
}

/// Describes a picture or file of a message, or one that waits for its message.
///
/// # Errors
/// `not_found`, also where it waited for more than a day.
pub async fn get_message_attachment(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<MessageAttachment, AppError> {
    require_attachment_reader(app, caller, request.id).await?;
    Ok(app.store().message_attachment(request.id).await?.attachment)
}

/// Reads a picture that is attached to a message of the chat.
///
/// # Errors
/// `not_found` for a file, `file_elsewhere` where its bytes are on no server.
pub async fn get_message_picture(app: &App, caller: &Caller, request: ById) -> Result<Picture, AppError> {
    require_attachment_reader(app, caller, request.id).await?;
    let stored = app.store().message_attachment(request.id).await?;
    if !stored.attachment.is_picture() {
        return Err(AppError::new(Code::NotFound));
    }
    let bytes = read_content(app, &stored).await?;
    Ok(Picture { mime_type: stored.attachment.mime_type, data: STANDARD.encode(bytes) })
}

/// Makes a picture or file of a message ready to be fetched, as it is kept.
///
/// # Errors
/// `not_found`, `file_elsewhere` where its bytes are on no server, `disk_full`.
pub async fn save_message_attachment(
    app: &App,
    caller: &Caller,
    request: ById,
) -> Result<DownloadReady, AppError> {
    require_attachment_reader(app, caller, request.id).await?;
    let stored = app.store().message_attachment(request.id).await?;
    let name = stored.attachment.name;
    let mut from = open_content(app, &stored.sha256, &name).await?;
    let (app, owner) = (app.clone(), owner_of(caller));
    run_blocking(move || {
        // Whatever it is, a browser must only save it.
        let (id, mut to) = app.transfers().begin_download(name, "application/octet-stream", owner)?;
        let size = std::io::copy(&mut from, &mut to);
        let size = size.map_err(|error| AppError::unwritable("transfers", &error))?;
        app.transfers().finish_download(id, size)?;
        find_ready_download(&app, id)
    })
    .await
}

/// Leaves out a picture or file that waits for its message.
///
/// # Errors
/// `not_found`, also where its message was sent; `conversation_read_only` where that is another person's.
pub async fn drop_message_attachment(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    require_attachment_owner(app, caller, request.id).await?;
    app.store().drop_message_attachment(request.id, &new_write(caller, request.operation_id)).await?;
    Ok(DeletedRecord { id: request.id })
}
