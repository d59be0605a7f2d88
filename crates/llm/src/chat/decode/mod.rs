//! From bytes to an answer: three small state machines behind one reader, without any I/O.
//!
//! The rules that hold for every dialect are here. An answer counts only if its end mark was seen
//! and nothing in it said error. An error wins over everything said before it. An event that the
//! end of the body cut off counts only if its JSON is complete. Bare JSON between the events is
//! looked through for an error at the end.

mod completions;
mod draft;
mod gemini;
mod messages;
mod usage;

pub(super) use usage::{of_completions, of_transcription};

use crate::chat::decode::draft::ProgressSink;
use serde_json::Value;

use self::draft::Draft;
use super::{
    Answer, ChatError, ErrorClass, Failure, Vendor,
    classify::{self, Origin},
    sse::{Event, SseReader, Tail},
    vendor::Dialect,
};
use crate::{provider_error, redact::Redactor};

/// How a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The server ended it.
    Clean,
    /// The connection broke.
    Broken,
}

/// Reads one answer. A clone goes on independently.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    vendor: Vendor,
    redactor: Redactor,
    reader: SseReader,
    draft: Draft,
    state: State,
    events: usize,
}

#[derive(Clone, Debug)]
enum State {
    Completions(completions::State),
    Messages(messages::State),
    Gemini(gemini::State),
}

impl Decoder {
    /// A decoder for one answer of `vendor`; `redactor` sees whatever it says.
    pub fn new(vendor: Vendor, redactor: Redactor) -> Self {
        let state = match vendor.dialect() {
            Dialect::Completions => State::Completions(completions::State::default()),
            Dialect::Messages => State::Messages(messages::State::default()),
            Dialect::Gemini => State::Gemini(gemini::State::default()),
        };
        let draft = Draft::new(&redactor);
        Self { vendor, redactor, reader: SseReader::default(), draft, state, events: 0 }
    }

    /// Decodes the next bytes of the model's streamed answer.
    ///
    /// # Errors
    /// [`ErrorClass::TooLong`] for a line or a body without end.
    pub fn feed(&mut self, bytes: &[u8], on: ProgressSink<'_>) -> Result<(), ChatError> {
        let mut events = Vec::new();
        let read = self.reader.feed(bytes, &mut |event| events.push(event));
        for event in &events {
            self.event(event, on);
        }
        read.map_err(|too_long| {
            let text = format!("the answer has no end within {} bytes", too_long.limit);
            ChatError { http_status: Some(200), ..ChatError::new(ErrorClass::TooLong, text) }
        })
    }

    /// Whether nothing more is to come: the stream's last mark was read.
    pub fn is_closed(&self) -> bool {
        self.draft.closed
    }

    /// Whether the end of the answer was seen, although more may follow (usage, an error).
    pub fn has_ended(&self) -> bool {
        self.draft.ended
    }

    /// Pieces of content so far. Pings, comments and empty deltas do not count.
    pub fn pieces(&self) -> u64 {
        self.draft.pieces
    }

    /// Counts the events and comments of the model's stream so far.
    pub fn framing(&self) -> (usize, usize) {
        (self.events, self.reader.comments())
    }

    /// Finishes the answer of a streamed body that ended.
    pub fn finish(mut self, end: End, on: ProgressSink<'_>) -> Result<Answer, Failure> {
        let tail = std::mem::take(&mut self.reader).finish();
        let cut = !self.draft.full && self.take_tail(tail, on);
        self.draft.show_rest(on);
        self.conclude();
        if self.draft.error.is_none() && (cut || end == End::Broken || !self.draft.ended) {
            self.draft.error = Some(interruption_error(end));
        }
        self.draft.into_result()
    }

    /// What had come, where reading ends for a reason of our own.
    pub fn give_up(mut self, error: ChatError, on: ProgressSink<'_>) -> Failure {
        self.draft.show_rest(on);
        self.conclude();
        let mut partial = self.draft.into_partial();
        partial.continuation = None;
        Failure { error, partial }
    }

    /// Decodes the answer of a body that came as a whole.
    pub fn whole(mut self, body: &[u8], on: ProgressSink<'_>) -> Result<Answer, Failure> {
        match serde_json::from_slice::<Value>(body) {
            Ok(value) => self.whole_value(&value, on),
            // A server that streams although it was not asked to.
            Err(_) if [&b"data:"[..], b"event:", b":"].iter().any(|start| body.starts_with(start)) => {
                let fed = self.feed(body, on);
                self.draft.error = fed.err().or(self.draft.error);
                return self.finish(End::Clean, on);
            }
            Err(error) => self.draft.error = Some(self.unreadable(body, &error)),
        }
        self.draft.show_rest(on);
        self.conclude();
        self.draft.into_result()
    }

    fn event(&mut self, event: &Event, on: ProgressSink<'_>) {
        self.events += 1;
        let data = event.data.trim();
        if data.is_empty() {
            return;
        }
        if data == "[DONE]" {
            self.draft.ended = true;
            self.draft.closed = true;
            return;
        }
        match serde_json::from_str::<Value>(data) {
            Ok(value) if event.name == "error" => {
                let error = classify::from_object(&value, self.origin());
                self.draft.fail(error);
            }
            Ok(value) => self.value(&value, on),
            // Events of unknown kinds are none of ours, whatever is in them.
            Err(_) if !matches!(event.name.as_str(), "message" | "error") => {}
            Err(_) => self.draft.fail(in_body(ErrorClass::Parse, "an event is not valid JSON")),
        }
    }

    /// One chunk of a stream.
    fn value(&mut self, value: &Value, on: ProgressSink<'_>) {
        if let Some(error) = classify::in_band(value, self.origin()) {
            self.draft.fail(error);
        }
        let origin = Origin { status: 200, redactor: &self.redactor };
        match &mut self.state {
            State::Completions(state) => state.chunk(value, &mut self.draft, origin, on),
            State::Messages(state) => state.event(value, &mut self.draft, on),
            State::Gemini(state) => state.chunk(value, &mut self.draft, on),
        }
    }

    /// An answer in one piece; Gemini's may be a list of chunks.
    fn whole_value(&mut self, value: &Value, on: ProgressSink<'_>) {
        let found = match (&mut self.state, value) {
            (State::Gemini(_), Value::Array(chunks)) => {
                for chunk in chunks {
                    self.value(chunk, on);
                }
                return;
            }
            (State::Completions(_), _) => completions::is_answer(value),
            (State::Messages(_), _) => messages::is_answer(value),
            (State::Gemini(_), _) => gemini::is_answer(value),
        };
        match (&mut self.state, found) {
            (State::Messages(state), true) => state.message(value, &mut self.draft, on),
            (State::Completions(state), true) => {
                state.form = completions::Form::Whole;
                self.value(value, on);
            }
            _ => self.value(value, on),
        }
        if found {
            self.draft.ended = true;
        } else {
            self.draft.fail(in_body(ErrorClass::Parse, "there is no answer in it"));
        }
    }

    /// What the end of the body left over; true where it was cut inside something.
    fn take_tail(&mut self, tail: Tail, on: ProgressSink<'_>) -> bool {
        let mut cut = false;
        if let Some(event) = tail.unterminated {
            let data = event.data.trim();
            // Chunks are objects, so most cuts are seen without reading the whole piece again.
            let complete = data == "[DONE]"
                || (data.ends_with('}') && serde_json::from_str::<serde::de::IgnoredAny>(data).is_ok());
            if complete {
                self.event(&event, on);
            }
            cut = !complete && !"[DONE]".starts_with(data);
        }
        cut | self.take_stray(tail.stray.trim(), on)
    }

    /// Bare JSON: an error in mid-stream, or a whole answer where a stream was asked for.
    fn take_stray(&mut self, stray: &str, on: ProgressSink<'_>) -> bool {
        let Some(start) = stray.find(['{', '[']).filter(|_| !stray.starts_with('<')) else {
            if self.events == 0 && !stray.is_empty() {
                self.draft.fail(self.no_stream(stray));
            }
            return false;
        };
        let only = self.events == 0;
        for value in serde_json::Deserializer::from_str(&stray[start..]).into_iter::<Value>() {
            match value {
                Ok(value) if only => self.whole_value(&value, on),
                Ok(value) => {
                    if let Some(error) = classify::in_band(&value, self.origin()) {
                        self.draft.fail(error);
                    }
                }
                Err(error) if error.is_eof() => return true,
                Err(_) if only => {
                    self.draft.fail(self.no_stream(stray));
                    return false;
                }
                Err(_) => return false,
            }
        }
        false
    }

    fn conclude(&mut self) {
        match &mut self.state {
            State::Completions(state) => state.conclude(&mut self.draft, self.vendor),
            State::Messages(state) => state.conclude(&mut self.draft, self.vendor),
            State::Gemini(state) => state.conclude(&mut self.draft, self.vendor),
        }
    }

    fn origin(&self) -> Origin<'_> {
        Origin { status: 200, redactor: &self.redactor }
    }

    fn no_stream(&self, text: &str) -> ChatError {
        in_body(ErrorClass::Parse, &provider_error::redact_error_text(text, &self.redactor))
    }

    fn unreadable(&self, body: &[u8], error: &serde_json::Error) -> ChatError {
        let text = String::from_utf8_lossy(body);
        let start = text.trim_start();
        if error.is_eof() && (start.is_empty() || start.starts_with(['{', '['])) {
            interruption_error(End::Clean)
        } else {
            self.no_stream(text.trim())
        }
    }
}

/// The error of an answer that ended before its end mark or broke off.
fn interruption_error(end: End) -> ChatError {
    let text = match end {
        End::Clean => "the answer ended before its end mark",
        End::Broken => "the connection broke off in the middle of the answer",
    };
    in_body(ErrorClass::Interrupted, text)
}

/// An error found in the body of a 200.
fn in_body(class: ErrorClass, text: &str) -> ChatError {
    ChatError { http_status: Some(200), ..ChatError::new(class, text) }
}

#[cfg(test)]
mod tests;
