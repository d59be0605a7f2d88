//! Chat completions, as OpenRouter and the many servers after OpenAI's pattern write them.

use serde_json::{Map, Value, json};

use super::draft::{CallDraft, Draft};
use super::in_body;
use super::usage::of_completions;
use crate::chat::decode::draft::ProgressSink;
use crate::chat::{
    ErrorClass, Finish, Vendor,
    classify::{self, Origin},
};

/// Where a choice says what it says. Perplexity fills both places: beside the message an empty
/// delta, beside a delta the whole message so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// A chunk of a stream: in `delta`.
    #[default]
    Chunk,
    /// A whole answer: in `message`.
    Whole,
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Which of the two is read.
    pub form: Form,
    /// `choices: null` was seen, which is how a relay loses an answer.
    null_choices: bool,
    /// Reasoning to be sent back, in order and unchanged.
    details: Vec<Value>,
    /// `extra_content` of calls, by their number in the answer.
    extra: Vec<(usize, Value)>,
}

/// Whether a whole body is an answer, if perhaps an empty one.
pub(super) fn is_answer(value: &Value) -> bool {
    value.get("choices").is_some()
}

impl State {
    /// Decodes a chunk, or a whole answer, of chat completions.
    pub fn chunk(&mut self, value: &Value, draft: &mut Draft, origin: Origin<'_>, on: ProgressSink<'_>) {
        self.about(value, draft);
        let choices = value.get("choices");
        self.null_choices |= choices == Some(&Value::Null);
        let choices = choices.and_then(Value::as_array);
        let usage = value.get("usage").filter(|usage| usage.is_object());
        let usage = usage.or_else(|| value.pointer("/x_groq/usage").filter(|usage| usage.is_object()));
        if let Some(usage) = usage {
            draft.answer.usage = Some(of_completions(usage));
            // Usage after the content, without a choice, is the last chunk; some servers send no
            // reason before it.
            draft.ended |= choices.is_some_and(Vec::is_empty) && draft.pieces > 0;
        }
        // More than one choice is never asked for.
        let first = choices
            .into_iter()
            .flatten()
            .find(|choice| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0);
        if let Some(choice) = first {
            self.choice(choice, draft, origin, on);
        }
    }

    fn about(&mut self, value: &Value, draft: &mut Draft) {
        let word = |name: &str| value.get(name).and_then(Value::as_str).filter(|word| !word.is_empty());
        let set = |place: &mut Option<String>, name: &str| {
            if let (None, Some(word)) = (&place, word(name)) {
                *place = Some(word.to_owned());
            }
        };
        set(&mut draft.answer.response_id, "id");
        set(&mut draft.answer.served_model, "model");
        set(&mut draft.answer.served_by, "provider");
    }

    fn choice(&mut self, choice: &Value, draft: &mut Draft, origin: Origin<'_>, on: ProgressSink<'_>) {
        let places = match self.form {
            Form::Chunk => ["delta", "message"],
            Form::Whole => ["message", "delta"],
        };
        let said = places.iter().find_map(|name| choice.get(*name).filter(|said| said.is_object()));
        if let Some(said) = said {
            self.read_delta(said, draft, on);
        }
        if let Some(raw) = choice.get("finish_reason").and_then(Value::as_str) {
            draft.finish(raw);
        }
        if let Some(native) = choice.get("native_finish_reason").and_then(Value::as_str) {
            draft.answer.finish_native = Some(native.to_owned());
        }
        if choice.get("error").is_some_and(|error| !error.is_null()) {
            draft.fail(classify::from_object(choice, origin));
        }
    }

    fn read_delta(&mut self, said: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let reasoning = ["reasoning", "reasoning_content", "reasoning_text"];
        let reasoning =
            reasoning.iter().filter_map(|name| said.get(*name)?.as_str()).find(|text| !text.is_empty());
        draft.reasoning(reasoning.unwrap_or_default(), on);
        match said.get("content") {
            Some(Value::String(text)) => draft.text(text, on),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| content_part(part, draft, on)),
            _ => {}
        }
        draft.refusal(said.get("refusal").and_then(Value::as_str).unwrap_or_default());
        if let Some(details) = said.get("reasoning_details").and_then(Value::as_array) {
            draft.pieces += details.len() as u64;
            self.details.extend(details.iter().cloned());
        }
        let calls = said.get("tool_calls").and_then(Value::as_array);
        for (place, call) in calls.into_iter().flatten().enumerate() {
            self.call(call, place, draft);
        }
    }

    /// A call or a part of one.
    fn call(&mut self, call: &Value, place: usize, draft: &mut Draft) {
        draft.pieces += 1;
        let text = |path: &str| call.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let index = call.get("index").and_then(Value::as_u64).unwrap_or(place as u64);
        let (id, name) = (text("/id"), text("/function/name"));
        let known = draft.calls.iter().rposition(|known| known.index == Some(index));
        // A server that numbers every call 0 still gives each its own id and name.
        let same = |known: &CallDraft| {
            id.is_empty() || name.is_empty() || known.id.is_empty() || known.id == id || known.name.is_empty()
        };
        let slot = known.filter(|&slot| same(&draft.calls[slot])).unwrap_or_else(|| {
            draft.calls.push(CallDraft { index: Some(index), ..CallDraft::default() });
            draft.calls.len() - 1
        });
        let target = &mut draft.calls[slot];
        if target.id.is_empty() {
            id.clone_into(&mut target.id);
        }
        if target.name.is_empty() {
            name.clone_into(&mut target.name);
        }
        match call.pointer("/function/arguments") {
            Some(Value::String(piece)) => target.raw.push_str(piece),
            Some(object @ Value::Object(_)) => target.given = Some(object.clone()),
            _ => {}
        }
        if let Some(extra) = call.get("extra_content").filter(|extra| extra.is_object()) {
            self.extra.push((slot, extra.clone()));
        }
    }

    /// Decides what the reasons given mean, and keeps what is to be sent back.
    pub fn conclude(&mut self, draft: &mut Draft, vendor: Vendor) {
        let raw = draft.answer.finish_raw.as_deref();
        draft.answer.finish = finish_of(raw, draft.answer.finish_native.as_deref());
        let native = draft.answer.finish_native.as_deref().unwrap_or_default();
        if draft.answer.finish == Finish::Error || matches!(native, "error" | "network_error") {
            let text =
                format!("the provider broke off ({})", if native.is_empty() { "error" } else { native });
            draft.fail(in_body(ErrorClass::BadGateway, &text));
        } else if self.null_choices && draft.pieces == 0 && raw.is_none() {
            draft.fail(in_body(ErrorClass::BadGateway, "choices is null, no content and no error object"));
        }
        let mut kept = Map::new();
        if !self.details.is_empty() {
            kept.insert("reasoning_details".into(), std::mem::take(&mut self.details).into());
        }
        if !self.extra.is_empty() {
            let extra = self.extra.drain(..).map(|(slot, extra)| json!([slot, extra]));
            kept.insert("extra_content".into(), extra.collect());
        }
        draft.keep(vendor, Value::Object(kept));
    }
}

/// Mistral writes content, thoughts among it, as a list of parts.
fn content_part(part: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
    if let Some(text) = part.get("text").and_then(Value::as_str) {
        draft.text(text, on);
    }
    match part.get("thinking") {
        Some(Value::String(text)) => draft.reasoning(text, on),
        Some(Value::Array(parts)) => {
            for text in parts.iter().filter_map(|part| part.get("text")?.as_str()) {
                draft.reasoning(text, on);
            }
        }
        _ => {}
    }
}

/// The provider's own word for "cut" overrules a relay that calls a cut call complete.
fn finish_of(raw: Option<&str>, native: Option<&str>) -> Finish {
    if matches!(native, Some("length" | "max_output_tokens" | "max_tokens" | "MAX_TOKENS")) {
        return Finish::Length;
    }
    match raw {
        None | Some("") => Finish::None,
        Some("stop" | "end_turn" | "eos" | "stop_sequence") => Finish::Stop,
        Some("length" | "max_tokens" | "model_length") => Finish::Length,
        Some("tool_calls" | "function_call" | "tool_use") => Finish::ToolCalls,
        Some("content_filter") => Finish::ContentFilter,
        Some("refusal") => Finish::Refusal,
        Some("error") => Finish::Error,
        Some(_) => Finish::Other,
    }
}
