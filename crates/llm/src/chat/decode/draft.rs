//! The answer as far as it has been understood.

use serde_json::{Map, Value};

use crate::chat::{
    Answer, ChatError, Continuation, Failure, Finish, Progress, ToolCall, Vendor, answer::OWN_ID,
};
use crate::redact::{RedactedStream, Redactor};

/// Longest text of one answer, in bytes (64 KiB): some twenty pages, many times what any limit of
/// tokens in use gives. What is longer comes from a model or a server that finds no end. It is cut
/// there, as by the limit of tokens, and nothing more is read.
const MAX_TEXT_BYTES: usize = 64 << 10;

#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub answer: Answer,
    pub calls: Vec<CallDraft>,
    /// The end mark was seen.
    pub ended: bool,
    /// Nothing more follows.
    pub closed: bool,
    pub error: Option<ChatError>,
    /// More text came than is taken.
    pub full: bool,
    redactor: Redactor,
    /// Takes keys out of the text.
    said: RedactedStream,
    /// Takes keys out of what was thought.
    thought: RedactedStream,
    /// Pieces of content so far.
    pub pieces: u64,
}

/// A call whose parts are still coming.
#[derive(Clone, Debug, Default)]
pub(super) struct CallDraft {
    /// The server's number for it; parts with the same number belong together.
    pub index: Option<u64>,
    pub id: String,
    pub name: String,
    /// Arguments as text.
    pub raw: String,
    /// Arguments where they came as an object.
    pub given: Option<Value>,
}

impl Draft {
    /// An answer to come, without the keys that `redactor` knows.
    pub fn new(redactor: &Redactor) -> Self {
        let (said, thought) = (redactor.stream(), redactor.stream());
        Self { redactor: redactor.clone(), said, thought, ..Self::default() }
    }

    pub fn text(&mut self, piece: &str, on: ProgressSink<'_>) {
        if !piece.is_empty() && !self.full {
            self.pieces += 1;
            let piece = self.said.take(piece);
            self.show(&piece, on);
        }
    }

    /// Shows what was held back, once no more text comes.
    pub fn show_rest(&mut self, on: ProgressSink<'_>) {
        let rest = self.said.rest();
        self.show(&rest, on);
        let rest = self.thought.rest();
        self.show_thought(rest, on);
    }

    fn show(&mut self, piece: &str, on: ProgressSink<'_>) {
        let room = MAX_TEXT_BYTES - self.answer.text.len();
        let taken = &piece[..piece.floor_char_boundary(room)];
        if taken.len() < piece.len() {
            (self.full, self.ended, self.closed) = (true, true, true);
        }
        if !taken.is_empty() {
            self.answer.text.push_str(taken);
            on(Progress::Text(taken.to_owned()));
        }
    }

    pub fn reasoning(&mut self, piece: &str, on: ProgressSink<'_>) {
        if !piece.is_empty() {
            self.pieces += 1;
            let piece = self.thought.take(piece);
            self.show_thought(piece, on);
        }
    }

    fn show_thought(&mut self, piece: String, on: ProgressSink<'_>) {
        if piece.is_empty() {
            return;
        }
        if self.answer.reasoning.len() < MAX_TEXT_BYTES {
            self.answer.reasoning.push_str(&piece);
        }
        on(Progress::Reasoning(piece));
    }

    pub fn refusal(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.pieces += 1;
            self.answer.refusal.get_or_insert_default().push_str(piece);
        }
    }

    /// Notes the first error of the model's answer; what follows it is its consequence.
    pub fn fail(&mut self, error: ChatError) {
        self.error.get_or_insert(error);
    }

    pub fn finish(&mut self, raw: &str) {
        self.answer.finish_raw = Some(raw.to_owned());
        self.ended |= !raw.is_empty();
    }

    pub fn into_result(mut self) -> Result<Answer, Failure> {
        match self.error.take() {
            Some(error) => Err(Failure { error, partial: self.into_partial() }),
            None => Ok(self.into_partial()),
        }
    }

    /// The model's answer as far as it came.
    pub fn into_partial(mut self) -> Answer {
        let calls = self.calls.into_iter().enumerate();
        self.answer.tool_calls = calls.map(|(place, call)| call.into_call(place)).collect();
        if self.full {
            self.answer.finish = Finish::Length;
        }
        self.answer.redact(&self.redactor);
        self.answer
    }

    /// Keeps what the vendor wants back, if there is anything.
    pub fn keep(&mut self, vendor: Vendor, value: Value) {
        let nothing = match &value {
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => true,
        };
        self.answer.continuation = (!nothing).then(|| Continuation::new(vendor, value));
    }
}

impl CallDraft {
    fn into_call(self, place: usize) -> ToolCall {
        let id = if self.id.is_empty() { format!("{OWN_ID}{place}") } else { self.id };
        let raw = match &self.given {
            Some(value) if self.raw.is_empty() => value.to_string(),
            _ => self.raw,
        };
        ToolCall { id, name: self.name, arguments: parse_call_arguments(&raw), arguments_raw: raw }
    }
}

/// Arguments as JSON. Nothing, blanks and `null` are the empty object that servers mean by it.
fn parse_call_arguments(raw: &str) -> Option<Value> {
    match raw.trim() {
        "" | "null" => Some(Value::Object(Map::new())),
        text => serde_json::from_str(text).ok(),
    }
}

/// Where pieces go as they are understood.
pub(crate) type ProgressSink<'a> = &'a mut dyn FnMut(Progress);
