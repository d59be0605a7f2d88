//! Gemini: every chunk is a whole answer of its own, and there is no mark after the last one.

use serde_json::{Map, Value, json};

use super::draft::{CallDraft, Draft};
use super::usage::of_gemini;
use crate::chat::decode::draft::ProgressSink;
use crate::chat::{Finish, Vendor};

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The turn's parts, to be sent back with their signatures. Thoughts are not sent back.
    parts: Vec<Value>,
    signed: bool,
}

/// Whether a whole body is an answer; one without candidates is an empty one.
pub(super) fn is_answer(value: &Value) -> bool {
    value.is_object() && value.get("error").is_none_or(Value::is_null)
}

impl State {
    pub fn chunk(&mut self, value: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let word = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        draft.answer.response_id = word("responseId").or(draft.answer.response_id.take());
        draft.answer.served_model = word("modelVersion").or(draft.answer.served_model.take());
        if let Some(usage) = value.get("usageMetadata").filter(|usage| usage.is_object()) {
            draft.answer.usage = Some(of_gemini(usage));
        }
        if let Some(reason) = value.pointer("/promptFeedback/blockReason").and_then(Value::as_str) {
            draft.answer.block_reason = Some(reason.to_owned());
            let message = value.pointer("/promptFeedback/blockReasonMessage").and_then(Value::as_str);
            draft.answer.finish_message = message.map(str::to_owned);
            draft.ended = true;
        }
        if let Some(candidate) = value.pointer("/candidates/0") {
            self.candidate(candidate, draft, on);
        }
    }

    fn candidate(&mut self, candidate: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            self.part(part, draft, on);
        }
        if let Some(reason) = candidate.get("finishReason").and_then(Value::as_str) {
            draft.finish(reason);
        }
        if let Some(message) = candidate.get("finishMessage").and_then(Value::as_str) {
            draft.answer.finish_message = Some(message.to_owned());
        }
    }

    fn part(&mut self, part: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let thought = part.get("thought") == Some(&Value::Bool(true));
        if let Some(text) = part.get("text").and_then(Value::as_str) {
            if thought { draft.reasoning(text, on) } else { draft.text(text, on) }
        }
        if let Some(call) = part.get("functionCall") {
            draft.pieces += 1;
            let text = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let args = call.get("args").filter(|args| args.is_object());
            draft.calls.push(CallDraft {
                index: None,
                id: text("id"),
                name: text("name"),
                raw: String::new(),
                given: Some(args.cloned().unwrap_or_else(|| Value::Object(Map::new()))),
            });
        }
        if !thought {
            self.keep(part);
        }
    }

    /// Streamed text comes in many parts; those without a signature are joined.
    fn keep(&mut self, part: &Value) {
        self.signed |= part.get("thoughtSignature").is_some();
        let plain = |part: &Value| part.as_object().is_some_and(|p| p.len() == 1 && p.contains_key("text"));
        match self.parts.last_mut().filter(|last| plain(last) && plain(part)) {
            Some(last) => {
                let text = |part: &Value| part["text"].as_str().unwrap_or_default().to_owned();
                *last = json!({ "text": text(last) + &text(part) });
            }
            None => self.parts.push(part.clone()),
        }
    }

    pub fn conclude(&mut self, draft: &mut Draft, vendor: Vendor) {
        draft.answer.finish = match draft.answer.finish_raw.as_deref() {
            _ if draft.answer.block_reason.is_some() => Finish::ContentFilter,
            None | Some("" | "FINISH_REASON_UNSPECIFIED") => Finish::None,
            Some("STOP") if !draft.calls.is_empty() => Finish::ToolCalls,
            Some("STOP") => Finish::Stop,
            Some("MAX_TOKENS") => Finish::Length,
            Some(
                "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE"
                | "IMAGE_SAFETY",
            ) => Finish::ContentFilter,
            Some("MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS") => {
                Finish::MalformedToolCall
            }
            Some(_) => Finish::Other,
        };
        let parts = if self.signed { std::mem::take(&mut self.parts) } else { Vec::new() };
        draft.keep(vendor, json!(parts));
    }
}
