//! `/mcp`: the tools of [`crate::mcp`] by streamable HTTP. A request is answered by itself, by any server of a team, and
//! there are no sessions that a client could leave behind or a restart could end; the protocol has had none since
//! 2026-07-28.

use super::limits::BODY_BYTES;
use super::messages::answer::OtherProtocol;
use super::messages::arguments::caller_of;
use super::server::Server;
#[cfg(not(feature = "mcp-fixture"))]
use crate::mcp::CatalogTools as Tools;
use crate::mcp::Program;
#[cfg(feature = "mcp-fixture")]
use crate::mcp::fixture::{ConformanceFixture as Tools, serve_sessions};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderMap, USER_AGENT};
use axum::http::request::Parts;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::{Json, Router};
use celeiro_app::{App, AppError, Caller};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use std::sync::Arc;

/// The address.
const PATH: &str = "/mcp";

/// The address of the fixture's tools that need a session.
#[cfg(feature = "mcp-fixture")]
const SESSIONS_PATH: &str = "/mcp-sessions";

struct OfRequest;

impl Program for OfRequest {
    fn find(&self, context: &RequestContext<RoleServer>) -> Result<(App, Caller), AppError> {
        let missing = || AppError::internal("no server behind the request");
        let parts = context.extensions.get::<Parts>().ok_or_else(missing)?;
        let server = parts.extensions.get::<Arc<Server>>().ok_or_else(missing)?;
        let caller = caller_of(&parts.uri, &parts.headers, &parts.extensions, server.lang)?;
        Ok((server.host.app()?, caller))
    }

    fn name_client(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        // Without a session, what the client said when it introduced itself is gone.
        let headers = &context.extensions.get::<Parts>()?.headers;
        headers.get(USER_AGENT)?.to_str().ok().map(str::to_owned)
    }
}

/// Builds the route of `/mcp`. Hosts, origins, senders and the size of bodies are looked at by the layers around it.
pub fn mcp_router() -> Router {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES)
        .disable_allowed_hosts();
    let service = StreamableHttpService::new(
        || Ok(Tools::new(OfRequest)),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let router = Router::new().route_service(PATH, service);
    #[cfg(feature = "mcp-fixture")]
    let router = router.route_service(SESSIONS_PATH, serve_sessions(|| OfRequest, BODY_BYTES));
    router.layer(middleware::from_fn(speak_protocol))
}

/// Gives refusals the form of the protocol: the library writes some of them as plain text, and a body that
/// it cannot read as one of another type.
async fn speak_protocol(request: Request, next: Next) -> Response {
    let sent_message = is_message(request.headers());
    let mut response = next.run(request).await;
    let status = match response.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE if sent_message => StatusCode::BAD_REQUEST,
        status => status,
    };
    if status.is_client_error() && !is_message(response.headers()) {
        let (code, message) = match status {
            StatusCode::BAD_REQUEST => (-32_700, "the body is no message that can be read"),
            StatusCode::METHOD_NOT_ALLOWED => (-32_600, "only POST is answered"),
            StatusCode::NOT_ACCEPTABLE => (-32_600, "accept application/json and text/event-stream"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (-32_600, "send application/json"),
            _ => (-32_600, "the request is refused"),
        };
        let error = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
        let allow = response.headers_mut().remove(ALLOW);
        response = (status, Json(error)).into_response();
        response.headers_mut().extend(allow.map(|allow| (ALLOW, allow)));
    }
    response.extensions_mut().insert(OtherProtocol);
    response
}

/// Whether a body of these headers is of a type in which messages are sent.
fn is_message(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json") || kind.starts_with("text/event-stream"))
}
