//! Address and body of a request to Gemini.

use reqwest::Url;
use serde_json::{Map, Value, json};

use super::{Delivery, with_query};
use crate::{
    chat::{
        Continuation, ImagePart, Prompt, PromptMessage, ToolCall, ToolChoice, ToolDefinition, Vendor,
        answer::OWN_ID,
    },
    http,
};

/// The address of a model's method; the model is one segment, so that no name climbs out of the path.
pub(super) fn gemini_url(base: &Url, model: &str, delivery: Delivery) -> Url {
    let mut url = http::endpoint(base, "models");
    let name = model.trim().trim_start_matches("models/");
    // A whole segment, so that no name can climb out of it (`push` escapes slashes).
    let method = match delivery {
        Delivery::Whole => "generateContent",
        Delivery::Stream => "streamGenerateContent",
    };
    if let Ok(mut path) = url.path_segments_mut() {
        path.push(&format!("{name}:{method}"));
    }
    match delivery {
        Delivery::Whole => url,
        // Without it the stream is one JSON array.
        Delivery::Stream => with_query(url, "alt", "sse"),
    }
}

/// The body for Gemini.
pub(super) fn gemini_body(prompt: &Prompt) -> Value {
    let mut body = Map::new();
    if !prompt.system.trim().is_empty() {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": prompt.system }] }));
    }
    body.insert("contents".into(), gemini_contents(&prompt.messages).into());
    if !prompt.tools.is_empty() {
        let declarations: Vec<Value> = prompt.tools.iter().map(function_declaration).collect();
        body.insert("tools".into(), json!([{ "functionDeclarations": declarations }]));
        body.insert(
            "toolConfig".into(),
            json!({ "functionCallingConfig": function_calling_config(&prompt.tool_choice) }),
        );
    }
    let generation = generation_config(prompt);
    if !generation.is_empty() {
        body.insert("generationConfig".into(), generation.into());
    }
    Value::Object(body)
}

/// Limits, temperature and form of the answer; empty where the model's own hold.
fn generation_config(prompt: &Prompt) -> Map<String, Value> {
    let mut config = Map::new();
    if let Some(limit) = prompt.max_tokens {
        config.insert("maxOutputTokens".into(), limit.into());
    }
    if let Some(temperature) = prompt.temperature {
        config.insert("temperature".into(), json!(temperature));
    }
    if let Some(format) = &prompt.format {
        config.insert("responseMimeType".into(), "application/json".into());
        // `responseSchema` knows a part of OpenAPI only and refuses `additionalProperties`.
        config.insert("responseJsonSchema".into(), format.schema.clone());
    }
    config
}

/// Messages of one side that follow each other are one turn: Gemini wants as many results in a
/// turn as there were calls in the one before.
fn gemini_contents(all: &[PromptMessage]) -> Vec<Value> {
    let mut turns: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for message in all {
        let (role, parts) = message_parts(message);
        match turns.last_mut().filter(|(last, _)| *last == role) {
            Some((_, so_far)) => so_far.extend(parts),
            None => turns.push((role, parts)),
        }
    }
    let full = turns.into_iter().filter(|(_, parts)| !parts.is_empty());
    full.map(|(role, parts)| json!({ "role": role, "parts": parts })).collect()
}

/// The role and the parts of a message; the model's own parts go back as they came.
fn message_parts(message: &PromptMessage) -> (&'static str, Vec<Value>) {
    match message {
        PromptMessage::User(text) => ("user", vec![json!({ "text": text })]),
        PromptMessage::Pictured { text, images } => {
            let text = std::iter::once(json!({ "text": text }));
            ("user", text.chain(images.iter().map(image_part)).collect())
        }
        PromptMessage::Assistant { text, tool_calls, continuation } => (
            "model",
            continuation_parts(continuation.as_ref()).unwrap_or_else(|| build_parts(text, tool_calls)),
        ),
        PromptMessage::ToolResult { call_id, name, content } => {
            let mut response = json!({ "name": name, "response": { "content": content } });
            add_id(&mut response, call_id);
            ("user", vec![json!({ "functionResponse": response })])
        }
    }
}

/// A picture with its bytes.
fn image_part(image: &ImagePart) -> Value {
    json!({ "inlineData": { "mimeType": image.media_type, "data": &*image.data } })
}

/// The turn as it came, signatures in their places.
fn continuation_parts(continuation: Option<&Continuation>) -> Option<Vec<Value>> {
    continuation?.of(Vendor::Gemini)?.as_array().cloned()
}

/// The parts of a turn whose original parts were not kept.
fn build_parts(text: &str, calls: &[ToolCall]) -> Vec<Value> {
    let text = (!text.is_empty()).then(|| json!({ "text": text }));
    text.into_iter().chain(calls.iter().map(function_call)).collect()
}

/// A call of the model's; arguments that are no object become an empty one.
fn function_call(call: &ToolCall) -> Value {
    let args = call.arguments.clone().filter(Value::is_object).unwrap_or_else(|| json!({}));
    let mut sent = json!({ "name": call.name, "args": args });
    add_id(&mut sent, &call.id);
    json!({ "functionCall": sent })
}

/// Ids are told back where they are Gemini's; those of our own making (`call_0`) it never saw.
fn add_id(target: &mut Value, id: &str) {
    if !id.is_empty() && !id.starts_with(OWN_ID) {
        target["id"] = id.into();
    }
}

/// A tool in Gemini's form.
fn function_declaration(tool: &ToolDefinition) -> Value {
    json!({ "name": tool.name, "description": tool.description, "parametersJsonSchema": tool.schema })
}

/// The choice of tools in Gemini's form; a forced tool is the only one allowed.
fn function_calling_config(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "mode": "AUTO" }),
        ToolChoice::Required => json!({ "mode": "ANY" }),
        ToolChoice::None => json!({ "mode": "NONE" }),
        ToolChoice::Forced(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
    }
}
