//! What a search and a turn leave behind, as a whole: a change of the form of a trace shows here.

use crate::desk::Desk;
use crate::provider::Provider;
use crate::snapshot::{assert_snapshot, redact};
use serde_json::{Value, json};

async fn open_stocked_desk(settings: &[(&str, &str)]) -> Desk {
    let desk = Desk::with(settings).await;
    for (id, name, category) in [
        ("FUN-1", "Fungicida Alfa", "Fungicida"),
        ("FUN-2", "Fungicida Beta para soja", "Fungicida"),
        ("ADU-1", "Adubo foliar", "Adubo"),
    ] {
        desk.item(name, json!({ "externalId": id, "category": category, "price": 10.5 })).await;
    }
    desk.ok("create_faq", json!({ "question": "Entregam em casa?", "answer": "Sim, em dois dias." })).await;
    desk
}

/// What a reviewer reads of a trace: weights stand in profiles and instructions in `prompts`, of an
/// explanation the rows are enough, and the last digits of a score are the machine's.
fn readable(name: &str, value: &Value) -> Value {
    match value {
        Value::Object(fields) if name == "profile" && fields.contains_key("fusion") => fields["name"].clone(),
        Value::Object(fields) => {
            let mut fields = fields.clone();
            if fields.contains_key("details") && fields.contains_key("description") && name == "details" {
                fields.shift_remove("details");
            }
            fields.iter().map(|(name, field)| (name.clone(), readable(name, field))).collect()
        }
        Value::Array(list) => list.iter().map(|one| readable(name, one)).collect(),
        Value::Number(number) if number.is_f64() => {
            json!((number.as_f64().unwrap_or_default() * 1e6).round() / 1e6)
        }
        Value::String(_) if name == "system" => "‹instruction›".into(),
        Value::String(text) if name == "text" && text.lines().count() > 3 => "‹instruction›".into(),
        other => other.clone(),
    }
}

fn text_of(trace: &Value) -> String {
    serde_json::to_string_pretty(&readable("", &redact(trace))).unwrap()
}

#[tokio::test]
async fn the_trace_of_a_search_holds_what_it_did() {
    let desk = open_stocked_desk(&[]).await;
    let found = desk.ok("search", json!({ "query": "fungicida para soja", "limit": 1 })).await;
    let trace = desk.ok("get_trace", json!({ "id": found["traceId"] })).await;
    assert_snapshot!("search", text_of(&trace), renewed_by: "-p celeiro-app --test operations traces");
    desk.close().await;
}

#[tokio::test]
async fn the_trace_of_a_turn_holds_what_was_asked_of_whom_and_what_came_of_it() {
    let provider = Provider::simple("catalog", &["O **Fungicida Beta** [1] ", "serve para soja."]);
    let url = provider.url();
    let settings =
        [("LLM_PROVIDER", "openai"), ("OPENAI_BASE_URL", url.as_str()), ("OPENAI_API_KEY", "sk-tests")];
    let desk = open_stocked_desk(&settings).await;
    let answer = desk.ask("Qual fungicida para soja?").await;
    let mut trace = desk.ok("get_trace", json!({ "id": answer["debug"]["traceId"] })).await;
    for search in trace["searches"].as_array_mut().unwrap() {
        let count = search["candidates"].as_array().unwrap().len();
        search["candidates"] = format!("‹{count} candidates›").into();
    }
    assert_snapshot!("turn", text_of(&trace), renewed_by: "-p celeiro-app --test operations traces");
    desk.close().await;
}
