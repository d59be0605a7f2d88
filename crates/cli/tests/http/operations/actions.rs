//! The assistant over HTTP: a proposed write, its card, and the decision.

use crate::client::Answer;
use crate::operations::desk::{CHAT, desk};
use serde_json::{Value, json};

fn propose(name: &str) -> Value {
    desk().ask(&json!({ "message": format!("cadastra a pergunta {name}"), "mode": "assistant" }))
}

/// The names of an object's members, in order.
fn members(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
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
    for other in ["conversationId", "messageId"] {
        let path = format!("/api/actions/{}/confirm", answer[other].as_str().unwrap());
        assert_eq!(desk().server.post(&path).json("{}").send().error(404), "not_found", "{other}");
    }
    let history = desk().server.get("/api/operations").send().json();
    let logged = history["rows"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(
        (&logged["source"], &logged["confirmedBy"], &logged["created"]),
        (&json!("assistant"), &json!("http"), &json!(1))
    );
    let faq = logged["record"]["id"].as_str().unwrap();
    let saves = desk().server.get(&format!("/api/faqs/{faq}/history")).send().json();
    assert_eq!((&saves[0]["source"], &saves[0]["confirmedBy"]), (&json!("assistant"), &json!("http")));
}

#[test]
fn two_windows_that_confirm_one_card_run_it_once() {
    let answer = propose("dobrada");
    let path = format!("/api/actions/{}/confirm", action_of(&answer));
    let click = || desk().server.post(&path).json("{}").send();
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let windows: Vec<_> = (0..4).map(|_| scope.spawn(click)).collect();
        windows.into_iter().map(|window| window.join().unwrap()).collect()
    });
    let (ran, late): (Vec<Answer>, Vec<Answer>) = answers.into_iter().partition(|one| one.status == 200);
    assert_eq!(ran.len(), 1);
    assert!(late.iter().all(|one| one.error(409) == "action_decided"));
    let undone = desk().server.ok(
        "POST",
        "/api/actions/undo",
        &json!({ "scope": "action", "id": action_of(&answer) }),
    );
    assert_eq!((&undone["actions"], &undone["deleted"]), (&json!(1), &json!(1)));
    assert_eq!(click().error(409), "action_decided", "what was undone does not run again");
}

#[test]
fn the_writes_of_a_conversation_are_undone_together_and_had_again() {
    let server = &desk().server;
    let confirm = |answer: &Value| {
        server.ok("POST", &format!("/api/actions/{}/confirm", action_of(answer)), &json!({}));
    };
    let first = propose("primeira");
    confirm(&first);
    let conversation = &first["conversationId"];
    let message = "cadastra a pergunta segunda";
    let second =
        desk().ask(&json!({ "message": message, "mode": "assistant", "conversationId": conversation }));
    let waiting = format!("/api/actions/{}/undoable", action_of(&second));
    assert_eq!(server.get(&waiting).send().json()["undoable"], false, "it did not run yet");
    confirm(&second);
    let undoable = server.get(&format!("{waiting}?offsetMinutes=-180")).send().json();
    assert_eq!((&undoable["undoable"], &undoable["undoneBy"]), (&json!(true), &Value::Null));
    let scopes = undoable["scopes"].as_array().unwrap();
    assert_eq!(scopes[1], json!({ "scope": "turn", "undoable": 1, "undone": 0 }));
    assert_eq!(scopes[2], json!({ "scope": "conversation", "undoable": 2, "undone": 0 }));
    assert_eq!(scopes[3]["scope"], "day");

    let undo = |body: Value| server.ok("POST", "/api/actions/undo", &body);
    let would = undo(json!({ "scope": "conversation", "id": conversation, "dryRun": true }));
    assert_eq!(
        (&would["actions"], &would["deleted"], &would["conflictCount"]),
        (&2.into(), &2.into(), &0.into())
    );
    assert_eq!(would["parts"][0]["actionId"], action_of(&second), "the last to run comes first");
    assert_eq!(server.get(&waiting).send().json()["undoable"], true, "a dry run changes nothing");
    let turn = undo(json!({ "scope": "turn", "id": second["messageId"] }));
    assert_eq!((&turn["actions"], &turn["parts"][0]["state"]), (&json!(1), &json!("done")));
    assert_eq!(server.get(&waiting).send().json()["undoneBy"], turn["parts"][0]["undo"]["operationId"]);
    let whole = undo(json!({ "scope": "conversation", "id": conversation }));
    assert_eq!((&whole["actions"], &whole["already"]), (&json!(1), &json!(1)));
    let redone = undo(json!({ "scope": "conversation", "id": conversation, "redo": true }));
    assert_eq!((&redone["actions"], &redone["parts"][0]["actionId"]), (&json!(2), &json!(action_of(&first))));

    for (body, status, code) in [
        (json!({ "scope": "turn" }), 400, "invalid_request"),
        (json!({ "scope": "week" }), 400, "invalid_request"),
        (json!({ "scope": "day", "day": "ontem" }), 400, "invalid_request"),
        (json!({ "scope": "day", "offsetMinutes": 900 }), 400, "invalid_request"),
        (json!({ "scope": "conversation", "id": action_of(&first) }), 404, "not_found"),
    ] {
        assert_eq!(
            server.post("/api/actions/undo").json(body.to_string()).send().error(status),
            code,
            "{body}"
        );
    }
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
fn several_writes_are_one_action_that_is_corrected_and_confirmed_in_part() {
    let server = &desk().server;
    let answer = desk().ask(&json!({ "message": "cadastra as duas juntas", "mode": "assistant" }));
    assert_eq!(answer["pending"].as_array().unwrap().len(), 1, "one card: {answer}");
    let id = action_of(&answer);
    let card = &answer["pending"][0]["card"];
    assert_eq!((&card["writes"][1]["tool"], &card["changed"]), (&json!("create_faq"), &json!(2)));
    let body = json!({ "write": 1, "arguments": { "answer": "Outra." } });
    let corrected = server.ok("POST", &format!("/api/actions/{id}/correct"), &body);
    assert_eq!(corrected["arguments"]["writes"][1]["arguments"]["answer"], "Outra.");
    let confirm = format!("/api/actions/{}/confirm", corrected["id"].as_str().unwrap());
    for wrong in [json!([0, 1]), json!([5])] {
        let refused = server.post(&confirm).json(json!({ "without": wrong }).to_string()).send();
        assert_eq!(refused.error(422), "action_invalid");
    }
    let done = server.ok("POST", &confirm, &json!({ "without": [0] }));
    assert_eq!((&done["state"], &done["leftOut"]), (&json!("executed"), &json!([0])));
    let undone = server.ok("POST", "/api/actions/undo", &json!({ "scope": "action", "id": done["id"] }));
    assert_eq!(
        (&undone["actions"], &undone["deleted"], &undone["by"]),
        (&json!(1), &json!(1), &json!("http"))
    );
}

#[test]
fn rounds_and_cards_are_events_of_the_stream() {
    let request = json!({ "message": "cadastra a pergunta viva", "mode": "assistant", "stream": true });
    let all = desk().events(&request).all();
    assert!(all.iter().all(|(name, data)| data["type"] == *name), "{all:?}");
    let find_event =
        |wanted: &str| all.iter().find(|(name, _)| name == wanted).map(|(_, data)| data).unwrap();
    let calls = find_event("tool_calls");
    assert_eq!(members(calls), ["iteration", "toolCalls", "type"]);
    assert_eq!((&calls["iteration"], &calls["toolCalls"][0]["name"]), (&json!(1), &json!("create_faq")));
    assert_eq!(members(&calls["toolCalls"][0]), ["arguments", "id", "name"]);
    assert!(calls["toolCalls"][0]["id"].is_string() && calls["toolCalls"][0]["arguments"].is_object());
    let results = find_event("tool_results");
    assert_eq!(members(results), ["iteration", "results", "type"]);
    assert_eq!(members(&results["results"][0]), ["id", "ms", "name", "outcome", "resultCount"]);
    assert_eq!(results["results"][0]["id"], calls["toolCalls"][0]["id"]);
    assert_eq!(results["results"][0]["outcome"], "pending");
    let pending = find_event("pending");
    let agreed = ["actionId", "arguments", "card", "expiresAt", "secondsLeft", "tool", "type"];
    assert_eq!(members(pending), agreed);
    assert!(agreed.iter().all(|name| !pending[*name].is_null()), "{pending}");
    let place = |wanted: &str| all.iter().position(|(name, _)| name == wanted).unwrap();
    let order = ["tool_calls", "pending", "tool_results", "done"].map(place);
    assert!(order.is_sorted(), "{order:?}");
    assert_eq!(find_event("done")["pending"][0]["actionId"], pending["actionId"]);
}

#[test]
fn a_mode_that_does_not_exist_is_refused_and_the_tools_can_be_read() {
    let request = json!({ "message": "oi", "mode": "chefe" }).to_string();
    assert_eq!(desk().server.post(CHAT).json(request).send().status, 400);
    let tools = desk().server.get("/api/tools").send().json();
    let writes = tools.as_array().unwrap().iter().filter(|tool| tool["requiresConfirmation"] == true);
    for tool in tools.as_array().unwrap() {
        let agreed = ["description", "inputExamples", "name", "parameters", "requiresConfirmation"];
        assert_eq!(members(tool), agreed, "{tool}");
    }
    assert_eq!(
        writes.map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["set_price", "update_item", "create_item", "create_faq"]
    );
}
