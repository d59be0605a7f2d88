//! Bodies of requests: how large, how slow, how many at once.
//!
//! A body is here as a whole before anything is done with it: a request that is still on its way takes
//! up a connection and nothing of what those need that are.

use super::answer::{Refusal, too_large};
use super::limits::Limits;
use super::pace::Credit;
use super::places::{Activity, Doing};
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use celeiro_app::{AppError, Code, Reason};
use http_body_util::BodyExt as _;
use hyper::body::Body as _;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// What bodies are received by.
pub struct Bodies {
    limits: Limits,
    /// Bytes that all larger bodies may still take.
    room: Arc<Semaphore>,
}

impl Bodies {
    /// Room as `limits` say.
    pub fn new(limits: &Limits) -> Self {
        Self { limits: limits.clone(), room: Arc::new(Semaphore::new(limits.large_bodies_bytes)) }
    }

    /// The whole of `body`, and the room that it takes.
    async fn receive(&self, mut body: Body) -> Result<(Bytes, Option<OwnedSemaphorePermit>), AppError> {
        // One that says how long it is need not be read for it.
        if body.size_hint().lower() > self.limits.body_bytes as u64 {
            return Err(too_large());
        }
        let end = Instant::now() + self.limits.body_patience;
        let mut credit = Credit::new(self.limits.body_pace);
        let (mut bytes, mut room): (Vec<u8>, Option<OwnedSemaphorePermit>) = (Vec::new(), None);
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
            self.make_room(bytes.len(), &mut room)?;
        }
        Ok((bytes.into(), room))
    }

    /// Room for a body that has grown to `bytes`.
    fn make_room(&self, bytes: usize, room: &mut Option<OwnedSemaphorePermit>) -> Result<(), AppError> {
        let taken = room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        if bytes <= self.limits.small_body_bytes || bytes <= taken {
            return Ok(());
        }
        let more = u32::try_from(bytes - taken).unwrap_or(u32::MAX);
        let more = self.room.clone().try_acquire_many_owned(more);
        let more = more.map_err(|_| AppError::new(Code::RateLimited))?;
        match room {
            Some(room) => room.merge(more),
            None => *room = Some(more),
        }
        Ok(())
    }

    fn too_slow(&self) -> AppError {
        let (pace, seconds) = (self.limits.body_pace, self.limits.body_patience.as_secs());
        AppError::new(Code::RequestTooSlow)
            .with("least", format!("{} KB/s", pace.bytes_per_second.div_ceil(1 << 10)))
            .with("seconds", seconds)
    }
}

/// Receives the body of a request, then goes on.
pub async fn receive(State(bodies): State<Arc<Bodies>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let activity = parts.extensions.get::<Arc<Activity>>().cloned();
    let begin = |doing| activity.iter().for_each(|activity| activity.begin(doing));
    begin(Doing::Sending);
    let received = bodies.receive(body).await;
    begin(Doing::Working);
    match received {
        Ok((bytes, _room)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(error) => Refusal(error).into_response(),
    }
}
