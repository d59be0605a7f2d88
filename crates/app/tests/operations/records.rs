//! Items and FAQs: conflicts with both states, and values that a client cannot hold.

use crate::desk::{Desk, NOBODY, code, each, merge_fields};
use futures::future::join_all;
use serde_json::{Value, json};

#[tokio::test]
async fn the_second_saver_of_a_record_is_shown_both_states() {
    let desk = Desk::new().await;
    let faq = json!({ "question": "Pode misturar?", "answer": "Pode." });
    let faq = desk.ok("create_faq", faq).await;
    let item = desk.item("Antes", json!({ "category": "Adubo" })).await;
    for (operation, record, field) in [("update_item", &item, "name"), ("update_faq", &faq, "answer")] {
        let change = |value: &str| {
            let mut draft = json!({ "id": record["id"], "version": 1, field: value });
            if operation == "update_faq" {
                draft["question"] = record["question"].clone();
            }
            draft
        };
        let saved = desk.ok(operation, change("Primeira")).await;
        assert_eq!((&saved["version"], &saved[field]), (&json!(2), &json!("Primeira")));
        let (code, details) = desk.refusal(operation, change("Segunda")).await;
        assert_eq!(code, "conflict", "{operation}");
        assert_eq!(
            (&details["current"][field], &details["yours"][field]),
            (&json!("Primeira"), &json!("Segunda"))
        );
        assert_eq!(details["current"]["version"], 2);
    }
    desk.close().await;
}

#[tokio::test]
async fn of_six_savers_of_one_item_one_is_told_that_it_is_done() {
    let desk = Desk::new().await;
    let item = desk.item("Antes", json!({})).await;
    let people = ["a", "b", "c", "d", "e", "f"];
    let change = |who: &str| json!({ "id": item["id"], "version": 1, "name": format!("De {who}") });
    let answers = join_all(people.map(|who| desk.call_as(who, "update_item", change(who)))).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!((done.len(), refused.len()), (1, 5));
    let winner = done.into_iter().next().unwrap().unwrap();
    for answer in refused {
        let error = answer.unwrap_err().to_body(celeiro_domain::search::Lang::En);
        assert_eq!(error.code, "conflict");
        assert_eq!(error.details.unwrap()["current"]["name"], winner["name"]);
    }
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;
    assert_eq!(each(&history, "version"), [2, 1]);
    assert_eq!(winner["name"], format!("De {}", history[0]["actor"].as_str().unwrap()));
    desk.close().await;
}

#[tokio::test]
async fn an_attribute_that_a_client_did_not_change_stays_as_it_is_stored() {
    let desk = Desk::new().await;
    let stored = json!({ "ean": 12345678901234567890u64, "teor": 10, "cor": "azul" });
    let item = desk.item("A", json!({ "attributes": stored })).await;
    // What JavaScript makes of the first number.
    let sent = json!({ "ean": 12345678901234567000u64, "teor": 20 });
    let change = json!({
        "id": item["id"], "version": 1, "name": "A", "attributes": sent, "changedAttributes": ["teor", "cor"],
    });
    let saved = desk.ok("update_item", change.clone()).await;
    assert_eq!(saved["attributes"], json!({ "ean": 12345678901234567890u64, "teor": 20 }));
    assert_eq!(
        code(desk.call("update_item", change).await),
        "conflict",
        "of an older version nothing is merged"
    );
    let whole = json!({ "id": item["id"], "version": 2, "name": "A", "attributes": { "novo": true } });
    assert_eq!(desk.ok("update_item", whole).await["attributes"], json!({ "novo": true }));
    desk.close().await;
}

#[tokio::test]
async fn lists_are_paged_and_their_limits_are_moved_into_bounds() {
    let desk = Desk::new().await;
    for (name, status) in [("Óleo", "ativo"), ("Adubo", "rascunho"), ("Calda", "ativo")] {
        desk.item(name, json!({ "status": status })).await;
        let faq = json!({ "question": format!("{name}?"), "answer": "Sim.", "status": status });
        desk.ok("create_faq", faq).await;
    }
    let names = async |request: Value| {
        let page = desk.ok("list_items", request).await;
        let names: Vec<String> =
            each(&page["rows"], "name").iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        (names, page["total"].as_u64().unwrap())
    };
    let sorted = json!({ "sort": "name" });
    assert_eq!(names(sorted.clone()).await, (vec!["Adubo".into(), "Calda".into(), "Óleo".into()], 3));
    assert_eq!(names(merge_fields(sorted.clone(), json!({ "limit": 0 }))).await, (vec!["Adubo".into()], 3));
    assert_eq!(
        names(merge_fields(sorted, json!({ "offset": 2, "limit": 9999 }))).await,
        (vec!["Óleo".into()], 3)
    );
    assert_eq!(names(json!({ "text": "OLEO" })).await, (vec!["Óleo".into()], 1));
    assert_eq!(names(json!({ "text": format!("OLEO{}", " ".repeat(9_000)) })).await.1, 1);
    assert_eq!(names(json!({ "status": "rascunho" })).await, (vec!["Adubo".into()], 1));
    let faqs = desk.ok("list_faqs", json!({ "status": "ativo", "limit": 1 })).await;
    assert_eq!((&faqs["total"], faqs["rows"].as_array().unwrap().len()), (&json!(2), 1));
    desk.close().await;
}

#[tokio::test]
async fn what_is_deleted_is_not_found_until_it_is_restored_and_twice_is_once() {
    let desk = Desk::new().await;
    let item = desk.item("A", json!({})).await;
    let faq = desk.ok("create_faq", json!({ "question": "Pode?", "answer": "Sim." })).await;
    for (what, record) in [("item", &item), ("faq", &faq)] {
        let by_id = json!({ "id": record["id"] });
        let [get, delete, restore] = ["get", "delete", "restore"].map(|verb| format!("{verb}_{what}"));
        assert_eq!(code(desk.call(&restore, by_id.clone()).await), "not_found", "{what} is not deleted");
        let once = json!({ "id": record["id"], "operationId": uuid::Uuid::new_v4() });
        for _ in 0..2 {
            assert_eq!(desk.ok(&delete, once.clone()).await["id"], record["id"]);
        }
        assert_eq!(code(desk.call(&get, by_id.clone()).await), "not_found");
        assert_eq!(code(desk.call(&delete, by_id.clone()).await), "not_found");
        assert_eq!(desk.ok(&restore, by_id.clone()).await["id"], record["id"]);
        assert_eq!(desk.ok(&get, by_id).await["id"], record["id"]);
    }
    desk.close().await;
}

#[tokio::test]
async fn an_operation_says_whose_it_is_and_why_it_cannot_be_taken_back() {
    let desk = Desk::new().await;
    let item = desk.item("A", json!({ "externalId": "X-1" })).await;
    let change = json!({ "id": item["id"], "version": 1, "name": "B", "externalId": "X-1" });
    desk.call_as("bruno", "update_item", change).await.unwrap();
    let page = desk.ok("list_operations", json!({})).await;
    assert_eq!(each(&page["rows"], "mine"), [&json!(false), &json!(true)]);
    assert_eq!(desk.ok("list_operations", json!({ "mine": true })).await["total"], 1);
    assert_eq!(desk.ok("list_operations", json!({ "actor": "bruno" })).await["total"], 1);
    let first = &page["rows"][0];
    assert_eq!((&first["fields"], &first["record"]["externalId"]), (&json!(["name"]), &json!("X-1")));
    let undo = json!({ "id": first["id"], "scope": "mine" });
    let (refused, details) = desk.refusal("undo_operation", undo).await;
    assert_eq!((refused.as_str(), &details["actor"]), ("operation_not_yours", &json!("bruno")));
    let undone = desk.ok("undo_operation", json!({ "id": first["id"], "scope": "anyone" })).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(0)));
    let seen = desk.ok("get_operation", json!({ "id": first["id"] })).await;
    assert_eq!(
        (&seen["operation"]["undoable"], &seen["operation"]["whyNot"]),
        (&json!(false), &json!("undone"))
    );
    assert_eq!(seen["operation"]["undoneBy"], undone["operationId"]);
    let back = desk.ok("get_operation", json!({ "id": undone["operationId"] })).await;
    assert_eq!(back["operation"]["undoes"], first["id"]);
    assert_eq!(back["changes"][0]["changes"][0], json!({ "field": "name", "from": "B", "to": "A" }));
    for (operation, request) in
        [("get_operation", json!({ "id": NOBODY })), ("undo_operation", json!({ "id": NOBODY }))]
    {
        assert_eq!(code(desk.call(operation, request).await), "not_found");
    }
    desk.close().await;
}

#[tokio::test]
async fn a_block_of_cells_says_of_each_row_what_became_of_it() {
    let desk = Desk::new().await;
    let [a, b] = [desk.item("A", json!({})).await, desk.item("B", json!({})).await];
    let change = json!({ "id": b["id"], "version": 1, "name": "B2" });
    desk.call_as("bruno", "update_item", change).await.unwrap();
    let cell = |item: &Value, field: &str, value: Value| json!({ "id": item["id"], "version": 1, "field": field, "value": value, "seen": item[field] });
    let block =
        json!({ "cells": [cell(&a, "price", json!("12,50")), cell(&b, "name", json!("B3"))], "merge": true });
    let done = desk.ok("edit_cells", block).await;
    assert_eq!(each(&done["rows"], "version"), [&json!(2), &Value::Null], "{done}");
    assert_eq!(desk.ok("get_item", json!({ "id": a["id"] })).await["price"], 12.5);
    let error = &done["rows"][1]["error"];
    assert_eq!((&error["code"], &error["current"]["name"]), (&json!("conflict"), &json!("B2")));
    let clash = &error["clashes"][0];
    assert_eq!([&clash["field"], &clash["now"], &clash["changedBy"]], ["name", "B2", "bruno"]);
    let elsewhere = json!({ "cells": [cell(&a, "name", json!("Z"))], "catalog": "another" });
    assert_eq!(code(desk.call("edit_cells", elsewhere).await), "other_catalog");
    desk.close().await;
}

#[tokio::test]
async fn a_bulk_edit_of_a_stale_preview_tells_what_it_would_be_now() {
    let desk = Desk::new().await;
    let [a, b] = [desk.item("A", json!({})).await, desk.item("B", json!({})).await];
    let edit = json!({
        "selection": { "all": {}, "except": [a["id"]] },
        "changes": [{ "field": "manufacturer", "action": "set", "value": "Casa" }],
    });
    let seen = desk.ok("preview_bulk_edit", edit.clone()).await;
    assert_eq!((&seen["matched"], &seen["changed"]), (&json!(1), &json!(1)));
    desk.item("C", json!({})).await;
    let stale = merge_fields(edit.clone(), json!({ "expect": seen["digest"] }));
    let (code, details) = desk.refusal("bulk_edit", stale).await;
    assert_eq!(code, "selection_changed");
    assert_eq!(details["matched"], 2, "{details}");
    let seen = desk.ok("preview_bulk_edit", edit.clone()).await;
    let done = desk.ok("bulk_edit", merge_fields(edit, json!({ "expect": seen["digest"] }))).await;
    assert_eq!(done["changed"], 2);
    assert_eq!(desk.ok("get_item", json!({ "id": b["id"] })).await["manufacturer"], "Casa");
    assert_eq!(desk.ok("get_item", json!({ "id": a["id"] })).await["manufacturer"], Value::Null);
    desk.close().await;
}

#[tokio::test]
async fn packages_of_many_items_are_changed_at_once_and_that_is_taken_back_as_one() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 100 }, { "label": "20 L", "price": 380 }]);
    let a = desk.item("A", json!({ "packages": packages })).await;
    desk.item("B", json!({})).await;
    let edit = json!({
        "selection": { "all": {} },
        "changes": [
            { "field": "packages.price", "action": "percent", "value": "10", "find": "5l" },
            { "field": "packages.status", "action": "set", "value": "inativo", "find": "20 L" },
        ],
    });
    let seen = desk.ok("preview_bulk_edit", edit.clone()).await;
    assert_eq!((&seen["changed"], &seen["unchanged"]), (&json!(1), &json!(1)), "{seen}");
    assert_eq!(each(&seen["sample"], "field"), ["packages"]);
    let done = desk.ok("bulk_edit", merge_fields(edit, json!({ "expect": seen["digest"] }))).await;
    let read_packages = async || desk.ok("get_item", json!({ "id": a["id"] })).await["packages"].clone();
    let changed = read_packages().await;
    assert_eq!(each(&changed, "price"), [&json!(110.0), &json!(380.0)]);
    assert_eq!(each(&changed, "status"), ["ativo", "inativo"]);
    desk.ok("undo_operation", json!({ "id": done["operationId"] })).await;
    assert_eq!(read_packages().await, a["packages"]);
    desk.close().await;
}
