//! The last touch on every answer: errors in their one form and the caller's language, headers that
//! keep a browser from doing what we never want.
//!
//! A handler or layer that refuses a request hands over an [`AppError`] as a [`Refusal`];
//! it is written out here, the one place that knows the caller's language.

use crate::language;
use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap,
    HeaderName, HeaderValue, REFERRER_POLICY, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use celeiro_app::{AppError, Code};
use celeiro_domain::search::Lang;
use serde_json::Value;
use std::time::Instant;
use tokio::net::TcpStream;

/// What a page from here may do: nothing but show itself and talk to where it came from. The same
/// as in the desktop window, whose bridge is `ipc:`, and never inside another person's frame.
pub const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ipc: http://ipc.localhost; \
    base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'; frame-ancestors 'none'";

/// What of the machine a page from here may ask for: the microphone, for dictation, and nothing else.
const PERMISSIONS: &str = "microphone=(self), camera=(), display-capture=(), geolocation=(), usb=(), serial=(), \
    hid=(), bluetooth=(), midi=(), payment=()";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Marks an answer whose errors have the form of another protocol.
#[derive(Debug, Clone, Copy)]
pub struct OtherProtocol;

/// An error on its way out.
#[derive(Debug)]
pub struct Refusal(pub AppError);

impl From<AppError> for Refusal {
    fn from(error: AppError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code().status());
        let mut response = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response();
        response.extensions_mut().insert(self.0);
        response
    }
}

/// Finishes the answer to `request`; `usual` is the server's language.
pub async fn finish_answer(State(usual): State<Lang>, request: Request, next: Next) -> Response {
    let lang = language_of(request.uri(), request.headers(), usual);
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let mut response = next.run(request).await;
    if let Some(error) = error_in(&mut response) {
        write_error(&mut response, &error, lang);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(CACHE_CONTROL) {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    tracing::info!(%method, path, status = response.status().as_u16(), ms = started.elapsed().as_millis(), "http");
    response
}

/// The error that an answer carries, or what a library's bare status means.
fn error_in(response: &mut Response) -> Option<AppError> {
    if let Some(error) = response.extensions_mut().remove::<AppError>() {
        return Some(error);
    }
    if response.extensions().get::<OtherProtocol>().is_some() {
        return None;
    }
    let code = match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => Code::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => return Some(too_large()),
        status if status.is_client_error() => Code::InvalidRequest,
        status if status.is_server_error() => Code::Internal,
        _ => return None,
    };
    Some(AppError::new(code))
}

/// Too many requests; the next one is welcome in so many seconds.
pub fn ask_again(seconds: u64) -> Response {
    let mut response = Refusal(AppError::new(Code::RateLimited)).into_response();
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// Says to a client for whom there is no place that it is welcome in a second. What it asks for was not
/// read, so its language is not known. A client that does not take this at once goes without.
pub fn turn_away(stream: &TcpStream, lang: Lang) {
    let body = serde_json::to_string(&AppError::new(Code::RateLimited).to_body(lang)).unwrap_or_default();
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 1\r\n\
         connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    if let Err(error) = stream.try_write(answer.as_bytes()) {
        tracing::debug!(%error, "a client was not told that it has to wait");
    }
}

/// The body is larger than [`crate::serve::limits::BODY_BYTES`].
pub fn too_large() -> AppError {
    AppError::new(Code::TooLarge).with("limit", format!("{} MB", crate::serve::limits::BODY_BYTES >> 20))
}

/// Replaces the body by the error in `lang`; the other headers stay.
fn write_error(response: &mut Response, error: &AppError, lang: Lang) {
    let said = error.to_body(lang);
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    let seconds = said.details.as_ref().and_then(|details| read_seconds(&details["seconds"]));
    if response.status() == StatusCode::TOO_MANY_REQUESTS
        && let Some(seconds) = seconds
    {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    let (parts, body) = Json(said).into_response().into_parts();
    *response.body_mut() = body;
    response.headers_mut().remove(CONTENT_LENGTH);
    if let Some(kind) = parts.headers.get(CONTENT_TYPE) {
        response.headers_mut().insert(CONTENT_TYPE, kind.clone());
    }
}

/// The seconds that an error names, as a number or, because its message has them too, as a text.
fn read_seconds(detail: &Value) -> Option<u64> {
    detail.as_u64().or_else(|| detail.as_str()?.parse().ok())
}

/// `?lang=`, else `Accept-Language`, else what `serve --lang` named, else Portuguese.
pub fn language_of(uri: &Uri, headers: &HeaderMap, usual: Lang) -> Lang {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let asked =
        pairs.filter(|(name, _)| name == "lang").find_map(|(_, value)| language::parse_language(&value));
    let header = || headers.get(ACCEPT_LANGUAGE)?.to_str().ok().and_then(language::accepted_language);
    asked.or_else(header).unwrap_or(usual)
}

/// Answers a request at which our own code panicked; the log has the details.
pub fn answer_panic(_: Box<dyn std::any::Any + Send>) -> Response<Body> {
    Refusal(AppError::internal("a request handler panicked")).into_response()
}
