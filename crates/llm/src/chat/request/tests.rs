//! Addresses and bodies of requests, for every vendor.

use super::*;
use crate::chat::{PromptMessage, ProviderPreferences, ToolCall, ToolChoice, ToolDefinition};
use serde_json::json;

#[test]
fn a_version_is_added_where_it_is_missing() {
    let address = |vendor, base: &str, model| {
        request_url(vendor, &http::parse_base(base).unwrap(), model, Delivery::Stream).to_string()
    };
    assert_eq!(address(Vendor::Anthropic, "http://h", "m"), "http://h/v1/messages");
    assert_eq!(address(Vendor::Anthropic, "http://h/v1/", "m"), "http://h/v1/messages");
    assert_eq!(address(Vendor::OpenRouter, "http://h/api/v1", "m"), "http://h/api/v1/chat/completions");
    let gemini = "http://h/v1beta/models/gemini-x:streamGenerateContent?alt=sse";
    assert_eq!(address(Vendor::Gemini, "http://h", "gemini-x"), gemini);
    assert_eq!(address(Vendor::Gemini, "http://h/v1beta", "models/gemini-x"), gemini);
}

#[test]
fn a_model_name_cannot_leave_its_place_in_the_path() {
    let base = http::parse_base("http://h").unwrap();
    let url = request_url(Vendor::Gemini, &base, "../../x?y#z", Delivery::Whole);
    assert!(url.path().starts_with("/v1beta/models/"), "{url}");
    assert_eq!(url.query(), None);
}

fn prompt(messages: Vec<PromptMessage>) -> Prompt {
    Prompt { model: "m".into(), messages, ..Prompt::default() }
}

fn body(vendor: Vendor, base: &str, prompt: &Prompt) -> Value {
    request_body(vendor, &http::parse_base(base).unwrap(), prompt, Delivery::Whole)
}

fn call(id: &str, arguments: Option<Value>) -> ToolCall {
    ToolCall { id: id.into(), name: "busca".into(), arguments, arguments_raw: "{\"q".into() }
}

fn say(text: &str, tool_calls: Vec<ToolCall>) -> PromptMessage {
    PromptMessage::Assistant { text: text.into(), tool_calls, continuation: None }
}

fn return_result(call_id: &str) -> PromptMessage {
    PromptMessage::ToolResult { call_id: call_id.into(), name: "busca".into(), content: "nada".into() }
}

#[test]
fn the_limit_of_an_answer_has_the_name_that_its_server_knows() {
    let limited = Prompt { max_tokens: Some(7), ..prompt(Vec::new()) };
    for (vendor, base, name) in [
        (Vendor::OpenRouter, "http://relay.example/v1", "max_completion_tokens"),
        (Vendor::OpenAi, "https://api.openai.com/v1", "max_completion_tokens"),
        (Vendor::OpenAi, "https://openai.com/v1", "max_completion_tokens"),
        (Vendor::OpenAi, "https://loja.openai.azure.com/v1", "max_completion_tokens"),
        (Vendor::OpenAi, "http://localhost:11434/v1", "max_tokens"),
        (Vendor::OpenAi, "https://notopenai.com/v1", "max_tokens"),
        (Vendor::OpenAi, "https://openai.com.example/v1", "max_tokens"),
        (Vendor::OpenAi, "http://127.0.0.1/v1", "max_tokens"),
        (Vendor::Anthropic, "https://api.anthropic.com", "max_tokens"),
    ] {
        let sent = body(vendor, base, &limited);
        assert_eq!(sent[name], 7, "{base}");
        let names = ["max_tokens", "max_completion_tokens"];
        assert_eq!(names.iter().filter(|name| sent.get(**name).is_some()).count(), 1, "{base}");
    }
    let free = prompt(Vec::new());
    assert_eq!(body(Vendor::OpenAi, "http://h/v1", &free).get("max_tokens"), None);
    assert_eq!(body(Vendor::Anthropic, "http://h", &free)["max_tokens"], 4096, "it is demanded there");
    assert_eq!(body(Vendor::Gemini, "http://h", &free).get("generationConfig"), None);
}

#[test]
fn a_blank_system_text_is_not_sent() {
    for (vendor, place) in [(Vendor::Anthropic, "/system"), (Vendor::Gemini, "/systemInstruction")] {
        for (system, is_sent) in [("", false), (" \n", false), ("Seja breve.", true)] {
            let prompt = Prompt { system: system.into(), ..prompt(vec![PromptMessage::User("Oi".into())]) };
            assert_eq!(body(vendor, "http://h", &prompt).pointer(place).is_some(), is_sent, "{system:?}");
        }
    }
    let blank = Prompt { system: "\t".into(), ..prompt(vec![PromptMessage::User("Oi".into())]) };
    assert_eq!(body(Vendor::OpenAi, "http://h", &blank)["messages"][0]["role"], "user");
}

#[test]
fn what_one_side_says_in_pieces_is_one_turn_and_an_empty_turn_is_none() {
    let messages = vec![
        PromptMessage::User("a".into()),
        PromptMessage::User("b".into()),
        say("", vec![call("x", None), call("y", None)]),
        return_result("x"),
        return_result("y"),
        PromptMessage::User("c".into()),
    ];
    for (vendor, list, parts, model) in [
        (Vendor::Anthropic, "messages", "content", "assistant"),
        (Vendor::Gemini, "contents", "parts", "model"),
    ] {
        let sent = body(vendor, "http://h", &prompt(messages.clone()));
        let turns: Vec<_> = sent[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|turn| (turn["role"].as_str().unwrap(), turn[parts].as_array().unwrap().len()))
            .collect();
        assert_eq!(turns, [("user", 2), (model, 2), ("user", 3)], "{vendor}");
        let empty = body(vendor, "http://h", &prompt(vec![say("", Vec::new())]));
        assert_eq!(empty[list], json!([]), "{vendor}");
    }
}

#[test]
fn arguments_that_were_no_object_are_sent_as_an_empty_one() {
    for (arguments, is_kept) in [
        (None, false),
        (Some(json!("soja")), false),
        (Some(json!([1])), false),
        (Some(json!({ "q": "soja" })), true),
    ] {
        let messages = vec![say("", vec![call("x", arguments.clone())])];
        let expected = arguments.clone().filter(|_| is_kept).unwrap_or_else(|| json!({}));
        let sent = body(Vendor::Anthropic, "http://h", &prompt(messages.clone()));
        assert_eq!(sent["messages"][0]["content"][0]["input"], expected);
        let sent = body(Vendor::Gemini, "http://h", &prompt(messages));
        assert_eq!(sent["contents"][0]["parts"][0]["functionCall"]["args"], expected);
    }
    let messages = vec![say("", vec![call("x", None)])];
    let sent = body(Vendor::OpenAi, "http://h", &prompt(messages));
    let message = &sent["messages"][0];
    assert_eq!(message["tool_calls"][0]["function"]["arguments"], "{}", "never the broken text");
    assert_eq!(message["content"], Value::Null);
    assert_eq!(
        body(Vendor::OpenAi, "http://h", &prompt(vec![say("", vec![])]))["messages"][0]["content"],
        ""
    );
}

#[test]
fn gemini_gets_back_the_ids_that_it_gave_and_no_invented_ones() {
    for (id, is_sent) in [("", false), ("call_0", false), ("call_1_own", false), ("g-7", true)] {
        let messages = vec![say("", vec![call(id, None)]), return_result(id)];
        let sent = body(Vendor::Gemini, "http://h", &prompt(messages));
        let expected = is_sent.then(|| json!(id));
        for place in ["/contents/0/parts/0/functionCall/id", "/contents/1/parts/0/functionResponse/id"] {
            assert_eq!(sent.pointer(place).cloned(), expected, "{id} {place}");
        }
    }
}

#[test]
fn a_choice_of_tools_is_said_only_where_there_are_tools() {
    let tool = ToolDefinition { name: "busca".into(), description: "d".into(), schema: json!({}) };
    let forced = ToolChoice::Forced("busca".into());
    let with = Prompt { tools: vec![tool], tool_choice: forced.clone(), ..prompt(Vec::new()) };
    let without = Prompt { tool_choice: forced, ..prompt(Vec::new()) };
    for (vendor, place) in [
        (Vendor::OpenAi, "/tool_choice/function/name"),
        (Vendor::Anthropic, "/tool_choice/name"),
        (Vendor::Gemini, "/toolConfig/functionCallingConfig/allowedFunctionNames/0"),
    ] {
        assert_eq!(body(vendor, "http://h", &with).pointer(place), Some(&json!("busca")), "{vendor}");
        let bare = body(vendor, "http://h", &without);
        for name in ["tools", "tool_choice", "toolConfig"] {
            assert_eq!(bare.get(name), None, "{vendor}");
        }
    }
}

#[test]
fn wishes_for_providers_reach_the_relay_alone_and_blank_ones_nothing() {
    let wishes = ProviderPreferences {
        max_price_prompt: Some(0.5),
        ignore: vec!["slow".into()],
        allow_fallbacks: Some(false),
        deny_data_collection: true,
        ..ProviderPreferences::default()
    };
    let wishful = Prompt {
        provider_preferences: Some(wishes),
        fallback_models: vec!["n".into()],
        ..prompt(Vec::new())
    };
    let relayed = body(Vendor::OpenRouter, "http://h", &wishful);
    assert_eq!(relayed["models"], json!(["m", "n"]), "the wanted model comes first");
    assert_eq!(
        relayed["provider"],
        json!({
            "max_price": { "prompt": 0.5 }, "ignore": ["slow"], "allow_fallbacks": false,
            "data_collection": "deny",
        })
    );
    let direct = body(Vendor::OpenAi, "http://h", &wishful);
    let plain = body(Vendor::OpenRouter, "http://h", &prompt(Vec::new()));
    for sent in [direct, plain] {
        assert_eq!((sent.get("provider"), sent.get("models")), (None, None));
    }
}
