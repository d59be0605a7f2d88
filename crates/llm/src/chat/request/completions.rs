//! The body of a chat completion, with what OpenRouter adds to it.

use reqwest::Url;
use serde_json::{Map, Value, json};

use super::Delivery;
use crate::chat::{
    Continuation, ImagePart, JsonFormat, Prompt, PromptMessage, ProviderPreferences, ToolCall, ToolChoice,
    ToolDefinition, Vendor,
};

/// The body for chat completions, with what only OpenAI or OpenRouter understands.
pub(super) fn completions_body(vendor: Vendor, base: &Url, prompt: &Prompt, delivery: Delivery) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), prompt.model.as_str().into());
    body.insert("messages".into(), completions_messages(vendor, prompt));
    body.insert("stream".into(), (delivery == Delivery::Stream).into());
    if delivery == Delivery::Stream && vendor == Vendor::OpenAi {
        // OpenRouter always tells; others only when asked.
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    if let Some(limit) = prompt.max_tokens {
        body.insert(limit_name(vendor, base).into(), limit.into());
    }
    if let Some(temperature) = prompt.temperature {
        body.insert("temperature".into(), json!(temperature));
    }
    if !prompt.tools.is_empty() {
        body.insert("tools".into(), prompt.tools.iter().map(completions_tool).collect());
        body.insert("tool_choice".into(), tool_choice(&prompt.tool_choice));
    }
    if let Some(format) = &prompt.format {
        body.insert("response_format".into(), response_format(format));
    }
    if vendor == Vendor::OpenRouter {
        insert_routing(&mut body, prompt);
    }
    Value::Object(body)
}

/// OpenAI's newer models refuse the old name; many other servers know only that one.
fn limit_name(vendor: Vendor, base: &Url) -> &'static str {
    let host = base.host_str().unwrap_or_default();
    let is_within = |domain: &str| {
        host.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let new = vendor == Vendor::OpenRouter || is_within("openai.com") || is_within("openai.azure.com");
    if new { "max_completion_tokens" } else { "max_tokens" }
}

/// The system text, where there is one, and the messages behind it.
fn completions_messages(vendor: Vendor, prompt: &Prompt) -> Value {
    let system = (!prompt.system.trim().is_empty()).then(|| system_message(vendor, prompt));
    system.into_iter().chain(prompt.messages.iter().map(|one| completions_message(vendor, one))).collect()
}

/// The system text; OpenRouter has it marked for its cache.
fn system_message(vendor: Vendor, prompt: &Prompt) -> Value {
    if vendor == Vendor::OpenRouter && prompt.cache {
        let part = json!({ "type": "text", "text": prompt.system, "cache_control": { "type": "ephemeral" } });
        return json!({ "role": "system", "content": [part] });
    }
    json!({ "role": "system", "content": prompt.system })
}

/// A message in the form of chat completions.
fn completions_message(vendor: Vendor, message: &PromptMessage) -> Value {
    match message {
        PromptMessage::User(text) => json!({ "role": "user", "content": text }),
        PromptMessage::Pictured { text, images } => {
            let text = std::iter::once(json!({ "type": "text", "text": text }));
            let content: Vec<Value> = text.chain(images.iter().map(image_part)).collect();
            json!({ "role": "user", "content": content })
        }
        PromptMessage::Assistant { text, tool_calls, continuation } => {
            assistant_message(vendor, text, tool_calls, continuation.as_ref())
        }
        PromptMessage::ToolResult { call_id, content, .. } => {
            json!({ "role": "tool", "tool_call_id": call_id, "content": content })
        }
    }
}

/// A picture, as an address that holds its bytes.
fn image_part(image: &ImagePart) -> Value {
    let url = format!("data:{};base64,{}", image.media_type, image.data);
    json!({ "type": "image_url", "image_url": { "url": url } })
}

/// A turn of the model with its calls, and what the vendor wants back of its own.
fn assistant_message(
    vendor: Vendor,
    text: &str,
    calls: &[ToolCall],
    continuation: Option<&Continuation>,
) -> Value {
    let kept = continuation.and_then(|continuation| continuation.of(vendor));
    let mut message = Map::new();
    message.insert("role".into(), "assistant".into());
    let content = if text.is_empty() && !calls.is_empty() { Value::Null } else { text.into() };
    message.insert("content".into(), content);
    if !calls.is_empty() {
        let mut sent: Vec<Value> = calls.iter().map(tool_call).collect();
        for pair in kept.and_then(|kept| kept.get("extra_content")?.as_array()).into_iter().flatten() {
            let place = pair.get(0).and_then(Value::as_u64).and_then(|place| usize::try_from(place).ok());
            if let (Some(call), Some(extra)) = (place.and_then(|place| sent.get_mut(place)), pair.get(1)) {
                call["extra_content"] = extra.clone();
            }
        }
        message.insert("tool_calls".into(), sent.into());
    }
    if let Some(details) = kept.and_then(|kept| kept.get("reasoning_details")) {
        message.insert("reasoning_details".into(), details.clone());
    }
    Value::Object(message)
}

/// A call as it is told back. Broken arguments would make the whole request invalid.
fn tool_call(call: &ToolCall) -> Value {
    let arguments = call.arguments.as_ref().map_or_else(|| "{}".to_owned(), Value::to_string);
    json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": arguments } })
}

/// A tool in the form of chat completions.
fn completions_tool(tool: &ToolDefinition) -> Value {
    let function = json!({ "name": tool.name, "description": tool.description, "parameters": tool.schema });
    json!({ "type": "function", "function": function })
}

/// The choice of tools in the form of chat completions.
fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Forced(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// The demand for JSON by a schema.
fn response_format(format: &JsonFormat) -> Value {
    let schema = json!({ "name": format.name, "strict": format.strict, "schema": format.schema });
    json!({ "type": "json_schema", "json_schema": schema })
}

/// What only OpenRouter understands: fallbacks and the choice of providers.
fn insert_routing(body: &mut Map<String, Value>, prompt: &Prompt) {
    if !prompt.fallback_models.is_empty() {
        let models = std::iter::once(&prompt.model).chain(&prompt.fallback_models);
        body.insert("models".into(), models.map(String::as_str).collect());
    }
    let default = ProviderPreferences::default();
    let provider = provider_routing(prompt.provider_preferences.as_ref().unwrap_or(&default), prompt);
    if !provider.is_empty() {
        body.insert("provider".into(), provider.into());
    }
}

/// OpenRouter's choice among providers; empty where nothing is demanded of it.
fn provider_routing(wishes: &ProviderPreferences, prompt: &Prompt) -> Map<String, Value> {
    let mut provider = Map::new();
    // Without this, what a provider does not know is dropped in silence.
    let demands = prompt.format.is_some() || (!prompt.tools.is_empty() && prompt.tool_choice.demands_call());
    if wishes.require_parameters || demands {
        provider.insert("require_parameters".into(), true.into());
    }
    let mut price = Map::new();
    for (name, most) in [("prompt", wishes.max_price_prompt), ("completion", wishes.max_price_completion)] {
        price.extend(most.map(|most| (name.to_owned(), json!(most))));
    }
    if !price.is_empty() {
        provider.insert("max_price".into(), price.into());
    }
    for (name, list) in [("order", &wishes.order), ("only", &wishes.only), ("ignore", &wishes.ignore)] {
        if !list.is_empty() {
            provider.insert(name.into(), json!(list));
        }
    }
    if let Some(allowed) = wishes.allow_fallbacks {
        provider.insert("allow_fallbacks".into(), allowed.into());
    }
    if wishes.deny_data_collection {
        provider.insert("data_collection".into(), "deny".into());
    }
    provider
}
