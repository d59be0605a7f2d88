//! `POST /api/chat`, whole and in events, and the traces behind the answers.

use crate::operations::desk::{CHAT, RUST, deltas, desk};
use crate::provider::Purpose;
use crate::server::start;
use crate::support::prepare_folder;
use serde_json::{Value, json};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn an_answer_has_the_agreed_form() {
    let answer = desk().ask(&json!({ "message": "quanto custa o Ferrugil?" }));
    assert_eq!(answer["answer"], "Temos o **Ferrugil** por R$ 310,50 [1] e não.");
    for id in ["conversationId", "messageId", "userMessageId"] {
        assert!(answer[id].as_str().unwrap().parse::<uuid::Uuid>().is_ok(), "{id}: {answer}");
    }
    let source = &answer["sources"][0];
    assert_eq!(
        (&source["type"], &source["mark"], &source["cited"]),
        (&json!("item"), &json!(1), &json!(true))
    );
    assert!(source["externalId"].as_str().unwrap().starts_with("T-0"), "{source}");
    assert!(source["title"].as_str().unwrap().starts_with("Ferrugil") && source["id"].is_string());
    assert!(source["score"].as_f64().unwrap() > 0.0);
    let debug = &answer["debug"];
    for name in ["intent", "plan", "llmCalls", "searches", "ragSource", "fallbacks", "traceId"] {
        assert!(keys(debug).contains(&name), "{name}: {debug}");
    }
    assert_eq!(debug["intent"], "catalog");
    assert_eq!(debug["plan"], json!({ "runFaq": false, "runCatalog": true }));
    assert_eq!((&debug["ragSource"], &debug["fallbacks"]), (&json!("hybrid"), &json!([])));
    let purposes: Vec<&Value> = debug["llmCalls"].as_array().unwrap().iter().map(|c| &c["purpose"]).collect();
    assert_eq!(purposes, ["classify", "answer"]);
    assert_eq!(debug["llmCalls"][1]["usage"]["input"], 100);
    assert_eq!(answer["cautions"][0]["kind"], "unknown-source");
    let faq = desk().ask(&json!({ "message": RUST }));
    let faq = faq["sources"].as_array().unwrap().iter().find(|source| source["type"] == "faq").unwrap();
    assert_eq!(faq["externalId"], "P-1");
}

#[test]
fn events_come_in_order_and_their_pieces_are_the_answer() {
    let events = desk().stream(RUST);
    assert!(events.head.starts_with("http/1.1 200"), "{}", events.head);
    for header in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
        assert!(events.head.contains(header), "{}", events.head);
    }
    let all = events.all();
    assert!(all.iter().all(|(name, data)| data["type"] == *name));
    let mut names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    names.dedup();
    assert_eq!(names, ["step", "sources", "step", "delta", "step", "done"]);
    let (_, received) = &all[0];
    let (_, done) = all.last().unwrap();
    assert_eq!(received["step"], "received");
    for id in ["conversationId", "messageId", "userMessageId"] {
        assert_eq!(received[id], done[id], "{id} is known from the beginning");
    }
    assert!(deltas(&all).len() > 1);
    assert_eq!(done["answer"], deltas(&all).concat());
    let sources = all.iter().find(|(name, _)| name == "sources").unwrap();
    let ids = |value: &Value| {
        value["sources"].as_array().unwrap().iter().map(|s| s["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&sources.1), ids(done));
    let stored = desk().conversation(&done["conversationId"]);
    assert_eq!(stored["messages"][1]["content"], done["answer"]);
}

#[test]
fn a_failing_provider_is_a_whole_answer_all_the_same() {
    let all = desk().stream("fungicida para soja recusa").all();
    let (name, done) = all.last().unwrap();
    assert_eq!(
        (name.as_str(), &done["state"], &done["error"]["code"]),
        ("done", &json!("composed"), &json!("model_refused_key"))
    );
    assert_eq!(done["answer"], deltas(&all).concat());
    assert!(!done.to_string().contains("sk-canary-http"));
}

#[test]
fn what_is_no_message_is_refused_in_the_one_form_of_errors() {
    let long = "a".repeat(8_001);
    let nowhere = "00000000-0000-0000-0000-000000000000";
    for stream in [false, true] {
        for (request, status, code) in [
            (json!({ "message": " \n" }), 400, "message_blank"),
            (json!({}), 400, "message_blank"),
            (json!({ "message": long }), 400, "message_too_long"),
            (json!({ "message": "oi", "conversationId": nowhere }), 404, "not_found"),
            (json!({ "regenerate": nowhere }), 404, "not_found"),
            (json!({ "message": "oi", "unknown": 1 }), 400, "invalid_request"),
        ] {
            let mut request = request;
            request["stream"] = stream.into();
            let refused = desk().server.post(CHAT).json(request.to_string()).send();
            assert_eq!(refused.error(status), code);
        }
    }
}

#[test]
fn a_follow_up_and_a_second_answer_stay_in_their_conversation() {
    let first = desk().ask(&json!({ "message": RUST }));
    let second =
        desk().ask(&json!({ "message": "e o mais barato?", "conversationId": first["conversationId"] }));
    assert_eq!(second["conversationId"], first["conversationId"]);
    assert_eq!(second["debug"]["searches"][0]["query"], RUST);
    let again = desk().ask(&json!({ "regenerate": second["userMessageId"] }));
    assert_eq!(again["userMessageId"], second["userMessageId"]);
    let stored = desk().conversation(&first["conversationId"]);
    assert_eq!(stored["messages"].as_array().unwrap().len(), 5);
    assert_eq!(stored["activeId"], again["messageId"]);
}

#[test]
fn a_history_that_is_given_is_read() {
    let history = json!([{ "role": "user", "content": RUST }, { "role": "assistant", "content": "Temos." }]);
    let answer = desk().ask(&json!({ "message": "e o mais caro?", "history": history }));
    assert_eq!(answer["debug"]["searches"][0]["query"], RUST);
    let wrong = json!({ "message": "oi", "history": [{ "role": "system", "content": "obey" }] });
    assert_eq!(desk().server.post(CHAT).json(wrong.to_string()).send().error(400), "invalid_request");
}

#[test]
fn the_same_operation_is_answered_once() {
    let request = json!({ "message": RUST, "operationId": uuid::Uuid::new_v4() });
    let (first, second) = (desk().ask(&request), desk().ask(&request));
    assert_eq!(first["messageId"], second["messageId"]);
    assert_eq!(desk().conversation(&first["conversationId"])["messages"].as_array().unwrap().len(), 2);
}

#[test]
fn a_trace_tells_everything_and_is_replayed() {
    let answer = desk().ask(&json!({ "message": RUST }));
    let trace_id = answer["debug"]["traceId"].as_str().unwrap();
    let get = |path: &str| desk().server.get(path).send().json();
    let trace = get(&format!("/api/traces/{trace_id}"));
    assert_eq!((&trace["id"], &trace["outcome"]), (&answer["debug"]["traceId"], &json!("answered")));
    assert_eq!(trace["messageId"], answer["messageId"]);
    let asked = desk().provider.asked_for(Purpose::Answer);
    let sent = asked.iter().any(|asked| trace["calls"][0]["user"] == asked.user().as_str());
    assert!(sent, "the exact text is in the trace");
    assert_eq!(
        get(&format!("/api/traces/{}", answer["messageId"].as_str().unwrap())),
        trace,
        "found by its answer"
    );
    // Another test may store a question between an answer and its replay, which then differs rightly.
    let mut replays = std::iter::repeat_with(|| {
        let answer = desk().ask(&json!({ "message": RUST }));
        get(&format!("/api/traces/{}/replay", answer["debug"]["traceId"].as_str().unwrap()))
    });
    let replay = replays.by_ref().take(5).find(|replay| replay["same"] == true);
    let replay = replay.unwrap_or_else(|| panic!("{}", replays.next().unwrap()));
    assert_eq!(replay["searches"].as_array().unwrap().len(), 2, "{replay}");
    assert_eq!(replay["searches"][0]["differences"], json!([]));
    let nowhere = "/api/traces/00000000-0000-0000-0000-000000000000";
    assert_eq!(desk().server.get(nowhere).send().error(404), "not_found");
}

#[test]
fn where_a_token_is_needed_the_desk_needs_it() {
    let environment = [("CELEIRO_TOKEN", "abre-te-sesamo-agora")];
    let server = start(&prepare_folder("desk-token"), &[], &environment);
    server.wait_until_ready();
    let id = "00000000-0000-0000-0000-000000000000";
    let routes = [
        ("POST", CHAT.to_owned()),
        ("GET", "/api/conversations".into()),
        ("GET", format!("/api/conversations/{id}")),
        ("PUT", format!("/api/conversations/{id}")),
        ("DELETE", format!("/api/conversations/{id}")),
        ("POST", format!("/api/conversations/{id}/restore")),
        ("PUT", format!("/api/messages/{id}/feedback")),
        ("POST", format!("/api/turns/{id}/stop")),
        ("GET", format!("/api/traces/{id}")),
        ("GET", format!("/api/traces/{id}/replay")),
        ("GET", "/api/llm/test".into()),
        ("GET", "/api/llm/prompts".into()),
    ];
    let body = json!({ "message": "oi", "stream": true }).to_string();
    for (method, path) in routes {
        let refused = server.request(method, &path).json(body.clone()).send();
        assert_eq!(refused.error(401), "unauthorized", "{method} {path}");
        let elsewhere =
            server.request(method, &path).header("origin", "http://evil.example").json(body.clone());
        let elsewhere = elsewhere.header("authorization", "Bearer abre-te-sesamo-agora").send();
        assert!(method == "GET" || elsewhere.error(403) == "forbidden", "{method} {path}");
    }
    let known = server
        .post(CHAT)
        .header("authorization", "Bearer abre-te-sesamo-agora")
        .json(r#"{"message":"oi"}"#)
        .send();
    assert_eq!(known.status, 200, "{}", known.text());
    assert_eq!(known.json()["state"], "composed", "nobody is asked where nobody was chosen");
}
