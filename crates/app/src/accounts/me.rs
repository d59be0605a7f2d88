//! Operations on the caller's own account.

use super::access_log::{account_actor, network_text, note_access};
use super::account::Account;
use super::credentials::passwords::read_new_password;
use super::wire::{ChangePassword, Me, MyAccount};
use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::team::{Access, AccessEvent, check_password};
use celeiro_store::PasswordChange;

/// Describes the caller's account and what it may do.
///
/// # Errors
/// Those of the database.
pub async fn get_me(app: &App, caller: &Caller, _: Empty) -> Result<Me, AppError> {
    Ok(describe_me(caller.account.as_ref(), are_accounts_used(app).await?))
}

/// Whether names and passwords are used here: whether there is any account. The database is asked each time until there
/// is one, for another program may make it.
///
/// # Errors
/// Those of the database.
pub async fn are_accounts_used(app: &App) -> Result<bool, AppError> {
    app.inner.accounts.used.find(async { Ok(app.store().has_users().await?) }).await
}

/// Whether the program knows without asking the database that there is an account.
pub fn are_accounts_known(app: &App) -> bool {
    app.inner.accounts.used.is_known()
}

/// Gives the caller's account another password, and ends its other sessions; its tokens where the request says so.
///
/// # Errors
/// `account_needed`, `session_needed`, `password_wrong`, `sign_in_slowed`, `rate_limited`, `invalid_fields`,
/// `password_too_weak`; `conflict` where the password was changed at the same moment.
pub async fn change_password(app: &App, caller: &Caller, request: ChangePassword) -> Result<Me, AppError> {
    let account = caller.require_session()?;
    let session = account.session.ok_or_else(|| AppError::new(Code::SessionNeeded))?;
    let new = read_new_password("new", request.new.expose())?;
    let old_hash = compare_current(app, caller, &account.login, request.current.expose()).await?;
    let names = vec![account.login.clone(), account.name.clone()];
    let new_hash = app.inner.accounts.passwords.hash_new(new, names).await?;
    let end_tokens = request.end_tokens;
    let change = PasswordChange { old_hash, new_hash, kept_session: session, end_tokens };
    if !app.store().change_password(account.id, &change, &account_actor(caller)).await? {
        return Err(AppError::new(Code::Conflict));
    }
    Ok(describe_me(Some(account), true))
}

/// The hash of the password that holds, where `current` is it. Tries are counted with those of signing in.
async fn compare_current(app: &App, caller: &Caller, login: &str, current: &str) -> Result<String, AppError> {
    let accounts = &app.inner.accounts;
    let Ok(current) = check_password(current) else { return refuse_current(app, caller, login).await };
    accounts.guesses.begin(login)?;
    let compared = async {
        let Some(stored) = app.store().user_for_sign_in(login).await? else { return Ok(None) };
        let right = accounts
            .passwords
            .compare(network_text(caller), current, Some(stored.password_hash.clone()))
            .await?;
        Ok::<_, AppError>(right.then_some(stored.password_hash))
    };
    match compared.await {
        Ok(Some(hash)) => {
            accounts.guesses.clear(login);
            Ok(hash)
        }
        Ok(None) => {
            accounts.guesses.refuse(login);
            refuse_current(app, caller, login).await
        }
        Err(error) => {
            accounts.guesses.give_back(login);
            Err(error)
        }
    }
}

/// The refusal of a wrong password, which is written down as far as there is room for it.
async fn refuse_current(app: &App, caller: &Caller, login: &str) -> Result<String, AppError> {
    if app.inner.accounts.guesses.may_note() {
        note_access(app, caller, AccessEvent::PasswordRefused, login).await?;
    }
    Err(AppError::new(Code::PasswordWrong))
}

/// Describes a caller with this account, or without one.
pub(super) fn describe_me(account: Option<&Account>, accounts_used: bool) -> Me {
    Me {
        access: account.map_or_else(|| Access::ALL.to_vec(), Account::accesses),
        account: account.map(|account| MyAccount {
            id: account.id,
            login: account.login.clone(),
            name: account.name.clone(),
            role: account.role,
        }),
        accounts_used,
    }
}
