//! Chat over the wire, against a server that behaves well, badly and worse.

#![allow(clippy::unwrap_used)] // Helpers of tests may fail a test.

mod failures;
mod requests;
#[path = "../support/mod.rs"]
mod support;

use std::time::Duration;

use celeiro_llm::{
    OriginKey,
    chat::{Answer, ChatClient, ChatModelConfig, Failure, Patience, Progress, Prompt, PromptMessage, Vendor},
    http,
};
use support::{Reply, Server};

const KEY: &str = "chave-secreta-4711";

fn config(vendor: Vendor, server: &Server) -> ChatModelConfig {
    let base = http::parse_base(&server.base()).unwrap();
    let key = Some(OriginKey::bind(KEY.into(), &base));
    ChatModelConfig { key, ..ChatModelConfig::new(vendor, base) }
}

fn client(vendor: Vendor, server: &Server) -> ChatClient {
    ChatClient::new(config(vendor, server)).unwrap()
}

/// A client that loses its patience soon.
fn hasty(server: &Server) -> ChatClient {
    let patience = Patience {
        first_token: Duration::from_millis(1_000),
        silence: Duration::from_millis(1_000),
        total: Duration::from_millis(3_000),
        ..Patience::default()
    };
    ChatClient::new(ChatModelConfig { patience, ..config(Vendor::OpenAi, server) }).unwrap()
}

fn prompt() -> Prompt {
    Prompt {
        model: "modelo".into(),
        messages: vec![PromptMessage::User("qual fungicida?".into())],
        ..Prompt::default()
    }
}

/// A streamed call and what it told on its way.
async fn stream_answer(client: &ChatClient) -> (Result<Answer, Failure>, Vec<Progress>) {
    let mut told = Vec::new();
    let result = client.stream(&prompt(), &mut |progress| told.push(progress)).await;
    (result, told)
}

fn sse(events: &[&str]) -> Vec<u8> {
    events.iter().map(|data| format!("data: {data}\n\n")).collect::<String>().into_bytes()
}

fn delta(text: &str) -> String {
    serde_json::json!({ "choices": [{ "index": 0, "delta": { "content": text } }] }).to_string()
}

const END: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;

fn good_stream() -> Vec<u8> {
    sse(&[&delta("Use "), &delta("fungicida."), END, "[DONE]"])
}

/// The head of a streamed answer whose end is the end of the connection.
fn head() -> Vec<u8> {
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-request-id: req-1\r\nconnection: close\r\n\r\n"
        .to_vec()
}

fn streaming(body: &[u8]) -> Vec<u8> {
    [&head(), body].concat()
}

fn text(piece: &str) -> Progress {
    Progress::Text(piece.into())
}

#[tokio::test]
async fn a_stream_is_told_as_it_comes_and_kept() {
    let server = Server::start(vec![Reply::Bytes(streaming(&good_stream()))]).await;
    let (result, told) = stream_answer(&client(Vendor::OpenAi, &server)).await;
    let answer = result.unwrap();
    assert_eq!(told, [text("Use "), text("fungicida.")]);
    assert_eq!((answer.text.as_str(), answer.attempts), ("Use fungicida.", 1));
    assert_eq!(answer.request_id.as_deref(), Some("req-1"));
    assert!(answer.first_token.unwrap() <= answer.elapsed);
}

#[tokio::test]
async fn the_end_mark_ends_the_call_although_the_connection_stays() {
    let server = Server::start(vec![Reply::Stall(streaming(&good_stream()))]).await;
    let (result, _) = stream_answer(&client(Vendor::OpenAi, &server)).await;
    assert_eq!(result.unwrap().text, "Use fungicida.");
    server.wait_for_ends(1).await;
}

#[tokio::test]
async fn a_whole_answer_is_read_for_every_vendor() {
    let bodies = [
        (
            Vendor::OpenRouter,
            r#"{"choices":[{"message":{"content":"oi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"cost":0.5}}"#,
        ),
        (
            Vendor::OpenAi,
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"oi"}]},"finish_reason":"stop"}]}"#,
        ),
        (Vendor::Gemini, r#"{"candidates":[{"content":{"parts":[{"text":"oi"}]},"finishReason":"STOP"}]}"#),
        (Vendor::Anthropic, r#"{"content":[{"type":"text","text":"oi"}],"stop_reason":"end_turn"}"#),
    ];
    for (vendor, body) in bodies {
        let server = Server::start(vec![Reply::ok(body)]).await;
        let answer = client(vendor, &server).complete(&prompt(), &mut |_| {}).await.unwrap();
        assert_eq!((answer.text.as_str(), answer.finish.as_str()), ("oi", "stop"), "{vendor}");
        assert_eq!(answer.usage.and_then(|usage| usage.cost).is_some(), vendor == Vendor::OpenRouter);
    }
}

#[tokio::test]
async fn dropping_the_call_closes_the_connection_at_once() {
    let begun = streaming(&sse(&[&delta("Use ")]));
    for reply in [Reply::Hang, Reply::Stall(head()), Reply::Stall(begun)] {
        let server = Server::start(vec![reply]).await;
        let client = client(Vendor::OpenAi, &server);
        let call = tokio::time::timeout(Duration::from_millis(200), stream_answer(&client));
        assert!(call.await.is_err(), "the call was still running");
        // The client lives on: it is the call that held the connection.
        server.wait_for_ends(1).await;
        drop(client);
    }
}

#[tokio::test]
async fn calls_that_share_an_id_are_told_apart() {
    let body = r#"{"choices":[{"message":{"tool_calls":[
        {"id":"a","function":{"name":"x","arguments":"{}"}},
        {"id":"a","function":{"name":"x"}},{"function":{"name":"y","arguments":"null"}}]},
        "finish_reason":"tool_calls"}]}"#;
    let server = Server::start(vec![Reply::ok(body)]).await;
    let answer = client(Vendor::OpenAi, &server).complete(&prompt(), &mut |_| {}).await.unwrap();
    let mut ids: Vec<&str> = answer.tool_calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids[0], "a");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert!(answer.tool_calls.iter().all(|call| call.arguments == Some(serde_json::json!({}))));
}

#[tokio::test]
async fn models_are_listed_and_a_key_is_tried() {
    let list =
        r#"{"data":[{"id":"a/b","name":"B","pricing":{"prompt":"0.000001","completion":"0.000002"}}]}"#;
    let refused = r#"{"error":{"message":"No auth","code":401}}"#;
    let server = Server::start(vec![Reply::ok(list), Reply::status(401, refused)]).await;
    let client = client(Vendor::OpenRouter, &server);
    let models = client.models().await.unwrap();
    assert_eq!((models[0].id.as_str(), models[0].price_completion), ("a/b", Some(2.0)));
    let error = client.check().await.unwrap_err();
    assert_eq!((error.class.as_str(), error.http_status), ("auth", Some(401)));
    assert!(server.seen_requests()[1].head.starts_with("GET /v1/key "));
}
