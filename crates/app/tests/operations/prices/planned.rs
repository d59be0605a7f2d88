//! Planned changes: once on their day, after missed days, never where they were cancelled.

use crate::desk::{Desk, each, merge_fields};
use celeiro_app::catalog::prices::schedule::apply_due;
use celeiro_domain::team::Role;
use chrono::{Days, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};

impl Desk {
    /// The day after so many days, by the program's zone.
    async fn day_in(&self, days: u64) -> Value {
        let today = self.ok("get_personal_state", json!({})).await["today"].clone();
        let today: NaiveDate = serde_json::from_value(today).unwrap();
        json!(today.checked_add_days(Days::new(days)).unwrap())
    }
}

#[tokio::test]
async fn a_planned_change_is_made_once_after_its_day_and_leaves_what_was_changed_meanwhile() {
    let desk = Desk::new().await;
    let items = [
        desk.item("A", json!({ "price": 10 })).await,
        desk.item("B", json!({ "price": 20 })).await,
        desk.item("C", json!({ "price": 30 })).await,
        desk.item("D", json!({ "price": 40 })).await,
    ];
    let change = json!({ "what": { "percent": 10 }, "selection": { "all": {} } });
    let planned = desk.change_prices(change, json!({ "effectiveOn": desk.day_in(2).await })).await;
    assert_eq!(
        (&planned["state"], &planned["rows"], &planned["applied"]),
        (&json!("planned"), &json!(4), &json!(0))
    );
    assert_eq!(apply_due(&desk.app, Utc::now()).await, Ok(0), "its day has not come");
    assert_eq!(desk.base_price(&items[0]).await, 10.0);
    desk.reprice(&items[1], json!(25)).await;
    desk.ok("delete_item", json!({ "id": items[2]["id"] })).await;
    let dollars = json!({ "id": items[3]["id"], "version": 1, "field": "currency", "value": "USD" });
    let done = desk.ok("edit_cells", json!({ "cells": [dollars] })).await;
    assert_eq!(done["rows"][0]["error"], Value::Null, "{done}");

    // Two programs, days later: one of them makes it.
    let later = Utc::now() + TimeDelta::days(5);
    let (one, other) = tokio::join!(apply_due(&desk.app, later), apply_due(&desk.app, later));
    assert_eq!(one.unwrap() + other.unwrap(), 1);
    assert_eq!(apply_due(&desk.app, later).await, Ok(0));
    assert_eq!(
        (desk.base_price(&items[0]).await, desk.base_price(&items[1]).await),
        (json!(11.0), json!(25.0))
    );
    let detail = desk.ok("get_price_change", json!({ "id": planned["id"] })).await;
    let change = &detail["change"];
    assert_eq!([&change["applied"], &change["changedMeanwhile"], &change["gone"]], [1, 1, 1], "{detail}");
    assert_eq!((&change["otherCurrency"], desk.base_price(&items[3]).await), (&json!(1), json!(40.0)));
    assert_eq!(change["state"], "applied");
    let mut outcomes: Vec<(&str, &str)> = detail["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["outcome"].as_str().unwrap()))
        .collect();
    outcomes.sort_unstable();
    assert_eq!(
        outcomes,
        [("A", "applied"), ("B", "changed_meanwhile"), ("C", "gone"), ("D", "other_currency")]
    );
    let history = desk.ok("item_history", json!({ "id": items[0]["id"] })).await;
    assert_eq!(
        (&history[0]["operation"], &history[0]["actor"]),
        (&json!("price-change"), &json!("ana")),
        "of who planned it"
    );
    desk.close().await;
}

#[tokio::test]
async fn a_cancelled_change_is_never_made_and_a_failed_one_holds_no_other_up() {
    let desk = Desk::new().await;
    let item = desk.item("A", json!({ "price": 10 })).await;
    let (gone, there) =
        (desk.price_list("Sumiu", json!({})).await, desk.price_list("Atacado", json!({})).await);
    let day = desk.day_in(2).await;
    let plan = async |list: &Value, percent: i32| {
        let change =
            json!({ "list": list, "what": { "percent": percent }, "selection": { "ids": [item["id"]] } });
        desk.change_prices(change, json!({ "effectiveOn": day })).await
    };
    let failing = plan(&gone["id"], 5).await;
    let cancelled = plan(&Value::Null, 50).await;
    let good = plan(&there["id"], 20).await;
    desk.ok("delete_price_list", json!({ "id": gone["id"] })).await;
    let done = desk.ok("cancel_price_change", json!({ "id": cancelled["id"] })).await;
    assert_eq!(done["state"], "cancelled");
    assert_eq!(apply_due(&desk.app, Utc::now() + TimeDelta::days(3)).await, Ok(1));
    let states = desk.ok("list_price_changes", json!({})).await;
    assert_eq!(each(&states, "state"), ["applied", "cancelled", "failed"], "the newest first");
    assert_eq!(states[2]["failure"], "not_found");
    assert_eq!(desk.base_price(&item).await, 10.0, "the cancelled one was not made");
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!(prices["lists"][0]["own"], 12.0);
    for (operation, change) in [
        ("cancel_price_change", &cancelled),
        ("cancel_price_change", &good),
        ("apply_price_change_now", &cancelled),
    ] {
        let (code, details) = desk.refusal(operation, json!({ "id": change["id"] })).await;
        assert_eq!((code.as_str(), &details["current"]["id"]), ("conflict", &change["id"]), "{operation}");
    }
    assert_eq!(
        desk.ok("list_price_changes", json!({ "state": "failed" })).await.as_array().unwrap().len(),
        1
    );
    let failed = json!({ "id": failing["id"] });
    assert_eq!(desk.refusal("apply_price_change_now", failed.clone()).await.0, "not_found");
    desk.ok("restore_price_list", json!({ "id": gone["id"] })).await;
    let made = desk.ok("apply_price_change_now", failed).await;
    assert_eq!(
        (&made["state"], &made["applied"], &made["failure"]),
        (&json!("applied"), &json!(1), &Value::Null),
        "once its list is there again"
    );
    desk.close().await;
}

#[tokio::test]
async fn a_planned_change_can_be_made_today() {
    let desk = Desk::new().await;
    let item = desk.item("A", json!({ "price": 10 })).await;
    let change = json!({ "what": { "percent": 10 }, "selection": { "ids": [item["id"]] } });
    let planned = desk.change_prices(change, json!({ "effectiveOn": desk.day_in(30).await })).await;
    let list = desk.price_list("Atacado", json!({})).await;
    for new in 1..=100 {
        let expected = if new == 1 { Value::Null } else { json!(new - 1) };
        let price = json!({ "item": item["id"], "price": new, "expected": expected });
        desk.ok("set_list_prices", json!({ "id": list["id"], "prices": [price] })).await;
    }
    let listed = desk.ok("list_price_changes", json!({})).await;
    assert_eq!(each(&listed, "id").last(), Some(&&planned["id"]), "however many were made since");
    let made = desk.ok("apply_price_change_now", json!({ "id": planned["id"] })).await;
    assert_eq!((&made["state"], desk.base_price(&item).await), (&json!("applied"), json!(11.0)));
    let again = desk.ok("apply_price_change_now", json!({ "id": planned["id"] })).await;
    assert_eq!((&again, desk.base_price(&item).await), (&made, json!(11.0)), "asked again, nothing twice");
    assert_eq!(apply_due(&desk.app, Utc::now() + TimeDelta::days(40)).await, Ok(0), "once");
    desk.close().await;
}

#[tokio::test]
async fn what_a_person_planned_who_may_edit_no_more_waits_for_another_editor() {
    let desk = Desk::new().await;
    let (bia, caio) =
        (desk.enter_team("bia", Role::Editor).await, desk.enter_team("caio", Role::Editor).await);
    let item = desk.item("A", json!({ "price": 10 })).await;
    let list = desk.price_list("Atacado", json!({})).await;
    let change =
        json!({ "list": list["id"], "what": { "percent": 10 }, "selection": { "ids": [item["id"]] } });
    let preview = desk.ok_by(&bia, "preview_price_change", change.clone()).await;
    let day = desk.day_in(2).await;
    let make = json!({ "name": "Reajuste", "digest": preview["digest"], "effectiveOn": day });
    let planned = desk.ok_by(&bia, "make_price_change", merge_fields(change, make)).await;
    let id = json!({ "id": planned["id"] });
    let account = bia.account.as_ref().unwrap().id;
    let later = Utc::now() + TimeDelta::days(3);
    for barred in [json!({ "role": "seller" }), json!({ "role": "editor", "disabled": true })] {
        desk.ok("update_user", merge_fields(json!({ "id": account }), barred)).await;
        assert_eq!(apply_due(&desk.app, later).await, Ok(0));
        let change = desk.ok("get_price_change", id.clone()).await["change"].clone();
        assert_eq!((&change["state"], &change["failure"]), (&json!("planned"), &json!("forbidden")));
    }
    let made = desk.ok_by(&caio, "apply_price_change_now", id.clone()).await;
    assert_eq!((&made["state"], &made["failure"]), (&json!("applied"), &Value::Null));
    assert_eq!(made["undoable"], false, "what bia planned is bia's to take back, or an administrator's");
    assert_eq!(desk.ok("get_price_change", id).await["change"]["undoable"], true);
    let history = desk.ok("item_price_history", json!({ "id": item["id"] })).await;
    let of_list = history.as_array().unwrap().iter().find(|point| point["list"] == list["id"]).unwrap();
    assert_eq!((&of_list["price"], &of_list["by"]), (&json!(11.0), &json!("caio")), "of who made it");
    desk.close().await;
}
