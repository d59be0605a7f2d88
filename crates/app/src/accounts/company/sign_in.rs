//! Sign-in by the company: a browser goes to the issuer, returns with a code, and gets a session.
//!
//! People can sign in whose account is linked to issuer and subject. They make the link themselves, signed in with name
//! and password, by the same redirect; no other claim of the issuer finds an account. Roles stay Celeiro's.

use super::id_token::{SignedToken, TokenProblem};
use super::issuer::Issuer;
use super::round::Round;
use super::settings::CompanySettings;
use super::wire::{
    BeginCompanySignIn, BegunCompanySignIn, CompanyAddress, CompanyOffer, CompanyReturn, FinishCompanySignIn,
};
use crate::accounts::access_log::{account_actor, network_text};
use crate::accounts::account::Account;
use crate::accounts::credentials::secrets::{draw_secret, hash_secret};
use crate::accounts::me::describe_me;
use crate::accounts::sessions::{NetworkTry, start};
use crate::accounts::wire::StartedSession;
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::telemetry::labels::LoginResult;
use celeiro_domain::team::{CompanyIdentity, ExpectedClaims, check_claims};
use celeiro_llm::secret::ExposeSecret as _;
use celeiro_store::{BegunCompanyRound, CompanyEntry, CompanyLink, CompanySession};
use chrono::Utc;
use serde_json::Value;
use std::fmt::Display;
use uuid::Uuid;

/// For how many minutes a sign-in can be finished: a password, a second factor and a coffee.
const MINUTES: i32 = 10;
/// Most characters of a code, and of what else comes back with it.
const MOST_CHARACTERS: usize = 4_096;

/// Answers whether people sign in by their company here. A configuration that cannot work is as none; `celeiro
/// doctor` names it.
pub fn offer_company_sign_in(app: &App) -> CompanyOffer {
    CompanyOffer { offered: read_settings(app).is_ok() }
}

/// Begins a sign-in, or the link of the caller's account: where the browser goes, and the secret that it keeps meanwhile.
///
/// # Errors
/// `company_sign_in_off`, `invalid_setting`, `company_unreachable`, `rate_limited`; to link, `account_needed` and
/// `session_needed`.
pub async fn begin_company_sign_in(
    app: &App,
    caller: &Caller,
    request: BeginCompanySignIn,
) -> Result<BegunCompanySignIn, AppError> {
    let session = if request.link { caller.require_session()?.session } else { None };
    let settings = read_settings(app)?;
    let company = &app.inner.accounts.company;
    let _turn = company.take_turn().await?;
    let issuer = company.find_issuer(&settings).await?;
    let secret = draw_secret("").text;
    let round = Round::of(&secret);
    app.store().begin_company_sign_in(&round.state_hash(), session, MINUTES).await?;
    let address = CompanyAddress { address: issuer.address_of(&settings, &round) };
    Ok(BegunCompanySignIn { address, secret, max_age_seconds: i64::from(MINUTES) * 60 })
}

/// Ends a sign-in with a session, and the link of an account with that link; `secret` is what the browser kept. Each can
/// be ended once, however it ends; a link by a caller with the session that began it, and by no other.
///
/// # Errors
/// `company_sign_in_refused` for all that proves nothing, `company_account_unknown`, `user_disabled`;
/// `company_identity_taken`, `company_already_linked`; `company_unreachable`; `company_sign_in_off`, `invalid_setting`;
/// `sign_in_slowed`, `rate_limited`.
pub async fn finish_company_sign_in(
    app: &App,
    caller: &Caller,
    secret: Option<&str>,
    request: FinishCompanySignIn,
) -> Result<CompanyReturn, AppError> {
    let settings = read_settings(app)?;
    let network = network_text(caller);
    let counting = NetworkTry::begin(app, network.as_deref())?;
    let attempt = finish_round(app, caller, &settings, secret, request).await;
    let result = LoginResult::of(&attempt);
    if !matches!(&attempt, Ok(CompanyReturn::Linked(_))) {
        app.inner.counters.note_login(result);
    }
    if result == LoginResult::Refused {
        counting.refuse()
    } else {
        counting.give_back()
    }
    if let Err(error) = &attempt
        && error.code() == Code::CompanySignInRefused
    {
        note_refusal(app, caller, None).await?;
    }
    attempt
}

fn read_settings(app: &App) -> Result<CompanySettings, AppError> {
    CompanySettings::read(&app.config())?.ok_or_else(|| AppError::new(Code::CompanySignInOff))
}

async fn finish_round(
    app: &App,
    caller: &Caller,
    settings: &CompanySettings,
    secret: Option<&str>,
    request: FinishCompanySignIn,
) -> Result<CompanyReturn, AppError> {
    let FinishCompanySignIn { state, code, issuer: named } = request;
    let secret = secret.filter(|secret| hash_secret("", secret).is_some());
    let round = secret.map(Round::of).ok_or_else(|| refuse("this browser has not begun it"))?;
    if round.state != state {
        return Err(refuse("another browser has begun it"));
    }
    let company = &app.inner.accounts.company;
    let _turn = company.take_turn().await?;
    let begun = app.store().take_company_sign_in(&round.state_hash()).await?;
    let begun = begun.ok_or_else(|| refuse("it was ended before, or its time is over"))?;
    let linking = find_linking(caller, begun)?;
    let issuer = company.find_issuer(settings).await?;
    if named.map_or(issuer.names_itself, |named| named != settings.issuer) {
        return Err(refuse("another issuer has sent the browser back"));
    }
    let code = code.filter(|code| (1..=MOST_CHARACTERS).contains(&code.expose().len()));
    let code = code.ok_or_else(|| refuse("the issuer has sent no code"))?;
    let token = issuer.exchange_code(settings, code.expose(), &round.verifier).await;
    company.note(&token);
    let token = token?.ok_or_else(|| refuse("the issuer does not take its code"))?;
    let claims = read_claims(app, &issuer, token.expose_secret()).await?;
    let expected = ExpectedClaims {
        issuer: &settings.issuer,
        client_id: &settings.client_id,
        nonce: &round.nonce,
        now: Utc::now().timestamp(),
    };
    let person = check_claims(&claims, expected).map_err(|problem| refuse(TokenProblem::from(problem)))?;
    match linking {
        Some((account, session)) => link(app, caller, account, session, &person).await,
        None => Ok(CompanyReturn::SignedIn(enter(app, caller, &person).await?)),
    }
}

/// The caller's account and session, where the round was begun to link it; none for a sign-in.
fn find_linking(caller: &Caller, begun: BegunCompanyRound) -> Result<Option<(&Account, Uuid)>, AppError> {
    let Some(session) = begun.session else { return Ok(None) };
    let own = caller.account.as_ref().filter(|account| account.session == Some(session));
    let own = own.ok_or_else(|| refuse("another session has begun it, to link its account"))?;
    Ok(Some((own, session)))
}

/// The claims of a token that one of the issuer's keys has signed; keys may be newer than those that are remembered.
async fn read_claims(app: &App, issuer: &Issuer, token: &str) -> Result<Value, AppError> {
    let company = &app.inner.accounts.company;
    let signed = SignedToken::parse(token).map_err(refuse)?;
    let keys = company.find_keys(issuer).await?;
    match signed.verify(&keys) {
        Err(problem) if problem.is_of_keys() => {
            let newer = company.read_keys_again(issuer).await?;
            signed.verify(&newer).map_err(refuse)
        }
        claims => claims.map_err(refuse),
    }
}

/// Links the account of the session to the person.
async fn link(
    app: &App,
    caller: &Caller,
    account: &Account,
    session: Uuid,
    person: &CompanyIdentity,
) -> Result<CompanyReturn, AppError> {
    match app.store().link_company(session, person, &account_actor(caller)).await? {
        CompanyLink::Linked => Ok(CompanyReturn::Linked(describe_me(Some(account), true))),
        CompanyLink::Taken => Err(AppError::new(Code::CompanyIdentityTaken)),
        CompanyLink::Other => Err(AppError::new(Code::CompanyAlreadyLinked)),
        CompanyLink::SessionOver => Err(refuse("the session has ended meanwhile")),
    }
}

/// A session of the account that is linked to the person.
async fn enter(app: &App, caller: &Caller, person: &CompanyIdentity) -> Result<StartedSession, AppError> {
    let drawn = draw_secret("");
    let (network, device) = (network_text(caller), caller.device.clone());
    let session = CompanySession { id: Uuid::now_v7(), secret_hash: drawn.hash, network, device };
    match app.store().enter_by_company(person, session).await? {
        CompanyEntry::Entered(user) => Ok(start(user, drawn.text)),
        CompanyEntry::Closed(login) => {
            note_refusal(app, caller, Some(&login)).await?;
            Err(AppError::new(Code::UserDisabled).with_message_key("accounts.closed").with("login", login))
        }
        CompanyEntry::Unknown => {
            note_refusal(app, caller, None).await?;
            Err(AppError::new(Code::CompanyAccountUnknown))
        }
    }
}

/// Writes a refusal down as far as there is room for it.
async fn note_refusal(app: &App, caller: &Caller, login: Option<&str>) -> Result<(), AppError> {
    if app.inner.accounts.guesses.may_note() {
        app.store().note_refusal(login, network_text(caller).as_deref()).await?;
    }
    Ok(())
}

/// The one refusal of all that proves nothing. The log has the reason, of which an attacker learns nothing.
fn refuse(reason: impl Display) -> AppError {
    tracing::warn!(%reason, "a sign-in by the company was refused");
    AppError::new(Code::CompanySignInRefused)
}
