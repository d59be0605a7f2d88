//! Changes to a stream that must not change what is understood, and the cut that must.

use celeiro_llm::chat::Vendor;
use serde_json::Value;

use crate::recording::Recording;

/// The byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Every disguise with its name.
pub fn all(body: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = framings(body);
    let unknown = "event: celeiro.unknown\ndata: {\"type\":\"celeiro_unknown\",\"x\":1}\n\n";
    all.push(("unknown events between", before_events(body, unknown)));
    all.push(("unknown events that are no JSON", before_events(body, "event: note\ndata: hello\n\n")));
    all
}

/// Disguises that change not even the events.
pub fn framings(body: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let marked = [MARK, strip_mark(body)].concat();
    let mut all = vec![
        ("a byte order mark", marked),
        ("comments and blank lines", before_events(body, "\n: keep-alive\n\n:\n\n")),
        ("unknown fields", before_events(body, "id: 7\nretry: 10\nx-unknown: {\"a\":1}\nfoo:\n")),
    ];
    if !body.contains(&b'\r') {
        all.push(("CRLF", replace_bytes(body, "\n", "\r\n")));
        all.push(("CR alone", replace_bytes(body, "\n", "\r")));
    }
    all
}

/// `noise` before every event. An event begins where a field follows a blank line.
fn before_events(body: &[u8], noise: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(strip_mark(body));
    let mut noisy = String::new();
    let mut after_blank = true;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        if after_blank && ["data:", "event:", "id:"].iter().any(|field| bare.starts_with(field)) {
            noisy.push_str(noise);
        }
        after_blank = bare.is_empty();
        noisy.push_str(line);
    }
    noisy.into_bytes()
}

fn strip_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(MARK).unwrap_or(body)
}

fn replace_bytes(body: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(body).replace(from, to).into_bytes()
}

pub fn without_done(body: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(body);
    text.split_inclusive('\n').filter(|line| line.trim() != "data: [DONE]").collect::<String>().into_bytes()
}

/// Whether the stream has another end mark than `[DONE]`.
pub fn says_why_it_ended(one: &Recording) -> bool {
    one.expected["finish_raw"].as_str().is_some_and(|raw| !raw.is_empty()) || !one.expected["error"].is_null()
}

/// The stream up to the event that ends it; all of it but the last event, if none does.
pub fn before_the_end_mark(one: &Recording) -> &[u8] {
    let text = std::str::from_utf8(&one.body).unwrap();
    let mut start = 0;
    let mut last = 0;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start_matches('\u{feff}').starts_with("data:") {
            last = start;
            if line.split_once(':').is_some_and(|(_, data)| ends(one.vendor, data.trim())) {
                return &one.body[..start];
            }
        }
        place += line.len();
        if line.trim().is_empty() {
            start = place;
        }
    }
    &one.body[..last]
}

fn ends(vendor: Vendor, data: &str) -> bool {
    let Ok(event) = serde_json::from_str::<Value>(data) else { return data == "[DONE]" };
    let has_word =
        |path: &str| event.pointer(path).and_then(Value::as_str).is_some_and(|word| !word.is_empty());
    match vendor {
        Vendor::Anthropic => event["type"] == "message_stop",
        Vendor::Gemini => has_word("/candidates/0/finishReason") || has_word("/promptFeedback/blockReason"),
        Vendor::OpenAi | Vendor::OpenRouter => {
            let counted = event["choices"] == Value::Array(Vec::new()) && event["usage"].is_object();
            has_word("/choices/0/finish_reason") || counted
        }
    }
}
