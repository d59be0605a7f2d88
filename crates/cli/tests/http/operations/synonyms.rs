//! Groups of synonyms over HTTP, and what a change of one would do.

use crate::server::{Server, start};
use crate::support::prepare_folder;
use serde_json::{Value, json};

const GROUPS: &str = "/api/synonyms";

/// A server of its own: every search of the shared one would see these groups.
fn own(name: &str) -> Server {
    let server = start(&prepare_folder(name), &[], &[]);
    server.wait_until_ready();
    server
}

fn group(name: &str, terms: &[&str]) -> Value {
    json!({ "kind": "generic", "name": name, "terms": terms })
}

#[test]
fn a_group_from_beginning_to_end() {
    let server = own("synonyms");
    let mut wanted = group("zarabatana costal", &["borrifo costal", "Borrifo Costal", ""]);
    wanted["operationId"] = "0192f0a0-0000-7000-8000-00000000a001".into();
    let made = server.ok("POST", GROUPS, &wanted);
    assert_eq!(made["terms"], json!(["zarabatana costal", "borrifo costal"]));
    assert_eq!(server.ok("POST", GROUPS, &wanted)["id"], made["id"], "the same operation twice");
    let address = format!("{GROUPS}/{}", made["id"]);
    let mut change = group("zarabatana costal", &["borrifo costal", "zarabatana manual"]);
    change["version"] = 1.into();
    assert_eq!(server.ok("PUT", &address, &change)["version"], 2);
    let stale = server.request("PUT", &address).json(change.to_string()).send();
    assert_eq!(stale.error(409), "conflict");
    assert_eq!(stale.json()["details"]["current"]["version"], 2);
    assert_eq!(server.request("DELETE", &address).send().status, 200);
    assert_eq!(server.request("DELETE", &address).send().error(404), "not_found");
    assert_eq!(server.post(&format!("{address}/restore")).send().json()["version"], 4);
    let listed = server.get(GROUPS).send().json();
    assert!(listed.as_array().unwrap().iter().any(|listed| listed["id"] == made["id"]));
}

#[test]
fn what_cannot_be_a_group_is_refused_with_what_is_allowed() {
    let server = own("synonyms-refused");
    server.ok("POST", GROUPS, &group("zarabatana", &["canudo flexível"]));
    let refusal = |body: Value| server.post(GROUPS).json(body.to_string()).send();
    let taken = refusal(group("canudo", &["Canudo Flexivel"]));
    assert_eq!(taken.error(422), "invalid_fields");
    let told = &taken.json()["details"]["fields"][0];
    assert_eq!((&told["code"], &told["allowed"]), (&"in_another_group".into(), &"zarabatana".into()));
    let unheard = refusal(group("e", &["a", "de para", "colheita"]));
    assert_eq!(unheard.error(422), "invalid_fields");
    let fields = unheard.json()["details"]["fields"].clone();
    let read_field =
        |at: usize| (fields[at]["field"].clone(), fields[at]["value"].clone(), fields[at]["code"].clone());
    let expect_field = |field: &str, value: &str| (field.into(), value.into(), "ignored_by_search".into());
    assert_eq!(
        [read_field(0), read_field(1), read_field(2)],
        [expect_field("name", "e"), expect_field("terms", "a"), expect_field("terms", "de para")]
    );
    assert_eq!(fields[3], Value::Null);
    assert!(fields[0]["message"].as_str().is_some_and(|said| said.len() > 40), "a sentence: {fields}");
    let long = "x".repeat(81);
    for body in [group(" \u{200b}", &[]), group("a", &[&long])] {
        assert_eq!(refusal(body).error(422), "invalid_fields");
    }
    assert_eq!(refusal(json!({ "kind": "animal", "name": "a", "terms": [] })).error(400), "invalid_request");
    // Within another kind a term is free.
    let other = json!({ "kind": "treatment", "name": "canudo", "terms": ["canudo flexível"] });
    assert_eq!(refusal(other).status, 200);
}

#[test]
fn a_preview_says_what_a_search_then_finds() {
    let server = own("synonyms-preview");
    let item = json!({ "name": "Zarabatana dosadora Tatu" });
    let id = server.ok("POST", "/api/catalog/items", &item)["id"].clone();
    let group = group("zarabatana", &["esguicho azul"]);
    let queries = json!(["esguicho azul", "enxada"]);
    let preview = server.ok("POST", "/api/synonyms/preview", &json!({ "group": group, "queries": queries }));
    assert_eq!((&preview["queries"], &preview["touched"]), (&2.into(), &1.into()), "{preview}");
    assert_eq!(preview["effects"][0]["gained"][0]["id"], id);
    let search = || server.ok("POST", "/api/rag/search", &json!({ "query": "esguicho azul" }));
    let has_item =
        |response: &Value| response["results"].as_array().unwrap().iter().any(|hit| hit["item"]["id"] == id);
    assert!(!has_item(&search()), "a preview stores nothing");
    let made = server.ok("POST", GROUPS, &group);
    assert!(has_item(&search()));
    let gone = server.ok("POST", "/api/synonyms/preview", &json!({ "id": made["id"], "queries": queries }));
    assert_eq!(gone["effects"][0]["lost"][0]["id"], id);
}
