//! Files in pieces: sent by a page, or fetched by it.

use crate::api::{ById, DeletedRecord};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::files::transfer::{PIECE_BYTES, Purpose};
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
/// `too_large`, `too_many_uploads` where every place, or the share of the caller's network, is taken by files in use, `disk_full`.
pub async fn begin_upload(app: &App, caller: &Caller, request: BeginUpload) -> Result<UploadSlot, AppError> {
    let (transfers, network) = (app.transfers().clone(), caller.network);
    run_blocking(move || {
        let size = request.size_bytes.into();
        let id = transfers.begin_upload(&request.name, size, request.purpose, network)?;
        Ok(UploadSlot { id, piece_bytes: PIECE_BYTES })
    })
    .await
}

/// Takes a piece of a file.
///
/// # Errors
/// `transfer_gone`, `invalid_request` where a piece is missing before it, `too_large`, `disk_full`.
pub async fn append_upload(app: &App, _: &Caller, request: AppendUpload) -> Result<UploadProgress, AppError> {
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
/// None; the form is that of all operations.
pub async fn drop_upload(app: &App, _: &Caller, request: ById) -> Result<DeletedRecord, AppError> {
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
/// `transfer_gone`.
pub async fn read_download(app: &App, _: &Caller, request: ReadDownload) -> Result<DownloadPiece, AppError> {
    let transfers = app.transfers().clone();
    run_blocking(move || {
        let piece = transfers.read_piece(request.id, request.offset.into())?;
        Ok(DownloadPiece { data: STANDARD.encode(&piece.bytes), size_bytes: clamp_byte_count(piece.size) })
    })
    .await
}

/// A number of bytes on the wire.
pub(crate) fn clamp_byte_count(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
