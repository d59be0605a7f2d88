//! Conversations: found, renamed, pinned, rated, deleted and brought back.

use crate::operations::desk::desk;
use serde_json::{Value, json};

const LIST: &str = "/api/conversations";

fn find_conversations(text: &str) -> Vec<Value> {
    let page = desk().server.get(&format!("{LIST}?text={text}")).send().json();
    let rows = page["conversations"].as_array().unwrap().clone();
    assert_eq!(page["total"], rows.len());
    rows
}

#[test]
fn a_conversation_from_beginning_to_end() {
    let server = &desk().server;
    let answer = desk().ask(&json!({ "message": "quanto custa o Zunzunlix?" }));
    let id = answer["conversationId"].as_str().unwrap();
    let address = format!("{LIST}/{id}");
    assert_eq!(find_conversations("zunzunl")[0]["id"], id, "found by what was said, whatever the case");
    let renamed = server.ok("PUT", &address, &json!({ "title": "  Açaí da Serra  ", "pinned": true }));
    assert_eq!((&renamed["title"], &renamed["pinned"]), (&json!("Açaí da Serra"), &json!(true)));
    assert_eq!(find_conversations("acai")[0]["messageCount"], 2);
    let blank = server.request("PUT", &address).json(r#"{"title":" "}"#).send();
    assert_eq!(blank.error(400), "invalid_request");

    let rated = format!("/api/messages/{}/feedback", answer["messageId"].as_str().unwrap());
    let down = json!({ "feedback": { "rating": "down", "reason": "wrong-item", "note": "outro" } });
    assert_eq!(server.ok("PUT", &rated, &down)["feedback"]["reason"], "wrong-item");
    assert_eq!(desk().conversation(&answer["conversationId"])["messages"][1]["feedback"]["rating"], "down");
    assert!(server.ok("PUT", &rated, &json!({}))["feedback"].is_null(), "taken back");
    let question = format!("/api/messages/{}/feedback", answer["userMessageId"].as_str().unwrap());
    let refused = server.request("PUT", &question).json(down.to_string()).send();
    assert!((400..500).contains(&refused.status), "a question is not rated: {}", refused.text());

    assert_eq!(server.request("DELETE", &address).send().json()["id"], id);
    assert_eq!(server.get(&address).send().error(404), "not_found");
    assert!(find_conversations("acai").is_empty());
    let gone = json!({ "message": "oi", "conversationId": id }).to_string();
    assert_eq!(server.post("/api/chat").json(gone).send().error(404), "not_found");
    assert_eq!(server.ok("POST", &format!("{address}/restore"), &json!({}))["title"], "Açaí da Serra");
    assert_eq!(desk().conversation(&answer["conversationId"])["messages"][1]["content"], answer["answer"]);
}

#[test]
fn another_branch_is_opened() {
    let first = desk().ask(&json!({ "message": "oi" }));
    let again = desk().ask(&json!({ "regenerate": first["userMessageId"] }));
    let id = &first["conversationId"];
    assert_eq!(desk().conversation(id)["activeId"], again["messageId"]);
    let address = format!("{LIST}/{}", id.as_str().unwrap());
    desk().server.ok("PUT", &address, &json!({ "activeId": first["messageId"] }));
    assert_eq!(desk().conversation(id)["activeId"], first["messageId"]);
    let other = desk().ask(&json!({ "message": "oi" }));
    let foreign = json!({ "activeId": other["messageId"] }).to_string();
    assert_eq!(desk().server.request("PUT", &address).json(foreign).send().error(404), "not_found");
}
