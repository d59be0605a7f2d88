//! One request and its answer: sending, the limits of waiting, and what a broken wire means.
//!
//! Nothing is sent again here. Dropping a future of this module drops the response, and with it
//! the connection.

use std::time::Duration;

use reqwest::{
    RequestBuilder, Response,
    header::{HeaderMap, HeaderName},
};
use tokio::time::{Instant, timeout_at};

use super::{
    Answer, ChatError, ErrorClass, Failure, Patience, Progress, Vendor,
    classify::{self, Origin},
    decode::{Decoder, End},
};
use crate::{
    address,
    http::{self, BodyError, KeyedClient, PrivateAddress},
    provider_error,
    redact::Redactor,
    retry,
};

/// A whole answer is not longer.
const MAX_BODY_BYTES: usize = 32 << 20;
/// More of a refusal is not read.
const MAX_ERROR_BYTES: usize = 64 << 10;
/// A refusal's body is not waited for longer.
const ERROR_BODY_TIME: Duration = Duration::from_secs(10);
/// After the end of an answer, counts may follow; they are not waited for longer.
const AFTER_END: Duration = Duration::from_secs(5);

/// The wire to one server.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    pub client: KeyedClient,
    pub headers: HeaderMap,
    /// Everything of a response passes through it where it comes in.
    pub redactor: Redactor,
    pub vendor: Vendor,
    pub patience: Patience,
}

impl Wire {
    /// Sends `request` and reads the answer as it comes, until `end`.
    pub async fn stream(
        &self,
        request: RequestBuilder,
        end: Instant,
        on: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Answer, Failure> {
        let sent = Instant::now();
        let first = instant_after(sent, self.patience.first_token);
        let mut response = self.send(request, first.min(end)).await?;
        let request_id = request_id(response.headers(), &self.redactor);
        let mut decoder = Decoder::new(self.vendor, self.redactor.clone());
        let (mut last, mut first_token) = (first, None);
        let result = loop {
            let limit = last.min(end);
            let in_time = match timeout_at(limit, response.chunk()).await {
                // A server that is never silent would keep the clock from being asked.
                Ok(_) if Instant::now() > end => None,
                Ok(Ok(Some(bytes))) => Some(bytes),
                Ok(Ok(None)) => break decoder.finish(End::Clean, on),
                Ok(Err(_)) => break decoder.finish(End::Broken, on),
                Err(_) => None,
            };
            let Some(bytes) = in_time else {
                break if decoder.has_ended() {
                    decoder.finish(End::Clean, on)
                } else {
                    Err(decoder.give_up(timeout_error(first_token.is_some(), limit == end), on))
                };
            };
            let before = decoder.pieces();
            if let Err(too_long) = decoder.feed(&bytes, on) {
                break Err(decoder.give_up(too_long, on));
            }
            if decoder.pieces() > before {
                first_token.get_or_insert_with(|| sent.elapsed());
                last = instant_after(Instant::now(), self.patience.silence);
            }
            if decoder.is_closed() {
                break decoder.finish(End::Clean, on);
            }
            if decoder.has_ended() {
                last = last.min(instant_after(Instant::now(), AFTER_END));
            }
        };
        stamp_request(result, request_id, first_token)
    }

    /// Sends a chat request and reads the whole answer, until `end`.
    pub async fn whole(&self, request: RequestBuilder, end: Instant) -> Result<Answer, Failure> {
        let response = self.send(request, end).await?;
        let request_id = request_id(response.headers(), &self.redactor);
        let decoder = Decoder::new(self.vendor, self.redactor.clone());
        let result = match self.body(response, end).await {
            Ok(body) => decoder.whole(&body, &mut |_| {}),
            Err(error) => Err(decoder.give_up(error, &mut |_| {})),
        };
        stamp_request(result, request_id, None)
    }

    /// Sends `request` and reads a body that is no chat answer.
    pub async fn document(&self, request: RequestBuilder, end: Instant) -> Result<Vec<u8>, ChatError> {
        let response = self.send(request, end).await?;
        self.body(response, end).await
    }

    async fn body(&self, response: Response, end: Instant) -> Result<Vec<u8>, ChatError> {
        match timeout_at(end, http::read_limited(response, MAX_BODY_BYTES)).await {
            Err(_) => Err(timeout_error(true, true)),
            Ok(Err(BodyError::TooLarge(limit))) => {
                Err(in_answer(ErrorClass::TooLong, &format!("the answer has no end within {limit} bytes")))
            }
            Ok(Err(BodyError::Interrupted)) => Err(in_answer(
                ErrorClass::Interrupted,
                "the connection broke off in the middle of the answer",
            )),
            Ok(Ok(body)) => Ok(body),
        }
    }

    /// The response to `request`, if its status is a good one.
    async fn send(&self, request: RequestBuilder, limit: Instant) -> Result<Response, ChatError> {
        let sent = timeout_at(limit, request.headers(self.headers.clone()).send()).await;
        let response =
            sent.map_err(|_| timeout_error(false, false))?.map_err(|error| self.connection_error(&error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.read_refusal(response, limit).await)
    }

    async fn read_refusal(&self, response: Response, limit: Instant) -> ChatError {
        let status = response.status();
        let retry_after = retry::retry_after(response.headers());
        let told_not_to = response.headers().get("x-should-retry").is_some_and(|value| value == "false");
        let request_id = request_id(response.headers(), &self.redactor);
        let until = limit.min(instant_after(Instant::now(), ERROR_BODY_TIME));
        let body = timeout_at(until, http::read_limited(response, MAX_ERROR_BYTES)).await;
        let body = body.ok().and_then(Result::ok).unwrap_or_default();
        let origin = Origin { status: status.as_u16(), redactor: &self.redactor };
        let mut error = classify::classify_refusal(&body, origin, retry_after);
        error.retryable &= !told_not_to;
        tracing::debug!(%status, class = error.class.as_str(), request_id, "chat request refused");
        error
    }

    fn connection_error(&self, error: &reqwest::Error) -> ChatError {
        let cause = provider_error::tidy(&http::root_cause(error), &self.redactor);
        if address::is_private(error) {
            PrivateAddress.into()
        } else if error.is_connect() {
            ChatError::new(ErrorClass::Connect, format!("the server could not be reached: {cause}"))
        } else {
            ChatError::new(ErrorClass::Interrupted, format!("no answer came: {cause}"))
        }
    }
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Self {
        Self { error, partial: Answer::default() }
    }
}

/// Puts the request's id and the time of the first token into answers and failures alike.
fn stamp_request(
    result: Result<Answer, Failure>,
    request_id: Option<String>,
    first_token: Option<Duration>,
) -> Result<Answer, Failure> {
    let stamp = |answer: Answer| {
        let mut stamped = Answer { request_id, first_token, ..answer };
        stamped.make_ids_distinct();
        stamped
    };
    match result {
        Ok(answer) => Ok(stamp(answer)),
        Err(Failure { error, partial }) => Err(Failure { error, partial: stamp(partial) }),
    }
}

/// The id by which the provider finds the request in its records.
pub(super) fn request_id(headers: &HeaderMap, redactor: &Redactor) -> Option<String> {
    const NAMES: [HeaderName; 3] = [
        HeaderName::from_static("x-request-id"),
        HeaderName::from_static("request-id"),
        HeaderName::from_static("x-generation-id"),
    ];
    let value = NAMES.iter().find_map(|name| headers.get(name)?.to_str().ok())?;
    Some(redactor.redact(value).chars().take(200).collect())
}

/// The error of a limit that ran out: before the answer began, between its parts, or on the whole.
fn timeout_error(begun: bool, total: bool) -> ChatError {
    let text = match (begun, total) {
        (_, true) => "the answer was not complete in time",
        (false, false) => "no answer began in time",
        (true, false) => "the answer stopped coming",
    };
    ChatError::new(ErrorClass::Timeout, text)
}

/// An error inside an answer whose status was good.
fn in_answer(class: ErrorClass, text: &str) -> ChatError {
    ChatError { http_status: Some(200), ..ChatError::new(class, text) }
}

/// `start` and `wait` later; there are durations that no clock can add.
pub(super) fn instant_after(start: Instant, wait: Duration) -> Instant {
    start + wait.min(Duration::from_secs(86_400))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::ToolCall;
    use reqwest::header::HeaderValue;

    #[test]
    fn a_timeout_says_which_patience_ran_out() {
        let spell_timeout = |begun, total| timeout_error(begun, total).message;
        assert_eq!(spell_timeout(false, false), "no answer began in time");
        assert_eq!(spell_timeout(true, false), "the answer stopped coming");
        assert_eq!(spell_timeout(true, true), "the answer was not complete in time");
        assert_eq!(spell_timeout(false, true), spell_timeout(true, true));
        assert!(timeout_error(true, false).retryable);
    }

    #[test]
    fn a_patience_without_end_is_one_of_a_day() {
        let start = Instant::now();
        let day = Duration::from_secs(86_400);
        assert_eq!(instant_after(start, Duration::MAX), start + day);
        assert_eq!(instant_after(start, day + Duration::from_nanos(1)), start + day);
        assert_eq!(instant_after(start, Duration::from_millis(5)), start + Duration::from_millis(5));
    }

    #[test]
    fn the_number_of_a_request_is_the_first_that_is_text_without_keys_and_short() {
        fn read(headers: &[(&'static str, &[u8])]) -> Option<String> {
            let redactor = Redactor::of(Some(&"chave-muito-secreta".into()));
            let pairs = headers.iter().map(|(name, value)| {
                (HeaderName::from_static(name), HeaderValue::from_bytes(value).unwrap())
            });
            request_id(&HeaderMap::from_iter(pairs), &redactor)
        }
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[("x-other", b"1")]), None);
        assert_eq!(read(&[("request-id", b"r2"), ("x-request-id", b"r1")]).as_deref(), Some("r1"));
        assert_eq!(read(&[("x-request-id", b"\xff"), ("x-generation-id", b"g")]).as_deref(), Some("g"));
        assert_eq!(read(&[("x-request-id", b"a chave-muito-secreta")]).as_deref(), Some("a ***"));
        let long = [b'7'; 5_000];
        assert_eq!(read(&[("x-request-id", &long)]).map(|id| id.len()), Some(200));
    }

    #[test]
    fn an_answer_and_the_rest_of_a_failure_get_the_number_and_ids_of_their_own() {
        let call =
            ToolCall { id: "a".into(), name: "busca".into(), arguments: None, arguments_raw: String::new() };
        let answer = Answer { tool_calls: vec![call.clone(), call], ..Answer::default() };
        let failure = Failure { error: timeout_error(true, true), partial: answer.clone() };
        let first = Some(Duration::from_millis(7));
        let stamped = stamp_request(Ok(answer), Some("r".into()), first).unwrap();
        let broken = stamp_request(Err(failure), Some("r".into()), first).unwrap_err();
        assert_eq!(broken.error.class, ErrorClass::Timeout);
        for answer in [&stamped, &broken.partial] {
            assert_eq!((answer.request_id.as_deref(), answer.first_token), (Some("r"), first));
            assert_ne!(answer.tool_calls[0].id, answer.tool_calls[1].id);
        }
    }
}
