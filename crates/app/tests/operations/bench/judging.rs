//! Judges: what they are shown, what they may say, how far they agree.

use crate::bench::sets::{QRELS, QUERIES};
use crate::desk::{Desk, NOBODY, each, merge_fields};
use celeiro_domain::team::Role;
use serde_json::{Value, json};

impl Desk {
    /// The query `q1` of the set that an import made.
    async fn first_query(&self, imported: &Value) -> Value {
        self.ok("get_query_set", json!({ "id": imported["set"]["id"] })).await["list"][0].clone()
    }
}

#[tokio::test]
async fn a_judge_says_what_the_scale_allows_of_records_that_are_there() {
    let (desk, done) = Desk::with_judged_set().await;
    let query = desk.first_query(&done).await;
    let judge =
        |more: Value| merge_fields(json!({ "id": query["id"], "record": "OLE-1", "judge": "bia" }), more);
    for (more, expected) in [
        (json!({ "grade": 4 }), "invalid_fields"),
        (json!({ "grade": -1 }), "invalid_fields"),
        (json!({ "grade": 1, "note": "x".repeat(2_001) }), "invalid_fields"),
        (json!({ "grade": 1, "judge": " " }), "invalid_fields"),
        (json!({ "grade": 1, "record": " " }), "invalid_fields"),
        (json!({ "grade": 1, "record": "NADA" }), "not_found"),
        (json!({ "grade": 1, "id": NOBODY }), "not_found"),
    ] {
        assert_eq!(desk.refusal("judge", judge(more.clone())).await.0, expected, "{more}");
    }
    let said = desk.ok("judge", judge(json!({ "grade": 3, "note": "o próprio" }))).await;
    assert_eq!(said.as_array().unwrap().len(), 3, "ana judged two records, bia one");
    let gone = desk.ok("judge", judge(json!({}))).await;
    assert_eq!(gone.as_array().unwrap().len(), 2, "no grade takes the judgment back");
    desk.ok("judge", judge(json!({ "grade": 2 }))).await;
    let item = desk.ok("list_items", json!({ "text": "oleo" })).await["rows"][0]["id"].clone();
    desk.ok("delete_item", json!({ "id": item })).await;
    let last = desk.ok("judge", judge(json!({}))).await;
    assert_eq!(last.as_array().unwrap().len(), 2, "also of what has left the catalog");
    let all = desk.ok("list_judgments", json!({ "id": done["set"]["id"] })).await;
    assert_eq!(all.as_array().unwrap().len(), 3);
    for operation in ["list_judgments", "judges_agreement"] {
        assert_eq!(desk.refusal(operation, json!({ "id": NOBODY })).await.0, "not_found");
    }
    desk.close().await;
}

#[tokio::test]
async fn with_an_account_a_person_judges_in_their_own_name() {
    let (desk, done) = Desk::with_judged_set().await;
    let query = desk.first_query(&done).await;
    let bia = desk.enter_team("bia", Role::Analyst).await;
    let lia = desk.enter_team("lia", Role::Analyst).await;
    let judge =
        |more: Value| merge_fields(json!({ "id": query["id"], "record": "OLE-1", "judge": "bia" }), more);
    let judges = |said: &Value| each(said, "judge").into_iter().cloned().collect::<Vec<Value>>();
    let said = desk.ok_by(&bia, "judge", judge(json!({ "grade": 3 }))).await;
    assert!(judges(&said).contains(&json!("bia")), "{said}");
    let taken_back = desk.ok_by(&lia, "judge", judge(json!({}))).await;
    assert!(judges(&taken_back).contains(&json!("bia")), "a judgment of bia is hers: {taken_back}");
    let import =
        |judge: &str| json!({ "name": "Balcão", "queries": QUERIES, "qrels": QRELS, "judge": judge });
    assert_eq!(desk.refusal_by(&lia, "import_query_set", import("Bia")).await.0, "invalid_fields");
    for name in ["lia", "laboratório"] {
        desk.ok_by(&lia, "import_query_set", import(name)).await;
    }
    desk.close().await;
}

#[tokio::test]
async fn judges_who_say_the_same_agree_wholly_and_who_share_no_record_not_at_all() {
    let (desk, done) = Desk::with_judged_set().await;
    let query = desk.first_query(&done).await;
    let id = json!({ "id": done["set"]["id"] });
    let alone = desk.ok("judges_agreement", id.clone()).await;
    assert_eq!(
        (&alone["judges"], &alone["pairs"], &alone["sharedRecords"]),
        (&json!(["ana"]), &json!([]), &json!(0))
    );
    for (record, grade) in [("OLE-1", 2), ("ADU-1", 0)] {
        let said = json!({ "id": query["id"], "record": record, "grade": grade, "judge": "bia" });
        desk.ok("judge", said).await;
    }
    let both = desk.ok("judges_agreement", id).await;
    let pair = &both["pairs"][0];
    assert_eq!(
        (&pair["a"], &pair["b"], &pair["records"], &pair["same"]),
        (&json!("ana"), &json!("bia"), &json!(2), &json!(2))
    );
    assert_eq!((&pair["kappa"], &both["fleissKappa"]), (&json!(1.0), &json!(1.0)));
    desk.close().await;
}

#[tokio::test]
async fn a_pool_shows_places_to_who_may_see_them_and_what_was_judged_before_to_all() {
    let (desk, done) = Desk::with_judged_set().await;
    let query = desk.first_query(&done).await;
    let pool =
        async |more: Value| desk.ok("judging_pool", merge_fields(json!({ "id": query["id"] }), more)).await;
    let open = pool(json!({})).await;
    assert_eq!(
        (&open["judge"], each(&open["cards"], "record")),
        (&json!("ana"), vec![&json!("OLE-1"), &json!("ADU-1")])
    );
    let first = &open["cards"][0];
    assert_eq!((&first["place"], &first["grade"], &first["byWords"]), (&json!(1), &json!(2), &json!(true)));
    assert_eq!(open["cards"][1]["place"], Value::Null, "no search found it, but it was judged");
    let blind = pool(json!({ "blind": true, "against": "rrf", "depth": 9_999 })).await;
    for card in blind["cards"].as_array().unwrap() {
        let hidden = ["place", "score", "byWords", "byVectors"];
        assert!(hidden.iter().all(|field| card[field].is_null()), "{card}");
        assert!(card["item"]["name"].is_string());
    }
    let other = pool(json!({ "judge": "bia" })).await;
    assert_eq!(
        (each(&other["cards"], "record"), &other["cards"][0]["grade"]),
        (vec![&json!("OLE-1")], &Value::Null)
    );
    let unknown = json!({ "id": query["id"], "against": "ninguém" });
    assert_eq!(desk.refusal("judging_pool", unknown).await.0, "unknown_profile");
    desk.close().await;
}

#[tokio::test]
async fn every_judge_is_shown_what_a_test_names_though_no_search_finds_it() {
    let (desk, done) = Desk::with_judged_set().await;
    let query = desk.first_query(&done).await;
    let list_records = async || {
        let pool = desk.ok("judging_pool", json!({ "id": query["id"], "judge": "bia" })).await;
        each(&pool["cards"], "record").into_iter().cloned().collect::<Vec<Value>>()
    };
    assert_eq!(list_records().await, ["OLE-1"], "the control");
    let case = json!({ "expected": ["ADU-1"], "forbidden": [] });
    desk.ok("update_set_query", json!({ "id": query["id"], "case": case })).await;
    assert_eq!(list_records().await, ["OLE-1", "ADU-1"]);
    desk.close().await;
}
