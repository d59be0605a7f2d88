//! Who may ask at all: the host that a request names, the origin that a browser gives, the rate of
//! a peer, the sender and what it may. What is cheap to check comes first; the database is asked last.

use super::host_names::{host_of, same_origin, without_port};
use crate::serve::accounts::credential::Credential;
use crate::serve::accounts::entrance::is_entrance;
use crate::serve::accounts::identify::{Identifier, Sender};
use crate::serve::connections::address::Address;
use crate::serve::connections::listener::Ends;
use crate::serve::connections::places::{Activity, network_of};
use crate::serve::messages::answer::{Refusal, ask_again};
use crate::serve::messages::arguments::caller_of;
use crate::serve::routes::access;
use crate::serve::server::Server;
use crate::serve::telemetry;
use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::http::header::{CONNECTION, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use celeiro_app::commands::Access;
use celeiro_app::{AppError, Code};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A peer may be this many seconds ahead of its rate: a page that loads asks for much at once.
const BURST_SECONDS: u32 = 4;

/// Files of the page that a peer may ask for in the place of one operation: opening the page takes eighty of
/// them, and an office that opens it in the morning comes from one address.
const FILES_PER_OPERATION: u32 = 10;

/// Above this many peers, those are forgotten that have not asked for a while.
const REMEMBERED_PEERS: usize = 10_000;

/// What requests are checked against.
pub struct Guard {
    bound: SocketAddr,
    names: Vec<String>,
    identifier: Identifier,
    rate: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// The same for strangers: behind a proxy on this machine all clients have one address.
    stranger_rate: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// The same for files of the page.
    file_rate: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

/// Lets each peer do something `rate` times a second; 0 sets no limit.
fn limit_rate(rate: u32) -> Option<DefaultKeyedRateLimiter<IpAddr>> {
    let rate = NonZeroU32::new(rate)?;
    let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).unwrap_or(NonZeroU32::MIN));
    Some(RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)))
}

impl Guard {
    /// The guard of `address`, letting each peer ask `rate` times a second, and for files of the page ten
    /// times as often; 0 lets it ask as often as it likes.
    pub fn new(address: &Address, rate: u32) -> Self {
        Self {
            bound: address.bound,
            names: address.names.clone(),
            identifier: Identifier::new(address.token.clone()),
            rate: limit_rate(rate),
            stranger_rate: limit_rate(rate),
            file_rate: limit_rate(rate.saturating_mul(FILES_PER_OPERATION)),
        }
    }

    /// What needs no knowledge of the sender.
    fn check(&self, request: &Request) -> Result<(), AppError> {
        let ends = request.extensions().get::<Ends>().ok_or_else(forbidden_error)?;
        let host = host_of(request.uri(), request.headers()).ok_or_else(forbidden_error)?;
        if !self.is_own_host(host, ends.local) {
            return Err(forbidden_error());
        }
        // A page of another site that names an address in an image has operations carried out, too.
        let acts = !is_read_method(request.method()) || crate::serve::routes::is_api(request.uri().path());
        if acts && !same_origin(request.headers(), host) {
            return Err(forbidden_error());
        }
        Ok(())
    }

    /// A page of another site whose name was made to lead here (DNS rebinding) still says its own
    /// name. So a request must name this machine, the address it came in on, or an allowed name.
    fn is_own_host(&self, host: &str, local: SocketAddr) -> bool {
        let name = without_port(host);
        if self.names.iter().any(|n| n.eq_ignore_ascii_case(name) || n.eq_ignore_ascii_case(host)) {
            return true;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return local.ip().is_loopback();
        }
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // Browsers take `0.0.0.0` and `[::]` for this machine, so a page elsewhere could use them.
            Ok(ip) if ip.to_canonical().is_unspecified() => false,
            Ok(ip) => ip.is_loopback() || ip == local.ip().to_canonical() || ip == self.bound.ip(),
            Err(_) => false,
        }
    }

    /// The sender of a request with `credential`; what is open to all needs none.
    async fn find_sender(
        &self,
        access: Access,
        server: Result<Arc<Server>, AppError>,
        credential: &Credential,
    ) -> Result<Sender, AppError> {
        let server = server?;
        match access {
            Access::Open => Ok(Sender::new(None)),
            _ => self.identifier.identify(&server.host, credential).await,
        }
    }

    /// Seconds that the peer must wait before it may ask again.
    fn wait(&self, request: &Request, is_known: bool, ends: Option<&Ends>) -> Option<u64> {
        let is_file = is_read_method(request.method()) && !crate::serve::routes::is_api(request.uri().path());
        let rate = match (is_file, is_known) {
            (true, _) => &self.file_rate,
            (false, true) => &self.rate,
            (false, false) => &self.stranger_rate,
        };
        let rate = rate.as_ref()?;
        if rate.len() > REMEMBERED_PEERS {
            rate.retain_recent();
        }
        let not_until = rate.check_key(&network_of(ends?.peer.ip())).err()?;
        Some(not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1)
    }
}

/// Lets through what is meant for here, with its sender.
pub async fn admit_request(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let ends = request.extensions().get::<Ends>().copied();
    let activity = request.extensions().get::<Arc<Activity>>().cloned();
    let note_member = || activity.iter().for_each(|activity| activity.note_token());
    let credential = guard.identifier.read(request.uri(), request.headers());
    let is_known = guard.identifier.is_known(&credential);
    if is_known {
        note_member();
    }
    if let Some(seconds) = guard.wait(&request, is_known, ends.as_ref()) {
        // Requests that wait behind this one on its connection would each be refused like it.
        return ending_connection(ask_again(seconds));
    }
    if ends.is_some_and(|ends| ends.health_only) && !asks_for_health(&request) {
        return ask_again(1);
    }
    if let Err(error) = guard.check(&request) {
        return Refusal(error).into_response();
    }
    let (access, server) = (access_of(&request), server_of(&request));
    let sender = guard.find_sender(access, server, &credential).await;
    match sender.and_then(|sender| let_in(&mut request, sender, access)) {
        Ok(is_member) => {
            if is_member {
                note_member();
            }
            next.run(request).await
        }
        Err(error) => Refusal(error).into_response(),
    }
}

/// Looks again at the sender of a request whose body came slowly, or that waited for its turn: what an account
/// may no more is not done by a request that it began before.
pub async fn confirm_sender(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    if !request.extensions().get::<Sender>().is_some_and(Sender::is_stale) {
        return next.run(request).await;
    }
    let credential = guard.identifier.read(request.uri(), request.headers());
    let (access, server) = (access_of(&request), server_of(&request));
    let sender = guard.find_sender(access, server, &credential).await;
    match sender.and_then(|sender| let_in(&mut request, sender, access)) {
        Ok(_) => next.run(request).await,
        Err(error) => Refusal(error).into_response(),
    }
}

/// Leaves the sender in the request, and says whether it has an account. Crate `app` checks what a sender may
/// before every operation; here it is refused before its body is received, and where there is no operation.
fn let_in(request: &mut Request, sender: Sender, access: Access) -> Result<bool, AppError> {
    let is_member = sender.account.is_some();
    request.extensions_mut().insert(sender);
    let lang = server_of(request)?.lang;
    caller_of(request.uri(), request.headers(), request.extensions(), lang)?.require(access)?;
    Ok(is_member)
}

/// The server behind a request.
fn server_of(request: &Request) -> Result<Arc<Server>, AppError> {
    let server = request.extensions().get::<Arc<Server>>().cloned();
    server.ok_or_else(|| AppError::internal("no server behind the request"))
}

/// `response`, with which its connection ends.
fn ending_connection(mut response: Response) -> Response {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The same refusal for every reason, so that an attacker learns none of them.
fn forbidden_error() -> AppError {
    AppError::new(Code::Forbidden)
}

/// The state of the program; no body comes with the question.
const HEALTH: &str = "/api/health";

/// Whether a request asks how the program is, and nothing else.
pub fn asks_for_health(request: &Request) -> bool {
    is_read_method(request.method()) && request.uri().path() == HEALTH
}

/// Whether a request by the method changes nothing.
fn is_read_method(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// The callers that a request has. What is not in the table of the routes needs a known one, unless it is a file
/// of the interface, which must load before anything can be entered, or the entrance itself.
fn access_of(request: &Request) -> Access {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    match path {
        Some(path) if is_entrance(path) => Access::Open,
        Some(telemetry::PATH) => Access::Metrics,
        Some(path) => access(request.method(), path),
        None if crate::serve::routes::is_api(request.uri().path()) => Access::Read,
        None => Access::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(bound: &str, names: &[&str]) -> Guard {
        Guard {
            bound: bound.parse().unwrap(),
            names: names.iter().map(|n| (*n).to_owned()).collect(),
            identifier: Identifier::new(None),
            rate: None,
            stranger_rate: None,
            file_rate: None,
        }
    }

    #[test]
    fn only_our_own_names_are_known() {
        let local: SocketAddr = "127.0.0.1:4180".parse().unwrap();
        let here = guard("127.0.0.1:4180", &[]);
        for host in ["127.0.0.1:4180", "localhost:4180", "LOCALHOST", "[::1]:4180", "127.0.0.1"] {
            assert!(here.is_own_host(host, local), "{host}");
        }
        for host in ["evil.example", "evil.example:4180", "192.168.0.7:4180", "localhost.evil.example", ""] {
            assert!(!here.is_own_host(host, local), "{host}");
        }
        let lan: SocketAddr = "192.168.0.7:4180".parse().unwrap();
        let everywhere = guard("0.0.0.0:4180", &["granja.example"]);
        assert!(everywhere.is_own_host("192.168.0.7:4180", lan));
        assert!(everywhere.is_own_host("granja.example", lan));
        assert!(!everywhere.is_own_host("192.168.0.8:4180", lan));
        assert!(!everywhere.is_own_host("localhost", lan));
    }

    #[test]
    fn strangers_take_nothing_of_the_rate_of_those_who_are_known() {
        let bound = "127.0.0.1:4180";
        let (rate, stranger_rate) = (limit_rate(5), limit_rate(5));
        let guard = Guard { rate, stranger_rate, ..guard(bound, &[]) };
        let peer = bound.parse().unwrap();
        let ends = Ends { peer, local: peer, health_only: false };
        let request = Request::get("/api/catalog/items").body(axum::body::Body::empty()).unwrap();
        let count =
            |is_known| (0..100).filter(|_| guard.wait(&request, is_known, Some(&ends)).is_none()).count();
        let strangers = count(false);
        assert!((20..30).contains(&strangers), "{strangers}");
        assert!(count(true) >= 20, "behind one proxy all have one address");
    }

    #[test]
    fn the_health_has_an_address_in_the_list() {
        let all = celeiro_app::commands::list_commands();
        let health = all.iter().find(|one| one.path == HEALTH).unwrap();
        assert_eq!((health.name, health.method, health.access), ("status", "GET", Access::Open));
    }
}
