//! Signing in by the company's own system. The browser goes to the issuer and comes back to the page, which hands over
//! what it came back with: a page of another site cannot, for requests below `/api` are refused to it. By the same way a
//! person who is signed in links their account.

use super::cookie::{Way, read_company_secret};
use super::entry::{Entry, let_in};
use crate::serve::messages::answer::Refusal;
use crate::serve::server::Server;
use axum::extract::Request;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Json, Router};
use celeiro_app::accounts::{self, BeginCompanySignIn, CompanyOffer, CompanyReturn, FinishCompanySignIn};
use celeiro_app::{App, AppError, Caller};
use std::sync::Arc;

/// Whether there is such a sign-in; begins one, or the link of an account.
pub const COMPANY: &str = "/api/session/company";
/// Ends one with a session, or with the link.
pub const RETURN: &str = "/api/session/company/return";

/// Builds the routes of the company's sign-in.
pub fn build_company_entrance() -> Router {
    Router::new()
        .route(COMPANY, on(MethodFilter::GET, answer_offer).on(MethodFilter::POST, begin_sign_in))
        .route(RETURN, on(MethodFilter::POST, finish_sign_in))
}

async fn answer_offer(Extension(server): Extension<Arc<Server>>) -> Result<Json<CompanyOffer>, Refusal> {
    Ok(Json(accounts::offer_company_sign_in(&server.host.app()?)))
}

async fn begin_sign_in(request: Request) -> Result<Response, Refusal> {
    let asked = Entry::read(request).await?;
    let app = asked.call.app.clone()?;
    let caller = find_caller(&app, asked.call.caller.clone(), asked.former.as_deref()).await?;
    let request: BeginCompanySignIn = asked.call.request()?;
    let begun = accounts::begin_company_sign_in(&app, &caller, request).await?;
    let cookie = asked.way.set_company(&begun.secret, begun.max_age_seconds)?;
    Ok(([(SET_COOKIE, cookie)], Json(begun.address)).into_response())
}

/// The caller with the account of the browser's session, where it has one: these routes are open to all, so that nothing
/// was asked of it before.
async fn find_caller(app: &App, caller: Caller, session: Option<&str>) -> Result<Caller, AppError> {
    let Some(session) = session else { return Ok(caller) };
    let account = accounts::identify_session(app, session).await?;
    Ok(match account {
        Some(account) => caller.with_account(account),
        None => caller,
    })
}

/// The secret of the sign-in is worth nothing afterwards, however it ended.
async fn finish_sign_in(request: Request) -> Result<Response, Refusal> {
    let way = Way::of(request.uri(), request.headers());
    let secret = read_company_secret(request.headers(), way);
    let asked = Entry::read(request).await?;
    let app = asked.call.app.clone()?;
    let caller = find_caller(&app, asked.call.caller.clone(), asked.former.as_deref()).await?;
    let request: FinishCompanySignIn = asked.call.request()?;
    let mut response = match accounts::finish_company_sign_in(&app, &caller, secret.as_deref(), request).await
    {
        Ok(CompanyReturn::SignedIn(started)) => {
            let_in(&app, asked.way, asked.former.as_deref(), started).await?
        }
        Ok(CompanyReturn::Linked(me)) => Json(me).into_response(),
        Err(error) => Refusal(error).into_response(),
    };
    response.headers_mut().append(SET_COOKIE, way.clear_company());
    Ok(response)
}
