//! The one stack of limits and checks around every route, files and unknown addresses included.

use super::answer::{self, Refusal};
use super::body::{Bodies, receive};
use super::connections::address::Address;
use super::connections::listener::Ends;
use super::connections::places::network_of;
use super::guard::{Guard, admit, asks_for_health};
use super::limits::Limits;
use super::server::Server;
use super::shares::{Share, Shared};
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware};
use celeiro_app::{AppError, Code, commands};
use futures::StreamExt as _;
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

/// Puts the stack around `router`. From the outside in: the form of answers, panics, who asks, the
/// body, number and time. A request counts as work when its body is there.
pub fn protect_routes(
    router: Router,
    server: &Arc<Server>,
    address: &Address,
    rate: u32,
    limits: &Limits,
) -> Router {
    let guard = Arc::new(Guard::new(address, rate));
    limit_routes(router, limits).layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(server.lang, answer::finish))
            .layer(CatchPanicLayer::custom(answer::answer_panic))
            .layer(Extension(server.clone()))
            .layer(middleware::from_fn_with_state(guard, admit)),
    )
}

/// `router` behind what a request may take once it is let in.
fn limit_routes(router: Router, limits: &Limits) -> Router {
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(Arc::new(Bodies::new(limits)), receive))
            .layer(middleware::from_fn_with_state(Arc::new(Work::new(limits)), work_on)),
    )
}

/// What requests are worked on by, shared by all routes: a limit for each of them would be none.
struct Work {
    limits: Limits,
    places: Arc<Shared>,
}

impl Work {
    fn new(limits: &Limits) -> Self {
        Self { limits: limits.clone(), places: Shared::new(limits.at_once) }
    }

    /// An empty share of the places for the client of `request`.
    fn share_of(&self, request: &Request) -> Share {
        let peer = request.extensions().get::<Ends>().map(|ends| ends.peer.ip());
        let limit = match peer {
            Some(ip) if !(self.limits.is_local)(ip) => self.limits.at_once_per_address,
            _ => self.limits.at_once_local,
        };
        Share::new(&self.places, peer.map(network_of), limit)
    }
}

/// Works on a request where there is room, and ends one that takes too long. A stream of events is work
/// until it ends or its client goes away; the rest of any other answer only waits for its client. A question after the health takes no place and needs none: those
/// who ask share what is read, so any number of them costs little more than one.
async fn work_on(State(work): State<Arc<Work>>, request: Request, next: Next) -> Response {
    let mut place = work.share_of(&request);
    if !asks_for_health(&request) && !place.grow_to(1) {
        return answer::ask_again(1);
    }
    let patience = if takes_long(&request) { work.limits.long_patience } else { work.limits.patience };
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) if is_event_stream(&response) => response.map(|body| hold_until_end(body, place)),
        Ok(response) => response,
        Err(_) => Refusal(AppError::new(Code::TimedOut)).into_response(),
    }
}

fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

/// `body`, which keeps `place` until it ends or is dropped.
fn hold_until_end(body: Body, place: Share) -> Body {
    Body::from_stream(body.into_data_stream().inspect(move |_| _ = &place))
}

/// Whether the operation that is asked for is known to take long.
fn takes_long(request: &Request) -> bool {
    static LONG: LazyLock<HashSet<(&str, &str)>> = LazyLock::new(|| {
        commands::all().into_iter().filter(|one| one.long).map(|one| (one.method, one.path)).collect()
    });
    let path = request.extensions().get::<MatchedPath>();
    path.is_some_and(|path| LONG.contains(&(request.method().as_str(), path.as_str())))
}
