//! A request to be let in, and its session.

use super::cookie::{Way, read_session};
use crate::serve::messages::answer::Refusal;
use crate::serve::messages::arguments::Call;
use axum::Json;
use axum::extract::{FromRequest as _, Request};
use axum::http::HeaderMap;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::response::{IntoResponse as _, Response};
use celeiro_app::App;
use celeiro_app::accounts::{self, StartedSession};
use celeiro_domain::team::describe_device;

/// A request to be let in.
pub struct Entry {
    pub call: Call,
    pub way: Way,
    /// The session that the browser has already.
    pub former: Option<String>,
}

impl Entry {
    /// Reads a sign-in request: its fields, its cookie and its device.
    ///
    /// # Errors
    /// `invalid_request`, `unsupported_media_type`.
    pub async fn read(request: Request) -> Result<Self, Refusal> {
        let way = Way::of(request.uri(), request.headers());
        let former = read_session(request.headers(), way);
        let device = read_device(request.headers());
        let mut call = Call::from_request(request, &()).await?;
        call.caller.device = device;
        Ok(Self { call, way, former })
    }
}

/// Browser and system, as the browser introduces itself.
fn read_device(headers: &HeaderMap) -> Option<String> {
    describe_device(headers.get(USER_AGENT)?.to_str().ok()?)
}

/// Gives the browser its new session. The one that it had ends: on a shared computer it may be another person's.
///
/// # Errors
/// `internal` for a session that no header can have.
pub async fn let_in(
    app: &App,
    way: Way,
    former: Option<&str>,
    started: StartedSession,
) -> Result<Response, Refusal> {
    let cookie = way.set(&started.secret, started.max_age_seconds)?;
    if let Some(former) = former
        && let Err(error) = accounts::sign_out(app, former).await
    {
        tracing::warn!(%error, "the session before was not ended");
    }
    Ok(([(SET_COOKIE, cookie)], Json(started.me)).into_response())
}
