//! The assistant over HTTP: a proposed write, its card, and the decision.

use crate::operations::desk::{CHAT, desk};
use serde_json::{Value, json};

fn propose(name: &str) -> Value {
    desk().ask(&json!({ "message": format!("cadastra a pergunta {name}"), "mode": "assistant" }))
}

fn action_of(answer: &Value) -> &str {
    answer["pending"][0]["actionId"].as_str().unwrap_or_else(|| panic!("a card: {answer}"))
}

#[test]
fn a_write_is_pending_until_it_is_confirmed_and_runs_once() {
    let answer = propose("aberta");
    assert_eq!((&answer["mode"], &answer["state"]), (&json!("assistant"), &json!("complete")));
    let pending = &answer["pending"][0];
    assert_eq!(
        (&pending["tool"], &pending["arguments"]["answer"]),
        (&json!("create_faq"), &json!("Resposta."))
    );
    assert_eq!(pending["card"]["changes"][0]["from"], Value::Null);
    let id = action_of(&answer);
    let listed = desk().server.get("/api/actions?state=pending").send().json();
    assert!(listed.as_array().unwrap().iter().any(|one| one["id"] == id), "{listed}");
    let done = desk().server.ok("POST", &format!("/api/actions/{id}/confirm"), &json!({}));
    assert_eq!((&done["state"], &done["operationId"]), (&json!("executed"), &json!(id)));
    let again = desk().server.post(&format!("/api/actions/{id}/confirm")).json(json!({}).to_string()).send();
    assert_eq!(again.error(409), "action_decided");
    let history = desk().server.get("/api/operations").send().json();
    let logged = history["rows"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(
        (&logged["source"], &logged["actor"], &logged["created"]),
        (&json!("assistant"), &json!("http"), &json!(1))
    );
}

#[test]
fn a_write_can_be_corrected_and_rejected() {
    let answer = propose("corrigida");
    let id = action_of(&answer);
    let body = json!({ "arguments": { "answer": "Outra resposta." } });
    let corrected = desk().server.ok("POST", &format!("/api/actions/{id}/correct"), &body);
    assert_eq!(
        (&corrected["state"], &corrected["arguments"]["answer"]),
        (&json!("pending"), &json!("Outra resposta."))
    );
    let before = desk().server.get(&format!("/api/actions/{id}")).send().json();
    assert_eq!((&before["state"], &before["correctedBy"]), (&json!("corrected"), &corrected["id"]));
    let wrong = json!({ "arguments": { "confirm": true } }).to_string();
    let second = corrected["id"].as_str().unwrap();
    let refused = desk().server.post(&format!("/api/actions/{second}/correct")).json(wrong).send();
    assert_eq!(refused.error(422), "action_invalid");
    let rejected = desk().server.ok("POST", &format!("/api/actions/{second}/reject"), &json!({}));
    assert_eq!(rejected["state"], "rejected");
}

#[test]
fn rounds_and_cards_are_events_of_the_stream() {
    let request = json!({ "message": "cadastra a pergunta viva", "mode": "assistant", "stream": true });
    let all = desk().events(&request).all();
    assert!(all.iter().all(|(name, data)| data["type"] == *name), "{all:?}");
    let named = |wanted: &str| all.iter().find(|(name, _)| name == wanted).map(|(_, data)| data).unwrap();
    let calls = named("tool_calls");
    assert_eq!((&calls["iteration"], &calls["toolCalls"][0]["name"]), (&json!(1), &json!("create_faq")));
    assert!(calls["toolCalls"][0]["id"].is_string() && calls["toolCalls"][0]["arguments"].is_object());
    assert_eq!(named("tool_results")["results"][0]["outcome"], "pending");
    let pending = named("pending");
    for key in ["actionId", "tool", "arguments", "card", "expiresAt"] {
        assert!(!pending[key].is_null(), "{key}: {pending}");
    }
    assert_eq!(named("done")["pending"][0]["actionId"], pending["actionId"]);
}

#[test]
fn a_mode_that_does_not_exist_is_refused_and_the_tools_can_be_read() {
    let request = json!({ "message": "oi", "mode": "chefe" }).to_string();
    assert_eq!(desk().server.post(CHAT).json(request).send().status, 400);
    let tools = desk().server.get("/api/tools").send().json();
    let writes = tools.as_array().unwrap().iter().filter(|tool| tool["requiresConfirmation"] == true);
    assert_eq!(
        writes.map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["set_price", "update_item", "create_item", "create_faq"]
    );
}
