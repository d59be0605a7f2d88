//! From what a server said to a typed error: which class, whether to try again, how long to wait.
//!
//! The status on the wire decides where it is an error; inside a 200 it is the body's own number,
//! and where there is none, its words. Reading the many shapes is [`provider_error`]'s part.

use std::time::Duration;

use serde_json::{Map, Value};

use super::{ChatError, ErrorClass, ErrorCode, Subclass};
use crate::{provider_error, redact::Redactor};

/// Fields of a relay's metadata that are kept.
const METADATA: [&str; 10] = [
    "raw",
    "provider_name",
    "provider_code",
    "error_type",
    "limit_source",
    "reasons",
    "flagged_input",
    "model_slug",
    "patterns",
    "failed_generation",
];

/// A request that only came at the wrong moment.
const CONFLICT: u16 = 409;

/// Where the error was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'a> {
    /// HTTP status of the answer.
    pub status: u16,
    /// Blots out keys.
    pub redactor: &'a Redactor,
}

/// The error of an answer whose status says that it is one.
pub(super) fn classify_refusal(body: &[u8], origin: Origin<'_>, retry_after: Option<Duration>) -> ChatError {
    let mut error = match serde_json::from_slice::<Value>(body) {
        Ok(value) => from_object(&value, origin),
        Err(_) => {
            let text = provider_error::redact_error_text(&String::from_utf8_lossy(body), origin.redactor);
            ChatError { message: text.trim().to_owned(), foreign: true, ..with_status(origin.status) }
        }
    };
    error.retry_after = retry_after.or(error.retry_after);
    error
}

/// The error that a value inside a 200 announces, if it does.
pub(super) fn in_band(value: &Value, origin: Origin<'_>) -> Option<ChatError> {
    let announced = value.get("error").is_some_and(|error| !error.is_null())
        || ["object", "type"].iter().any(|name| value.get(*name).and_then(Value::as_str) == Some("error"))
        || value.get("success") == Some(&Value::Bool(false));
    announced.then(|| from_object(value, origin))
}

/// Reads an error of whatever shape: nested, flat, or a bare text.
pub(super) fn from_object(value: &Value, origin: Origin<'_>) -> ChatError {
    let error = value.get("error").filter(|inner| !inner.is_null()).unwrap_or(value);
    let text = |value: &str| provider_error::redact_error_text(value, origin.redactor);
    let field = |name: &str| error.get(name).or_else(|| value.get(name)).filter(|found| !found.is_null());
    let word = |name: &str| field(name).and_then(Value::as_str).map(text);
    let number = |name: &str| field(name).and_then(Value::as_i64);
    let code = field("code").and_then(code_of).or_else(|| number("http_status").map(ErrorCode::Number));
    let reason = google_reason(error).filter(|reason| *reason == "API_KEY_INVALID").map(text);
    let flat_type = word("type").filter(|kind| kind != "error");
    let kind = reason.or(error.get("type").and_then(Value::as_str).map(text)).or(flat_type);
    let kind = kind.or_else(|| word("error_type")).or_else(|| word("status")).or_else(|| word("name"));
    let message = error.as_str().map(str::to_owned).or_else(|| provider_error::text_of(error));
    let status = effective_status(origin.status, &code, number("status_code"));
    let mut found = ChatError {
        code: code.map(|code| match code {
            ErrorCode::Word(word) => ErrorCode::Word(text(&word)),
            number => number,
        }),
        kind,
        message: text(&message.unwrap_or_default()),
        retry_after: provider_error::retry_after_of(error),
        metadata: metadata_of(error, origin.redactor),
        ..with_status(origin.status)
    };
    found.class = class_of(status, &found);
    found.retryable = found.class.passes() || origin.status == CONFLICT;
    found.foreign = !has_form(value, error);
    look_closer(&mut found, error, origin.redactor);
    found
}

/// Whether this is how a provider says what is wrong: under `error`, or with the words that the flat
/// forms share. Any other service says `message` too.
fn has_form(value: &Value, error: &Value) -> bool {
    let marked =
        ["object", "type"].iter().any(|name| value.get(*name).and_then(Value::as_str) == Some("error"));
    let nested = !std::ptr::eq(value, error);
    nested || marked || (error.get("message").is_some() && error.get("code").is_some())
}

/// An error of which only the status is known; a conflict may be repeated.
fn with_status(status: u16) -> ChatError {
    let error = ChatError::new(class_of_status(status), "");
    ChatError { http_status: Some(status), retryable: error.retryable || status == CONFLICT, ..error }
}

/// An error's code, number or word.
fn code_of(value: &Value) -> Option<ErrorCode> {
    match value {
        Value::Number(number) => number.as_i64().map(ErrorCode::Number),
        Value::String(word) => Some(ErrorCode::Word(word.clone())),
        _ => None,
    }
}

/// The status on the wire if it is an error, else the one that the body names.
fn effective_status(wire: u16, code: &Option<ErrorCode>, status_code: Option<i64>) -> Option<u16> {
    let is_error = |status: &u16| (400..600).contains(status);
    let named = match code {
        Some(ErrorCode::Number(number)) => Some(*number),
        Some(ErrorCode::Word(word)) => word.parse().ok(),
        None => None,
    };
    Some(wire).filter(is_error).or_else(|| {
        let candidates = [named, status_code].into_iter().flatten();
        candidates.filter_map(|number| u16::try_from(number).ok()).find(is_error)
    })
}

/// The class by what the body says for certain, then by the status; without a status by its words.
fn class_of(status: Option<u16>, error: &ChatError) -> ErrorClass {
    if error.kind.as_deref() == Some("API_KEY_INVALID") {
        return ErrorClass::Auth;
    }
    if error.metadata.contains_key("reasons") && matches!(status, Some(400 | 403)) {
        return ErrorClass::Moderation;
    }
    status.map_or_else(|| class_of_words(error), class_of_status)
}

/// The class that a status stands for where the body says nothing more.
fn class_of_status(status: u16) -> ErrorClass {
    match status {
        300..=399 => ErrorClass::Redirect,
        401 => ErrorClass::Auth,
        402 => ErrorClass::Payment,
        403 => ErrorClass::Permission,
        404 => ErrorClass::NotFound,
        408 | 504 | 524 => ErrorClass::Timeout,
        413 => ErrorClass::TooLarge,
        429 => ErrorClass::RateLimited,
        499 => ErrorClass::Cancelled,
        400..=499 => ErrorClass::BadRequest,
        502 | 520..=523 | 525..=527 => ErrorClass::BadGateway,
        503 => ErrorClass::Unavailable,
        529 => ErrorClass::Overloaded,
        500..=599 => ErrorClass::Server,
        _ => ErrorClass::ProviderError,
    }
}

/// Words by which vendors name their errors; the first that occurs decides.
const WORDS: [(&str, ErrorClass); 22] = [
    ("rate_limit", ErrorClass::RateLimited),
    ("resource_exhausted", ErrorClass::RateLimited),
    ("overloaded", ErrorClass::Overloaded),
    ("unavailable", ErrorClass::Unavailable),
    ("timeout", ErrorClass::Timeout),
    ("deadline_exceeded", ErrorClass::Timeout),
    ("server_error", ErrorClass::Server),
    ("internal", ErrorClass::Server),
    ("api_error", ErrorClass::Server),
    ("network_error", ErrorClass::BadGateway),
    ("authentication", ErrorClass::Auth),
    ("unauthenticated", ErrorClass::Auth),
    ("invalid_api_key", ErrorClass::Auth),
    ("permission", ErrorClass::Permission),
    ("forbidden", ErrorClass::Permission),
    ("billing", ErrorClass::Payment),
    ("insufficient", ErrorClass::Payment),
    ("not_found", ErrorClass::NotFound),
    ("too_large", ErrorClass::TooLarge),
    ("cancelled", ErrorClass::Cancelled),
    ("invalid_", ErrorClass::BadRequest),
    ("bad_request", ErrorClass::BadRequest),
];

/// The class by the words of code and kind.
fn class_of_words(error: &ChatError) -> ErrorClass {
    let code = error.code.as_ref().map(ErrorCode::to_string);
    let kind = error.metadata.get("error_type").and_then(Value::as_str);
    let said = [code.as_deref(), error.kind.as_deref(), kind];
    let said: Vec<String> = said.into_iter().flatten().map(str::to_ascii_lowercase).collect();
    let known = said.iter().find_map(|word| WORDS.iter().find(|(part, _)| word.contains(part)));
    known.map_or(ErrorClass::ProviderError, |(_, class)| *class)
}

/// Sets the subclass, and what it changes about trying again.
fn look_closer(found: &mut ChatError, error: &Value, redactor: &Redactor) {
    if let Some(availability) = error.get("availability") {
        let code = availability.get("code").and_then(Value::as_str).unwrap_or("unavailable");
        found.subclass = Some(Subclass::Availability(provider_error::redact_error_text(code, redactor)));
        if let Some(retryable) = availability.get("retryable").and_then(Value::as_bool) {
            found.retryable = retryable;
        }
    } else if found.metadata.get("limit_source").and_then(Value::as_str)
        == Some("openrouter_in_flight_budget")
    {
        found.subclass = Some(Subclass::InFlightBudget);
        found.retryable = true;
    } else if mentions_any(found, &["insufficient_quota"]) {
        found.subclass = Some(Subclass::Quota);
        found.retryable = false;
    } else if found.class == ErrorClass::RateLimited && mentions_any(found, DAILY_LIMIT) {
        found.subclass = Some(Subclass::DailyLimit);
        found.retryable = false;
    } else if mentions_any(found, CONTEXT_LENGTH) {
        found.subclass = Some(Subclass::ContextLength);
    }
}

/// OpenRouter's free models, Gemini's quota metrics, OpenAI's and Groq's RPD and TPD.
const DAILY_LIMIT: &[&str] =
    &["per-day", "per day", "perday", "per_day", "daily limit", "daily quota", "(rpd)", "(tpd)"];

const CONTEXT_LENGTH: &[&str] = &[
    "context_length",
    "context length",
    "exceed_context_size",
    "available context size",
    "context window",
    "prompt is too long",
    "input token count",
];

/// Whether code, kind or message holds one of `parts`, in any case.
fn mentions_any(error: &ChatError, parts: &[&str]) -> bool {
    let code = error.code.as_ref().map(ErrorCode::to_string).unwrap_or_default();
    let said = [code.as_str(), error.kind.as_deref().unwrap_or_default(), &error.message];
    said.iter().any(|text| {
        let text = text.to_lowercase();
        parts.iter().any(|part| text.contains(part))
    })
}

/// The first reason among Google's details.
fn google_reason(error: &Value) -> Option<&str> {
    let details = error.get("details")?.as_array()?;
    details.iter().find_map(|detail| detail.get("reason")?.as_str())
}

/// The metadata that helps to find a cause, without keys; the rest is dropped.
fn metadata_of(error: &Value, redactor: &Redactor) -> Map<String, Value> {
    let Some(all) = error.get("metadata").and_then(Value::as_object) else { return Map::new() };
    let kept =
        METADATA.iter().filter_map(|name| Some(((*name).to_owned(), without_key(all.get(*name)?, redactor))));
    kept.collect()
}

/// Texts in metadata are a server's texts like any other.
fn without_key(value: &Value, redactor: &Redactor) -> Value {
    match value {
        Value::String(text) => provider_error::redact_error_text(text, redactor).into(),
        Value::Array(items) => items.iter().take(20).map(|item| without_key(item, redactor)).collect(),
        Value::Object(_) => provider_error::redact_error_text(&value.to_string(), redactor).into(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
