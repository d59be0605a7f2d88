//! Operations on API tokens for programs.

use super::access_log::account_actor;
use super::account::Account;
use super::credentials::secrets::{TOKEN_PREFIX, draw_secret, hash_secret};
use super::users::{read_login, read_name};
use super::wire::{ApiToken, CreateToken, CreatedToken, ListTokens};
use crate::api::ById;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::team::{Access, Role, SecretText};
use celeiro_store::{MOST_TOKENS, NewToken, StoreError, StoredToken, TokenUser};
use uuid::Uuid;

/// For how many days a token is valid that says nothing of it.
const USUAL_DAYS: u32 = 90;
/// For how many days a token is valid at most.
const MOST_DAYS: u32 = 366;

/// Tokens: the caller's own, or all; a caller without an account sees all.
///
/// # Errors
/// `forbidden` for all of them without the right to administer.
pub async fn list_tokens(app: &App, caller: &Caller, request: ListTokens) -> Result<Vec<ApiToken>, AppError> {
    let owner = match &caller.account {
        Some(account) if !request.everybody => Some(account.id),
        _ => {
            caller.require(Access::Administer)?;
            None
        }
    };
    Ok(app.store().tokens(owner).await?.into_iter().map(describe_token).collect())
}

/// Makes a token for the caller's account; a caller without one names the account. Its secret is given once.
///
/// # Errors
/// `session_needed` for a token, which makes no others; `account_needed`, `user_not_found`, `user_disabled`,
/// `invalid_fields`, `too_many_tokens`.
pub async fn create_token(
    app: &App,
    caller: &Caller,
    request: CreateToken,
) -> Result<CreatedToken, AppError> {
    let (user_id, login, role) = read_owner(app, caller, request.login.as_deref()).await?;
    let name = read_name("name", &request.name)?;
    let scopes = request.scopes.map(|scopes| read_scopes(scopes, role)).transpose()?;
    let days = read_days(request.days.unwrap_or(USUAL_DAYS))?;
    let drawn = draw_secret(TOKEN_PREFIX);
    let token = NewToken { id: Uuid::now_v7(), user_id, name, secret_hash: drawn.hash, scopes, days };
    let made = app.store().create_token(&token, &account_actor(caller)).await;
    let stored = made.map_err(|error| match error {
        error if error.is_too_many_tokens() => {
            AppError::new(Code::TooManyTokens).with("login", login).with("most", MOST_TOKENS)
        }
        other => other.into(),
    })?;
    Ok(CreatedToken { token: describe_token(stored), secret: SecretText::new(drawn.text) })
}

/// Revokes an API token of an account, at once.
///
/// # Errors
/// `not_found`, also for the token of another account.
pub async fn revoke_token(app: &App, caller: &Caller, request: ById) -> Result<ApiToken, AppError> {
    let owner = caller.account.as_ref().filter(|_| !caller.is_admin()).map(|account| account.id);
    Ok(describe_token(app.store().revoke_token(request.id, owner, &account_actor(caller)).await?))
}

/// The account of a token that is valid, with the role of this moment.
///
/// # Errors
/// Those of the database.
pub async fn identify_token(app: &App, token: &str) -> Result<Option<Account>, AppError> {
    let Some(hash) = hash_secret(TOKEN_PREFIX, token) else { return Ok(None) };
    let user = app.store().token_user(&hash).await?;
    Ok(user.map(|TokenUser { id, login, name, role, scopes }| Account {
        id,
        login,
        name,
        role,
        scopes: Some(scopes.unwrap_or_else(|| role.accesses())),
        session: None,
    }))
}

/// The account that a new token acts for.
async fn read_owner(
    app: &App,
    caller: &Caller,
    login: Option<&str>,
) -> Result<(Uuid, String, Role), AppError> {
    let login = login.map(read_login).transpose()?;
    if caller.account.is_some() {
        let own = caller.require_session()?;
        if let Some(other) = login.filter(|login| *login != own.login) {
            let error = FieldError::new("login", FieldErrorCode::InvalidValue, &other, own.login.as_str());
            return Err(AppError::fields(vec![error]));
        }
        return Ok((own.id, own.login.clone(), own.role));
    }
    let login = login.ok_or_else(|| AppError::new(Code::AccountNeeded))?;
    let user = app.store().user_by_login(&login).await.map_err(|error| match error {
        StoreError::NotFound => AppError::new(Code::UserNotFound).with("user", &login),
        other => other.into(),
    })?;
    if user.disabled_at.is_some() {
        return Err(AppError::new(Code::UserDisabled).with("login", login));
    }
    Ok((user.id, user.login, user.role))
}

/// Scopes in order, each once; all of them are the role's.
fn read_scopes(mut scopes: Vec<Access>, role: Role) -> Result<Vec<Access>, AppError> {
    scopes.retain(|scope| *scope != Access::Open);
    scopes.sort_unstable();
    scopes.dedup();
    let refuse = |code, value: &str| {
        let allowed: Vec<&str> = listed_scopes(role).into_iter().map(Access::as_str).collect();
        Err(AppError::fields(vec![FieldError::new("scopes", code, value, allowed.join(", "))]))
    };
    match scopes.iter().find(|scope| !role.may(**scope)) {
        Some(beyond) => refuse(FieldErrorCode::InvalidValue, beyond.as_str()),
        None if scopes.is_empty() => refuse(FieldErrorCode::Required, ""),
        None => Ok(scopes),
    }
}

fn read_days(days: u32) -> Result<i32, AppError> {
    let refusal = || {
        let allowed = format!("1..{MOST_DAYS}");
        AppError::fields(vec![FieldError::new(
            "days",
            FieldErrorCode::OutOfRange,
            &days.to_string(),
            allowed,
        )])
    };
    i32::try_from(days).ok().filter(|_| (1..=MOST_DAYS).contains(&days)).ok_or_else(refusal)
}

/// What a role may, without what every client may.
fn listed_scopes(role: Role) -> Vec<Access> {
    role.accesses().into_iter().filter(|access| *access != Access::Open).collect()
}

fn describe_token(token: StoredToken) -> ApiToken {
    let listed = listed_scopes(token.role);
    let scopes = match token.scopes {
        Some(scopes) => listed.into_iter().filter(|access| scopes.contains(access)).collect(),
        None => listed,
    };
    ApiToken {
        id: token.id,
        name: token.name,
        login: token.login,
        scopes,
        created_at: token.created_at,
        expires_at: token.expires_at,
        last_used_at: token.last_used_at,
        revoked: token.revoked_at.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::search::Lang;

    #[test]
    fn a_token_is_made_for_no_more_than_its_role_may() {
        let read = |scopes: &[Access]| read_scopes(scopes.to_vec(), Role::Editor);
        assert_eq!(
            read(&[Access::Edit, Access::Read, Access::Edit, Access::Open]),
            Ok(vec![Access::Read, Access::Edit])
        );
        for scopes in [vec![], vec![Access::Open], vec![Access::Read, Access::Administer]] {
            assert_eq!(read(&scopes).unwrap_err().code(), Code::InvalidFields, "{scopes:?}");
        }
    }

    #[test]
    fn a_token_ends_within_a_year() {
        assert_eq!([read_days(1), read_days(366)], [Ok(1), Ok(366)]);
        for days in [0, 367, u32::MAX] {
            let error = read_days(days).unwrap_err();
            assert_eq!(error.code(), Code::InvalidFields);
            let message = error.message(Lang::PtBr);
            assert!(message.ends_with("dias: fora do permitido (de 1 a 366)"), "{message}");
        }
    }
}
