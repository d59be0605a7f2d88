//! What the assistant knows, over HTTP: from beginning to end, refused, corrected, forgotten, exported.

use super::server;
use crate::server::shared_server;
use serde_json::{Value, json};

const MEMORY: &str = "/api/assistant/memory";

fn enter(content: &str) -> Value {
    server().ok("POST", MEMORY, &json!({ "type": "fact", "content": content, "area": "customers" }))
}

fn at(item: &Value) -> String {
    format!("{MEMORY}/{}", item["id"].as_str().unwrap_or_else(|| panic!("an item: {item}")))
}

#[test]
fn an_item_from_beginning_to_end() {
    let made = enter("Aparecida prefere retirar na loja");
    assert_eq!(
        (&made["version"], &made["state"], &made["source"], &made["confidence"]),
        (&json!(1), &json!("active"), &json!("page"), &json!(1.0))
    );
    let shown = server().get(&at(&made)).send().json();
    assert_eq!((&shown["item"], &shown["evidence"], &shown["uses"]), (&made, &json!([]), &json!([])));
    let mut change = made.clone();
    change["content"] = "Aparecida prefere receber na fazenda".into();
    let changed = server().ok("PUT", &at(&made), &change);
    assert_eq!(changed["version"], 2, "sent back as it came: {changed}");
    let late = server().request("PUT", &at(&made)).json(change.to_string()).send();
    assert_eq!(late.error(409), "conflict");
    assert_eq!(server().request("DELETE", &at(&made)).send().status, 200);
    assert_eq!(server().get(&at(&made)).send().error(404), "not_found");
    let restored = server().post(&format!("{}/restore", at(&made))).send().json();
    assert_eq!(restored["content"], "Aparecida prefere receber na fazenda");
}

#[test]
fn items_are_found_by_their_words_and_told_in_the_profile_and_the_export() {
    let made = enter("o silo da Zulmira tem 480 toneladas");
    let found = server().get(&format!("{MEMORY}?text=silos%20da%20zulmira")).send().json();
    assert_eq!((&found["rows"][0]["id"], &found["total"]), (&made["id"], &json!(1)), "{found}");
    let other = server().get(&format!("{MEMORY}?type=preference&text=zulmira")).send().json();
    assert_eq!(other["total"], 0, "{other}");
    let profile = server().get("/api/assistant/memory-profile").send().json();
    assert!(profile["text"].as_str().unwrap().contains("Zulmira"), "{profile}");
    assert!(profile["tokens"].as_u64().unwrap() <= profile["mostTokens"].as_u64().unwrap());
    let export = server().get("/api/assistant/export").send().json();
    let exported = export["knowledge"].as_array().unwrap();
    assert!(exported.iter().any(|one| one["item"]["id"] == made["id"]), "{export}");
    let gone = json!({ "kind": "knowledge", "id": made["id"] });
    assert_eq!(server().ok("POST", "/api/assistant/forget", &gone)["knowledge"], 1);
    let found = server().get(&format!("{MEMORY}?text=zulmira")).send().json();
    assert_eq!(found["total"], 0);
}

#[test]
fn what_cannot_be_known_is_named() {
    for (body, field) in [
        (json!({ "type": "fact", "content": " ", "area": "crops" }), "content"),
        (json!({ "type": "fact", "content": "a".repeat(2_001), "area": "crops" }), "content"),
        (json!({ "type": "fact", "content": "a", "area": "crops", "confidence": 2 }), "confidence"),
        (
            json!({ "type": "fact", "content": "a", "area": "crops", "validFrom": "2026-02-01", "validTo": "2026-01-01" }),
            "validTo",
        ),
    ] {
        let refused = server().post(MEMORY).json(body.to_string()).send();
        assert_eq!(refused.error(422), "invalid_fields", "{body}");
        assert_eq!(refused.json()["details"]["fields"][0]["field"], field);
    }
    for body in [
        json!({ "type": "rumour", "content": "a", "area": "crops" }),
        json!({ "type": "fact", "content": "a", "area": "dinheiro" }),
        json!({ "type": "fact", "content": "a", "area": "crops", "secret": 1 }),
        json!([]),
    ] {
        let refused = server().post(MEMORY).json(body.to_string()).send().json();
        assert_eq!(refused["code"], "invalid_request", "{body}");
    }
}

#[test]
fn without_a_model_a_run_says_so_and_while_it_is_off_nothing_is_known() {
    let refused = server().post("/api/assistant/memory-runs").json("{}").send().json();
    assert_eq!(refused["code"], "model_not_configured", "{refused}");
    assert_eq!(server().get("/api/assistant/memory-runs").send().json(), json!([]));
    for path in [MEMORY, "/api/assistant/memory-profile", "/api/assistant/memory-runs"] {
        assert_eq!(shared_server().get(path).send().error(403), "personal_off", "{path}");
    }
}
