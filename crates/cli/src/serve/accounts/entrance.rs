//! Signing in and out. These routes are not in the list of operations: what they give is a cookie, which neither
//! the window nor the command line has.

use super::cookie::{Way, read_session};
use crate::serve::messages::answer::Refusal;
use crate::serve::messages::arguments::Call;
use crate::serve::server::Server;
use axum::extract::{FromRequest as _, Request};
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Json, Router};
use celeiro_app::App;
use celeiro_app::accounts::{self, AcceptInvitation, SignIn, StartedSession};
use celeiro_domain::team::describe_device;
use std::sync::Arc;

/// Starts a session, or ends the one of the request.
pub const SESSION: &str = "/api/session";
/// Starts the first session of an account.
pub const INVITATION: &str = "/api/session/invitation";

/// The routes.
pub fn build_entrance() -> Router {
    Router::new()
        .route(SESSION, on(MethodFilter::POST, start_session).on(MethodFilter::DELETE, end_session))
        .route(INVITATION, on(MethodFilter::POST, start_first_session))
}

/// Whether a route is one of these, which are open to all.
pub fn is_entrance(path: &str) -> bool {
    matches!(path, SESSION | INVITATION)
}

async fn start_session(request: Request) -> Result<Response, Refusal> {
    let asked = Entry::read(request).await?;
    let (app, caller) = (asked.call.app.clone()?, asked.call.caller.clone());
    let request: SignIn = asked.call.request()?;
    let started = accounts::sign_in(&app, &caller, request).await?;
    let_in(&app, asked.way, asked.former.as_deref(), started).await
}

async fn start_first_session(request: Request) -> Result<Response, Refusal> {
    let asked = Entry::read(request).await?;
    let (app, caller) = (asked.call.app.clone()?, asked.call.caller.clone());
    let request: AcceptInvitation = asked.call.request()?;
    let started = accounts::accept_invitation(&app, &caller, request).await?;
    let_in(&app, asked.way, asked.former.as_deref(), started).await
}

/// Ends the session of the request's cookie. Without one, or with one that ended before, there is nothing to do.
async fn end_session(
    Extension(server): Extension<Arc<Server>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let way = Way::of(&uri, &headers);
    if let Some(secret) = read_session(&headers, way) {
        accounts::sign_out(&server.host.app()?, &secret).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, way.clear())]).into_response())
}

/// A request to be let in.
struct Entry {
    call: Call,
    way: Way,
    /// The session that the browser has already.
    former: Option<String>,
}

impl Entry {
    async fn read(request: Request) -> Result<Self, Refusal> {
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
async fn let_in(
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
