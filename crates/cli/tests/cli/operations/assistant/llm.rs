//! `celeiro llm replay`: recorded answers from outside.

use crate::support::{failure, json, lasting_folder, run};

const STREAM: &str = r#"data: {"choices":[{"index":0,"delta":{"content":"oi"}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"cost":0.5}}

data: [DONE]

"#;

fn file(name: &str, body: &str) -> String {
    let folder = lasting_folder().join("llm");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), body).unwrap();
    folder.join(name).to_string_lossy().into_owned()
}

#[test]
fn a_recorded_stream_is_printed_as_it_is_understood() {
    let folder = lasting_folder().join("llm-data");
    let path = file("good.sse", STREAM);
    let got = json(&folder, ["llm", "replay", &path, "--provider", "openrouter", "--stream"]);
    assert_eq!((&got["text"], &got["finish"]), (&"oi".into(), &"stop".into()));
    assert_eq!((&got["usage"]["cost"], &got["error"]), (&0.5.into(), &serde_json::Value::Null));
    let cut = file("cut.sse", &STREAM[..60]);
    let got = json(&folder, ["llm", "replay", &cut, "--provider", "openai", "--stream"]);
    assert_eq!((&got["text"], &got["error"]["class"]), (&"oi".into(), &"interrupted".into()));
}

#[test]
fn a_recorded_refusal_is_typed_by_its_status() {
    let folder = lasting_folder().join("llm-data");
    let path = file("refusal.json", r#"{"type":"error","error":{"type":"overloaded_error"}}"#);
    let got = json(&folder, ["llm", "replay", &path, "--provider", "claude", "--status", "529"]);
    assert_eq!((&got["error"]["class"], &got["error"]["retryable"]), (&"overloaded".into(), &true.into()));
}

#[test]
fn mistakes_are_named() {
    let folder = lasting_folder().join("llm-data");
    let missing = failure(&folder, ["llm", "replay", "/nowhere/x", "--provider", "openai"], 1);
    assert_eq!(missing["code"], "file_unreadable");
    let path = file("good.sse", STREAM);
    assert_eq!(run(&folder, ["llm", "replay", &path, "--provider", "other"]).status.code(), Some(2));
    assert_eq!(run(&folder, ["llm", "replay", &path]).status.code(), Some(2));
}
