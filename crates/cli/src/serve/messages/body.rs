//! Bodies of requests: how large, how slow, how many at once.
//!
//! A body is here as a whole before anything is done with it: a request that is still on its way takes
//! up a connection and nothing of what those need that are.

use super::answer::{Refusal, too_large};
use crate::serve::admission::guard::asks_for_health;
use crate::serve::admission::shares::{Share, SharedAmount};
use crate::serve::connections::listener::Ends;
use crate::serve::connections::pace::Credit;
use crate::serve::connections::places::{Activity, ConnectionStage, network_of};
use crate::serve::limits::Limits;
use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::TRANSFER_ENCODING;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use celeiro_app::{AppError, Code, Reason};
use http_body_util::BodyExt as _;
use hyper::body::Body as _;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::time::Instant;

/// What bodies are received by.
pub struct Bodies {
    limits: Limits,
    room: Arc<SharedAmount>,
    local_room: Arc<SharedAmount>,
}

impl Bodies {
    /// Room as `limits` say.
    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            room: SharedAmount::leaving_room(limits.large_bodies_bytes),
            local_room: SharedAmount::new(limits.local_large_bodies_bytes),
        }
    }

    /// Where the larger bodies of `network` find room. Those of this machine have their own: other machines,
    /// however many, leave it free. One address of this machine leaves half of that to the others.
    fn share_of(&self, network: Option<IpAddr>) -> Share {
        let limits = &self.limits;
        if network.is_some_and(limits.is_local) {
            return Share::new(&self.local_room, network, limits.local_large_bodies_bytes / 2);
        }
        Share::new(&self.room, network, limits.large_bodies_bytes_per_address)
    }

    /// The whole of `body`, which a client of `network` sends, and the room that it takes.
    async fn receive(&self, mut body: Body, network: Option<IpAddr>) -> Result<(Bytes, Share), AppError> {
        // One that says how long it is need not be read for it.
        if body.size_hint().lower() > self.limits.body_bytes as u64 {
            return Err(too_large());
        }
        let end = Instant::now() + self.limits.body_patience;
        let mut credit = Credit::new(self.limits.body_pace);
        let mut share = self.share_of(network);
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let deadline = end.min(credit.wait(Instant::now()));
            let frame = tokio::time::timeout_at(deadline, body.frame()).await;
            let Some(frame) = frame.map_err(|_| self.too_slow())? else { break };
            let frame = frame.map_err(|_| AppError::invalid_request(Reason::cut_off()))?;
            let Ok(data) = frame.into_data() else { continue };
            credit.earn(Instant::now(), data.len());
            if bytes.len() + data.len() > self.limits.body_bytes {
                return Err(too_large());
            }
            bytes.extend_from_slice(&data);
            if bytes.len() > self.limits.small_body_bytes && !share.grow_to(bytes.len()) {
                return Err(AppError::new(Code::RateLimited));
            }
        }
        Ok((bytes.into(), share))
    }

    fn too_slow(&self) -> AppError {
        let (pace, seconds) = (self.limits.body_pace, self.limits.body_patience.as_secs());
        AppError::new(Code::RequestTooSlow)
            .with("least", format!("{} KB/s", pace.bytes_per_second.div_ceil(1 << 10)))
            .with("seconds", seconds)
    }
}

/// Whether a request has a use for a body: an operation that reads or deletes has none, files and unknown
/// addresses neither. What such a request brings is not received; the connection ends with the answer.
fn takes_body(request: &Request) -> bool {
    let writes = matches!(*request.method(), Method::POST | Method::PUT | Method::PATCH);
    writes && request.extensions().get::<MatchedPath>().is_some()
}

/// Whether a body comes in another transfer coding than `chunked`, which the HTTP library hands on as it is.
fn is_packed(headers: &HeaderMap) -> bool {
    headers
        .get_all(TRANSFER_ENCODING)
        .iter()
        .any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
}

/// Receives the body of an HTTP request within its limits, then goes on.
pub async fn receive_body(State(bodies): State<Arc<Bodies>>, request: Request, next: Next) -> Response {
    let activity = request.extensions().get::<Arc<Activity>>().cloned();
    let begin = |doing| activity.iter().for_each(|activity| activity.begin(doing));
    if !takes_body(&request) {
        begin(if asks_for_health(&request) { ConnectionStage::Checking } else { ConnectionStage::Working });
        return next.run(request.map(|_| Body::empty())).await;
    }
    if is_packed(request.headers()) {
        begin(ConnectionStage::Working);
        return Refusal(AppError::invalid_request(Reason::of_packed_body())).into_response();
    }
    let network = request.extensions().get::<Ends>().map(|ends| network_of(ends.peer.ip()));
    let (parts, body) = request.into_parts();
    begin(ConnectionStage::Sending);
    let received = bodies.receive(body, network).await;
    begin(ConnectionStage::Working);
    match received {
        Ok((bytes, _share)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(error) => Refusal(error).into_response(),
    }
}
