//! `GET /metrics`, the figures for a monitoring system: on a port of its own (`METRICS_LISTEN`) without a token, or,
//! where there is no such port, on the server's own for an API token with the scope `metrics`, or one that may administer. And the measuring of requests.

use super::accounts::identify::Sender;
use super::admission::host_names::{host_of, is_loopback_name};
use super::connections::listener::serve_connections;
use super::limits::Limits;
use super::messages::answer::{self, Refusal};
use super::server::Server;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use axum::{Extension, Router, middleware};
use celeiro_app::config::Config;
use celeiro_app::{App, AppError, Code, telemetry};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

/// The address, on either port.
pub const PATH: &str = "/metrics";

/// The setting that names the port.
const SETTING: &str = "METRICS_LISTEN";

/// Connections to the port at once, of this machine and of others each: a monitoring system needs one.
const CONNECTIONS: usize = 16;

/// A bound port for the figures alone.
pub struct MetricsPort {
    listener: TcpListener,
    /// Where it is bound.
    pub bound: SocketAddr,
}

impl MetricsPort {
    /// Binds the address of the setting, where it has one.
    ///
    /// # Errors
    /// `address_unusable` where the address does not exist here or is taken.
    pub async fn bind(config: &Config) -> Result<Option<Self>, AppError> {
        let Some(address) = config.listen_address(SETTING) else { return Ok(None) };
        let refusal = |error: std::io::Error| {
            AppError::new(Code::AddressUnusable).with("address", address).because(error)
        };
        let listener = TcpListener::bind(address).await.map_err(refusal)?;
        let bound = listener.local_addr().map_err(refusal)?;
        Ok(Some(Self { listener, bound }))
    }

    /// Answers until `stop`.
    pub async fn serve(self, server: Arc<Server>, stop: CancellationToken) {
        let lang = server.lang;
        let router = build_port_router(server, self.bound);
        serve_connections(self.listener, router, limit_scrapes(), lang, stop).await;
    }
}

/// The limits of the port: those of the server, with few connections.
fn limit_scrapes() -> Limits {
    Limits {
        places: CONNECTIONS,
        places_per_address: CONNECTIONS / 2,
        local_places: CONNECTIONS,
        health_places: 0,
        ..Limits::default()
    }
}

/// The one route of the port; every other address is none.
fn build_port_router(server: Arc<Server>, bound: SocketAddr) -> Router {
    let lang = server.lang;
    let router = Router::new().route(PATH, on(MethodFilter::GET, answer_on_port)).fallback(refuse_other_path);
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(lang, answer::finish_answer))
            .layer(CatchPanicLayer::custom(answer::answer_panic))
            .layer(Extension(server))
            .layer(middleware::from_fn_with_state(bound, check_host)),
    )
}

/// A page of another site whose name was made to lead to this machine (DNS rebinding) still says its own name.
/// Other machines may know an address of this one by any name.
async fn check_host(State(bound): State<SocketAddr>, request: Request, next: Next) -> Response {
    let is_local = host_of(request.uri(), request.headers()).is_some_and(is_loopback_name);
    if bound.ip().is_loopback() && !is_local {
        return Refusal(AppError::new(Code::Forbidden)).into_response();
    }
    next.run(request).await
}

async fn refuse_other_path() -> Refusal {
    Refusal(AppError::new(Code::NoRoute))
}

async fn answer_on_port(Extension(server): Extension<Arc<Server>>) -> Result<Response, Refusal> {
    answer_scrape(&server, server.host.app().ok()).await
}

/// Answers on the server's own port. The guard has let nothing in that may not read them; a person in a browser, on
/// this machine or with the server's token, has no need of it, so a token of an account is asked for.
///
/// # Errors
/// `no_route` where there is a port for it, `forbidden` without such a token.
pub async fn answer_token(
    Extension(server): Extension<Arc<Server>>,
    Extension(sender): Extension<Sender>,
) -> Result<Response, Refusal> {
    let app = server.host.app()?;
    if app.settings().config_at_start().listen_address(SETTING).is_some() {
        return Err(AppError::new(Code::NoRoute).into());
    }
    if sender.account.is_none_or(|account| account.session.is_some()) {
        return Err(AppError::new(Code::Forbidden).into());
    }
    answer_scrape(&server, Some(app)).await
}

async fn answer_scrape(server: &Server, app: Option<App>) -> Result<Response, Refusal> {
    let text = telemetry::write_exposition(app.as_ref(), server.started).await?;
    Ok(([(CONTENT_TYPE, telemetry::CONTENT_TYPE)], text).into_response())
}

/// Measures how long a request takes to the head of its answer. While the program is not open there is nothing that
/// counts.
pub async fn measure_request(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let begun = Instant::now();
    let response = next.run(request).await;
    if let Ok(app) = server.host.app() {
        let (route, status) = (route.as_ref().map(MatchedPath::as_str), response.status().as_u16());
        telemetry::note_request(&app, method.as_str(), route, status, begun.elapsed());
    }
    response
}
