//! The one stack of limits and checks around every route, files and unknown addresses included.

use super::admission::guard::{Guard, admit_request, asks_for_health, confirm_sender};
use super::admission::shares::{Share, SharedAmount};
use super::connections::address::Address;
use super::connections::listener::Ends;
use super::connections::places::network_of;
use super::limits::Limits;
use super::messages::answer::{self, Refusal};
use super::messages::body::{Bodies, receive_body};
use super::server::Server;
use super::telemetry::measure_request;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware};
use celeiro_app::commands::CommandMeta;
use celeiro_app::{AppError, Code, commands};
use futures::StreamExt as _;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

/// Puts the stack around `router`. From the outside in: the measuring of requests, the form of answers, panics, who
/// asks, the body, number and time, who asks still. A request counts as work when its body is there.
pub fn protect_routes(
    router: Router,
    server: &Arc<Server>,
    address: &Address,
    rate: u32,
    limits: &Limits,
) -> Router {
    let guard = Arc::new(Guard::new(address, rate));
    let confirmed = router.layer(middleware::from_fn_with_state(guard.clone(), confirm_sender));
    limit_routes(confirmed, limits).layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(server.clone(), measure_request))
            .layer(middleware::from_fn_with_state(server.lang, answer::finish_answer))
            .layer(CatchPanicLayer::custom(answer::answer_panic))
            .layer(Extension(server.clone()))
            .layer(middleware::from_fn_with_state(guard, admit_request)),
    )
}

/// `router` behind what a request may take once it is let in.
fn limit_routes(router: Router, limits: &Limits) -> Router {
    router.layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn_with_state(Arc::new(Bodies::new(limits)), receive_body))
            .layer(middleware::from_fn_with_state(Arc::new(Work::new(limits)), work_on)),
    )
}

/// After how many seconds a client may ask again for what keeps the processor busy.
const HEAVY_RETRY_SECONDS: u64 = 5;

/// What requests are worked on by, shared by all routes: a limit for each of them would be none.
struct Work {
    limits: Limits,
    places: Places,
    local_places: Places,
    heavy_places: Arc<SharedAmount>,
    heavy_turns: Arc<Semaphore>,
}

/// Places of requests that are worked on, and of those among them that take long.
struct Places {
    all: Arc<SharedAmount>,
    long: Arc<SharedAmount>,
}

/// The place of a request; dropping it gives it back.
struct Place {
    _all: Share,
    _long: Share,
}

/// The turn of a request that keeps the processor busy; dropping it lets the next one begin.
struct HeavyTurn {
    _place: Share,
    _turn: OwnedSemaphorePermit,
}

impl Places {
    fn new(all: usize, long: usize) -> Self {
        Self { all: SharedAmount::new(all), long: SharedAmount::new(long) }
    }
}

impl Work {
    fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            places: Places::new(limits.at_once, limits.long_at_once),
            local_places: Places::new(limits.at_once_local, limits.long_at_once_local),
            heavy_places: SharedAmount::new(limits.heavy_places),
            heavy_turns: Arc::new(Semaphore::new(limits.heavy_at_once)),
        }
    }

    /// A place for a request of `weight` of a client at `peer`; none where its own or all are taken.
    fn take_place(&self, weight: Weight, (peer, is_local): (Option<IpAddr>, bool)) -> Option<Place> {
        let limits = &self.limits;
        let (places, most, most_long) = if is_local {
            (&self.local_places, limits.at_once_local, limits.long_at_once_local)
        } else {
            (&self.places, limits.at_once_per_address, limits.long_at_once_per_address)
        };
        let network = peer.map(network_of);
        let mut all = Share::new(&places.all, network, most);
        let mut long = Share::new(&places.long, network, most_long);
        let is_there = all.grow_to(1) && (weight == Weight::Light || long.grow_to(1));
        is_there.then_some(Place { _all: all, _long: long })
    }

    /// The turn of a request that keeps the processor busy, of a client at `peer`; none where too many wait
    /// already, or it does not come in time.
    async fn take_heavy_turn(&self, (peer, is_local): (Option<IpAddr>, bool)) -> Option<HeavyTurn> {
        let limit = if is_local { self.limits.heavy_places } else { self.limits.heavy_places_per_address };
        let mut place = Share::new(&self.heavy_places, peer.map(network_of), limit);
        if !place.grow_to(1) {
            return None;
        }
        let turn = self.heavy_turns.clone().acquire_owned();
        let turn = tokio::time::timeout(self.limits.heavy_patience, turn).await.ok()?.ok()?;
        Some(HeavyTurn { _place: place, _turn: turn })
    }

    /// The address of the client of `request`, and whether it is one of this machine.
    fn peer_of(&self, request: &Request) -> (Option<IpAddr>, bool) {
        let peer = request.extensions().get::<Ends>().map(|ends| ends.peer.ip());
        (peer, peer.is_none_or(self.limits.is_local))
    }
}

/// Works on a request where there is room, and ends one that takes too long. A stream of events is work
/// until it ends or its client goes away; the rest of any other answer only waits for its client. A question
/// after the health takes no place and needs none: those who ask share what is read, so any number of them
/// costs little more than one. Where all places of what takes long are taken, a search still finds one. What keeps
/// the processor busy waits for its turn, so that searches never do.
async fn work_on(State(work): State<Arc<Work>>, request: Request, next: Next) -> Response {
    let (weight, peer) = (weight_of(&request), work.peer_of(&request));
    let mut place = None;
    if !asks_for_health(&request) {
        place = work.take_place(weight, peer);
        if place.is_none() {
            return answer::ask_again(1);
        }
    }
    let turn = if weight == Weight::Heavy { work.take_heavy_turn(peer).await } else { None };
    if weight == Weight::Heavy && turn.is_none() {
        return answer::ask_again(HEAVY_RETRY_SECONDS);
    }
    let patience = if weight == Weight::Light { work.limits.patience } else { work.limits.long_patience };
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) if is_event_stream(&response) => response.map(|body| hold_until_end(body, place)),
        Ok(response) => response,
        Err(_) => Refusal(AppError::new(Code::TimedOut)).into_response(),
    }
}

/// Whether the response is a stream of events, which has no end to wait for.
fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

/// `body`, which keeps `place` until it ends or is dropped.
fn hold_until_end(body: Body, place: Option<Place>) -> Body {
    Body::from_stream(body.into_data_stream().inspect(move |_| _ = &place))
}

/// What is known of the work on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Light,
    /// It waits for long, for models or the database.
    Long,
    /// It keeps the processor busy, for long too.
    Heavy,
}

/// The weight of the operation that is asked for.
fn weight_of(request: &Request) -> Weight {
    static WEIGHTS: LazyLock<HashMap<(&str, &str), Weight>> = LazyLock::new(|| {
        let weight = |one: &CommandMeta| if one.heavy { Weight::Heavy } else { Weight::Long };
        // What is heavy is long, too.
        let all = commands::list_commands().into_iter().filter(|one| one.long);
        all.map(|one| ((one.method, one.path), weight(&one))).collect()
    });
    let path = request.extensions().get::<MatchedPath>();
    let weight = path.and_then(|path| WEIGHTS.get(&(request.method().as_str(), path.as_str())));
    weight.copied().unwrap_or(Weight::Light)
}
