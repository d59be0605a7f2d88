//! The same answer in each vendor's words, whole and in pieces.

use super::asked::ReceivedRequest;
use super::says::{ReplyEnd, Says, SaysCall};
use serde_json::{Value, json};

/// A way of speaking, known by the address.
#[derive(Clone, Copy)]
pub(super) enum Dialect {
    Completions,
    Gemini,
    Messages,
}

impl Dialect {
    pub fn of(asked: &ReceivedRequest) -> Self {
        if asked.path.contains("enerateContent") {
            Dialect::Gemini
        } else if asked.path.ends_with("/messages") {
            Dialect::Messages
        } else {
            Dialect::Completions
        }
    }

    fn reason(self, ended: ReplyEnd) -> &'static str {
        match (self, ended) {
            (Dialect::Completions, ReplyEnd::Stop) => "stop",
            (Dialect::Completions, ReplyEnd::Length) => "length",
            (Dialect::Completions, ReplyEnd::Refused) => "content_filter",
            (Dialect::Gemini, ReplyEnd::Stop) => "STOP",
            (Dialect::Gemini, ReplyEnd::Length) => "MAX_TOKENS",
            (Dialect::Gemini, ReplyEnd::Refused) => "SAFETY",
            (Dialect::Messages, ReplyEnd::Stop) => "end_turn",
            (Dialect::Messages, ReplyEnd::Length) => "max_tokens",
            (Dialect::Messages, ReplyEnd::Refused) => "refusal",
        }
    }

    /// The reason of an answer that asks for tools.
    fn reason_of(self, says: &Says) -> &'static str {
        match self {
            _ if says.calls.is_empty() => self.reason(says.ended),
            Dialect::Completions => "tool_calls",
            Dialect::Gemini => "STOP",
            Dialect::Messages => "tool_use",
        }
    }

    /// A call in a whole answer.
    fn call(self, call: &SaysCall) -> Value {
        let parsed: Value = serde_json::from_str(&call.arguments).unwrap_or_else(|_| json!({}));
        match self {
            Dialect::Completions => json!({ "id": call.id, "type": "function",
                "function": { "name": call.name, "arguments": call.arguments } }),
            Dialect::Gemini => json!({ "functionCall": { "name": call.name, "args": parsed } }),
            Dialect::Messages => {
                json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": parsed })
            }
        }
    }

    /// The calls in a stream: arguments come in two pieces where the dialect streams them.
    pub fn calls(self, says: &Says, model: &str) -> String {
        let event = |(at, call): (usize, &SaysCall)| {
            let half = call.arguments.floor_char_boundary(call.arguments.len() / 2);
            let (first, rest) = call.arguments.split_at(half);
            match self {
                Dialect::Completions => {
                    let chunk = |call: Value| {
                        data(&json!({ "id": "r-1", "object": "chat.completion.chunk", "model": model,
                            "choices": [{ "index": 0, "delta": { "tool_calls": [call] }, "finish_reason": null }] }))
                    };
                    chunk(json!({ "index": at, "id": call.id, "type": "function",
                        "function": { "name": call.name, "arguments": first } }))
                        + &chunk(json!({ "index": at, "function": { "arguments": rest } }))
                }
                Dialect::Gemini => data(&json!({ "candidates": [{ "content": { "role": "model",
                    "parts": [self.call(call)] }, "index": 0 }], "modelVersion": model })),
                Dialect::Messages => {
                    let index = at + 1;
                    let block = json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": {} });
                    let delta = |piece: &str| {
                        name_of(&json!({ "type": "content_block_delta", "index": index,
                            "delta": { "type": "input_json_delta", "partial_json": piece } }))
                    };
                    name_of(&json!({ "type": "content_block_start", "index": index, "content_block": block }))
                        + &delta(first)
                        + &delta(rest)
                        + &name_of(&json!({ "type": "content_block_stop", "index": index }))
                }
            }
        };
        says.calls.iter().enumerate().map(event).collect()
    }

    fn usage(self, says: &Says) -> Value {
        let (input, output) = (says.tokens.0, says.tokens.1);
        match self {
            Dialect::Completions => {
                let mut usage = json!({ "prompt_tokens": input, "completion_tokens": output,
                    "total_tokens": input + output });
                if let Some(cost) = says.cost {
                    usage["cost"] = json!(cost);
                }
                usage
            }
            Dialect::Gemini => {
                json!({ "promptTokenCount": input, "candidatesTokenCount": output,
                    "totalTokenCount": input + output })
            }
            Dialect::Messages => json!({ "input_tokens": input, "output_tokens": output }),
        }
    }

    /// The whole answer as one document.
    pub fn document(self, says: &Says, model: &str) -> Value {
        let (text, reason, usage) = (says.pieces.concat(), self.reason_of(says), self.usage(says));
        let calls = says.calls.iter().map(|call| self.call(call));
        match self {
            Dialect::Completions => {
                let mut message = json!({ "role": "assistant", "content": text });
                if !says.calls.is_empty() {
                    message["tool_calls"] = calls.collect();
                }
                json!({ "id": "r-1", "object": "chat.completion", "model": model,
                    "choices": [{ "index": 0, "message": message, "finish_reason": reason }], "usage": usage })
            }
            Dialect::Gemini => {
                let parts: Vec<Value> = std::iter::once(json!({ "text": text })).chain(calls).collect();
                json!({ "candidates": [{ "content": { "role": "model", "parts": parts },
                    "finishReason": reason, "index": 0 }], "usageMetadata": usage, "modelVersion": model })
            }
            Dialect::Messages => {
                let text = json!({ "type": "text", "text": text });
                let content: Vec<Value> = std::iter::once(text).chain(calls).collect();
                json!({ "id": "msg_1", "type": "message", "role": "assistant", "model": model,
                    "content": content, "stop_reason": reason, "usage": usage })
            }
        }
    }

    /// What comes before the first piece.
    pub fn before(self, says: &Says, model: &str) -> String {
        match self {
            Dialect::Completions | Dialect::Gemini => String::new(),
            Dialect::Messages => {
                let usage = json!({ "input_tokens": says.tokens.0, "output_tokens": 1 });
                let message = json!({ "id": "msg_1", "type": "message", "role": "assistant", "model": model,
                    "content": [], "stop_reason": null, "usage": usage });
                let block = json!({ "type": "text", "text": "" });
                name_of(&json!({ "type": "message_start", "message": message }))
                    + &name_of(&json!({ "type": "content_block_start", "index": 0, "content_block": block }))
            }
        }
    }

    /// One piece.
    pub fn piece(self, text: &str, model: &str) -> String {
        match self {
            Dialect::Completions => data(&json!({ "id": "r-1", "object": "chat.completion.chunk",
                "model": model, "choices": [{ "index": 0, "delta": { "content": text },
                    "finish_reason": null }] })),
            Dialect::Gemini => data(&json!({ "candidates": [{ "content": { "role": "model",
                "parts": [{ "text": text }] }, "index": 0 }], "modelVersion": model })),
            Dialect::Messages => name_of(&json!({ "type": "content_block_delta", "index": 0,
                "delta": { "type": "text_delta", "text": text } })),
        }
    }

    /// The end mark.
    pub fn after(self, says: &Says, model: &str) -> String {
        let (reason, usage) = (self.reason_of(says), self.usage(says));
        match self {
            Dialect::Completions => {
                let last = json!({ "id": "r-1", "object": "chat.completion.chunk", "model": model,
                    "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }], "usage": usage });
                data(&last) + "data: [DONE]\n\n"
            }
            Dialect::Gemini => data(&json!({ "candidates": [{ "content": { "role": "model",
                    "parts": [{ "text": "" }] }, "finishReason": reason, "index": 0 }],
                "usageMetadata": usage, "modelVersion": model })),
            Dialect::Messages => {
                let delta = json!({ "stop_reason": reason, "stop_sequence": null });
                name_of(&json!({ "type": "content_block_stop", "index": 0 }))
                    + &name_of(&json!({ "type": "message_delta", "delta": delta, "usage": usage }))
                    + &name_of(&json!({ "type": "message_stop" }))
            }
        }
    }
}

fn data(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn name_of(value: &Value) -> String {
    format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or_default())
}
