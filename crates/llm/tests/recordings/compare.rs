//! What was understood, held against what was expected, field by field.

use celeiro_llm::chat::replay::ReplayedAnswer;
use serde_json::{Value, json};

use crate::recording::Recording;

/// Everything in which the two differ.
pub fn differences(one: &Recording, replayed: &ReplayedAnswer) -> Vec<String> {
    let got = serde_json::to_value(replayed).unwrap();
    let mut list = List { found: Vec::new() };
    let expected = &one.expected;
    list.same("kind", &kind(one), &got["kind"]);
    if expected["truncated_stream"] == true {
        list.same("truncated", &json!(true), &got["truncated"]);
    } else {
        error(&mut list, one, &got);
    }
    match expected["kind"].as_str().unwrap() {
        "error" => {}
        "embeddings" => embeddings(&mut list, expected, &got),
        "models" if one.status == 200 => models(&mut list, expected, &got),
        "models" => {}
        "credits" | "generation" | "key_info" => data(&mut list, expected, &got),
        _ => answer(&mut list, expected, &got),
    }
    list.found
}

struct List {
    found: Vec<String>,
}

impl List {
    fn same(&mut self, what: &str, expected: &Value, got: &Value) {
        if expected != got {
            self.found.push(format!("{what} is {got}, expected {expected}"));
        }
    }
}

fn kind(one: &Recording) -> Value {
    match one.expected["kind"].as_str().unwrap() {
        "credits" | "generation" | "key_info" => "data".into(),
        // The recording of a refused list is filed under what was asked for.
        "models" if one.status != 200 => "error".into(),
        "message" if one.expected["truncated_stream"] == true => "stream_error".into(),
        kind => kind.into(),
    }
}

fn answer(list: &mut List, expected: &Value, got: &Value) {
    list.same("text", &expected["text"], &got["text"]);
    list.same("reasoning", &text_or_empty(&expected["reasoning"]), &got["reasoning"]);
    list.same("refusal", &expected["refusal"], &got["refusal"]);
    list.same("finish", &finish(expected), &got["finish"]);
    for (theirs, ours) in [
        ("finish_raw", "finishRaw"),
        ("finish_native", "finishNative"),
        ("finish_message", "finishMessage"),
        ("block_reason", "blockReason"),
        ("model", "model"),
        ("provider", "servedBy"),
        ("id", "responseId"),
    ] {
        if expected.get(theirs).is_some() || !["model", "provider", "id"].contains(&theirs) {
            list.same(ours, &nothing_for_blank(&expected[theirs]), &nothing_for_blank(&got[ours]));
        }
    }
    usage(list, &expected["usage"], &got["usage"]);
    calls(list, &expected["tool_calls"], &got["toolCalls"]);
    if let Some(comments) = expected["stream"].get("comments") {
        list.same("comments", comments, &got["comments"]);
    }
}

fn text_or_empty(value: &Value) -> Value {
    if value.is_null() { "".into() } else { value.clone() }
}

fn nothing_for_blank(value: &Value) -> Value {
    if *value == "" { Value::Null } else { value.clone() }
}

/// `finish` is filed as the relay's word; where the provider's own says that it was cut, that
/// counts.
fn finish(expected: &Value) -> Value {
    let cut = ["length", "max_output_tokens", "max_tokens", "MAX_TOKENS"];
    let native = expected["finish_native"].as_str();
    if native.is_some_and(|native| cut.contains(&native)) {
        "length".into()
    } else {
        expected["finish"].clone()
    }
}

fn usage(list: &mut List, expected: &Value, got: &Value) {
    let Some(fields) = expected.as_object() else {
        return list.same("usage", expected, got);
    };
    for (name, value) in fields.iter().filter(|(name, _)| *name != "input_uncached") {
        let ours = match name.as_str() {
            "cached_input" => "cachedInput",
            "cache_write" => "cacheWrite",
            other => other,
        };
        // Perplexity tells partial costs too.
        let value = value.get("total_cost").unwrap_or(value);
        list.same(&format!("usage.{ours}"), value, &got[ours]);
    }
}

fn calls(list: &mut List, expected: &Value, got: &Value) {
    let (expected, got) = (expected.as_array().unwrap(), got.as_array().unwrap());
    list.same("number of calls", &expected.len().into(), &got.len().into());
    for (theirs, ours) in expected.iter().zip(got) {
        if theirs["id"].as_str().is_some_and(|id| !id.is_empty()) {
            list.same("id of call", &theirs["id"], &ours["id"]);
        }
        list.same("name of call", &text_or_empty(&theirs["name"]), &ours["name"]);
        list.same("arguments", &theirs["arguments"], &ours["arguments"]);
        if theirs["arguments"].is_null() {
            list.same("raw arguments", &theirs["arguments_raw"], &ours["argumentsRaw"]);
        }
    }
    let nameless = got.iter().filter(|call| call["id"] == "").count();
    list.same("calls without id", &json!(0), &nameless.into());
}

fn error(list: &mut List, one: &Recording, got: &Value) {
    let (theirs, ours) = (&one.expected["error"], &got["error"]);
    if theirs.is_null() {
        if one.status == 200 {
            list.same("error", theirs, ours);
        }
        return;
    }
    for (expected, name) in [
        ("class", "class"),
        ("subclass", "subclass"),
        ("retryable", "retryable"),
        ("http_status", "httpStatus"),
        ("code", "code"),
        ("type", "type"),
        ("message", "message"),
    ] {
        list.same(&format!("error.{name}"), &theirs[expected], &ours[name]);
    }
    list.same("error.retryAfterS", &json!(theirs["retry_after_s"].as_f64()), &ours["retryAfterS"]);
    for (name, value) in theirs["metadata"].as_object().into_iter().flatten() {
        list.same(&format!("error.metadata.{name}"), value, &ours["metadata"][name]);
    }
    if let Some(partial) = one.expected.get("partial") {
        list.same("partial", partial, &got["partial"]);
    }
}

fn embeddings(list: &mut List, expected: &Value, got: &Value) {
    let Some(rows) = got["embeddings"].as_array() else {
        return list.same("embeddings", &json!("some"), &got["embeddings"]);
    };
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Value>();
    list.same("count", &expected["count"], &rows.len().into());
    list.same("dims", &expected["dims"], &column("dimensions"));
    if !expected["order"].is_null() {
        list.same("order", &expected["order"], &column("index"));
    }
    list.same("encoding", &expected["encoding"][0], &rows[0]["encoding"]);
    list.same("model", &expected["model"], &got["model"]);
    usage(list, &expected["usage"], &got["usage"]);
    let theirs = expected["first_values"].as_array().unwrap();
    for (theirs, ours) in theirs.iter().zip(rows) {
        let pairs = theirs.as_array().unwrap().iter().zip(ours["first"].as_array().unwrap());
        for (a, b) in pairs {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            if (a - b).abs() > 1e-5 * a.abs().max(1.0) {
                list.same("first values", theirs, &ours["first"]);
            }
        }
    }
}

/// The person's id was blotted out of the body after the expectation was written down.
fn data(list: &mut List, expected: &Value, got: &Value) {
    let drop_creator = |value: &Value| {
        let mut value = value["data"].clone();
        value.as_object_mut().unwrap().remove("creator_user_id");
        value
    };
    list.same("data", &drop_creator(expected), &drop_creator(got));
}

fn models(list: &mut List, expected: &Value, got: &Value) {
    let models = got["models"].as_array().map(Vec::as_slice).unwrap_or_default();
    list.same("count", &expected["count"], &models.len().into());
    let listed = expected["ids"].as_array().unwrap();
    let ids: Value = models.iter().take(listed.len()).map(|model| model["id"].clone()).collect();
    list.same("ids", &expected["ids"], &ids);
}
