//! One request with one answer of bounded size and time, for servers that are no models: the company's sign-in.
//!
//! Redirects are not followed: an answer comes from the address that was asked, or not at all.

use crate::http::{BodyError, CONNECT_TIMEOUT, KeyedClient, Reach, Url, read_limited, root_cause};
use crate::secret::{ExposeSecret as _, Secret};
use reqwest::RequestBuilder;
use std::time::Duration;

/// What an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct FetchLimits {
    /// Time from the first byte sent to the last one received.
    pub patience: Duration,
    /// Most bytes of its body.
    pub bytes: usize,
}

/// An answer, whatever its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The client could not be made, or the connection failed.
    #[error("the connection failed: {0}")]
    Connection(String),
    /// The time was over first.
    #[error("no whole answer in time")]
    TimedOut,
    /// The body was not read.
    #[error(transparent)]
    Body(#[from] BodyError),
}

/// Asks for `url`, expecting JSON.
///
/// # Errors
/// [`FetchError`]; no status is an error.
pub async fn fetch(url: &Url, limits: FetchLimits) -> Result<FetchedAnswer, FetchError> {
    let request = open_client(url)?.get(url.clone()).map_err(connection_failed)?;
    exchange(request, limits).await
}

/// Sends an encoded form to `url`, with the name and the secret of a client where there are both, expecting JSON.
///
/// # Errors
/// [`FetchError`]; no status is an error.
pub async fn send_form(
    url: &Url,
    form: String,
    client: Option<(&str, &Secret)>,
    limits: FetchLimits,
) -> Result<FetchedAnswer, FetchError> {
    let request = open_client(url)?.post(url.clone()).map_err(connection_failed)?;
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(form);
    let request = match client {
        Some((name, secret)) => request.basic_auth(name, Some(secret.expose_secret())),
        None => request,
    };
    exchange(request, limits).await
}

fn open_client(url: &Url) -> Result<KeyedClient, FetchError> {
    KeyedClient::new(url, CONNECT_TIMEOUT, Reach::Anywhere)
        .map_err(|error| FetchError::Connection(root_cause(&error)))
}

fn connection_failed(error: impl std::fmt::Display) -> FetchError {
    FetchError::Connection(error.to_string())
}

async fn exchange(request: RequestBuilder, limits: FetchLimits) -> Result<FetchedAnswer, FetchError> {
    let receiving = receive(request, limits.bytes);
    tokio::time::timeout(limits.patience, receiving).await.unwrap_or(Err(FetchError::TimedOut))
}

async fn receive(request: RequestBuilder, most_bytes: usize) -> Result<FetchedAnswer, FetchError> {
    let sent = request.header("accept", "application/json").send().await;
    let response = sent.map_err(|error| FetchError::Connection(root_cause(&error)))?;
    let status = response.status().as_u16();
    Ok(FetchedAnswer { status, body: read_limited(response, most_bytes).await? })
}
