//! A recorded body read once more: what the client makes of it, as JSON for people and tests.
//!
//! The decoders are those of the live path. Beside chat answers, lists of models, embeddings and
//! the state of a key are recognised by their form.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    Answer, ChatError, ErrorClass, ErrorCode, Failure, Finish, ModelInfo, ToolCall, Usage, Vendor,
    classify::{self, Origin},
    decode::{Decoder, End, of_completions},
    models, wire,
};
use crate::{embed::remote::decode as vectors, redact::Redactor, retry};

/// What a body turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A whole answer.
    Message,
    /// A refusal, or an error instead of an answer.
    Error,
    /// A stream that failed, or ended before its end mark.
    StreamError,
    /// An answer in one piece with an error in it.
    MessageWithError,
    /// A prompt that was blocked.
    Blocked,
    /// Embeddings.
    Embeddings,
    /// A list of models.
    Models,
    /// Another document: the state of a key, credits, the cost of an answer.
    Data,
}

/// What the client understood.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedAnswer {
    /// What it is.
    pub kind: Kind,
    /// The answer's text, or as much as came.
    pub text: String,
    /// What the model thought, as far as it is told.
    pub reasoning: String,
    /// Why the model will not answer.
    pub refusal: Option<String>,
    /// Calls of tools.
    pub tool_calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: Finish,
    /// The server's word for it.
    pub finish_raw: Option<String>,
    /// The word of the provider behind a relay.
    pub finish_native: Option<String>,
    /// What was said beside it.
    pub finish_message: Option<String>,
    /// Why the prompt was blocked.
    pub block_reason: Option<String>,
    /// Tokens and cost.
    pub usage: Option<Usage>,
    /// What went wrong.
    pub error: Option<ReplayedError>,
    /// Whether it ended before its end mark.
    pub truncated: bool,
    /// Whether something had been received before it failed.
    pub partial: bool,
    /// The model that served.
    pub model: Option<String>,
    /// The provider that served.
    pub served_by: Option<String>,
    /// The answer's id.
    pub response_id: Option<String>,
    /// The request's id.
    pub request_id: Option<String>,
    /// Events of the stream.
    pub events: usize,
    /// Comments of the stream.
    pub comments: usize,
    /// Embeddings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embeddings: Option<Vec<ReplayedVector>>,
    /// Models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelInfo>>,
    /// Another document's content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// An error as it is printed.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedError {
    /// Its class.
    pub class: ErrorClass,
    /// A closer look.
    pub subclass: Option<String>,
    /// Whether the same request may succeed in a moment.
    pub retryable: bool,
    /// HTTP status.
    pub http_status: Option<u16>,
    /// The server's code.
    pub code: Option<ErrorCode>,
    /// The server's word for the kind.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// The server's text; none where it said nothing.
    pub message: Option<String>,
    /// Wait that the server asks for, in seconds.
    pub retry_after_s: Option<f64>,
    /// What a relay says beside it.
    pub metadata: Map<String, Value>,
}

/// One embedding, shortened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplayedVector {
    /// The server's number for it.
    pub index: Option<usize>,
    /// Numbers in it.
    pub dimensions: usize,
    /// How it was written.
    pub encoding: &'static str,
    /// Its first three numbers.
    pub first: Vec<f32>,
}

/// Reads `body` as an answer of `vendor` with this status and these headers; as a stream that the
/// server ended, if `stream`.
pub fn replay_answer(
    vendor: Vendor,
    body: &[u8],
    status: u16,
    headers: &[(String, String)],
    stream: bool,
) -> ReplayedAnswer {
    let headers = header_map(headers);
    let mut replayed = if !(200..300).contains(&status) {
        let none = Redactor::default();
        let origin = Origin { status, redactor: &none };
        let mut error = classify::classify_refusal(body, origin, retry::retry_after(&headers));
        error.retryable &= headers.get("x-should-retry").is_none_or(|value| value != "false");
        ReplayedAnswer::of_failure(Kind::Error, error.into())
    } else if stream {
        let mut replay = StreamReplay::new(vendor);
        replay.feed(body);
        replay.end()
    } else {
        replay_document(body).unwrap_or_else(|| replay_whole(vendor, body))
    };
    replayed.request_id = wire::request_id(&headers, &Redactor::default());
    replayed
}

/// A stream read piece by piece. A clone goes on independently, so that every cut of a stream can
/// be looked at without reading it from the start again.
#[derive(Clone, Debug)]
pub struct StreamReplay {
    decoder: Decoder,
    too_long: Option<ChatError>,
}

impl StreamReplay {
    /// The beginning of a stream.
    pub fn new(vendor: Vendor) -> Self {
        Self { decoder: Decoder::new(vendor, Redactor::default()), too_long: None }
    }

    /// Replays the next bytes of a recorded model's answer.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.too_long.is_none() {
            self.too_long = self.decoder.feed(bytes, &mut |_| {}).err();
        }
    }

    /// Ends the replayed answer as where the server ended the body.
    pub fn end(self) -> ReplayedAnswer {
        self.finish(End::Clean)
    }

    /// Ends the replayed answer as where the connection broke.
    pub fn reset(self) -> ReplayedAnswer {
        self.finish(End::Broken)
    }

    fn finish(self, end: End) -> ReplayedAnswer {
        let (events, comments) = self.decoder.framing();
        let result = match self.too_long {
            Some(error) => Err(self.decoder.give_up(error, &mut |_| {})),
            None => self.decoder.finish(end, &mut |_| {}),
        };
        let replayed = match result {
            Ok(answer) => ReplayedAnswer::of_answer(answer),
            Err(failure) => ReplayedAnswer::of_failure(Kind::StreamError, failure),
        };
        ReplayedAnswer { events, comments, ..replayed }
    }
}

/// Reads a body that came in one piece, as the client would.
fn replay_whole(vendor: Vendor, body: &[u8]) -> ReplayedAnswer {
    match Decoder::new(vendor, Redactor::default()).whole(body, &mut |_| {}) {
        Ok(answer) => ReplayedAnswer::of_answer(answer),
        Err(failure) if is_something(&failure.partial) => {
            ReplayedAnswer::of_failure(Kind::MessageWithError, failure)
        }
        Err(failure) => ReplayedAnswer::of_failure(Kind::Error, failure),
    }
}

/// A document that is no chat answer.
fn replay_document(body: &[u8]) -> Option<ReplayedAnswer> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let empty = |kind| ReplayedAnswer { kind, ..ReplayedAnswer::of_answer(Answer::default()) };
    let model = value.get("model").and_then(Value::as_str).map(str::to_owned);
    let usage = value.get("usage").filter(|usage| usage.is_object()).map(of_completions);
    if let Some(embeddings) = read_embeddings(value.clone()) {
        return Some(ReplayedAnswer {
            embeddings: Some(embeddings),
            model,
            usage,
            ..empty(Kind::Embeddings)
        });
    }
    let data = value.get("data");
    if value.get("models").is_some_and(Value::is_array) || data.is_some_and(Value::is_array) {
        return Some(ReplayedAnswer { models: models::of_list(&value), ..empty(Kind::Models) });
    }
    let data = data.filter(|data| data.is_object())?;
    Some(ReplayedAnswer { data: Some(data.clone()), ..empty(Kind::Data) })
}

/// The vectors in a document of embeddings of either form; none where it is something else.
fn read_embeddings(mut value: Value) -> Option<Vec<ReplayedVector>> {
    let google = value.get("embedding").map(std::slice::from_ref);
    if let Some(list) = google.or_else(|| value.get("embeddings")?.as_array().map(Vec::as_slice)) {
        return list.iter().map(|one| replayed_vector(None, &google_numbers(one)?)).collect();
    }
    value.pointer("/data/0/embedding")?;
    vectors::rows(&mut value)?.iter().map(|row| replayed_vector(row.index, &row.embedding)).collect()
}

/// The numbers of an embedding in Google's form.
fn google_numbers(embedding: &Value) -> Option<vectors::Numbers> {
    serde_json::from_value(embedding.get("values")?.clone()).ok()
}

/// A vector's length and first numbers; none where they cannot be decoded.
fn replayed_vector(index: Option<usize>, numbers: &vectors::Numbers) -> Option<ReplayedVector> {
    let encoding = match numbers {
        vectors::Numbers::List(_) => "float",
        vectors::Numbers::Base64(_) => "base64",
    };
    let numbers = numbers.read()?;
    let first = numbers.iter().take(3).copied().collect();
    Some(ReplayedVector { index, dimensions: numbers.len(), encoding, first })
}

impl ReplayedAnswer {
    fn of_answer(answer: Answer) -> Self {
        let kind = if answer.block_reason.is_some() { Kind::Blocked } else { Kind::Message };
        Self {
            kind,
            partial: false,
            text: answer.text,
            reasoning: answer.reasoning,
            refusal: answer.refusal,
            tool_calls: answer.tool_calls,
            finish: answer.finish,
            finish_raw: answer.finish_raw,
            finish_native: answer.finish_native,
            finish_message: answer.finish_message,
            block_reason: answer.block_reason,
            usage: answer.usage,
            error: None,
            truncated: false,
            model: answer.served_model,
            served_by: answer.served_by,
            response_id: answer.response_id,
            request_id: None,
            events: 0,
            comments: 0,
            embeddings: None,
            models: None,
            data: None,
        }
    }

    fn of_failure(kind: Kind, failure: Failure) -> Self {
        let Failure { error, partial } = failure;
        let something = is_something(&partial);
        Self {
            kind,
            partial: something,
            truncated: error.class == ErrorClass::Interrupted,
            error: Some(error.into()),
            ..Self::of_answer(partial)
        }
    }
}

/// Whether anything of an answer came.
fn is_something(answer: &Answer) -> bool {
    !answer.text.is_empty() || !answer.reasoning.is_empty() || !answer.tool_calls.is_empty()
}

impl From<ChatError> for ReplayedError {
    fn from(error: ChatError) -> Self {
        Self {
            class: error.class,
            subclass: error.subclass.map(|subclass| subclass.as_str().to_owned()),
            retryable: error.retryable,
            http_status: error.http_status,
            code: error.code,
            kind: error.kind,
            message: Some(error.message).filter(|message| !message.is_empty()),
            retry_after_s: error.retry_after.map(|wait| wait.as_secs_f64()),
            metadata: error.metadata,
        }
    }
}

/// Headers that are none are left out: recordings hold placeholders.
fn header_map(headers: &[(String, String)]) -> HeaderMap {
    let parsed = headers.iter().filter_map(|(name, value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        Some((name, HeaderValue::from_bytes(value.as_bytes()).ok()?))
    });
    parsed.collect()
}
