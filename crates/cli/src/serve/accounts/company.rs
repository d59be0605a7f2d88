//! Signing in by the company's own system. The browser goes to the issuer and comes back to the page, which hands over
//! what it came back with: a page of another site cannot, for requests below `/api` are refused to it.

use super::cookie::{Way, read_company_secret};
use super::entry::{Entry, let_in};
use crate::serve::messages::answer::Refusal;
use crate::serve::messages::arguments::Call;
use crate::serve::server::Server;
use axum::extract::{FromRequest as _, Request};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Json, Router};
use celeiro_app::accounts::{self, CompanyOffer, FinishCompanySignIn};
use celeiro_app::api::Empty;
use std::sync::Arc;

/// Whether there is such a sign-in; begins one.
pub const COMPANY: &str = "/api/session/company";
/// Ends one with a session.
pub const RETURN: &str = "/api/session/company/return";

/// The routes.
pub fn build_company_entrance() -> Router {
    Router::new()
        .route(COMPANY, on(MethodFilter::GET, answer_offer).on(MethodFilter::POST, begin_sign_in))
        .route(RETURN, on(MethodFilter::POST, finish_sign_in))
}

async fn answer_offer(Extension(server): Extension<Arc<Server>>) -> Result<Json<CompanyOffer>, Refusal> {
    Ok(Json(accounts::offer_company_sign_in(&server.host.app()?)))
}

async fn begin_sign_in(request: Request) -> Result<Response, Refusal> {
    let way = Way::of(request.uri(), request.headers());
    let call = Call::from_request(request, &()).await?;
    let app = call.app.clone()?;
    let _: Empty = call.request()?;
    let begun = accounts::begin_company_sign_in(&app).await?;
    let cookie = way.set_company(&begun.secret, begun.max_age_seconds)?;
    Ok(([(SET_COOKIE, cookie)], Json(begun.address)).into_response())
}

/// The secret of the sign-in is worth nothing afterwards, however it ended.
async fn finish_sign_in(request: Request) -> Result<Response, Refusal> {
    let way = Way::of(request.uri(), request.headers());
    let secret = read_company_secret(request.headers(), way);
    let asked = Entry::read(request).await?;
    let (app, caller) = (asked.call.app.clone()?, asked.call.caller.clone());
    let request: FinishCompanySignIn = asked.call.request()?;
    let mut response = match accounts::finish_company_sign_in(&app, &caller, secret.as_deref(), request).await
    {
        Ok(started) => let_in(&app, asked.way, asked.former.as_deref(), started).await?,
        Err(error) => Refusal(error).into_response(),
    };
    response.headers_mut().append(SET_COOKIE, way.clear_company());
    Ok(response)
}
