//! The body of a request to Anthropic's Messages.

use serde_json::{Map, Value, json};

use super::Delivery;
use crate::chat::{
    Continuation, ImagePart, Prompt, PromptMessage, ToolCall, ToolChoice, ToolDefinition, Vendor,
};

/// The interface demands a limit; this one is sent where the prompt names none.
const DEFAULT_MAX_TOKENS: u32 = 4096;

/// The body for Anthropic's messages.
pub(super) fn messages_body(prompt: &Prompt, delivery: Delivery) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), prompt.model.as_str().into());
    body.insert("max_tokens".into(), prompt.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS).into());
    body.insert("stream".into(), (delivery == Delivery::Stream).into());
    if !prompt.system.trim().is_empty() {
        // Tools come before the system text in what is cached, so one mark is enough for both.
        let mut block = json!({ "type": "text", "text": prompt.system });
        if prompt.cache {
            block["cache_control"] = json!({ "type": "ephemeral" });
        }
        body.insert("system".into(), json!([block]));
    }
    body.insert("messages".into(), join_turns(&prompt.messages).into());
    if let Some(temperature) = prompt.temperature {
        body.insert("temperature".into(), json!(temperature));
    }
    if !prompt.tools.is_empty() {
        body.insert("tools".into(), prompt.tools.iter().map(messages_tool).collect());
        body.insert("tool_choice".into(), tool_choice(&prompt.tool_choice));
    }
    if let Some(format) = &prompt.format {
        let format = json!({ "type": "json_schema", "schema": format.schema });
        body.insert("output_config".into(), json!({ "format": format }));
    }
    Value::Object(body)
}

/// Messages of one side that follow each other are one: the results of parallel calls have to
/// come together.
fn join_turns(all: &[PromptMessage]) -> Vec<Value> {
    let mut turns: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for message in all {
        let (role, blocks) = message_blocks(message);
        match turns.last_mut().filter(|(last, _)| *last == role) {
            Some((_, so_far)) => so_far.extend(blocks),
            None => turns.push((role, blocks)),
        }
    }
    let full = turns.into_iter().filter(|(_, blocks)| !blocks.is_empty());
    full.map(|(role, blocks)| json!({ "role": role, "content": blocks })).collect()
}

/// The role and the content blocks of a message; thoughts come first, as the vendor requires.
fn message_blocks(message: &PromptMessage) -> (&'static str, Vec<Value>) {
    match message {
        PromptMessage::User(text) => ("user", text_block(text).into_iter().collect()),
        // Pictures come first, as the vendor advises.
        PromptMessage::Pictured { text, images } => {
            ("user", images.iter().map(image_block).chain(text_block(text)).collect())
        }
        PromptMessage::Assistant { text, tool_calls, continuation } => {
            let thoughts = thinking_blocks(continuation.as_ref());
            let calls = tool_calls.iter().map(tool_use);
            ("assistant", thoughts.into_iter().chain(text_block(text)).chain(calls).collect())
        }
        PromptMessage::ToolResult { call_id, content, .. } => {
            ("user", vec![json!({ "type": "tool_result", "tool_use_id": call_id, "content": content })])
        }
    }
}

/// A picture with its bytes.
fn image_block(image: &ImagePart) -> Value {
    let source = json!({ "type": "base64", "media_type": image.media_type, "data": &*image.data });
    json!({ "type": "image", "source": source })
}

/// Blank blocks are refused.
fn text_block(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({ "type": "text", "text": text }))
}

/// The thoughts that the vendor sent and wants back unchanged; none of another vendor.
fn thinking_blocks(continuation: Option<&Continuation>) -> Vec<Value> {
    let kept = continuation.and_then(|continuation| continuation.of(Vendor::Anthropic)?.as_array());
    kept.cloned().unwrap_or_default()
}

/// A call of the model's; arguments that are no object become an empty one.
fn tool_use(call: &ToolCall) -> Value {
    let input = call.arguments.clone().filter(Value::is_object).unwrap_or_else(|| json!({}));
    json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input })
}

/// A tool in the form of Anthropic's messages.
fn messages_tool(tool: &ToolDefinition) -> Value {
    json!({ "name": tool.name, "description": tool.description, "input_schema": tool.schema })
}

/// The choice of tools in the form of Anthropic's messages.
fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::Required => json!({ "type": "any" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Forced(name) => json!({ "type": "tool", "name": name }),
    }
}
