//! Operations that transfer files in pieces: upload and download.

use crate::api::{ById, DeletedRecord, login_of};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::files::transfer::{PIECE_BYTES, Purpose, UploadedFile};
use crate::runtime::blocking::run_blocking;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A file that is about to be sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BeginUpload {
    /// What it is called where it comes from; for messages alone.
    pub name: String,
    /// Its bytes: at most 2 GiB to be imported, 64 MiB to be attached to an item, 10 MiB to be sent
    /// with a message, 25 MiB to be written down.
    pub size_bytes: u32,
    /// What it is sent for.
    pub purpose: Purpose,
}

/// Room for a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadSlot {
    /// The upload.
    pub id: Uuid,
    /// Most bytes of one piece.
    pub piece_bytes: u32,
}

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AppendUpload {
    /// The upload.
    pub id: Uuid,
    /// At which byte of the file it begins. Pieces come in order; one that is sent twice changes nothing.
    pub offset: u32,
    /// Its bytes in base64.
    pub data: String,
}

/// How much of a file is here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadProgress {
    /// Bytes so far.
    pub received: u32,
}

/// A piece of a file that is to be fetched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReadDownload {
    /// The file.
    pub id: Uuid,
    /// At which byte the piece begins.
    pub offset: u32,
}

/// A piece of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadPiece {
    /// Its bytes in base64; blank behind the end.
    pub data: String,
    /// Bytes of the whole file.
    pub size_bytes: u32,
}

/// Makes room for a file.
///
/// # Errors
/// `forbidden` for a purpose that the caller may not pursue, `too_large`, `too_many_uploads` where every place, or the
/// share of the caller's network, is taken by files in use, `disk_full`.
pub async fn begin_upload(app: &App, caller: &Caller, request: BeginUpload) -> Result<UploadSlot, AppError> {
    // Gigabytes of a file that its sender may not import would take the disk and the places of those who may.
    caller.require(request.purpose.access())?;
    let (transfers, network, owner) = (app.transfers().clone(), caller.network, owner_of(caller));
    run_blocking(move || {
        let size = request.size_bytes.into();
        let id = transfers.begin_upload(&request.name, size, request.purpose, network, owner)?;
        Ok(UploadSlot { id, piece_bytes: PIECE_BYTES })
    })
    .await
}

/// Takes a piece of a file.
///
/// # Errors
/// `transfer_gone`, also for a file of another person; `invalid_request` where a piece is missing before it,
/// `too_large`, `disk_full`.
pub async fn append_upload(
    app: &App,
    caller: &Caller,
    request: AppendUpload,
) -> Result<UploadProgress, AppError> {
    require_upload(app, caller, request.id)?;
    let transfers = app.transfers().clone();
    run_blocking(move || {
        let piece = STANDARD.decode(&request.data);
        let piece = piece.map_err(|_| AppError::invalid_request("data: base64"))?;
        let received = transfers.append(request.id, request.offset.into(), &piece)?;
        Ok(UploadProgress { received: clamp_byte_count(received) })
    })
    .await
}

/// Forgets a file that was sent.
///
/// # Errors
/// `transfer_gone` for a file of another person; one that is not there is no failure.
pub async fn drop_upload(app: &App, caller: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
    require_upload(app, caller, request.id)?;
    let transfers = app.transfers().clone();
    run_blocking(move || {
        transfers.drop_upload(request.id);
        Ok(DeletedRecord { id: request.id })
    })
    .await
}

/// A piece of a file that is to be fetched.
///
/// # Errors
/// `transfer_gone`, also for a file that was made for another person.
pub async fn read_download(
    app: &App,
    caller: &Caller,
    request: ReadDownload,
) -> Result<DownloadPiece, AppError> {
    if !app.transfers().is_download_open(request.id, |owner| may_use(caller, owner)) {
        return Err(AppError::new(Code::TransferGone));
    }
    let transfers = app.transfers().clone();
    run_blocking(move || {
        let piece = transfers.read_piece(request.id, request.offset.into())?;
        Ok(DownloadPiece { data: STANDARD.encode(&piece.bytes), size_bytes: clamp_byte_count(piece.size) })
    })
    .await
}

/// A file that was sent, where all of it is here and it is the caller's.
///
/// # Errors
/// `transfer_gone`, also for a file of another person; `upload_incomplete`; `invalid_request` where it was sent for
/// something else.
pub(crate) fn find_upload(
    app: &App,
    caller: &Caller,
    id: Uuid,
    purpose: Purpose,
) -> Result<UploadedFile, AppError> {
    require_upload(app, caller, id)?;
    app.transfers().find_upload(id, purpose)
}

/// The login that a file on its way gets as its owner.
pub(crate) fn owner_of(caller: &Caller) -> Option<String> {
    login_of(caller).map(str::to_owned)
}

/// Whether the caller may use what the account `owner` has begun: administrators and callers without an account use
/// all, others their own.
pub(crate) fn may_use(caller: &Caller, owner: Option<&str>) -> bool {
    caller.is_admin() || owner.is_some_and(|owner| caller.owns(owner))
}

/// Refuses an upload of another person like one that is not there.
fn require_upload(app: &App, caller: &Caller, id: Uuid) -> Result<(), AppError> {
    let is_open = app.transfers().is_upload_open(id, |owner| may_use(caller, owner));
    if is_open { Ok(()) } else { Err(AppError::new(Code::TransferGone)) }
}

/// A number of bytes on the wire.
pub(crate) fn clamp_byte_count(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
