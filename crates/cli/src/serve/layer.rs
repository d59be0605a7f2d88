//! The one stack of limits and checks around every route, files and unknown addresses included.

use super::address::Address;
use super::answer::{self, Refusal};
use super::guard::{Guard, admit};
use super::state::Server;
use axum::error_handling::HandleErrorLayer;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{BoxError, Extension, Router, middleware};
use celeiro_app::{AppError, Code, commands};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tower::ServiceBuilder;
use tower::limit::GlobalConcurrencyLimitLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// Largest body of a request.
pub const BODY_BYTES: usize = 2 << 20;
/// How long a request may take, its body included.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one may take that is known to take long. What it does has deadlines of its own; this is
/// the last.
const LONG_PATIENCE: Duration = Duration::from_secs(1_800);
/// Requests worked on at once; more are turned away rather than piled up.
const AT_ONCE: usize = 128;

/// Puts the stack around `router`. From the outside in: the form of answers, panics, time and
/// number, who asks, size.
pub fn protected(router: Router, server: &Arc<Server>, address: &Address, rate: u32) -> Router {
    let guard = Arc::new(Guard::new(address, rate));
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(server.lang, answer::finish))
            .layer(CatchPanicLayer::custom(answer::panicked))
            .layer(HandleErrorLayer::new(turned_away))
            .load_shed()
            // A limit of its own for each route would be none.
            .layer(GlobalConcurrencyLimitLayer::new(AT_ONCE))
            .layer(middleware::from_fn(in_time))
            .layer(middleware::from_fn_with_state(guard, admit))
            .layer(RequestBodyLimitLayer::new(BODY_BYTES))
            .layer(Extension(server.clone())),
    )
}

/// Ends a request that takes too long. What is streamed after the head of the answer is not counted.
async fn in_time(request: Request, next: Next) -> Response {
    let patience = if takes_long(&request) { LONG_PATIENCE } else { PATIENCE };
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Refusal(AppError::new(Code::TimedOut)).into_response(),
    }
}

/// Whether the operation that is asked for is known to take long.
fn takes_long(request: &Request) -> bool {
    static LONG: LazyLock<HashSet<(&str, &str)>> = LazyLock::new(|| {
        commands::all().into_iter().filter(|one| one.long).map(|one| (one.method, one.path)).collect()
    });
    let path = request.extensions().get::<MatchedPath>();
    path.is_some_and(|path| LONG.contains(&(request.method().as_str(), path.as_str())))
}

async fn turned_away(error: BoxError) -> Response {
    if error.is::<tower::load_shed::error::Overloaded>() {
        answer::ask_again(1)
    } else {
        Refusal(AppError::internal(error)).into_response()
    }
}
