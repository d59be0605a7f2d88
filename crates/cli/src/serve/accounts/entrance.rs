//! Signing in and out. These routes are not in the list of operations: what they give is a cookie, which neither
//! the window nor the command line has.

use super::company::{self, build_company_entrance};
use super::cookie::{Way, read_session};
use super::entry::{Entry, let_in};
use crate::serve::messages::answer::Refusal;
use crate::serve::server::Server;
use axum::extract::Request;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router};
use celeiro_app::accounts::{self, AcceptInvitation, SignIn};
use std::sync::Arc;

/// Starts a session, or ends the one of the request.
pub const SESSION: &str = "/api/session";
/// Starts the first session of an account.
pub const INVITATION: &str = "/api/session/invitation";

/// Builds the routes that sign in and out.
pub fn build_entrance() -> Router {
    Router::new()
        .route(SESSION, on(MethodFilter::POST, start_session).on(MethodFilter::DELETE, end_session))
        .route(INVITATION, on(MethodFilter::POST, start_first_session))
        .merge(build_company_entrance())
}

/// Whether a route is one of these, which are open to all.
pub fn is_entrance(path: &str) -> bool {
    matches!(path, SESSION | INVITATION | company::COMPANY | company::RETURN)
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
