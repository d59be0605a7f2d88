//! Sign-in and sign-out, and authentication of a request.

use super::access_log::network_text;
use super::account::Account;
use super::credentials::guesses::Guesses;
use super::credentials::passwords::read_new_password;
use super::credentials::secrets::{draw_secret, hash_secret};
use super::me::describe_me;
use super::wire::{AcceptInvitation, SignIn, StartedSession};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::telemetry::labels::LoginResult;
use celeiro_domain::team::{check_login, check_password};
use celeiro_store::{AccountActor, InvitedUser, NewSession, SessionUser, SigningIn};
use uuid::Uuid;

/// For how long a browser keeps the cookie of a session: as long as one lasts at most.
const COOKIE_SECONDS: i64 = 30 * 24 * 60 * 60;

/// Signs a person in. The session is always a new one: what a browser had before opens nothing afterwards.
///
/// # Errors
/// `sign_in_refused` for a login without an account, an account that is closed or has no password, and a wrong password
/// alike;
/// `sign_in_slowed` after several of them, `rate_limited` where too many sign in at once.
pub async fn sign_in(app: &App, caller: &Caller, request: SignIn) -> Result<StartedSession, AppError> {
    let attempt = check_sign_in(app, caller, request).await;
    app.inner.counters.note_login(LoginResult::of(&attempt));
    attempt
}

async fn check_sign_in(app: &App, caller: &Caller, request: SignIn) -> Result<StartedSession, AppError> {
    let login = check_login(&request.login).ok();
    // A text that can be no password is wrong for every login. No hash of it has to be made (a long one must not be),
    // and it counts for nothing: what costs nothing would drive the counts of others out of memory.
    let Ok(password) = check_password(request.password.expose()) else {
        return refuse_sign_in(app, caller, login.as_deref()).await;
    };
    // No account has a login without the form of one: such texts count together.
    let counted = login.clone().unwrap_or_default();
    let (guesses, network) = (&app.inner.accounts.guesses, network_text(caller));
    let counting = NetworkTry::begin(app, network.as_deref())?;
    if let Err(slowed) = guesses.begin(&counted) {
        counting.give_back();
        return Err(slowed);
    }
    match try_password(app, caller, login.as_deref(), password).await {
        Ok(Some(session)) => {
            guesses.clear(&counted);
            counting.give_back();
            Ok(session)
        }
        Ok(None) => {
            guesses.refuse(&counted);
            counting.refuse();
            refuse_sign_in(app, caller, login.as_deref()).await
        }
        Err(error) => {
            guesses.give_back(&counted);
            counting.give_back();
            Err(error)
        }
    }
}

/// A try as one of its network, so that one password tried at many logins is slowed too. Of this machine none is
/// counted: behind a proxy on it all people are one.
pub(super) struct NetworkTry<'a> {
    guesses: &'a Guesses,
    network: Option<&'a str>,
}

impl<'a> NetworkTry<'a> {
    pub(super) fn begin(app: &'a App, network: Option<&'a str>) -> Result<Self, AppError> {
        let guesses = &app.inner.accounts.guesses_of_networks;
        if let Some(network) = network {
            guesses.begin(network)?;
        }
        Ok(Self { guesses, network })
    }

    /// It was none, or the password was right. Earlier wrong ones of the network stay counted: one right password
    /// would clear them as often as its owner likes.
    pub(super) fn give_back(&self) {
        self.network.iter().for_each(|network| self.guesses.give_back(network));
    }

    /// The password was wrong.
    pub(super) fn refuse(&self) {
        self.network.iter().for_each(|network| self.guesses.refuse(network));
    }
}

/// The one refusal of all that is wrong, which is written down as far as there is room for it.
async fn refuse_sign_in(app: &App, caller: &Caller, login: Option<&str>) -> Result<StartedSession, AppError> {
    if app.inner.accounts.guesses.may_note() {
        app.store().note_refusal(login, network_text(caller).as_deref()).await?;
    }
    Err(AppError::new(Code::SignInRefused))
}

/// A session, where the password is the right one. What is done and how long it takes does not depend on whether there
/// is such an account.
async fn try_password(
    app: &App,
    caller: &Caller,
    login: Option<&str>,
    password: String,
) -> Result<Option<StartedSession>, AppError> {
    let login = login.unwrap_or_default();
    let stored = app.store().user_for_sign_in(login).await?;
    let hash = stored.as_ref().map(|stored| stored.password_hash.clone());
    let is_right = app.inner.accounts.passwords.compare(network_text(caller), password, hash).await?;
    let Some(stored) = stored.filter(|_| is_right) else { return Ok(None) };
    let drawn = draw_secret("");
    let session = new_session(stored.id, drawn.hash, caller);
    let by = AccountActor { actor: login.to_owned(), network: network_text(caller) };
    if !app.store().begin_session(&session, &stored.password_hash, &by).await? {
        return Ok(None);
    }
    let SigningIn { id, name, role, .. } = stored;
    let user = SessionUser { session: session.id, id, login: login.to_owned(), name, role };
    Ok(Some(start(user, drawn.text)))
}

/// Chooses a password by an invitation, and signs in. Earlier sessions of the account are over.
///
/// # Errors
/// `invalid_fields`, `password_too_weak`, `invitation_invalid`, `rate_limited` where too many sign in at once.
pub async fn accept_invitation(
    app: &App,
    caller: &Caller,
    request: AcceptInvitation,
) -> Result<StartedSession, AppError> {
    let invalid = || AppError::new(Code::InvitationInvalid);
    let secret_hash = hash_secret("", request.secret.expose()).ok_or_else(invalid)?;
    let invited = app.store().invited_user(&secret_hash).await?.ok_or_else(invalid)?;
    let password = read_new_password("password", request.password.expose())?;
    let names = vec![invited.login.clone(), invited.name.clone()];
    let password_hash = app.inner.accounts.passwords.hash_new(password, names).await?;
    let drawn = draw_secret("");
    let session = new_session(invited.id, drawn.hash, caller);
    let by = AccountActor { actor: invited.login.clone(), network: network_text(caller) };
    if !app.store().accept_invitation(&secret_hash, &password_hash, &session, &by).await? {
        return Err(invalid());
    }
    app.inner.accounts.guesses.clear(&invited.login);
    let InvitedUser { id, login, name, role, .. } = invited;
    Ok(start(SessionUser { session: session.id, id, login, name, role }, drawn.text))
}

/// Ends a session; one that is over already, or never was, is no error.
///
/// # Errors
/// Those of the database.
pub async fn sign_out(app: &App, secret: &str) -> Result<(), AppError> {
    match hash_secret("", secret) {
        Some(hash) => Ok(app.store().end_session(&hash).await?),
        None => Ok(()),
    }
}

/// The account of a session that is not over, with the role of this moment.
///
/// # Errors
/// Those of the database.
pub async fn identify_session(app: &App, secret: &str) -> Result<Option<Account>, AppError> {
    let Some(hash) = hash_secret("", secret) else { return Ok(None) };
    let user = app.store().session_user(&hash).await?;
    Ok(user.map(Account::of_session))
}

fn new_session(user_id: Uuid, secret_hash: Vec<u8>, caller: &Caller) -> NewSession {
    let (network, device) = (network_text(caller), caller.device.clone());
    NewSession { id: Uuid::now_v7(), user_id, secret_hash, network, device }
}

pub(super) fn start(user: SessionUser, secret: String) -> StartedSession {
    let account = Account::of_session(user);
    StartedSession { me: describe_me(Some(&account), true), secret, max_age_seconds: COOKIE_SECONDS }
}
