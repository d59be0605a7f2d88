//! What items cost the dealer: for those who buy, and in no other answer.

use crate::desk::Desk;
use celeiro_domain::team::Role;
use serde_json::{Value, json};

/// A cost by which an answer that holds it is known.
const COST: f64 = 613.37;

#[tokio::test]
async fn a_cost_is_saved_from_the_version_that_was_seen_and_gives_margins() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100 })).await;
    desk.price_list("Atacado", json!({ "rule": { "factor": 0.5 } })).await;
    let none = desk.ok("get_item_cost", json!({ "id": item["id"] })).await;
    assert_eq!((&none["cost"], &none["version"], &none["margins"]), (&Value::Null, &json!(0), &json!([])));
    let set = json!({ "id": item["id"], "version": 0, "cost": "75,00" });
    let cost = desk.ok("set_item_cost", set.clone()).await;
    assert_eq!(
        (&cost["cost"], &cost["version"], &cost["updatedBy"]),
        (&json!(75.0), &json!(1), &json!("ana"))
    );
    assert_eq!((&cost["margins"][0]["margin"], &cost["margins"][1]["margin"]), (&json!(25.0), &json!(-50.0)));
    let (code, details) = desk.refusal("set_item_cost", set).await;
    assert_eq!((code.as_str(), &details["current"]["cost"]), ("conflict", &json!(75.0)));
    let cleared = desk.ok("set_item_cost", json!({ "id": item["id"], "version": 1, "cost": null })).await;
    assert_eq!((&cleared["cost"], &cleared["version"]), (&Value::Null, &json!(2)));
    desk.close().await;
}

#[tokio::test]
async fn neither_a_seller_nor_an_analyst_sees_a_cost_in_any_answer_and_undo_is_for_ones_own() {
    let desk = Desk::new().await;
    let editor = desk.enter_team("bia", Role::Editor).await;
    let other = desk.enter_team("caio", Role::Editor).await;
    let item = desk.ok_by(&editor, "create_item", json!({ "name": "Ureia", "price": 1000 })).await;
    let id = json!({ "id": item["id"] });
    desk.ok_by(&editor, "set_item_cost", json!({ "id": item["id"], "version": 0, "cost": COST })).await;
    let change = json!({ "what": { "percent": -50 }, "selection": { "ids": [item["id"]] } });
    let preview = desk.ok_by(&editor, "preview_price_change", change.clone()).await;
    assert_eq!(preview["rows"][0]["marks"], json!(["below_cost"]));
    let make =
        crate::desk::merge_fields(change.clone(), json!({ "name": "Queima", "digest": preview["digest"] }));
    let made = desk.ok_by(&editor, "make_price_change", make).await;
    let reads = [
        ("get_item", id.clone()),
        ("list_items", json!({})),
        ("grid", json!({})),
        ("item_history", id.clone()),
        ("item_text", id.clone()),
        ("list_item_prices", id.clone()),
        ("item_price_history", id.clone()),
        ("list_price_lists", json!({})),
        ("list_operations", json!({})),
        ("search", json!({ "query": "ureia" })),
    ];
    for (login, role) in [("davi", Role::Seller), ("eva", Role::Analyst)] {
        let caller = desk.enter_team(login, role).await;
        for (operation, request) in [
            ("get_item_cost", id.clone()),
            ("set_item_cost", json!({ "id": item["id"], "version": 1, "cost": 1 })),
            ("preview_price_change", change.clone()),
            ("list_price_changes", json!({})),
            ("get_price_change", json!({ "id": made["id"] })),
            ("undo_price_change", json!({ "id": made["id"] })),
        ] {
            assert_eq!(
                desk.refusal_by(&caller, operation, request).await.0,
                "forbidden",
                "{login} {operation}"
            );
        }
        for (operation, request) in &reads {
            let answer = desk.ok_by(&caller, operation, request.clone()).await.to_string();
            assert!(!answer.contains("613.37") && !answer.contains("below_cost"), "{operation}: {answer}");
        }
    }
    let told = desk.ok_by(&editor, "get_item_cost", id).await.to_string();
    assert!(told.contains("613.37"), "the control: {told}");
    let request = json!({ "id": made["id"] });
    assert_eq!(desk.refusal_by(&other, "undo_price_change", request.clone()).await.0, "operation_not_yours");
    assert_eq!(desk.ok_by(&editor, "undo_price_change", request).await["undone"], 1);
    desk.close().await;
}
