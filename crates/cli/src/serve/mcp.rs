//! `/mcp`: the tools of [`crate::mcp`] by streamable HTTP. A request is answered by itself; there are no
//! sessions that a client could leave behind.

use super::answer::OtherProtocol;
use super::arguments::caller_of;
use super::limits::BODY_BYTES;
use super::server::Server;
use crate::mcp::{CatalogTools, Program};
use axum::Router;
use axum::http::request::Parts;
use axum::response::Response;
use celeiro_app::{App, AppError, Caller};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use tower::ServiceBuilder;

/// The address.
const PATH: &str = "/mcp";

struct OfRequest;

impl Program for OfRequest {
    fn find(&self, context: &RequestContext<RoleServer>) -> Result<(App, Caller), AppError> {
        let missing = || AppError::internal("no server behind the request");
        let parts = context.extensions.get::<Parts>().ok_or_else(missing)?;
        let server = parts.extensions.get::<Arc<Server>>().ok_or_else(missing)?;
        let caller = caller_of(&parts.uri, &parts.headers, &parts.extensions, server.lang);
        Ok((server.host.app()?, Caller { actor: "mcp".to_owned(), ..caller }))
    }
}

/// The route. Hosts, origins, the token and the size of bodies are looked at by the layers around it.
pub fn router() -> Router {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES)
        .disable_allowed_hosts();
    let service = StreamableHttpService::new(
        || Ok(CatalogTools::new(OfRequest)),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let service = ServiceBuilder::new().map_response(mark_protocol).service(service);
    Router::new().route_service(PATH, service)
}

fn mark_protocol<B>(mut response: Response<B>) -> Response<B> {
    response.extensions_mut().insert(OtherProtocol);
    response
}
