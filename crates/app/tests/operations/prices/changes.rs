//! Changes of prices: looked at, made, in the history, taken back.

use super::first_field;
use crate::desk::{Desk, each};
use serde_json::{Value, json};

#[tokio::test]
async fn a_change_is_looked_at_made_told_in_the_history_and_taken_back_but_what_was_changed_since() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 50, "code": "A-5" }]);
    let first = desk.item("Ureia", json!({ "price": 100, "packages": packages })).await;
    let second = desk.item("Boro", json!({ "price": 10 })).await;
    desk.item("Sem preço", json!({})).await;
    let change = json!({ "what": { "percent": 10, "cents": 90 }, "selection": { "all": {} } });
    let preview = desk.ok("preview_price_change", change.clone()).await;
    assert_eq!(
        [&preview["total"], &preview["changed"], &preview["unchanged"], &preview["skipped"]],
        [3, 3, 0, 1],
        "{preview}"
    );
    assert_eq!(desk.base_price(&first).await, 100.0, "a look changes nothing");
    let made = desk.change_prices(change.clone(), json!({})).await;
    assert_eq!([&made["rows"], &made["applied"]], [3, 3], "{made}");
    assert_eq!((&made["state"], &made["undoable"]), (&json!("applied"), &json!(true)));
    let item = desk.ok("get_item", json!({ "id": first["id"] })).await;
    assert_eq!((&item["price"], &item["packages"][0]["price"]), (&json!(110.9), &json!(55.9)));
    assert_eq!(item["packages"][0]["code"], "A-5", "the rest of a package stays");
    let operations = desk.ok("list_operations", json!({})).await;
    assert_eq!(
        (&operations["rows"][0]["kind"], &operations["rows"][0]["records"]),
        (&json!("price-change"), &json!(2))
    );

    let history = desk.ok("item_price_history", json!({ "id": first["id"] })).await;
    let told: Vec<(&Value, &Value)> =
        history.as_array().unwrap().iter().map(|point| (&point["package"], &point["price"])).collect();
    let (none, five) = (Value::Null, json!("5 L"));
    assert_eq!(
        told,
        [(&none, &json!(100.0)), (&five, &json!(50.0)), (&none, &json!(110.9)), (&five, &json!(55.9))]
    );
    assert!(each(&history, "by").iter().all(|by| *by == "ana"));

    desk.reprice(&second, json!(20)).await;
    let undone = desk.ok("undo_price_change", json!({ "id": made["id"] })).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(2), &json!(1)), "{undone}");
    let left = &undone["conflicts"][0];
    assert_eq!(
        (&left["name"], &left["before"], &left["after"], &left["now"], &left["gone"]),
        (&json!("Boro"), &json!(10.0), &json!(11.9), &json!(20.0), &json!(false))
    );
    assert_eq!((desk.base_price(&first).await, desk.base_price(&second).await), (json!(100.0), json!(20.0)));
    let detail = desk.ok("get_price_change", json!({ "id": made["id"] })).await;
    assert_eq!(
        (&detail["change"]["isUndone"], &detail["change"]["undoable"], &detail["total"]),
        (&json!(true), &json!(false), &json!(3))
    );
    assert_eq!(
        desk.refusal("undo_price_change", json!({ "id": made["id"] })).await.0,
        "operation_not_undoable"
    );
    let listed = desk.ok("list_price_changes", json!({})).await;
    assert_eq!(each(&listed, "undoes"), [&made["id"], &Value::Null], "the newest first");
    let again = desk.ok("undo_price_change", json!({ "id": undone["change"] })).await;
    assert_eq!(
        (&again["undone"], desk.base_price(&first).await),
        (&json!(2), json!(110.9)),
        "it can be taken back in turn"
    );
    desk.close().await;
}

#[tokio::test]
async fn prices_that_changed_after_the_preview_keep_the_change_from_being_made() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100 })).await;
    let change = json!({ "what": { "percent": 5 }, "selection": { "ids": [item["id"]] } });
    let preview = desk.ok("preview_price_change", change.clone()).await;
    desk.reprice(&item, json!(200)).await;
    let make = json!({ "name": "A", "digest": preview["digest"], "what": change["what"], "selection": change["selection"] });
    let (code, details) = desk.refusal("make_price_change", make).await;
    assert_eq!((code.as_str(), &details["changed"]), ("selection_changed", &json!(1)));
    assert_eq!(desk.base_price(&item).await, 200.0);
    let operation = "00000000-0000-4000-8000-00000000000b";
    let made = desk.change_prices(change.clone(), json!({ "operationId": operation })).await;
    let again = json!({ "name": "A", "digest": "", "what": change["what"], "selection": change["selection"], "operationId": operation });
    assert_eq!(
        desk.ok("make_price_change", again.clone()).await["id"],
        made["id"],
        "asked again, nothing twice"
    );
    let late = crate::desk::merge_fields(again, json!({ "effectiveOn": "2026-01-01" }));
    assert_eq!(desk.ok("make_price_change", late).await["id"], made["id"], "also when its day has come");
    assert_eq!(desk.base_price(&item).await, 210.0);

    let preview = desk.ok("preview_price_change", change.clone()).await;
    let version = desk.ok("get_item", json!({ "id": item["id"] })).await["version"].clone();
    let cell = json!({ "id": item["id"], "version": version, "field": "currency", "value": "USD" });
    let done = desk.ok("edit_cells", json!({ "cells": [cell] })).await;
    assert_eq!(done["rows"][0]["error"], Value::Null, "{done}");
    let make = json!({ "name": "B", "digest": preview["digest"], "what": change["what"], "selection": change["selection"] });
    let (code, _) = desk.refusal("make_price_change", make).await;
    assert_eq!(code, "selection_changed", "in another currency it is another price");
    desk.close().await;
}

#[tokio::test]
async fn what_stands_out_comes_first_and_own_prices_come_of_given_ones_and_of_costs() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100 })).await;
    let cheap = desk.item("Boro", json!({ "price": 10 })).await;
    desk.ok("set_item_cost", json!({ "id": item["id"], "version": 0, "cost": 80 })).await;
    let list = desk.price_list("Atacado", json!({})).await;
    let rows = json!([
        { "item": cheap["id"], "price": 9.5 },
        { "item": item["id"], "price": 7.5 },
        { "item": cheap["id"], "package": "5 L", "price": 1 },
    ]);
    let given = json!({ "list": list["id"], "what": { "rows": rows } });
    let preview = desk.ok("preview_price_change", given.clone()).await;
    assert_eq!((&preview["total"], &preview["problemCount"]), (&json!(2), &json!(1)));
    assert_eq!(preview["problems"][0]["problem"], "unknown_package");
    assert_eq!(preview["rows"][0]["marks"], json!(["tenfold", "below_cost"]));
    assert_eq!(preview["rows"][0]["percent"], -92.5);
    assert_eq!(each(&preview["marks"], "mark"), ["tenfold", "below_cost"]);
    desk.change_prices(given, json!({})).await;
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!((&prices["base"], &prices["lists"][0]["own"]), (&json!(100.0), &json!(7.5)));
    let history = desk.ok("item_price_history", json!({ "id": item["id"] })).await;
    assert_eq!(each(&history, "listName"), [&Value::Null, &json!("Atacado")]);

    let from_cost =
        json!({ "list": list["id"], "what": { "fromCost": { "factor": 1.5 } }, "selection": { "all": {} } });
    let preview = desk.ok("preview_price_change", from_cost.clone()).await;
    assert_eq!((&preview["total"], &preview["skipped"]), (&json!(1), &json!(1)));
    desk.change_prices(from_cost, json!({})).await;
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!(prices["lists"][0]["price"], 120.0);

    let labels = ["1 L", "2 L", "3 L", "4 L", "5 L", "6 L", "7 L"];
    let packages = labels.map(|label| json!({ "label": label, "price": 50 }));
    let packed = desk.item("Óleo", json!({ "price": 10, "packages": packages })).await;
    let mut rows = vec![json!({ "item": packed["id"], "price": 13 })];
    rows.extend(labels.map(|label| json!({ "item": packed["id"], "package": label, "price": 50 })));
    let unlike = json!({ "what": { "rows": rows } });
    let preview = desk.ok("preview_price_change", unlike.clone()).await;
    assert_eq!(preview["rows"][0]["marks"], json!(["unlike_the_others"]), "{preview}");
    let made = desk.change_prices(unlike, json!({})).await;
    let kept = desk.ok("get_price_change", json!({ "id": made["id"] })).await;
    assert_eq!((&kept["total"], &kept["rows"][0]["marks"]), (&json!(1), &preview["rows"][0]["marks"]));
    desk.close().await;
}

#[tokio::test]
async fn changes_that_make_no_sense_are_refused() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100 })).await;
    let ids = json!({ "ids": [item["id"]] });
    let many: Vec<Value> = (0..5_001).map(|_| json!({ "item": item["id"], "price": 1 })).collect();
    for what in [
        json!({}),
        json!({ "percent": 1, "rows": [] }),
        json!({ "cents": 90 }),
        json!({ "fromCost": { "factor": 1 }, "cents": 90 }),
        json!({ "rows": [] }),
        json!({ "rows": many }),
        json!({ "percent": "NaN" }),
        json!({ "percent": null }),
    ] {
        let request = json!({ "what": what, "selection": ids });
        let told = request.to_string().chars().take(80).collect::<String>();
        assert_eq!(desk.refusal("preview_price_change", request).await.0, "invalid_request", "{told}");
    }
    for (what, field) in [
        (json!({ "percent": -100 }), "what.percent"),
        (json!({ "percent": 1e9 }), "what.percent"),
        (json!({ "percent": 1, "cents": 100 }), "what.cents"),
        (json!({ "fromCost": { "factor": 0 } }), "what.fromCost.factor"),
    ] {
        let refused = desk.refusal("preview_price_change", json!({ "what": what, "selection": ids })).await;
        assert_eq!(first_field(refused), ("invalid_fields".into(), field.into()), "{what}");
    }
    let no_selection = json!({ "what": { "percent": 1 } });
    assert_eq!(desk.refusal("preview_price_change", no_selection).await.0, "invalid_request");
    let today = desk.ok("get_personal_state", json!({})).await["today"].clone();
    let change = json!({ "what": { "percent": 0 }, "selection": ids, "name": "A", "digest": "" });
    let planned = crate::desk::merge_fields(change.clone(), json!({ "effectiveOn": today }));
    let refused = first_field(desk.refusal("make_price_change", planned).await);
    assert_eq!(refused, ("invalid_fields".into(), "effectiveOn".into()));
    let nameless = crate::desk::merge_fields(change.clone(), json!({ "name": " " }));
    assert_eq!(first_field(desk.refusal("make_price_change", nameless).await).1, "name");
    let preview = json!({ "what": { "percent": 0 }, "selection": ids });
    let digest = desk.ok("preview_price_change", preview).await["digest"].clone();
    let nothing = crate::desk::merge_fields(change, json!({ "digest": digest }));
    assert_eq!(first_field(desk.refusal("make_price_change", nothing).await).1, "what");
    assert_eq!(desk.ok("list_price_changes", json!({})).await, json!([]));
    desk.close().await;
}
