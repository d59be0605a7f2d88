//! Conversations by operation, without a model: what is answered, rated, reported, shared, measured.

use crate::desk::{Desk, NOBODY, code, each, merge_fields};
use serde_json::{Value, json};

impl Desk {
    /// A program with a product and an answer about it.
    async fn with_answer() -> (Self, Value, Value) {
        let desk = Self::new().await;
        let item =
            desk.item("Fungicida Alfa", json!({ "externalId": "FUN-1", "category": "Fungicida" })).await;
        let answer = desk.ask("Tem fungicida alfa?").await;
        (desk, item, answer)
    }
}

#[tokio::test]
async fn an_answer_from_the_search_alone_is_kept_with_its_trace_and_can_be_run_again() {
    let (desk, item, answer) = Desk::with_answer().await;
    assert_eq!(answer["state"], "composed", "{answer}");
    assert_eq!(answer["sources"][0]["id"], item["id"]);
    let conversation = desk.ok("get_conversation", json!({ "id": answer["conversationId"] })).await;
    assert_eq!(each(&conversation["messages"], "role"), ["user", "assistant"]);
    let trace = desk.ok("get_trace", json!({ "id": answer["debug"]["traceId"] })).await;
    assert_eq!((&trace["message"], &trace["outcome"]), (&json!("Tem fungicida alfa?"), &json!("composed")));
    let by_answer = desk.ok("get_trace", json!({ "id": answer["messageId"] })).await;
    assert_eq!(by_answer["id"], trace["id"], "found by its answer too");
    assert_eq!(desk.ok("replay_trace", json!({ "id": trace["id"] })).await["same"], true);
    let at = trace["searches"].as_array().unwrap().len();
    assert_eq!(code(desk.call("inspect_trace", json!({ "id": trace["id"], "at": at })).await), "not_found");
    desk.item("Fungicida Alfa Plus", json!({})).await;
    let replayed = desk.ok("replay_trace", json!({ "id": trace["id"] })).await;
    assert_eq!(replayed["same"], false, "the catalog is another: {replayed}");
    desk.close().await;
}

#[tokio::test]
async fn a_conversation_is_renamed_pinned_deleted_and_brought_back() {
    let (desk, _, answer) = Desk::with_answer().await;
    let id = answer["conversationId"].clone();
    let change = |more: Value| merge_fields(json!({ "id": id }), more);
    for title in [" ".to_owned(), "x".repeat(201)] {
        let (code, details) = desk.refusal("update_conversation", change(json!({ "title": title }))).await;
        assert_eq!((code.as_str(), &details["path"]), ("invalid_request", &json!("title")));
    }
    let changed = desk.ok("update_conversation", change(json!({ "title": " Alfa ", "pinned": true }))).await;
    assert_eq!((&changed["title"], &changed["pinned"]), (&json!("Alfa"), &json!(true)));
    assert_eq!(
        desk.refusal("update_conversation", change(json!({ "activeId": NOBODY }))).await.0,
        "not_found"
    );
    desk.ok("delete_conversation", change(json!({}))).await;
    for operation in ["get_conversation", "delete_conversation", "update_conversation"] {
        let request =
            change(if operation == "update_conversation" { json!({ "pinned": false }) } else { json!({}) });
        assert_eq!(desk.refusal(operation, request).await.0, "not_found", "{operation}");
    }
    assert_eq!(desk.ok("list_conversations", json!({})).await["total"], 0);
    assert_eq!(desk.ok("restore_conversation", change(json!({}))).await["title"], "Alfa");
    assert_eq!(desk.refusal("restore_conversation", change(json!({}))).await.0, "not_found");
    assert_eq!(desk.ok("list_conversations", json!({ "text": "ALFA" })).await["total"], 1);
    desk.close().await;
}

#[tokio::test]
async fn only_answers_are_rated_and_a_bad_one_becomes_one_test_however_often_it_is_reported() {
    let (desk, item, answer) = Desk::with_answer().await;
    let other = desk.item("Fungicida Beta", json!({ "externalId": "FUN-2" })).await;
    let id = &answer["messageId"];
    let down = json!({ "rating": "down" });
    let rate = |id: &Value, feedback: Value| json!({ "id": id, "feedback": feedback });
    let long = json!({ "rating": "down", "note": "x".repeat(2_001) });
    for operation in ["set_feedback", "report_answer"] {
        let refusal = async |request| desk.refusal(operation, request).await.0;
        assert_eq!(refusal(rate(&answer["userMessageId"], down.clone())).await, "not_an_answer");
        assert_eq!(refusal(rate(&json!(NOBODY), down.clone())).await, "not_found");
        assert_eq!(refusal(rate(id, long.clone())).await, "invalid_request");
    }
    let up = rate(id, json!({ "rating": "up" }));
    assert_eq!(desk.ok("set_feedback", up.clone()).await["feedback"]["rating"], "up");
    assert_eq!(desk.refusal("report_answer", up).await.0, "invalid_request");
    let record = |item: &Value| json!({ "type": "item", "id": item["id"] });
    let report = |wrong: Value, expected: Value| {
        merge_fields(rate(id, down.clone()), json!({ "wrong": wrong, "expected": expected }))
    };
    let both = report(json!([record(&item)]), json!([record(&item)]));
    assert_eq!(desk.refusal("report_answer", both).await.0, "invalid_fields");
    let nobody = report(json!([{ "type": "item", "id": NOBODY }]), json!([]));
    assert_eq!(desk.refusal("report_answer", nobody).await.0, "not_found");
    assert_eq!(desk.ok("list_query_sets", json!({})).await, json!([]), "nothing of what was refused is kept");
    let mut cases = Vec::new();
    for _ in 0..2 {
        let done = desk.ok("report_answer", report(json!([record(&item)]), json!([record(&other)]))).await;
        assert_eq!(done["message"]["feedback"]["rating"], "down");
        cases.push(done["cases"].clone());
    }
    assert_eq!(cases[0], cases[1], "one test an answer");
    let set = desk.ok("get_query_set", json!({ "id": cases[0][0]["setId"] })).await;
    assert_eq!((&set["role"], &set["cases"], &set["judgments"]), (&json!("answers"), &json!(1), &json!(2)));
    assert_eq!(set["list"][0]["case"], json!({ "expected": ["FUN-2"], "forbidden": ["FUN-1"] }));
    let quality = desk.ok("ai_quality", json!({})).await;
    let overall = &quality["overall"];
    assert_eq!(
        (&overall["turns"], &overall["composed"], &overall["ratings"]),
        (&json!(1), &json!(1), &json!(1))
    );
    assert_eq!(
        (&overall["satisfaction"], &overall["costUsd"]),
        (&Value::Null, &Value::Null),
        "one is too few"
    );
    assert_eq!((&overall["cases"]["satisfaction"], &quality["leastCases"]), (&json!(1), &json!(10)));
    desk.close().await;
}

#[tokio::test]
async fn what_is_no_message_is_refused_and_leaves_no_conversation() {
    let desk = Desk::new().await;
    let known = desk.ask("Bom dia").await;
    for (more, expected) in [
        (json!({ "message": " " }), "message_blank"),
        (json!({ "message": "x".repeat(8_001) }), "message_too_long"),
        (json!({ "parentId": NOBODY }), "invalid_request"),
        (json!({ "conversationId": NOBODY }), "not_found"),
        (json!({ "regenerate": NOBODY }), "not_found"),
        (json!({ "conversationId": known["conversationId"], "parentId": NOBODY }), "not_found"),
    ] {
        let request = merge_fields(json!({ "message": "Oi" }), more.clone());
        assert_eq!(desk.refusal("chat", request).await.0, expected, "{}", &more.to_string()[..20]);
    }
    assert_eq!(desk.ok("list_conversations", json!({})).await["total"], 1);
    assert_eq!(desk.ok("stop_turn", json!({ "operationId": NOBODY })).await["stopped"], false);
    desk.close().await;
}

#[tokio::test]
async fn a_shared_comparison_is_the_same_here_until_something_changes() {
    let (desk, item, _) = Desk::with_answer().await;
    desk.item("Fungicida Beta", json!({ "externalId": "FUN-2" })).await;
    let share = |item: &str, against: &str| json!({ "search": { "query": "fungicida" }, "item": item, "against": against, "format": "json" });
    let file = desk.ok("share_comparison", share("FUN-1", "FUN-2")).await;
    let verify = json!({ "content": file["content"] });
    let same = desk.ok("verify_shared", verify.clone()).await;
    assert_eq!((&same["same"], &same["rows"]), (&json!(true), &json!([])), "{same}");
    let change = json!({ "id": item["id"], "version": 1, "name": "Acaricida Alfa", "externalId": "FUN-1", "category": "Fungicida" });
    desk.ok("update_item", change).await;
    let other = desk.ok("verify_shared", verify).await;
    assert_eq!(other["same"], false);
    assert!(!other["rows"].as_array().unwrap().is_empty(), "{other}");
    assert_eq!(desk.refusal("share_comparison", share("FUN-1", "FUN-1")).await.0, "same_record");
    assert_eq!(desk.refusal("share_comparison", share("NADA", "FUN-1")).await.0, "not_found");
    for content in ["", "nada", "{}", r#"{"format": "celeiro-outra/1"}"#] {
        assert_eq!(
            desk.refusal("verify_shared", json!({ "content": content })).await.0,
            "invalid_request",
            "{content}"
        );
    }
    desk.close().await;
}
