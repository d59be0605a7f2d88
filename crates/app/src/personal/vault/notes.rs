//! Operations on the notes of an open vault: list titles, read, save, delete.

use super::VaultSession;
use super::seal::Key;
use crate::api::{DeletedRecord, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::personal::switch::require_on;
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::vault::VaultNoteDraft;
use celeiro_store::{MAX_VAULT_NOTES, SealedNote, SealedWrite, StoreError};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;
use zeroize::Zeroizing;

/// A note of the vault, without its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultEntry {
    /// The note.
    pub id: Uuid,
    /// What it is called; absent where it does not open, because its row was changed past the program.
    pub title: Option<String>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A note of the vault.
#[derive(Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultNote {
    /// The note.
    pub id: Uuid,
    /// What it is called.
    pub title: String,
    /// Its text.
    pub text: String,
    /// Version; the first is 1.
    pub version: i32,
    /// When it was written first.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// Which note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VaultNoteById {
    /// What opening the vault gave.
    pub session: Uuid,
    /// The note.
    pub id: Uuid,
}

/// A note that is to be sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveVaultNote {
    /// What opening the vault gave.
    pub session: Uuid,
    /// The note, where it is there already.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// The version that the change started from; needed with `id`.
    #[serde(default)]
    pub version: Option<i32>,
    /// Title and text.
    pub note: VaultNoteDraft,
    /// Chosen by the client: asking again under the same id seals nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// The titles of all notes, the last changed first.
///
/// # Errors
/// `personal_off`, `vault_locked`.
pub async fn list_vault_notes(
    app: &App,
    _: &Caller,
    request: VaultSession,
) -> Result<Vec<VaultEntry>, AppError> {
    require_on(app)?;
    let (_, key) = app.inner.vault.key_of(request.session)?;
    let notes = app.store().vault_notes().await?;
    let entry = |note: SealedNote| VaultEntry {
        title: open_note(&key, &note).map(|draft| draft.title),
        id: note.id,
        updated_at: note.updated_at,
    };
    Ok(notes.into_iter().map(entry).collect())
}

/// One note.
///
/// # Errors
/// `personal_off`, `vault_locked`, `not_found`; `vault_note_broken` where its row was changed past the program.
pub async fn read_vault_note(app: &App, _: &Caller, request: VaultNoteById) -> Result<VaultNote, AppError> {
    require_on(app)?;
    let (_, key) = app.inner.vault.key_of(request.session)?;
    read_note(app, &key, request.id).await
}

/// Seals a note: a new one, or the changed text of one that is there.
///
/// # Errors
/// `personal_off`, `vault_locked`, `not_found`, `invalid_fields`, `conflict` with both states where the version is
/// not the current one.
pub async fn save_vault_note(
    app: &App,
    caller: &Caller,
    request: SaveVaultNote,
) -> Result<VaultNote, AppError> {
    require_on(app)?;
    let SaveVaultNote { session, id, version, note, operation_id } = request;
    let (vault, key) = app.inner.vault.key_of(session)?;
    let note = note.check().map_err(AppError::fields)?;
    if id.is_some() != version.is_some() {
        return Err(AppError::invalid_request("id + version").detail("path", "version"));
    }
    let id = id.unwrap_or_else(Uuid::now_v7);
    let plain = Zeroizing::new(serde_json::to_vec(&note)?);
    let sealed = key.seal(&plain, id)?;
    let write = SealedWrite { id, version, nonce: sealed.nonce, sealed: sealed.bytes };
    match app.store().save_vault_note(vault, &write, &new_write(caller, operation_id)).await {
        Ok(id) => read_note(app, &key, id).await,
        Err(StoreError::Conflict(_)) => {
            let current = read_note(app, &key, id).await?;
            Err(AppError::from(StoreError::Conflict(Box::new(serde_json::to_value(current)?)))
                .detail("yours", note))
        }
        Err(StoreError::Constraint(name)) if name == "vault_notes_count" => {
            let allowed = format!("0..{MAX_VAULT_NOTES}");
            Err(AppError::fields(vec![FieldError::new("note", FieldErrorCode::TooLong, "", allowed)]))
        }
        Err(other) => Err(other.into()),
    }
}

/// Deletes a note for good.
///
/// # Errors
/// `personal_off`, `vault_locked`, `not_found`.
pub async fn delete_vault_note(
    app: &App,
    _: &Caller,
    request: VaultNoteById,
) -> Result<DeletedRecord, AppError> {
    require_on(app)?;
    app.inner.vault.key_of(request.session)?;
    app.store().delete_vault_note(request.id).await?;
    Ok(DeletedRecord { id: request.id })
}

/// The note `id`.
///
/// # Errors
/// `not_found`; `vault_note_broken` where its row was changed past the program.
pub(super) async fn read_note(app: &App, key: &Key, id: Uuid) -> Result<VaultNote, AppError> {
    let sealed = app.store().vault_note(id).await?;
    let VaultNoteDraft { title, text } =
        open_note(key, &sealed).ok_or_else(|| AppError::new(Code::VaultNoteBroken))?;
    let SealedNote { id, version, created_at, updated_at, .. } = sealed;
    Ok(VaultNote { id, title, text, version, created_at, updated_at })
}

fn open_note(key: &Key, note: &SealedNote) -> Option<VaultNoteDraft> {
    let plain = key.open(&note.nonce, &note.sealed, note.id)?;
    serde_json::from_slice(&plain).ok()
}
