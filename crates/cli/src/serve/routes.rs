//! The list of operations as routes.
//!
//! Each line of the list becomes one handler, one route and one entry of the access table, so there
//! is no route without a word on who may use it.

use super::accounts::entrance::build_entrance;
use super::assets;
use super::mcp;
use super::messages::answer::Refusal;
use super::messages::arguments::Call;
use super::messages::stream;
use super::openapi;
use super::server::Server;
use super::telemetry;
use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use axum::{Json, Router};
use celeiro_app::commands::Access;
use celeiro_app::{AppError, Caller, Code, with_commands, with_streams};

macro_rules! route_operations {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        mod handlers {
            use super::*;
            $(pub async fn $name(call: Call) -> Result<Response, Refusal> {
                if let Some(early) = before_start(stringify!($name), &call.server, &call.caller) {
                    return Ok(early);
                }
                let (app, caller) = (call.app.clone()?, call.caller.clone());
                let request: $request = call.request()?;
                let response: $response = celeiro_app::operations::$name(&app, &caller, request).await?;
                Ok(Json(response).into_response())
            })*
        }

        fn operations() -> Router {
            Router::new()$(.route($path, on(MethodFilter::$method, handlers::$name)))*
        }

        /// The callers that a route has; a route that is not in the list needs a known one.
        pub fn access(method: &Method, path: &str) -> Access {
            let method = if *method == Method::HEAD { &Method::GET } else { method };
            match (method.as_str(), path) {
                $((stringify!($method), $path) => Access::$access,)*
                (method, path) => access_of_streams(method, path).unwrap_or(Access::Read),
            }
        }
    };
}
with_commands!(route_operations);

macro_rules! route_streams {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        mod streaming {
            use super::*;
            $(pub async fn $name(call: Call) -> Result<Response, Refusal> {
                let (app, caller) = (call.app.clone()?, call.caller.clone());
                let request: $request = call.request()?;
                let in_events = request.stream;
                let turn = celeiro_app::operations::$name(&app, &caller, request).await?;
                if in_events {
                    return Ok(stream::stream_turn_events(turn));
                }
                let response: $response = turn.finish().await?;
                Ok(Json(response).into_response())
            })*
        }

        fn streams() -> Router {
            Router::new()$(.route($path, on(MethodFilter::$method, streaming::$name)))*
        }

        fn access_of_streams(method: &str, path: &str) -> Option<Access> {
            match (method, path) {
                $((stringify!($method), $path) => Some(Access::$access),)*
                _ => None,
            }
        }
    };
}
with_streams!(route_streams);

/// Builds every route of the server. These are the operations, their description, signing in and out, the tools for
/// models of other programs, the figures for a monitoring system, and the interface for all other addresses.
pub fn build_router() -> Router {
    operations()
        .merge(streams())
        .route(openapi::PATH, on(MethodFilter::GET, openapi::serve_openapi))
        .merge(build_entrance())
        .merge(mcp::mcp_router())
        .route(telemetry::PATH, on(MethodFilter::GET, telemetry::answer_token))
        .fallback(answer_other_path)
}

/// Whether a request's path belongs to the API.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// What no route takes: a refusal below `/api`, else a file of the interface.
async fn answer_other_path(request: Request) -> Response {
    if is_api(request.uri().path()) {
        return Refusal(AppError::new(Code::NoRoute)).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Refusal(AppError::new(Code::MethodNotAllowed)).into_response();
    }
    assets::serve_asset(request.uri().path(), request.headers())
}

/// The answer to `status` while the program is not ready: it needs no program.
fn before_start(operation: &str, server: &Server, caller: &Caller) -> Option<Response> {
    if operation != "status" {
        return None;
    }
    server.host.status_until_ready(caller.lang).map(|status| Json(status).into_response())
}
