//! Client of the OpenID Connect issuer: its metadata, its keys, and the exchange of a code for tokens.

use super::keys::KeySet;
use super::round::Round;
use super::settings::{CompanySettings, is_protected};
use crate::config::Config;
use crate::error::{AppError, Code};
use celeiro_llm::Secret;
use celeiro_llm::fetch::{FetchError, FetchLimits, FetchedAnswer, fetch, send_form};
use celeiro_llm::http::{Url, endpoint, is_loopback, parse_base};
use celeiro_llm::secret::ExposeSecret as _;
use form_urlencoded::{Serializer, byte_serialize};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// What an answer of the issuer may take.
const LIMITS: FetchLimits = FetchLimits { patience: Duration::from_secs(6), bytes: 256 * 1024 };
/// Where an issuer describes itself, below its own address.
const DESCRIPTION: &str = ".well-known/openid-configuration";

/// An issuer that can be used.
#[derive(Debug, Clone)]
pub(super) struct Issuer {
    authorization: Url,
    token: Url,
    keys: Url,
    /// It takes the secret in the form, and not as a password of the request.
    takes_secret_in_form: bool,
    /// It names itself when it sends a browser back.
    pub names_itself: bool,
}

#[derive(Deserialize)]
struct Description {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    code_challenge_methods_supported: Option<Vec<String>>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    authorization_response_iss_parameter_supported: Option<bool>,
}

/// What stands in the way of an issuer's use, in words for people; the log has more.
#[derive(Debug, Clone, Copy)]
enum Trouble {
    Connection,
    Answer,
    Issuer,
    Address,
    Pkce,
    Client,
}

impl Trouble {
    /// The error; `known` is for the log and holds nothing that the issuer sent.
    fn with(self, known: &str) -> AppError {
        tracing::warn!(known, "the company's sign-in cannot be used");
        let reason = match self {
            Self::Connection => "company.connection",
            Self::Answer => "company.answer",
            Self::Issuer => "company.issuer",
            Self::Address => "company.address",
            Self::Pkce => "company.pkce",
            Self::Client => "company.client",
        };
        AppError::new(Code::CompanyUnreachable).with_text("reason", reason)
    }
}

/// The error of an issuer that gave no answer.
fn no_answer(error: FetchError) -> AppError {
    let trouble = if matches!(error, FetchError::Body(_)) { Trouble::Answer } else { Trouble::Connection };
    trouble.with(&error.to_string())
}

/// Asks the configured issuer whether it can be used; its address, or none where none is configured.
///
/// # Errors
/// `invalid_setting`, `company_unreachable`.
pub(crate) async fn look_for_issuer(config: &Config) -> Result<Option<String>, AppError> {
    let Some(settings) = CompanySettings::read(config)? else { return Ok(None) };
    let issuer = fetch_issuer(&settings).await?;
    fetch_keys(&issuer).await?;
    Ok(Some(settings.issuer))
}

/// Reads what the issuer states of itself.
///
/// # Errors
/// `company_unreachable`.
pub(super) async fn fetch_issuer(settings: &CompanySettings) -> Result<Issuer, AppError> {
    let answer = fetch(&endpoint(&settings.issuer_url, DESCRIPTION), LIMITS).await.map_err(no_answer)?;
    let stated: Description = read_json(&answer)?;
    if stated.issuer != settings.issuer {
        return Err(Trouble::Issuer.with("the issuer names itself otherwise than OIDC_ISSUER"));
    }
    let is_missing = |list: &Option<Vec<String>>, name: &str| {
        list.as_ref().is_some_and(|list| list.iter().all(|one| one != name))
    };
    if is_missing(&stated.code_challenge_methods_supported, "S256") {
        return Err(Trouble::Pkce.with("the issuer has no PKCE with S256"));
    }
    // An issuer elsewhere must not lead to programs of this machine.
    let is_here = is_loopback(&settings.issuer_url);
    let address = |text: &str| {
        let url = parse_base(text).ok().filter(|url| is_protected(url, is_here));
        url.ok_or_else(|| Trouble::Address.with("an address of the issuer is not https"))
    };
    Ok(Issuer {
        authorization: address(&stated.authorization_endpoint)?,
        token: address(&stated.token_endpoint)?,
        keys: address(&stated.jwks_uri)?,
        takes_secret_in_form: is_missing(
            &stated.token_endpoint_auth_methods_supported,
            "client_secret_basic",
        ),
        names_itself: stated.authorization_response_iss_parameter_supported == Some(true),
    })
}

/// Reads the issuer's keys.
///
/// # Errors
/// `company_unreachable`.
pub(super) async fn fetch_keys(issuer: &Issuer) -> Result<KeySet, AppError> {
    let answer = fetch(&issuer.keys, LIMITS).await.map_err(no_answer)?;
    let keys = KeySet::read(&answer.body).filter(|_| answer.status == 200);
    keys.ok_or_else(|| Trouble::Answer.with("the issuer's keys cannot be read"))
}

impl Issuer {
    /// Builds the issuer's address at which a browser signs in by the company.
    pub fn address_of(&self, settings: &CompanySettings, round: &Round) -> String {
        let mut url = self.authorization.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &settings.client_id)
            .append_pair("redirect_uri", &settings.redirect)
            .append_pair("scope", "openid")
            .append_pair("state", &round.state)
            .append_pair("nonce", &round.nonce)
            .append_pair("code_challenge", &round.challenge())
            .append_pair("code_challenge_method", "S256");
        url.into()
    }

    /// The issuer's token for a code; none where it does not take the code.
    ///
    /// # Errors
    /// `company_unreachable`.
    pub async fn exchange_code(
        &self,
        settings: &CompanySettings,
        code: &str,
        verifier: &str,
    ) -> Result<Option<Secret>, AppError> {
        let apart = settings.client_secret.as_ref().filter(|_| !self.takes_secret_in_form).map(|secret| {
            // Both are encoded as in a form before they are put together (RFC 6749, 2.3.1).
            let encode = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
            (encode(&settings.client_id), Secret::from(encode(secret.expose_secret())))
        });
        let form = self.write_form(settings, code, verifier);
        let client = apart.as_ref().map(|(name, secret)| (name.as_str(), secret));
        read_token(&send_form(&self.token, form, client, LIMITS).await.map_err(no_answer)?)
    }

    /// What is sent with a code; the name and the secret of this program where they do not go apart from it.
    fn write_form(&self, settings: &CompanySettings, code: &str, verifier: &str) -> String {
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", &settings.redirect)
            .append_pair("code_verifier", verifier);
        match &settings.client_secret {
            Some(secret) if self.takes_secret_in_form => {
                form.append_pair("client_id", &settings.client_id)
                    .append_pair("client_secret", secret.expose_secret());
            }
            Some(_) => {}
            None => {
                form.append_pair("client_id", &settings.client_id);
            }
        }
        form.finish()
    }
}

/// The token of an answer to a code.
fn read_token(answer: &FetchedAnswer) -> Result<Option<Secret>, AppError> {
    #[derive(Deserialize)]
    struct Tokens {
        id_token: String,
    }
    #[derive(Deserialize)]
    struct RefusalBody {
        error: String,
    }
    let read_refusal = || serde_json::from_slice::<RefusalBody>(&answer.body).ok();
    match answer.status {
        400 if read_refusal().is_some_and(|refused| refused.error == "invalid_grant") => Ok(None),
        400 | 401 => {
            Err(Trouble::Client.with("the issuer does not take this program, its name or its secret"))
        }
        _ => Ok(Some(Secret::from(read_json::<Tokens>(answer)?.id_token))),
    }
}

/// The JSON of an answer that went well.
fn read_json<T: DeserializeOwned>(answer: &FetchedAnswer) -> Result<T, AppError> {
    let value: Option<T> = serde_json::from_slice(&answer.body).ok().filter(|_| answer.status == 200);
    value
        .ok_or_else(|| Trouble::Answer.with(&format!("an answer of status {} cannot be read", answer.status)))
}
