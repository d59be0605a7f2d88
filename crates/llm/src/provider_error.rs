//! Reads what went wrong out of the many shapes in which OpenAI-compatible servers say it.
//!
//! Shapes seen: `{"error":{"message","code",…}}` with a number or a word as code,
//! `{"error":"text"}`, a flat `{"message","code","type"}`, `{"detail":…}`, plain text and HTML
//! pages of proxies. Whatever comes, the result is at most [`MAX_MESSAGE_CHARS`] harmless
//! characters, without keys.

use std::{borrow::Cow, time::Duration};

use serde_json::Value;

use crate::{redact::Redactor, retry};

/// Longest message made for people, in characters.
pub const MAX_MESSAGE_CHARS: usize = 300;
/// Longest text kept from a server for the record, in characters.
pub const MAX_TEXT_CHARS: usize = 2000;

/// What a server said went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderError {
    /// Status in the body, where there is one that differs from the one on the wire (errors
    /// inside a 200); words such as `rate_limit_exceeded` are translated.
    pub status: Option<u16>,
    /// Wait that the body asks for.
    pub retry_after: Option<Duration>,
    /// Text for people: short, without control characters, without keys.
    pub message: String,
}

/// Reads the body of a refused request. Of a body that has no provider's form nothing is quoted:
/// the choice of an address must not allow to read in an error what some other service answers.
pub fn read(body: &[u8], redactor: &Redactor) -> ProviderError {
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => in_value(&value, redactor).unwrap_or_else(|| bare_error("no reason given")),
        Err(_) => bare_error(kind_of(body)),
    }
}

/// The error that a JSON body announces, if it does; a good answer gives `None`.
pub fn in_value(value: &Value, redactor: &Redactor) -> Option<ProviderError> {
    let error = match value.get("error") {
        Some(inner) if !inner.is_null() => inner,
        _ if value.get("data").is_some() => return None,
        _ => value,
    };
    let message = error.as_str().map(str::to_owned).or_else(|| message_of(error))?;
    Some(ProviderError {
        status: status_of(error).or_else(|| status_of(value)),
        retry_after: retry_after_of(error),
        message: tidy(&message, redactor),
    })
}

/// What an error object itself says, in its own words.
pub fn text_of(error: &Value) -> Option<String> {
    ["message", "detail", "msg"].iter().find_map(|name| match error.get(name)? {
        Value::String(text) => Some(text.clone()),
        other if !other.is_null() => Some(other.to_string()),
        _ => None,
    })
}

/// The message of an error object; of a relay the message of what it relays.
fn message_of(error: &Value) -> Option<String> {
    let general = text_of(error);
    // A relay's own message says nothing ("Provider returned error"); what it relays does.
    let raw = error.pointer("/metadata/raw").map(|raw| raw.as_str().map_or(raw.to_string(), str::to_owned));
    match (general, raw) {
        (Some(general), Some(raw)) => Some(format!("{general}: {raw}")),
        (general, raw) => general.or(raw),
    }
}

/// The status in one of the fields where providers put it, as number or word.
fn status_of(error: &Value) -> Option<u16> {
    ["code", "http_status", "status", "status_code", "type"].iter().find_map(|name| {
        let value = error.get(name)?;
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        number
            .and_then(|n| u16::try_from(n).ok())
            .filter(|n| (400..600).contains(n))
            .or_else(|| status_of_word(value.as_str()?))
    })
}

/// The status that a word such as `rate_limit` stands for.
fn status_of_word(word: &str) -> Option<u16> {
    let word = word.to_ascii_lowercase();
    let known = [
        ("rate_limit", 429),
        ("capacity", 429),
        ("overloaded", 529),
        ("unavailable", 503),
        ("timeout", 408),
        ("server_error", 500),
        ("authentication", 401),
        ("invalid_api_key", 401),
        ("insufficient", 402),
        ("not_found", 404),
        ("invalid_request", 400),
    ];
    known.iter().find(|(part, _)| word.contains(part)).map(|(_, status)| *status)
}

/// The wait that an error object asks for, in any vendor's way of asking.
pub fn retry_after_of(error: &Value) -> Option<Duration> {
    let plain = ["/metadata/retry_after_seconds", "/availability/retry_after", "/retry_after"]
        .iter()
        .find_map(|path| error.pointer(path)?.as_f64());
    plain.or_else(|| google_delay(error)).and_then(retry::wait_from_seconds)
}

/// Google says it as text among the details: `{"@type": "….RetryInfo", "retryDelay": "34.4s"}`.
fn google_delay(error: &Value) -> Option<f64> {
    let details = error.get("details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    delay.strip_suffix('s')?.parse().ok()
}

/// An error that has no more than a text of our own.
fn bare_error(text: &str) -> ProviderError {
    ProviderError { status: None, retry_after: None, message: text.to_owned() }
}

/// What a body is that is not JSON.
fn kind_of(body: &[u8]) -> &'static str {
    match body.trim_ascii_start().first() {
        None => "empty answer",
        Some(b'<') => WEB_PAGE,
        Some(_) => "the server answered with a text instead of data",
    }
}

const WEB_PAGE: &str = "the server answered with a web page instead of data";

/// Text of a body that is not JSON; of a page only that it is one (its markup is of no help).
fn plain_text(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(4096)]);
    let start = text.trim_start().to_ascii_lowercase();
    if start.is_empty() {
        "empty answer".to_owned()
    } else if start.starts_with('<') {
        WEB_PAGE.to_owned()
    } else {
        text.into_owned()
    }
}

/// Blots out keys, folds white space and control characters to blanks, and cuts to
/// [`MAX_MESSAGE_CHARS`]. Keys go first: a cut could leave half of one standing.
pub fn tidy(text: &str, redactor: &Redactor) -> String {
    fold_text(&without_keys(text, redactor))
}

/// The text for the record: keys blotted out, control characters but line breaks made blanks, cut
/// to [`MAX_TEXT_CHARS`].
pub fn redact_error_text(text: &str, redactor: &Redactor) -> String {
    without_keys(text, redactor).chars().take(MAX_TEXT_CHARS).collect()
}

/// A recorded text made fit for one line: a page is only named, the rest folded and cut.
pub fn for_people(text: &str) -> String {
    fold_text(&plain_text(text.as_bytes()))
}

/// One line of at most [`MAX_MESSAGE_CHARS`].
fn fold_text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MAX_MESSAGE_CHARS).collect()
}

/// Blots out known keys and whatever looks like one; control characters become blanks.
fn without_keys(text: &str, redactor: &Redactor) -> String {
    let without_key = redactor.redact_message(text);
    let visible: String =
        without_key.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    visible.split_inclusive(char::is_whitespace).map(blot_key_like).collect()
}

/// What keys of providers begin with. Those of Groq and Cerebras have a letter before the `sk`.
const KEY_STARTS: [&str; 4] = ["sk-", "sk_", "gsk_", "csk-"];

/// Servers quote keys of other accounts or with changed case; anything of that look is hidden.
fn blot_key_like(word: &str) -> Cow<'_, str> {
    let core = word.trim_end();
    let has_key = |start: &&str| core.match_indices(*start).any(|(at, _)| ends_word(&core[..at]));
    let looks_like_key = core.len() > 12 && (core.contains("Bearer") || KEY_STARTS.iter().any(has_key));
    if looks_like_key { format!("***{}", &word[core.len()..]).into() } else { word.into() }
}

/// Whether a word may begin behind `before`: `ask-me-anything` and `disk-encryption` hold no key. Errors are relayed
/// with escapes in them (`%22sk-…`, `\nsk-…`), whose letters belong to no word, and Chinese ones have no blanks.
fn ends_word(before: &str) -> bool {
    let rest = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    match (rest.chars().next_back(), &before[rest.len()..]) {
        (_, "") => true,
        (Some('%'), code) => code.len() == 2,
        (Some('\\'), code) => code.len() == 1 || (code.starts_with('u') && code.len() == 5),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
