//! The vault: encrypted notes behind a password. While it is closed, neither this program nor the database can read it;
//! an opened vault stays open for five minutes, for the session that opened it.
//!
//! | module | what it does |
//! |---|---|
//! | `seal` | key derivation and encryption |
//! | `sessions` | open sessions, rate limit of wrong passwords |
//! | `notes` | operations on notes |
//! | `asking` | one question about one note, never stored |
//!
//! No tool of the assistant, no search, export or other program reads it, and no prompt except that of a person's
//! question about an opened note. Session ids travel in request bodies only, because addresses are logged.

pub mod asking;
pub mod notes;
mod seal;
mod sessions;

pub(crate) use sessions::VaultSessions;

use super::switch::require_on;
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::runtime::blocking::run_blocking;
use celeiro_domain::personal::vault::Password;
use celeiro_store::{StoreError, VaultLock};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use seal::{Key, lock_key, make_lock, unlock_key};
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// How the vault stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaultState {
    /// Whether there is one.
    pub exists: bool,
}

/// A password for a new vault, or to open the one that there is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VaultPassword {
    /// 10 to 200 characters, five of them different.
    pub password: Password,
}

/// Another password for the vault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeVaultPassword {
    /// The password that holds.
    pub password: Password,
    /// The one that is to hold: 10 to 200 characters, five of them different.
    pub new_password: Password,
}

/// An open vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedVault {
    /// What proves that it is open: a caller that sends it reads the notes.
    pub session: Uuid,
    /// The moment at which it closes.
    pub until: DateTime<Utc>,
}

/// A session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VaultSession {
    /// What opening the vault gave.
    pub session: Uuid,
}

/// What is gone with a vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForgottenVault {
    /// Notes that went with it.
    pub notes: u32,
}

/// How the vault stands.
///
/// # Errors
/// `personal_off`.
pub async fn get_vault(app: &App, _: &Caller, _: Empty) -> Result<VaultState, AppError> {
    require_on(app)?;
    Ok(VaultState { exists: app.store().vault_lock().await?.is_some() })
}

/// Creates the vault, and opens it. A forgotten password loses all that is in it.
///
/// # Errors
/// `personal_off`, `vault_exists`, `invalid_fields` for a weak password.
pub async fn create_vault(app: &App, _: &Caller, request: VaultPassword) -> Result<OpenedVault, AppError> {
    require_on(app)?;
    let password = request.password;
    password.check("password").map_err(|error| AppError::fields(vec![error]))?;
    if app.store().vault_lock().await?.is_some() {
        return Err(AppError::new(Code::VaultExists));
    }
    let (lock, key) = run_blocking(move || make_lock(&password)).await?;
    if !app.store().create_vault(&lock).await? {
        return Err(AppError::new(Code::VaultExists));
    }
    Ok(open_session(app, lock.id, key))
}

/// Opens the vault for five minutes.
///
/// # Errors
/// `personal_off`, `not_found` where there is none, `vault_password_wrong`, `vault_attempts_exceeded`
/// after five wrong ones.
pub async fn open_vault(app: &App, _: &Caller, request: VaultPassword) -> Result<OpenedVault, AppError> {
    require_on(app)?;
    let (lock, key) = try_password(app, request.password).await?;
    Ok(open_session(app, lock.id, key))
}

/// Closes what a session opened.
///
/// # Errors
/// `personal_off`.
pub async fn close_vault(app: &App, _: &Caller, request: VaultSession) -> Result<VaultState, AppError> {
    require_on(app)?;
    app.inner.vault.end(request.session);
    Ok(VaultState { exists: app.store().vault_lock().await?.is_some() })
}

/// Gives the vault another password. It closes everywhere, and opens here.
///
/// # Errors
/// As [`open_vault`]; `invalid_fields` for a weak password, `conflict` where it was changed at the same moment.
pub async fn change_vault_password(
    app: &App,
    _: &Caller,
    request: ChangeVaultPassword,
) -> Result<OpenedVault, AppError> {
    require_on(app)?;
    let ChangeVaultPassword { password, new_password } = request;
    new_password.check("newPassword").map_err(|error| AppError::fields(vec![error]))?;
    let (lock, key) = try_password(app, password).await?;
    let sealing = key.clone();
    let changed = run_blocking(move || lock_key(lock.id, lock.version, &new_password, &sealing)).await?;
    if !app.store().replace_vault_lock(&changed).await? {
        return Err(AppError::new(Code::Conflict));
    }
    app.inner.vault.end_all();
    Ok(open_session(app, changed.id, key))
}

/// Deletes the vault with all its notes for good; it needs no password, for a forgotten one must not keep it.
///
/// # Errors
/// `personal_off`, `not_found` where there is none.
pub async fn forget_vault(app: &App, _: &Caller, _: Empty) -> Result<ForgottenVault, AppError> {
    require_on(app)?;
    let notes = app.store().forget_vault().await?;
    app.inner.vault.end_all();
    Ok(ForgottenVault { notes: u32::try_from(notes).unwrap_or(u32::MAX) })
}

fn open_session(app: &App, vault: Uuid, key: Key) -> OpenedVault {
    let (session, until) = app.inner.vault.begin(vault, key);
    OpenedVault { session, until }
}

/// The vault's lock and key, where the password is the right one.
async fn try_password(app: &App, password: Password) -> Result<(VaultLock, Key), AppError> {
    let lock = app.store().vault_lock().await?.ok_or(StoreError::NotFound)?;
    let opening = lock.clone();
    let attempt = async || run_blocking(move || unlock_key(&opening, &password)).await;
    let key = app.inner.vault.attempt(attempt).await?;
    Ok((lock, key))
}
