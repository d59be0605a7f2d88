//! Tests of tool calls: display, repetition to the model, limits.

use super::*;
use serde_json::json;

fn call(name: &str, arguments: Option<Value>, raw: &str) -> ToolCall {
    ToolCall { id: "c1".into(), name: name.into(), arguments, arguments_raw: raw.into() }
}

fn tool_name(is_write: bool) -> &'static str {
    let tool = Tool::ALL.iter().copied().find(|tool| tool.requires_confirmation() == is_write);
    tool.expect("there are reads and writes").name()
}

#[test]
fn arguments_are_shown_as_they_are_and_broken_ones_by_their_beginning() {
    let whole = requested_call(&call("search_items", Some(json!({ "q": "soja" })), r#"{"q":"soja"}"#));
    assert_eq!((whole.id.as_str(), whole.arguments), ("c1", json!({ "q": "soja" })));
    let broken = requested_call(&call("search_items", None, r#"{"q":"so"#));
    assert_eq!(broken.arguments, json!(r#"{"q":"so"#));
    assert_eq!(requested_call(&call("x", None, "")).arguments, json!(""));
    let endless = "ã".repeat(MAX_ARGUMENT_BYTES);
    let shown = requested_call(&call("x", Some(json!({ "q": 1 })), &endless)).arguments;
    assert_eq!(shown.as_str().map(|text| text.chars().count()), Some(BROKEN_CHARS));
    let long_name = requested_call(&call(&"é".repeat(500), None, "")).name;
    assert_eq!(long_name.chars().count(), 64);
}

#[test]
fn arguments_at_their_limit_are_whole_and_one_byte_more_is_too_long() {
    for (length, is_whole) in [(MAX_ARGUMENT_BYTES, true), (MAX_ARGUMENT_BYTES + 1, false)] {
        let call = call(tool_name(false), Some(json!({})), &" ".repeat(length));
        assert_eq!(requested_call(&call).arguments == json!({}), is_whole, "{length}");
        let again = repeatable_call(&call);
        assert_eq!((again.arguments.is_some(), again.arguments_raw.len() == length), (is_whole, is_whole));
    }
}

#[test]
fn a_call_of_no_tool_is_repeated_under_a_name_that_every_provider_takes() {
    for name in ["", "drop table items", "search_items\n", "ferramenta_ção", "pеrson"] {
        let again = repeatable_call(&call(name, Some(json!({ "q": 1 })), r#"{"q":1}"#));
        assert_eq!(again.name, "unknown_tool", "{name:?}");
        assert_eq!((again.id.as_str(), again.arguments), ("c1", Some(json!({ "q": 1 }))));
    }
    for tool in Tool::ALL.iter() {
        assert_eq!(repeatable_call(&call(tool.name(), None, "")).name, tool.name());
    }
}

#[test]
fn refused_writes_are_counted_and_neither_reads_nor_those_that_wait() {
    let outcome = |name: &str, outcome: &str| ToolOutcome {
        id: "c1".into(),
        name: name.into(),
        outcome: outcome.into(),
        result_count: 0,
        ms: 1.0,
    };
    let (write, read) = (tool_name(true), tool_name(false));
    let results = [
        outcome(write, PENDING),
        outcome(write, "ok"),
        outcome(write, "invalid_fields"),
        outcome(write, ""),
        outcome(read, "not_found"),
        outcome("unknown_tool", "unknown_tool"),
    ];
    assert_eq!(count_refused(&results), 2);
    assert_eq!(count_refused(&[]), 0);
}

#[test]
fn only_trouble_of_the_moment_is_worth_the_same_call_again() {
    for code in
        [Code::DatabaseBusy, Code::DatabaseStuck, Code::DatabaseUnreachable, Code::TimedOut, Code::Internal]
    {
        assert!(is_momentary(code), "{code:?}");
    }
    for code in [Code::InvalidRequest, Code::InvalidFields, Code::Forbidden, Code::MessageBlank] {
        assert!(!is_momentary(code), "{code:?}");
    }
}
