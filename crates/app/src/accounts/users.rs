//! User administration of a team.

use super::access_log::account_actor;
use super::closing::stop_work_of;
use super::credentials::passwords::read_new_password;
use super::credentials::secrets::draw_secret;
use super::wire::{
    CreateUser, CreatedUser, EndedSessions, Invitation, InviteUser, UpdateUser, User, UserState,
};
use crate::api::{ById, Empty, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use celeiro_domain::catalog::{FieldError, FieldErrorCode, clean_text};
use celeiro_domain::team::{LoginProblem, MAX_LOGIN, SecretText, check_login};
use celeiro_store::{NewInvitation, NewUser, StoreError, StoredUser, UserChange};
use std::fmt::Display;
use uuid::Uuid;

/// For how many hours an invitation can be used.
const INVITATION_HOURS: i32 = 72;
/// Most characters of a name.
const MAX_NAME: usize = 100;

/// Lists the accounts of all people of the team, by login.
///
/// # Errors
/// Those of the database.
pub async fn list_users(app: &App, _: &Caller, _: Empty) -> Result<Vec<User>, AppError> {
    Ok(app.store().users().await?.into_iter().map(describe_user).collect())
}

/// Finds the account of a person by login.
///
/// # Errors
/// `invalid_fields`, `user_not_found`.
pub async fn find_user(app: &App, login: &str) -> Result<User, AppError> {
    let login = read_login(login)?;
    let found = app.store().user_by_login(&login).await;
    Ok(describe_user(found.map_err(|error| naming_user(error, &login))?))
}

/// Makes an account: with a password, or with an invitation by which the person chooses one.
///
/// # Errors
/// `invalid_fields`, `login_taken`, `password_too_weak`, `rate_limited` where too many passwords are hashed at once.
pub async fn create_user(app: &App, caller: &Caller, request: CreateUser) -> Result<CreatedUser, AppError> {
    let login = read_login(&request.login)?;
    let given = request.name.filter(|name| !name.trim().is_empty());
    let name = read_name("name", given.as_deref().unwrap_or(&login))?;
    let password_hash = match &request.password {
        Some(password) => {
            let password = read_new_password("password", password.expose())?;
            let names = vec![login.clone(), name.clone()];
            Some(app.inner.accounts.passwords.hash_new(password, names).await?)
        }
        None => None,
    };
    let (invitation, secret) = draw_invitation(None);
    let invitation = password_hash.is_none().then_some(&invitation);
    let user = NewUser { id: Uuid::now_v7(), login, name, role: request.role, password_hash };
    let write = new_write(caller, request.operation_id);
    let made = app.store().create_user(&user, invitation, &account_actor(caller), &write).await;
    let (stored, is_new) = made.map_err(|error| match error {
        error if error.is_login_taken() => AppError::new(Code::LoginTaken).with("login", &user.login),
        other => other.into(),
    })?;
    app.inner.accounts.used.begin();
    let user = describe_user(stored);
    let until = user.invitation_until.filter(|_| is_new && invitation.is_some());
    Ok(CreatedUser { invitation: until.map(|until| Invitation { secret, until }), user })
}

/// Changes an account.
///
/// # Errors
/// `invalid_fields`, `user_not_found`, `last_administrator`.
pub async fn update_user(app: &App, caller: &Caller, request: UpdateUser) -> Result<User, AppError> {
    let UpdateUser { id, name, role, disabled, end_tokens } = request;
    let name = name.map(|name| read_name("name", &name)).transpose()?;
    let change = UserChange { name, role, disabled, end_tokens };
    match app.store().update_user(id, &change, &account_actor(caller)).await {
        Ok(stored) => {
            if stored.disabled_at.is_some() {
                stop_work_of(app, &stored.login);
            }
            Ok(describe_user(stored))
        }
        Err(error) if error.is_last_administrator() => {
            let user = app.store().user(id).await?;
            Err(AppError::new(Code::LastAdministrator).with("login", user.login))
        }
        Err(error) => Err(naming_user(error, id)),
    }
}

/// Invites a person to choose a password: a new person, or one who forgot it. Earlier invitations are void; the password
/// that holds stays until the invitation is used; with it go the sessions of the account, and its tokens unless the request
/// says otherwise.
///
/// # Errors
/// `user_not_found`, `user_disabled`.
pub async fn invite_user(app: &App, caller: &Caller, request: InviteUser) -> Result<Invitation, AppError> {
    let (invitation, secret) = draw_invitation(request.end_tokens);
    let invited = app.store().invite_user(request.id, &invitation, &account_actor(caller)).await;
    match invited.map_err(|error| naming_user(error, request.id))? {
        Some(until) => Ok(Invitation { secret, until }),
        None => {
            let user = app.store().user(request.id).await?;
            Err(AppError::new(Code::UserDisabled).with("login", user.login))
        }
    }
}

/// Ends all sessions of an account.
///
/// # Errors
/// `user_not_found`.
pub async fn end_sessions(app: &App, caller: &Caller, request: ById) -> Result<EndedSessions, AppError> {
    let ended = app.store().end_sessions(request.id, &account_actor(caller)).await;
    let ended = ended.map_err(|error| naming_user(error, request.id))?;
    Ok(EndedSessions { ended: u32::try_from(ended).unwrap_or(u32::MAX) })
}

/// Unlinks an account from the person of the company's sign-in; one that is not linked stays as it is.
///
/// # Errors
/// `user_not_found`.
pub async fn unlink_company(app: &App, caller: &Caller, request: ById) -> Result<User, AppError> {
    let unlinked = app.store().unlink_company(request.id, &account_actor(caller)).await;
    Ok(describe_user(unlinked.map_err(|error| naming_user(error, request.id))?))
}

fn draw_invitation(end_tokens: Option<bool>) -> (NewInvitation, SecretText) {
    let drawn = draw_secret("");
    let invitation = NewInvitation { secret_hash: drawn.hash, hours: INVITATION_HOURS, end_tokens };
    (invitation, SecretText::new(drawn.text))
}

/// A login in its one form.
///
/// # Errors
/// `invalid_fields`.
pub(super) fn read_login(text: &str) -> Result<String, AppError> {
    check_login(text).map_err(|problem| {
        let code = match problem {
            LoginProblem::Empty => FieldErrorCode::Required,
            LoginProblem::TooLong => FieldErrorCode::TooLong,
            LoginProblem::Form => FieldErrorCode::InvalidValue,
            // The program itself writes under it.
            LoginProblem::Reserved => FieldErrorCode::Taken,
        };
        let allowed = match problem {
            LoginProblem::Form => "a-z, 0-9, '.', '_', '-'".to_owned(),
            LoginProblem::Empty | LoginProblem::TooLong => format!("1..{MAX_LOGIN}"),
            LoginProblem::Reserved => String::new(),
        };
        AppError::fields(vec![FieldError::new("login", code, text, allowed)])
    })
}

/// What a person, or a token, is called.
///
/// # Errors
/// `invalid_fields`.
pub(super) fn read_name(field: &str, text: &str) -> Result<String, AppError> {
    let mut errors = Vec::new();
    let name = clean_text(text, field, MAX_NAME, &mut errors);
    if name.is_empty() {
        errors.push(FieldError::new(field, FieldErrorCode::Required, "", format!("1..{MAX_NAME}")));
    }
    if errors.is_empty() { Ok(name) } else { Err(AppError::fields(errors)) }
}

/// The error of the database about the account `user`.
fn naming_user(error: StoreError, user: impl Display) -> AppError {
    match error {
        StoreError::NotFound => AppError::new(Code::UserNotFound).with("user", user),
        other => other.into(),
    }
}

fn describe_user(user: StoredUser) -> User {
    let state = match (user.disabled_at, user.has_password) {
        (Some(_), _) => UserState::Disabled,
        (None, true) => UserState::Active,
        (None, false) => UserState::Invited,
    };
    User {
        id: user.id,
        login: user.login,
        name: user.name,
        role: user.role,
        company_linked: user.is_linked,
        state,
        created_at: user.created_at,
        last_seen_at: user.last_seen_at,
        sessions: u32::try_from(user.sessions).unwrap_or(u32::MAX),
        invitation_until: user.invitation_until,
    }
}
