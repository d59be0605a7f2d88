//! Query sets by operation: names that are taken, files that are refused whole, figures of a set.

use crate::desk::{Desk, NOBODY, code, each, merge_fields};
use futures::future::join_all;
use serde_json::{Value, json};

pub const QUERIES: &str = "q1\tóleo mineral\ttipo\nq2\tadubo foliar\t\tprotected\n";
pub const QRELS: &str = "q1\t0\tADU-1\t0\nq1\t0\tOLE-1\t2\nq2\t0\tADU-1\t3\n";

impl Desk {
    /// A program with two items and a set that judges them.
    pub async fn with_judged_set() -> (Self, Value) {
        let desk = Self::new().await;
        desk.item("Óleo mineral", json!({ "externalId": "OLE-1" })).await;
        desk.item("Adubo foliar", json!({ "externalId": "ADU-1" })).await;
        let files = json!({ "name": "Balcão", "queries": QUERIES, "qrels": QRELS, "judge": "ana" });
        let done = desk.ok("import_query_set", files).await;
        (desk, done)
    }
}

#[tokio::test]
async fn files_make_a_set_and_a_second_run_makes_nothing() {
    let (desk, first) = Desk::with_judged_set().await;
    assert_eq!([&first["created"], &first["updated"], &first["judgments"], &first["unasked"]], [2, 0, 3, 0]);
    assert_eq!(first["unknownRecords"]["count"], 0, "{first}");
    let set = &first["set"];
    assert_eq!(
        (&set["queries"], &set["protectedQueries"], &set["topGrade"]),
        (&json!(2), &json!(1), &json!(3))
    );
    let files = desk.ok("export_query_set", json!({ "id": set["id"], "tabbed": true })).await;
    assert_eq!(files["qrels"], QRELS, "grades and records as they came");
    let again =
        json!({ "name": "BALCAO", "queries": files["queries"], "qrels": files["qrels"], "judge": "ana" });
    let again = desk.ok("import_query_set", again).await;
    assert_eq!([&again["created"], &again["updated"], &again["judgments"]], [0, 0, 0], "{again}");
    assert_eq!((&again["set"]["id"], &again["set"]["name"]), (&set["id"], &json!("Balcão")));
    let of_others = desk.ok("export_query_set", json!({ "id": set["id"], "judge": "bia" })).await;
    assert_eq!(of_others["qrels"], "");
    let strange = json!({ "name": "Balcão", "queries": QUERIES, "qrels": "q1 0 NADA 1\nq9 0 OLE-1 1\n", "judge": "bia" });
    let strange = desk.ok("import_query_set", strange).await;
    assert_eq!((&strange["unasked"], &strange["unknownRecords"]["ids"]), (&json!(1), &json!(["NADA"])));
    desk.close().await;
}

#[tokio::test]
async fn a_set_is_changed_field_by_field_and_its_name_is_taken_for_all() {
    let (desk, done) = Desk::with_judged_set().await;
    let id = &done["set"]["id"];
    let change = json!({ "id": id, "description": "De segunda a sexta", "protected": true });
    let changed = desk.ok("update_query_set", change).await;
    assert_eq!((&changed["name"], &changed["protected"]), (&json!("Balcão"), &json!(true)));
    for (operation, request) in [
        ("create_query_set", json!({ "name": "BALCÃO" })),
        (
            "update_query_set",
            json!({ "id": desk.ok("create_query_set", json!({ "name": "B" })).await["id"], "name": "balcao" }),
        ),
    ] {
        let (code, details) = desk.refusal(operation, request).await;
        assert_eq!(code, "query_set_name_taken");
        assert!(
            details["name"].as_str().unwrap().eq_ignore_ascii_case("balcao") || details["name"] == "BALCÃO"
        );
    }
    desk.ok("delete_query_set", json!({ "id": id })).await;
    assert_eq!(code(desk.call("get_query_set", json!({ "id": id })).await), "not_found");
    desk.ok("create_query_set", json!({ "name": "Balcão" })).await;
    let (code, details) = desk.refusal("restore_query_set", json!({ "id": id })).await;
    assert_eq!((code.as_str(), &details["name"]), ("query_set_name_taken", &json!("Balcão")));
    let names = desk.ok("list_query_sets", json!({})).await;
    assert_eq!(each(&names, "name"), ["B", "Balcão"]);
    desk.close().await;
}

#[tokio::test]
async fn a_file_with_one_bad_line_stores_nothing_and_says_which() {
    let desk = Desk::new().await;
    let import = |queries: &str, qrels: &str| json!({ "name": "A", "queries": queries, "qrels": qrels, "judge": "ana" });
    for (request, expected) in [
        (import("", ""), "query_set_empty"),
        (import("q1\n", ""), "query_set_line"),
        (import("q1\ta\nq1\tb\n", ""), "query_set_line"),
        (import("q1\ta\n", "q1 0 R\n"), "query_set_line"),
        (import("q1\ta\n", "q1 0 R 4\n"), "query_set_line"),
        (import("q1\ta\n", "q1 0 R um\n"), "query_set_line"),
        (import("{\"id\": \"q1\"\n", ""), "file_unreadable"),
        (merge_fields(import("q1\ta\n", ""), json!({ "name": " " })), "invalid_fields"),
        (
            merge_fields(import("q1\ta\n", "q1 0 R 1\n"), json!({ "judge": "x".repeat(121) })),
            "invalid_fields",
        ),
        (merge_fields(import("q1\ta\n", "q1 0 R 1\n"), json!({ "judge": null })), "invalid_fields"),
    ] {
        assert_eq!(desk.refusal("import_query_set", request.clone()).await.0, expected, "{request}");
    }
    assert_eq!(desk.ok("list_query_sets", json!({})).await, json!([]));
    desk.ok("import_query_set", import("q1\ta\n", "")).await;
    let faqs = merge_fields(import("q1\ta\n", ""), json!({ "kind": "faqs" }));
    assert_eq!(desk.refusal("import_query_set", faqs).await.0, "query_set_other_kind");
    desk.close().await;
}

#[tokio::test]
async fn a_query_is_refused_where_its_key_or_its_case_cannot_be() {
    let (desk, done) = Desk::with_judged_set().await;
    let id = &done["set"]["id"];
    let add = |more: Value| merge_fields(json!({ "id": id, "query": "óleo" }), more);
    let case = |expected: Value, forbidden: Value| json!({ "case": { "expected": expected, "forbidden": forbidden } });
    for (more, expected) in [
        (json!({ "query": " " }), "invalid_fields"),
        (json!({ "query": "x".repeat(8_001) }), "invalid_fields"),
        (json!({ "key": "dois nomes" }), "invalid_fields"),
        (json!({ "key": "q1" }), "query_key_taken"),
        (json!({ "id": NOBODY }), "not_found"),
        (case(json!(["NADA"]), json!([])), "not_found"),
        (case(json!(["OLE-1"]), json!(["OLE-1"])), "invalid_fields"),
    ] {
        assert_eq!(desk.refusal("add_set_query", add(more.clone())).await.0, expected, "{more}");
    }
    let uuid = desk.ok("list_items", json!({ "text": "oleo" })).await["rows"][0]["id"].clone();
    let added = desk.ok("add_set_query", add(case(json!([uuid]), json!(["ADU-1"])))).await;
    assert_eq!(added["case"]["expected"], json!(["OLE-1"]), "by the name that judgments use");
    assert_eq!(added["key"], added["id"], "a key is chosen");
    let change = |more: Value| merge_fields(json!({ "id": added["id"] }), more);
    let changed = desk.ok("update_set_query", change(json!({ "class": "tipo", "skipped": true }))).await;
    assert_eq!(
        (&changed["query"], &changed["case"], &changed["class"]),
        (&added["query"], &added["case"], &json!("tipo"))
    );
    let bare = desk
        .ok("update_set_query", change(json!({ "class": "", "case": { "expected": [], "forbidden": [] } })))
        .await;
    assert_eq!((&bare["class"], &bare["case"], &bare["skipped"]), (&Value::Null, &Value::Null, &json!(true)));
    assert_eq!(desk.refusal("update_set_query", change(json!({ "key": "q2" }))).await.0, "query_key_taken");
    desk.ok("delete_set_query", json!({ "id": added["id"] })).await;
    for operation in ["update_set_query", "delete_set_query", "judging_pool"] {
        assert_eq!(desk.refusal(operation, json!({ "id": added["id"] })).await.0, "not_found");
    }
    desk.close().await;
}

#[tokio::test]
async fn people_who_add_at_once_all_get_in_and_the_version_counts_each() {
    let (desk, done) = Desk::with_judged_set().await;
    let id = &done["set"]["id"];
    let people = ["a", "b", "c", "d", "e"];
    let add = |who: &str| json!({ "id": id, "query": format!("de {who}"), "key": who });
    for added in join_all(people.map(|who| desk.call_as(who, "add_set_query", add(who)))).await {
        added.unwrap();
    }
    let set = desk.ok("get_query_set", json!({ "id": id })).await;
    assert_eq!((&set["queries"], set["list"].as_array().unwrap().len()), (&json!(7), 7));
    let version = |set: &Value| set["version"].as_i64().unwrap();
    assert_eq!(version(&set) - version(&done["set"]), 5);
    desk.close().await;
}

#[tokio::test]
async fn the_figures_of_a_set_are_those_worked_out_by_hand() {
    let (desk, done) = Desk::with_judged_set().await;
    let id = &done["set"]["id"];
    let measured = desk.ok("evaluate_query_set", json!({ "id": id, "before": "rrf", "after": "rrf" })).await;
    assert_eq!(measured["overall"]["before"], 1.0, "each finds its own record first: {measured}");
    assert_eq!(measured["overall"]["delta"], 0.0);
    assert_eq!(measured["unknownRecords"]["count"], 0);
    for (more, expected) in [
        (json!({ "before": "ninguém" }), "unknown_profile"),
        (json!({ "after": "ninguém" }), "unknown_profile"),
        (json!({ "id": NOBODY }), "not_found"),
    ] {
        let request = merge_fields(json!({ "id": id }), more.clone());
        assert_eq!(desk.refusal("evaluate_query_set", request).await.0, expected, "{more}");
    }
    let foreign =
        json!({ "name": "Alheio", "queries": "q1\tóleo\n", "qrels": "q1 0 NADA 1\n", "judge": "ana" });
    let foreign = desk.ok("import_query_set", foreign).await;
    let (code, details) = desk.refusal("evaluate_query_set", json!({ "id": foreign["set"]["id"] })).await;
    assert_eq!((code.as_str(), &details["kind"]), ("query_set_foreign", &json!("items")));
    let one = json!({ "queries": [{ "id": "q1", "query": "óleo", "judgments": { "OLE-1": 1 } }] });
    assert_eq!(desk.refusal("tune_profile", json!({ "set": one })).await.0, "query_set_too_small");
    let gone = desk.ok("get_measurement", json!({ "id": NOBODY })).await;
    assert_eq!(gone, json!({ "done": 0, "total": 0 }));
    assert_eq!(desk.ok("cancel_measurement", json!({ "id": NOBODY })).await, gone);
    desk.close().await;
}

/// A search for the beginning of a query alone would answer another question.
#[tokio::test]
async fn a_query_that_is_too_long_is_refused_wherever_it_enters() {
    let desk = Desk::new().await;
    let (longest, longer) = ("ç".repeat(8_000), "ç".repeat(8_001));
    for (operation, ask) in [
        ("search", (|query| json!({ "query": query })) as fn(&str) -> Value),
        ("search", |query| json!({ "query": "óleo", "kind": "faqs", "queryContext": query })),
        ("item_impact", |query| json!({ "draft": { "name": "Óleo" }, "queries": [query] })),
    ] {
        desk.ok(operation, ask(&longest)).await;
        let (code, details) = desk.refusal(operation, ask(&longer)).await;
        assert_eq!(code, "invalid_fields", "{operation}: {details}");
        assert!(details.to_string().contains("0..8000"), "the limit is named: {details}");
    }
    desk.close().await;
}
