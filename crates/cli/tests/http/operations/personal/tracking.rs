//! Metrics over HTTP: from beginning to end, refused, carried in and out as a table, forgotten.

use crate::server::shared_server;
use serde_json::{Value, json};

const METRICS: &str = "/api/assistant/metrics";

declare_server!("tracking");

fn list_metrics(query: &str) -> Vec<Value> {
    let listed = server().get(&format!("{METRICS}?{query}")).send().json();
    listed.as_array().cloned().unwrap_or_else(|| panic!("a list: {listed}"))
}

#[test]
fn a_value_from_beginning_to_end() {
    let draft = json!({ "type": "Peso", "value": 82.5, "unit": "kg", "date": "12/01/2026" });
    let made = server().ok("POST", METRICS, &draft);
    assert_eq!(
        (&made["type"], &made["date"], &made["source"], &made["version"]),
        (&json!("weight"), &json!("2026-01-12"), &json!("page"), &json!(1))
    );
    let address = format!("{METRICS}/{}", made["id"].as_str().unwrap());
    assert_eq!(server().get(&address).send().json(), made);
    let mut change = made.clone();
    change["value"] = json!(81.9);
    let operation = "0191b6d0-0000-7000-8000-00000000a001";
    change["operationId"] = operation.into();
    assert_eq!(server().ok("PUT", &address, &change)["version"], 2);
    let late = server().request("PUT", &address).json(made.to_string()).send();
    assert_eq!(late.error(409), "conflict");
    assert_eq!(late.json()["details"]["current"]["value"], 81.9);
    assert_eq!(late.json()["details"]["yours"]["value"], 82.5);
    server().ok("POST", &format!("/api/assistant/changes/{operation}/undo"), &json!({}));
    assert_eq!(server().get(&address).send().json()["value"], 82.5);
    assert_eq!(server().request("DELETE", &address).send().status, 200);
    assert_eq!(server().get(&address).send().error(404), "not_found");
    assert_eq!(server().post(&format!("{address}/restore")).send().json()["value"], 82.5);
    let forget = json!({ "kind": "metrics", "id": made["id"] });
    assert!(server().get("/api/assistant/export").send().text().contains(made["id"].as_str().unwrap()));
    assert_eq!(server().ok("POST", "/api/assistant/forget", &forget)["metrics"], 1);
    let undo = server().post(&format!("/api/assistant/changes/{operation}/undo")).json("{}").send();
    assert_eq!(undo.error(404), "not_found", "nothing brings it back");
}

#[test]
fn what_cannot_be_stored_is_named_with_what_is_allowed() {
    for (body, field) in [
        (json!({ "type": "", "value": 1 }), "type"),
        (json!({ "type": "x".repeat(61), "value": 1 }), "type"),
        (json!({ "type": "peso", "value": 1e13 }), "value"),
        (json!({ "type": "peso", "value": -80 }), "value"),
        (json!({ "type": "peso", "value": 1, "date": "30/02/2026" }), "date"),
        (json!({ "type": "peso", "value": 1, "date": "2199-01-01" }), "date"),
        (json!({ "type": "peso", "value": 1, "unit": "x".repeat(41) }), "unit"),
    ] {
        let refused = server().post(METRICS).json(body.to_string()).send();
        assert_eq!(refused.error(422), "invalid_fields", "{body}");
        assert_eq!(refused.json()["details"]["fields"][0]["field"], field, "{body}");
    }
    for body in [
        r#"{"type":"peso"}"#,
        r#"{"type":"peso","value":NaN}"#,
        r#"{"type":"peso","value":1e999}"#,
        r#"{"type":"peso","value":"80"}"#,
        r#"{"type":"peso","value":1,"cor":"azul"}"#,
    ] {
        assert_eq!(
            server().post(METRICS).json(body.to_owned()).send().error(400),
            "invalid_request",
            "{body}"
        );
    }
    for path in [
        "history?type=x&days=0",
        "trends?types=",
        "trends?types=a&days=6",
        "trends?types=a&types=b&types=c&types=d&types=e&types=f",
    ] {
        let refused = server().get(&format!("{METRICS}/{path}")).send();
        assert_eq!(refused.error(422), "invalid_fields", "{path}");
    }
}

#[test]
fn a_table_comes_in_once_and_goes_out_again() {
    let csv = "data;tipo;valor;unidade;observações\n01/02/2026;sacas;1.082,5;sc;=soja\n01/02/2026;sacas;3;sc;\n\
        01/02/2026;sacas;3;sc;\n02/02/2026;Sacas;2;;\n";
    let import = |csv: &str| {
        server().post(&format!("{METRICS}/import")).json(json!({ "csv": csv }).to_string()).send()
    };
    let done = import(csv).json();
    assert_eq!((&done["added"], &done["known"]), (&json!(4), &json!(0)), "{done}");
    let again = import(csv).json();
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(4)), "{again}");
    let out = server().get(&format!("{METRICS}/export?type=sacas")).send().json();
    assert_eq!(out["entries"], 4);
    assert_eq!(import(out["csv"].as_str().unwrap()).json()["added"], 0, "what went out is there");
    assert!(out["csv"].as_str().unwrap().contains("'=soja"), "{out}");
    let history = server().get(&format!("{METRICS}/history?type=SACAS&days=3653")).send().json();
    assert_eq!(history["daily"][0]["value"], 1088.5, "{history}");
    // One that was corrected does not come back as it was.
    let mut one =
        list_metrics("type=sacas&to=2026-02-01").into_iter().find(|one| one["value"] == 1082.5).unwrap();
    one["value"] = json!(1000);
    server().ok("PUT", &format!("{METRICS}/{}", one["id"].as_str().unwrap()), &one);
    assert_eq!(import(csv).json()["added"], 0);
    let bad = format!("{csv}31/02/2026;sacas;dois;;\n");
    let refused = import(&bad);
    assert_eq!(refused.error(422), "invalid_fields");
    let fields = refused.json()["details"]["fields"].clone();
    assert_eq!((&fields[0]["field"], &fields[1]["field"]), (&json!("rows[6].value"), &json!("rows[6].date")));
    assert_eq!(list_metrics("type=sacas").len(), 4, "all of a file or nothing");
    let operation = done["operationId"].as_str().unwrap();
    let undone = server().ok("POST", &format!("/api/assistant/changes/{operation}/undo"), &json!({}));
    assert_eq!((&undone["deleted"], &undone["conflicts"]), (&json!(3), &json!(1)));
}

#[test]
fn trends_are_figures_with_their_sentences() {
    for day in 1..=20 {
        let date = format!("2026-03-{day:02}");
        for (kind, value) in [("cafés", f64::from(day % 4)), ("energia", f64::from(day))] {
            server().ok("POST", METRICS, &json!({ "type": kind, "value": value, "date": date }));
        }
    }
    let types = server().get(&format!("{METRICS}/types")).send().json();
    let one = types.as_array().unwrap().iter().find(|one| one["type"] == "energy").unwrap().clone();
    assert_eq!((&one["entries"], &one["first"]), (&json!(20), &json!("2026-03-01")));
    let report =
        server().get(&format!("{METRICS}/trends?types=caf%C3%A9s&types=energia&period=all")).send().json();
    assert_eq!(report["trends"][1]["verdict"], json!({ "kind": "numbersOnly", "missingDays": 10 }));
    assert_eq!(report["trends"][1]["type"], "energy");
    assert_eq!(report["correlations"].as_array().unwrap().len(), 3);
    let sentences: Vec<_> =
        report["sentences"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(sentences.len(), 3, "{sentences:?}");
}

#[test]
fn nothing_of_it_is_there_while_it_is_off() {
    for path in ["", "/types", "/history?type=peso", "/trends?types=peso", "/export"] {
        assert_eq!(
            shared_server().get(&format!("{METRICS}{path}")).send().error(403),
            "personal_off",
            "{path}"
        );
    }
    let tools = shared_server().get("/api/tools").send().json();
    assert!(!tools.as_array().unwrap().iter().any(|tool| tool["name"] == "record_metric"));
}
