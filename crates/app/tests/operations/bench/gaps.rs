//! What people searched for in vain: grouped, dismissed for a reason, opened again, listed by condition.

use crate::desk::{Desk, NOBODY, code, each};
use serde_json::{Value, json};

impl Desk {
    /// A search that a person has settled on.
    async fn look_for(&self, query: &str, kind: &str) -> Value {
        self.ok("search", json!({ "query": query, "kind": kind })).await
    }

    async fn gaps(&self, request: Value) -> Value {
        self.ok("list_gaps", request).await
    }

    /// The questions of the gaps that a list shows.
    async fn questions(&self, request: Value) -> Vec<String> {
        let page = self.gaps(request).await;
        each(&page["gaps"], "query").iter().map(|query| query.as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn searches_in_vain_are_one_gap_by_their_words_and_listed_by_condition() {
    let desk = Desk::new().await;
    desk.item("Óleo mineral", json!({})).await;
    for (query, kind) in [
        ("zarabatana", "items"),
        ("ZARABATANA", "items"),
        ("catapulta", "items"),
        ("bazuca", "faqs"),
        ("oleo", "items"),
    ] {
        desk.look_for(query, kind).await;
    }
    let page = desk.gaps(json!({})).await;
    assert_eq!((&page["total"], &page["open"], &page["enabled"]), (&json!(3), &json!(3), &json!(true)));
    assert_eq!((&page["gaps"][0]["query"], &page["gaps"][0]["count"]), (&json!("ZARABATANA"), &json!(2)));
    assert_eq!(page["byReason"], json!([{ "reason": "no-results", "count": 3 }]));
    assert_eq!(desk.questions(json!({ "scope": "faqs" })).await, ["bazuca"]);
    assert_eq!(desk.questions(json!({ "text": "CATÁPULTA" })).await, ["catapulta"]);
    assert!(desk.questions(json!({ "reason": "weak" })).await.is_empty());
    assert!(desk.questions(json!({ "state": "dismissed" })).await.is_empty());
    let behind = desk.gaps(json!({ "offset": 50, "limit": 1 })).await;
    assert_eq!((behind["gaps"].as_array().unwrap().len(), &behind["total"]), (0, &json!(3)));
    let log = desk.ok("list_queries", json!({})).await;
    assert_eq!((&log["total"], &log["dropped"]), (&json!(5), &json!(0)));
    assert_eq!((&log["queries"][0]["query"], &log["queries"][0]["gap"]), (&json!("oleo"), &Value::Null));
    assert_eq!(desk.ok("list_queries", json!({ "scope": "faqs" })).await["total"], 1);
    assert_eq!(desk.ok("list_queries", json!({ "text": "zara" })).await["total"], 2);
    desk.close().await;
}

#[tokio::test]
async fn a_gap_is_dismissed_opened_again_and_passes_when_something_answers_it() {
    let desk = Desk::new().await;
    desk.look_for("zarabatana", "items").await;
    let id = desk.gaps(json!({})).await["gaps"][0]["id"].clone();
    for reason in [" ".to_owned(), "x".repeat(2_001)] {
        let (code, details) = desk.refusal("dismiss_gap", json!({ "id": id, "reason": reason })).await;
        assert_eq!((code.as_str(), &details["path"]), ("invalid_request", &json!("reason")));
    }
    let dismissed = desk.ok("dismiss_gap", json!({ "id": id, "reason": " não vendemos " })).await;
    assert_eq!(
        (&dismissed["state"], &dismissed["dismissedBecause"]),
        (&json!("dismissed"), &json!("não vendemos"))
    );
    assert!(desk.questions(json!({})).await.is_empty());
    let opened = desk.ok("reopen_gap", json!({ "id": id })).await;
    assert_eq!(
        (&opened["state"], &opened["dismissedBecause"], &opened["decidedAt"]),
        (&json!("open"), &Value::Null, &Value::Null)
    );
    desk.item("Zarabatana", json!({})).await;
    assert!(desk.questions(json!({})).await.is_empty(), "it is run again on the changed catalog");
    assert_eq!(desk.questions(json!({ "state": "passed" })).await, ["zarabatana"]);
    assert_eq!(desk.ok("get_gap", json!({ "id": id })).await["state"], "passed");
    for (operation, request) in [
        ("get_gap", json!({ "id": NOBODY })),
        ("reopen_gap", json!({ "id": NOBODY })),
        ("dismiss_gap", json!({ "id": NOBODY, "reason": "por isso" })),
    ] {
        assert_eq!(code(desk.call(operation, request).await), "not_found", "{operation}");
    }
    desk.close().await;
}

#[tokio::test]
async fn who_deletes_the_log_deletes_its_gaps_and_who_switches_it_off_leaves_none() {
    let desk = Desk::new().await;
    desk.look_for("zarabatana", "items").await;
    let once = json!({ "operationId": uuid::Uuid::new_v4() });
    assert_eq!(desk.ok("delete_queries", once.clone()).await["deleted"], 1);
    desk.look_for("catapulta", "items").await;
    assert_eq!(desk.ok("list_queries", json!({})).await["total"], 1);
    assert_eq!(desk.ok("delete_queries", once).await["deleted"], 1, "the answer of the first time");
    assert_eq!(desk.ok("list_queries", json!({})).await["total"], 1, "nothing is deleted twice");
    desk.ok("set_setting", json!({ "name": "QUERY_LOG_ENABLED", "value": "false" })).await;
    desk.look_for("bazuca", "items").await;
    let page = desk.gaps(json!({})).await;
    assert_eq!((&page["total"], &page["enabled"]), (&json!(1), &json!(false)));
    desk.close().await;
}

#[tokio::test]
async fn a_settled_search_is_logged_once() {
    let desk = Desk::new().await;
    let typed = desk.ok("search", json!({ "query": "zaraba", "settled": false })).await;
    assert_eq!(desk.ok("list_queries", json!({})).await["total"], 0, "who types has not asked yet");
    for logged in [true, false] {
        let settled = desk.ok("settle_search", json!({ "traceId": typed["traceId"] })).await;
        assert_eq!(settled["logged"], logged, "{settled}");
    }
    assert_eq!(desk.ok("list_queries", json!({})).await["total"], 1);
    let nobody = desk.ok("settle_search", json!({ "traceId": NOBODY })).await;
    assert_eq!(nobody["logged"], false);
    desk.close().await;
}
