//! An answer in events: `text/event-stream`, one event for each thing that happens.
//!
//! A client that goes away drops the stream, and with it the turn's hold: the turn stops and keeps
//! what was said so far.

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use celeiro_app::chat::Turn;
use futures::StreamExt as _;
use std::convert::Infallible;
use std::time::Duration;

/// How often something is sent while nothing happens, so that no proxy takes the line for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// Tells proxies of one kind not to collect the answer before they pass it on.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Streams the events of a chat turn as `text/event-stream`.
pub fn stream_turn_events(turn: Turn) -> Response {
    let events = turn.into_stream().map(|event| {
        let data = serde_json::to_string(&event).unwrap_or_default();
        Ok::<Event, Infallible>(Event::default().event(event.name()).data(data))
    });
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(UNBUFFERED, HeaderValue::from_static("no"));
    response
}
