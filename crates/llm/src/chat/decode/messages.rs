//! Anthropic's Messages. Events are told apart by the `type` in their data: not every relay sends
//! the `event` line. Unknown events and blocks are passed over, as the interface demands.

use serde_json::{Value, json};

use super::draft::{CallDraft, Draft};
use super::usage::MessagesUsage;
use crate::chat::decode::draft::ProgressSink;
use crate::chat::{Finish, Vendor};

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    usage: MessagesUsage,
    counted: bool,
    /// Thinking as it has to be sent back, with the number of its block.
    thoughts: Vec<(u64, Value)>,
}

/// Whether a whole body is an answer.
pub(super) fn is_answer(value: &Value) -> bool {
    value.get("content").is_some_and(Value::is_array)
}

impl State {
    pub fn event(&mut self, value: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let index = value.get("index").and_then(Value::as_u64).unwrap_or(0);
        match value.get("type").and_then(Value::as_str) {
            Some("message_start") => self.about(value.get("message").unwrap_or(&Value::Null), draft),
            Some("content_block_start") => {
                self.block(index, value.get("content_block").unwrap_or(&Value::Null), draft, on);
            }
            Some("content_block_delta") => {
                self.delta(index, value.get("delta").unwrap_or(&Value::Null), draft, on);
            }
            Some("message_delta") => {
                self.ending(value.get("delta").unwrap_or(&Value::Null), draft);
                self.count(value.get("usage"), draft);
            }
            Some("message_stop") => {
                draft.ended = true;
                draft.closed = true;
            }
            _ => {}
        }
    }

    /// Decodes an answer of Anthropic's Messages in one piece.
    pub fn message(&mut self, value: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        self.about(value, draft);
        let blocks = value.get("content").and_then(Value::as_array);
        for (index, block) in (0..).zip(blocks.into_iter().flatten()) {
            self.block(index, block, draft, on);
        }
        self.ending(value, draft);
    }

    fn about(&mut self, message: &Value, draft: &mut Draft) {
        let word = |name: &str| message.get(name).and_then(Value::as_str).map(str::to_owned);
        draft.answer.response_id = word("id");
        draft.answer.served_model = word("model");
        self.count(message.get("usage"), draft);
    }

    fn count(&mut self, usage: Option<&Value>, draft: &mut Draft) {
        if let Some(usage) = usage.filter(|usage| usage.is_object()) {
            self.usage.take(usage);
            self.counted = true;
        }
        draft.answer.usage = self.counted.then(|| self.usage.usage());
    }

    fn ending(&mut self, delta: &Value, draft: &mut Draft) {
        if let Some(reason) = delta.get("stop_reason").and_then(Value::as_str) {
            draft.answer.finish_raw = Some(reason.to_owned());
        }
    }

    fn block(&mut self, index: u64, block: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
        match block.get("type").and_then(Value::as_str) {
            Some("text") => draft.text(text("text"), on),
            Some("tool_use") => {
                draft.pieces += 1;
                let input = block.get("input").filter(|input| input.is_object());
                draft.calls.push(CallDraft {
                    index: Some(index),
                    id: text("id").to_owned(),
                    name: text("name").to_owned(),
                    given: input.cloned(),
                    ..CallDraft::default()
                });
            }
            Some("thinking") => {
                draft.reasoning(text("thinking"), on);
                self.thoughts.push((index, block.clone()));
            }
            Some("redacted_thinking") => {
                draft.pieces += 1;
                self.thoughts.push((index, block.clone()));
            }
            _ => {}
        }
    }

    fn delta(&mut self, index: u64, delta: &Value, draft: &mut Draft, on: ProgressSink<'_>) {
        let text = |name: &str| delta.get(name).and_then(Value::as_str).unwrap_or_default();
        match delta.get("type").and_then(Value::as_str) {
            Some("text_delta") => draft.text(text("text"), on),
            Some("input_json_delta") => {
                draft.pieces += 1;
                if let Some(call) = draft.calls.iter_mut().rfind(|call| call.index == Some(index)) {
                    call.raw.push_str(text("partial_json"));
                }
            }
            Some("thinking_delta") => {
                draft.reasoning(text("thinking"), on);
                self.append(index, "thinking", text("thinking"));
            }
            Some("signature_delta") => self.append(index, "signature", text("signature")),
            _ => {}
        }
    }

    fn append(&mut self, index: u64, field: &str, piece: &str) {
        let thought = self.thoughts.iter_mut().rfind(|(number, _)| *number == index);
        let Some(fields) = thought.and_then(|(_, block)| block.as_object_mut()) else { return };
        let so_far = fields.get(field).and_then(Value::as_str).unwrap_or_default();
        let longer = format!("{so_far}{piece}");
        fields.insert(field.to_owned(), longer.into());
    }

    pub fn conclude(&mut self, draft: &mut Draft, vendor: Vendor) {
        draft.answer.finish = match draft.answer.finish_raw.as_deref() {
            None | Some("") => Finish::None,
            Some("end_turn" | "stop_sequence") => Finish::Stop,
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
            Some("tool_use") => Finish::ToolCalls,
            Some("pause_turn") => Finish::Pause,
            Some("refusal") => Finish::Refusal,
            Some(_) => Finish::Other,
        };
        let thoughts: Vec<Value> = self.thoughts.drain(..).map(|(_, block)| block).collect();
        draft.keep(vendor, json!(thoughts));
    }
}
