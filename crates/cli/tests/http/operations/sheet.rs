//! The catalog desk from outside: status codes, refusals, and an operation taken back.

use crate::server::shared_server;
use serde_json::{Value, json};

fn create_item(name: &str) -> Value {
    let draft = json!({ "name": name, "category": "Mesa de teste", "price": 100 });
    shared_server().ok("POST", "/api/catalog/items", &draft)
}

#[test]
fn a_bulk_edit_is_seen_made_and_taken_back_with_its_conflicts() {
    let server = shared_server();
    let items = [create_item("Mesa A"), create_item("Mesa B")];
    let edit = json!({
        "selection": { "ids": [items[0]["id"], items[1]["id"]] },
        "changes": [{ "field": "price", "action": "percent", "value": "-10" }],
    });
    let preview = server.ok("POST", "/api/catalog/bulk/preview", &edit);
    assert_eq!((&preview["matched"], &preview["changed"]), (&2.into(), &2.into()));
    let mut made = edit.clone();
    made["expect"] = preview["digest"].clone();
    let done = server.ok("POST", "/api/catalog/bulk", &made);
    assert_eq!(
        server.post("/api/catalog/bulk").json(made.to_string()).send().error(409),
        "selection_changed"
    );

    let cells = json!({ "cells": [
        { "id": items[0]["id"], "version": 2, "field": "price", "value": "95,50" },
        { "id": items[1]["id"], "version": 1, "field": "price", "value": "1" },
    ] });
    let written = server.ok("POST", "/api/catalog/cells", &cells);
    assert_eq!(
        (&written["rows"][0]["version"], &written["rows"][1]["error"]["code"]),
        (&3.into(), &"conflict".into())
    );

    let undo = format!("/api/operations/{}/undo", done["operationId"].as_str().unwrap());
    let dry = server.ok("POST", &undo, &json!({ "dryRun": true }));
    let undone = server.ok("POST", &undo, &json!({}));
    assert_eq!((&undone["undone"], &undone["conflicts"]), (&dry["undone"], &dry["conflicts"]));
    let conflict = &undone["conflicts"][0];
    assert_eq!((&conflict["field"], &conflict["now"]), (&"price".into(), &json!(95.5)));
    let history = format!("/api/catalog/items/{}/history", items[1]["id"].as_str().unwrap());
    let kinds: Vec<Value> = server
        .get(&history)
        .send()
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["operation"].clone())
        .collect();
    assert_eq!(kinds, ["undo", "bulk-edit", "create-item"]);
    let log = server.get("/api/operations?mine=true&limit=2").send().json();
    assert_eq!(log["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn a_grid_answers_with_what_is_allowed() {
    let server = shared_server();
    create_item("Mesa C");
    let query = json!({
        "filters": [{ "column": "category", "test": "is", "values": ["MESA DE TESTE"] }],
        "sort": [{ "column": "price", "descending": true }],
        "limit": 1,
    });
    let page = server.ok("POST", "/api/catalog/grid", &query);
    let row = &page["rows"][0];
    assert!(page["total"].as_u64() >= Some(1));
    assert_eq!(row["missing"], json!(["description", "manufacturer", "tags"]));
    for (filter, code) in [
        (json!({ "column": "colour", "test": "is", "values": ["x"] }), "unknown_filter"),
        (json!({ "column": "price", "test": "below", "values": ["x"] }), "invalid_filter"),
    ] {
        let body = json!({ "filters": [filter] }).to_string();
        assert_eq!(server.post("/api/catalog/grid").json(body).send().error(400), code);
    }
    let nobody = "/api/operations/00000000-0000-4000-8000-000000000000";
    assert_eq!(server.get(nobody).send().error(404), "not_found");
    assert_eq!(server.post(&format!("{nobody}/undo")).json("{}").send().error(404), "not_found");
}

#[test]
fn a_category_is_renamed_over_http_and_two_editors_meet_in_a_conflict() {
    let server = shared_server();
    let item = json!({ "name": "Trena de teste", "category": "Medição de teste" });
    let item = server.ok("POST", "/api/catalog/items", &item);
    let categories = "/api/catalog/categories";
    let change = |name: &str| json!({ "type": "rename", "category": "medicao de teste", "name": name });
    let address = format!("{categories}/preview");
    let preview = server.ok("POST", &address, &json!({ "change": change("Metrologia de teste") }));
    assert_eq!((&preview["items"], &preview["version"]), (&json!(1), &json!(0)));
    let request = |name: &str| json!({ "change": change(name), "version": 0 });
    server.ok("PUT", categories, &request("Metrologia de teste"));
    let late = server.request("PUT", categories).json(request("Outra de teste").to_string()).send();
    assert_eq!(late.error(409), "conflict");
    assert_eq!(late.json()["details"]["current"], json!(null));
    let under = json!({ "change": { "type": "move", "category": "Metrologia de teste", "parent": "metrologia de teste" } });
    let circle = server.request("PUT", categories).json(under.to_string()).send();
    assert_eq!(circle.error(409), "category_cycle");
    let address = format!("/api/catalog/items/{}", item["id"].as_str().unwrap());
    assert_eq!(server.get(&address).send().json()["category"], "Metrologia de teste");
    let listed = server.get(categories).send().json();
    let rows = listed["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["name"] == "Metrologia de teste" && row["active"] == 1));
}
