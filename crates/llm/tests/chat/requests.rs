//! What is sent, vendor by vendor.

use celeiro_llm::chat::{
    ErrorClass, ImagePart, JsonFormat, ProviderPreferences, ToolCall, ToolChoice, ToolDefinition,
};
use serde_json::{Value, json};

use super::*;

fn schema() -> Value {
    json!({ "type": "object", "properties": { "q": { "type": "string" } } })
}

/// A prompt in which everything is used.
fn rich(choice: ToolChoice) -> Prompt {
    let call = ToolCall {
        id: "id-1".into(),
        name: "busca".into(),
        arguments: Some(json!({ "q": "soja" })),
        arguments_raw: String::new(),
    };
    Prompt {
        model: "m".into(),
        fallback_models: vec!["n".into()],
        system: "Sistema".into(),
        messages: vec![
            PromptMessage::User("oi".into()),
            PromptMessage::Assistant { text: String::new(), tool_calls: vec![call], continuation: None },
            PromptMessage::ToolResult {
                call_id: "id-1".into(),
                name: "busca".into(),
                content: "nada".into(),
            },
        ],
        shorter: None,
        tools: vec![ToolDefinition { name: "busca".into(), description: "Busca".into(), schema: schema() }],
        tool_choice: choice,
        format: Some(JsonFormat { name: "forma".into(), schema: schema(), strict: true }),
        max_tokens: Some(50),
        temperature: Some(0.5),
        provider_preferences: Some(ProviderPreferences {
            max_price_prompt: Some(1.5),
            order: vec!["p".into()],
            ..ProviderPreferences::default()
        }),
        cache: true,
    }
}

/// The request that this prompt makes.
async fn send_prompt(vendor: Vendor, prompt: &Prompt, whole: bool) -> (String, Value) {
    let server = Server::start(vec![Reply::status(400, "{}")]).await;
    let mut config = config(vendor, &server);
    config.attribution.site_url = Some("https://loja.example".into());
    config.attribution.site_name = Some("Celeiro Açaí".into());
    let client = ChatClient::new(config).unwrap();
    let result = if whole {
        client.complete(prompt, &mut |_| {}).await
    } else {
        client.stream(prompt, &mut |_| {}).await
    };
    assert_eq!(result.unwrap_err().error.http_status, Some(400));
    let seen = server.seen_requests().remove(0);
    (seen.head.clone(), seen.json())
}

async fn choices(vendor: Vendor, path: &str) -> Vec<Value> {
    let all = [ToolChoice::Auto, ToolChoice::Required, ToolChoice::None, ToolChoice::Forced("busca".into())];
    let mut sent_as = Vec::new();
    for choice in all {
        sent_as.push(send_prompt(vendor, &rich(choice), true).await.1.pointer(path).unwrap().clone());
    }
    sent_as
}

#[tokio::test]
async fn openrouter_gets_routing_caching_and_attribution() {
    let (head, body) = send_prompt(Vendor::OpenRouter, &rich(ToolChoice::Auto), false).await;
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{head}");
    assert!(head.contains(&format!("authorization: Bearer {KEY}")));
    assert!(head.contains("http-referer: https://loja.example"));
    assert!(head.contains("x-openrouter-title: Celeiro Açaí"));
    assert!(head.contains("x-title: Celeiro Açaí"), "the name that it had before");
    assert_eq!(body["models"], json!(["m", "n"]));
    let provider = json!({ "require_parameters": true, "max_price": { "prompt": 1.5 }, "order": ["p"] });
    assert_eq!(body["provider"], provider);
    assert_eq!(body["messages"][0]["content"][0]["cache_control"], json!({ "type": "ephemeral" }));
    assert_eq!((&body["stream"], &body["max_completion_tokens"]), (&json!(true), &json!(50)));
    assert!(body.get("stream_options").is_none());
}

#[tokio::test]
async fn parameters_are_demanded_only_where_they_matter() {
    let plain = send_prompt(Vendor::OpenRouter, &prompt(), false).await.1;
    assert!(plain.get("provider").is_none() && plain.get("models").is_none(), "{plain}");
    let forced =
        Prompt { format: None, provider_preferences: None, ..rich(ToolChoice::Forced("busca".into())) };
    let forced = send_prompt(Vendor::OpenRouter, &forced, false).await.1;
    assert_eq!(forced["provider"], json!({ "require_parameters": true }));
}

#[tokio::test]
async fn other_servers_get_plain_chat_completions() {
    let (head, body) = send_prompt(Vendor::OpenAi, &rich(ToolChoice::Auto), false).await;
    assert!(!head.contains("referer") && !head.contains("title"), "{head}");
    for name in ["models", "provider", "max_completion_tokens"] {
        assert!(body.get(name).is_none(), "{name}");
    }
    assert_eq!(body["stream_options"], json!({ "include_usage": true }));
    assert_eq!((&body["max_tokens"], &body["temperature"]), (&json!(50), &json!(0.5)));
    let format = json!({ "type": "json_schema",
        "json_schema": { "name": "forma", "strict": true, "schema": schema() } });
    assert_eq!(body["response_format"], format);
    let call = json!({ "id": "id-1", "type": "function",
        "function": { "name": "busca", "arguments": "{\"q\":\"soja\"}" } });
    let messages = json!([
        { "role": "system", "content": "Sistema" },
        { "role": "user", "content": "oi" },
        { "role": "assistant", "content": null, "tool_calls": [call] },
        { "role": "tool", "tool_call_id": "id-1", "content": "nada" },
    ]);
    assert_eq!(body["messages"], messages);
    let forced = json!({ "type": "function", "function": { "name": "busca" } });
    let expected = [json!("auto"), json!("required"), json!("none"), forced];
    assert_eq!(choices(Vendor::OpenAi, "/tool_choice").await, expected);
}

#[tokio::test]
async fn anthropic_gets_messages() {
    let (head, body) = send_prompt(Vendor::Anthropic, &rich(ToolChoice::Auto), false).await;
    assert!(head.starts_with("POST /v1/messages HTTP/1.1"), "{head}");
    assert!(head.contains(&format!("x-api-key: {KEY}")) && head.contains("anthropic-version: 2023-06-01"));
    assert!(!head.contains("authorization"));
    let system = json!([{ "type": "text", "text": "Sistema", "cache_control": { "type": "ephemeral" } }]);
    assert_eq!((&body["system"], &body["max_tokens"]), (&system, &json!(50)));
    let messages = json!([
        { "role": "user", "content": [{ "type": "text", "text": "oi" }] },
        { "role": "assistant",
          "content": [{ "type": "tool_use", "id": "id-1", "name": "busca", "input": { "q": "soja" } }] },
        { "role": "user",
          "content": [{ "type": "tool_result", "tool_use_id": "id-1", "content": "nada" }] },
    ]);
    assert_eq!(body["messages"], messages);
    let format = json!({ "format": { "type": "json_schema", "schema": schema() } });
    assert_eq!(body["output_config"], format);
    assert_eq!(body["tools"][0]["input_schema"], schema());
    let expected = [
        json!({ "type": "auto" }),
        json!({ "type": "any" }),
        json!({ "type": "none" }),
        json!({ "type": "tool", "name": "busca" }),
    ];
    assert_eq!(choices(Vendor::Anthropic, "/tool_choice").await, expected);
    let bare = send_prompt(Vendor::Anthropic, &prompt(), false).await.1;
    assert!(bare["max_tokens"].as_u64().unwrap() > 0, "the interface demands a limit");
}

#[tokio::test]
async fn gemini_gets_contents_under_the_models_own_address() {
    let (head, body) = send_prompt(Vendor::Gemini, &rich(ToolChoice::Auto), false).await;
    assert!(head.starts_with("POST /v1/models/m:streamGenerateContent?alt=sse HTTP/1.1"), "{head}");
    assert!(head.contains(&format!("x-goog-api-key: {KEY}")) && !head.contains(&format!("key={KEY}")));
    let contents = json!([
        { "role": "user", "parts": [{ "text": "oi" }] },
        { "role": "model",
          "parts": [{ "functionCall": { "name": "busca", "args": { "q": "soja" }, "id": "id-1" } }] },
        { "role": "user", "parts": [{ "functionResponse":
            { "name": "busca", "response": { "content": "nada" }, "id": "id-1" } }] },
    ]);
    assert_eq!(body["contents"], contents);
    assert_eq!(body["systemInstruction"]["parts"][0]["text"], "Sistema");
    let generation = json!({ "maxOutputTokens": 50, "temperature": 0.5,
        "responseMimeType": "application/json", "responseJsonSchema": schema() });
    assert_eq!(body["generationConfig"], generation);
    let expected = [
        json!({ "mode": "AUTO" }),
        json!({ "mode": "ANY" }),
        json!({ "mode": "NONE" }),
        json!({ "mode": "ANY", "allowedFunctionNames": ["busca"] }),
    ];
    assert_eq!(choices(Vendor::Gemini, "/toolConfig/functionCallingConfig").await, expected);
    let (head, _) = send_prompt(Vendor::Gemini, &prompt(), true).await;
    assert!(head.starts_with("POST /v1/models/modelo:generateContent HTTP/1.1"), "{head}");
}

/// What a vendor signed goes back to it, unchanged, and to no other.
#[tokio::test]
async fn signed_parts_are_sent_back_to_their_own_vendor() {
    let answers = [
        (
            Vendor::Anthropic,
            r#"{"content":[{"type":"thinking","thinking":"hm","signature":"SIG"},{"type":"text","text":"oi"}],"stop_reason":"end_turn"}"#,
        ),
        (
            Vendor::Gemini,
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{}},"thoughtSignature":"SIG"}]},"finishReason":"STOP"}]}"#,
        ),
        (
            Vendor::OpenRouter,
            r#"{"choices":[{"message":{"content":"oi","reasoning_details":[{"type":"reasoning.encrypted","data":"SIG"}]},"finish_reason":"stop"}]}"#,
        ),
    ];
    for (vendor, body) in answers {
        let server = Server::start(vec![Reply::ok(body)]).await;
        let answer = client(vendor, &server).complete(&prompt(), &mut |_| {}).await.unwrap();
        let mut next = prompt();
        next.messages.push(PromptMessage::Assistant {
            text: answer.text,
            tool_calls: answer.tool_calls,
            continuation: answer.continuation,
        });
        for other in Vendor::ALL {
            let told = send_prompt(other, &next, true).await.1.to_string().contains("SIG");
            assert_eq!(told, other == vendor, "{vendor} to {other}");
        }
    }
}

#[tokio::test]
async fn a_key_of_another_origin_is_refused_before_anything_is_sent() {
    let server = Server::start(vec![Reply::Hang]).await;
    let elsewhere = http::parse_base("https://openrouter.ai/api/v1").unwrap();
    let key = Some(OriginKey::bind(KEY.into(), &elsewhere));
    let error = ChatClient::new(ChatModelConfig { key, ..config(Vendor::OpenRouter, &server) }).unwrap_err();
    assert_eq!(error.class, ErrorClass::Setup);
    let shown = format!("{error} {error:?} {:?}", client(Vendor::Gemini, &server));
    assert!(!shown.contains(KEY), "{shown}");
    assert!(server.seen_requests().is_empty());
}

#[tokio::test]
async fn pictures_go_in_the_form_of_each_vendor() {
    let image = ImagePart { media_type: "image/jpeg".into(), data: "AAEC".into() };
    assert!(!format!("{image:?}").contains("AAEC"), "its bytes belong into no log");
    let pictured = PromptMessage::Pictured { text: "que praga?".into(), images: vec![image] };
    let prompt = Prompt { model: "m".into(), messages: vec![pictured], ..Prompt::default() };
    let (_, body) = send_prompt(Vendor::OpenAi, &prompt, true).await;
    assert_eq!(
        body["messages"],
        json!([{ "role": "user", "content": [
            { "type": "text", "text": "que praga?" },
            { "type": "image_url", "image_url": { "url": "data:image/jpeg;base64,AAEC" } },
        ] }])
    );
    let (_, body) = send_prompt(Vendor::Gemini, &prompt, true).await;
    assert_eq!(
        body["contents"],
        json!([{ "role": "user", "parts": [
            { "text": "que praga?" },
            { "inlineData": { "mimeType": "image/jpeg", "data": "AAEC" } },
        ] }])
    );
    let (_, body) = send_prompt(Vendor::Anthropic, &prompt, true).await;
    assert_eq!(
        body["messages"],
        json!([{ "role": "user", "content": [
            { "type": "image", "source": { "type": "base64", "media_type": "image/jpeg", "data": "AAEC" } },
            { "type": "text", "text": "que praga?" },
        ] }])
    );
    let (_, body) = send_prompt(Vendor::OpenAi, &prompt.without_images("sem imagens"), true).await;
    assert_eq!(body["messages"], json!([{ "role": "user", "content": "que praga?\n\nsem imagens" }]));
}
