//! Price lists: names, days, rules, own prices.

use super::first_field;
use crate::desk::{Desk, NOBODY, each, merge_fields};
use serde_json::{Value, json};

#[tokio::test]
async fn a_list_gives_its_own_price_what_its_rule_makes_or_nothing_outside_its_days() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 50 }, { "label": "granel" }]);
    let item = desk.item("Ureia", json!({ "price": 100, "packages": packages })).await;
    let rule = json!({ "factor": 0.92, "cents": 90 });
    let wholesale = desk.price_list("Atacado", json!({ "rule": rule, "note": "de 10 em diante" })).await;
    let season =
        desk.price_list("Safra", json!({ "validFrom": "2090-01-01", "validUntil": "2090-06-30" })).await;
    assert_eq!((&wholesale["isValidToday"], &season["isValidToday"]), (&json!(true), &json!(false)));
    let own = |list: &Value, package: Value, price: Value, expected: Value| {
        let price = json!({ "item": item["id"], "package": package, "price": price, "expected": expected });
        json!({ "id": list["id"], "prices": [price] })
    };
    desk.ok("set_list_prices", own(&wholesale, json!("5 L"), json!(44.5), Value::Null)).await;
    desk.ok("set_list_prices", own(&season, Value::Null, json!(80), Value::Null)).await;
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!((&prices["base"], &prices["currency"]), (&json!(100.0), &json!("BRL")));
    assert_eq!(each(&prices["lists"], "name"), ["Atacado", "Safra"]);
    let (first, second) = (&prices["lists"][0], &prices["lists"][1]);
    assert_eq!((&first["price"], &first["source"]), (&json!(92.9), &json!("rule")));
    assert_eq!(
        first["packages"],
        json!([
            { "label": "5 L", "isGone": false, "base": 50.0, "own": 44.5, "price": 44.5, "source": "own" },
            { "label": "granel", "isGone": false, "base": null, "own": null, "price": null, "source": null },
        ])
    );
    assert_eq!(
        (&second["own"], &second["price"], &second["source"]),
        (&json!(80.0), &Value::Null, &Value::Null)
    );
    let lists = desk.ok("list_price_lists", json!({})).await;
    assert_eq!(each(&lists, "ownPrices"), [1, 1]);

    let late = desk.ok("set_list_prices", own(&wholesale, json!("5 L"), json!(40), Value::Null)).await;
    assert_eq!((&late["change"], &late["changed"]), (&Value::Null, &json!(0)));
    assert_eq!(
        (&late["refused"][0]["problem"], &late["refused"][0]["current"]),
        (&json!("conflict"), &json!(44.5))
    );
    let taken = desk.ok("set_list_prices", own(&wholesale, json!("5 L"), Value::Null, json!(44.5))).await;
    assert_eq!(taken["changed"], 1);
    let back = desk.ok("undo_price_change", json!({ "id": taken["change"] })).await;
    assert_eq!((&back["undone"], &back["conflictCount"]), (&json!(1), &json!(0)));
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!(prices["lists"][0]["packages"][0]["own"], 44.5, "the own price is there again");

    let renamed = json!({ "packages": [{ "label": "5 litros", "price": 50 }] });
    let update = json!({ "id": item["id"], "version": item["version"], "name": "Ureia", "price": 100 });
    desk.ok("update_item", crate::desk::merge_fields(update, renamed)).await;
    let packages = async || {
        let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
        prices["lists"][0]["packages"].clone()
    };
    let left_over = packages().await;
    assert_eq!(each(&left_over, "label"), ["5 litros", "5 L"]);
    assert_eq!(
        (&left_over[1]["isGone"], &left_over[1]["own"], &left_over[1]["price"]),
        (&json!(true), &json!(44.5), &Value::Null)
    );
    let taken = desk.ok("set_list_prices", own(&wholesale, json!("5 L"), Value::Null, json!(44.5))).await;
    assert_eq!((&taken["changed"], &taken["refused"]), (&json!(1), &json!([])), "it is taken away");
    assert_eq!(each(&packages().await, "label"), ["5 litros"]);
    desk.close().await;
}

#[tokio::test]
async fn a_list_is_saved_from_the_version_that_was_seen_and_comes_back_with_its_prices() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100 })).await;
    let list = desk.price_list("Atacado", json!({})).await;
    let price = json!({ "item": item["id"], "price": 90 });
    desk.ok("set_list_prices", json!({ "id": list["id"], "prices": [price] })).await;
    let save = json!({ "id": list["id"], "version": 1, "name": "Atacado", "active": false });
    let saved = desk.ok("update_price_list", save.clone()).await;
    assert_eq!((&saved["version"], &saved["isValidToday"]), (&json!(2), &json!(false)));
    let (code, details) = desk.refusal("update_price_list", save).await;
    assert_eq!((code.as_str(), &details["current"]["version"]), ("conflict", &json!(2)));
    assert_eq!(details["yours"]["name"], "Atacado", "both states are told");
    desk.ok("delete_price_list", json!({ "id": list["id"] })).await;
    assert_eq!(desk.ok("list_price_lists", json!({})).await, json!([]));
    let given = json!({ "id": list["id"], "prices": [{ "item": item["id"], "price": 1, "expected": 90 }] });
    assert_eq!(desk.refusal("set_list_prices", given).await.0, "not_found");
    let other = desk.price_list("ATACADÓ", json!({})).await;
    let taken = first_field(desk.refusal("restore_price_list", json!({ "id": list["id"] })).await);
    assert_eq!(taken, ("invalid_fields".into(), "name".into()));
    desk.ok("delete_price_list", json!({ "id": other["id"] })).await;
    let restored = desk.ok("restore_price_list", json!({ "id": list["id"] })).await;
    assert_eq!(restored["ownPrices"], 1);
    assert_eq!(desk.refusal("delete_price_list", json!({ "id": NOBODY })).await.0, "not_found");
    desk.close().await;
}

#[tokio::test]
async fn one_address_saves_a_new_list_and_one_in_the_place_of_another() {
    let desk = Desk::new().await;
    let season = json!({ "name": "Safra", "validFrom": "2026-09-01", "validUntil": "2027-03-31" });
    let new = desk.ok("save_price_list", season.clone()).await;
    assert_eq!((&new["version"], &new["validUntil"]), (&json!(1), &json!("2027-03-31")));
    let change = json!({ "id": new["id"], "name": "Safra 26/27" });
    let refused = first_field(desk.refusal("save_price_list", change.clone()).await);
    assert_eq!(refused, ("invalid_fields".into(), "version".into()));
    let change = merge_fields(change, json!({ "version": 1 }));
    let saved = desk.ok("save_price_list", change.clone()).await;
    assert_eq!((&saved["id"], &saved["version"]), (&new["id"], &json!(2)));
    assert_eq!(desk.refusal("save_price_list", change).await.0, "conflict");
    assert_eq!(each(&desk.ok("list_price_lists", json!({})).await, "name"), ["Safra 26/27"]);
    desk.close().await;
}

#[tokio::test]
async fn lists_that_would_mislead_are_refused() {
    let desk = Desk::new().await;
    let operation = "00000000-0000-4000-8000-00000000000a";
    let create = json!({ "name": "Cooperativa", "operationId": operation });
    let list = desk.ok("create_price_list", create.clone()).await;
    assert_eq!(desk.ok("create_price_list", create).await["id"], list["id"], "asked again, nothing twice");
    for (request, field) in [
        (json!({ "name": " \u{200b} " }), "name"),
        (json!({ "name": "x".repeat(81) }), "name"),
        (json!({ "name": "COOPERATIVA" }), "name"),
        (json!({ "name": "Co\u{200b}operativa" }), "name"),
        (json!({ "name": "C\u{43e}\u{43e}perativa" }), "name"),
        (json!({ "name": "A", "validFrom": "2026-02-01", "validUntil": "2026-01-31" }), "validUntil"),
        (json!({ "name": "A", "rule": { "factor": 0 } }), "rule.factor"),
        (json!({ "name": "A", "rule": { "factor": 1, "cents": 100 } }), "rule.cents"),
        (json!({ "name": "A", "note": "x".repeat(501) }), "note"),
    ] {
        let refused = first_field(desk.refusal("create_price_list", request.clone()).await);
        assert_eq!(refused, ("invalid_fields".into(), field.into()), "{request}");
    }
    for request in [
        json!({ "name": "A", "validFrom": "31/12/2026" }),
        json!({ "name": "A", "rule": { "factor": "NaN" } }),
    ] {
        assert_eq!(
            desk.refusal("create_price_list", request.clone()).await.0,
            "invalid_request",
            "{request}"
        );
    }
    desk.run_sql(
        "INSERT INTO price_lists (id, name, updated_by) SELECT gen_random_uuid(), 'L' || n, 'ana' \
         FROM generate_series(1, 49) AS n",
    )
    .await
    .unwrap();
    let too_many = first_field(desk.refusal("create_price_list", json!({ "name": "A mais" })).await);
    assert_eq!(too_many, ("invalid_fields".into(), "priceLists".into()));
    desk.ok("delete_price_list", json!({ "id": list["id"] })).await;
    let (one, other, back) = tokio::join!(
        desk.call("create_price_list", json!({ "name": "Uma a mais" })),
        desk.call("create_price_list", json!({ "name": "Outra a mais" })),
        desk.call("restore_price_list", json!({ "id": list["id"] })),
    );
    let stored = [one, other, back].iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(stored, 1, "there is room for one, also where several come at once");
    desk.close().await;
}

#[tokio::test]
async fn hostile_prices_are_refused_and_change_nothing() {
    let desk = Desk::new().await;
    let item = desk.item("Ureia", json!({ "price": 100, "packages": [{ "label": "5 L" }] })).await;
    let gone = desk.item("Sumiu", json!({ "price": 5 })).await;
    desk.ok("delete_item", json!({ "id": gone["id"] })).await;
    let list = desk.price_list("Atacado", json!({})).await;
    let set = |prices: Value| json!({ "id": list["id"], "prices": prices });
    let many: Vec<Value> = (0..5_001).map(|_| json!({ "item": item["id"], "price": 1 })).collect();
    for prices in [
        json!([]),
        json!(many),
        json!([{ "item": item["id"], "price": 1_000_000_000_000_u64 }]),
        json!([{ "item": item["id"], "price": -1 }]),
        json!([{ "item": item["id"], "price": "NaN" }]),
        json!([{ "item": item["id"], "price": "1.250" }]),
        json!([{ "item": "Ureia", "price": 1 }]),
        json!([{ "item": item["id"], "price": 1, "x": 1 }]),
    ] {
        let told = prices.to_string().chars().take(80).collect::<String>();
        assert_eq!(desk.refusal("set_list_prices", set(prices)).await.0, "invalid_request", "{told}");
    }
    let strange = json!([
        { "item": item["id"], "package": "5 L'; DROP TABLE list_prices; --", "price": 1 },
        { "item": item["id"], "package": "a\u{0}b", "price": 1 },
        { "item": gone["id"], "price": 1 },
        { "item": NOBODY, "price": 1 },
        { "item": item["id"], "price": 90 },
        { "item": item["id"], "price": 91 },
    ]);
    let set = desk.ok("set_list_prices", set(strange)).await;
    assert_eq!(set["changed"], 1, "{set}");
    assert_eq!(
        each(&set["refused"], "problem"),
        ["unknown_package", "unknown_package", "not_found", "not_found", "given_twice"]
    );
    let prices = desk.ok("list_item_prices", json!({ "id": item["id"] })).await;
    assert_eq!(prices["lists"][0]["own"], 90.0);
    assert_eq!(desk.refusal("list_item_prices", json!({ "id": gone["id"] })).await.0, "not_found");
    desk.close().await;
}

#[tokio::test]
async fn an_answer_gives_the_prices_of_the_list_that_the_message_asks_for() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 500 }, { "label": "20 L", "price": 1800 }]);
    let packed = desk.item("Herbicida Alfa", json!({ "category": "Herbicida", "packages": packages })).await;
    let cheap = desk.item("Herbicida Beta", json!({ "category": "Herbicida", "price": 120 })).await;
    let dear = desk.item("Herbicida Gama", json!({ "category": "Herbicida", "price": 130 })).await;
    let list = desk.price_list("Atacado", json!({ "rule": { "factor": 0.9 } })).await;
    let own = |item: &Value, package: Value, price: Value| json!({ "item": item["id"], "package": package, "price": price });
    let prices = json!([own(&packed, json!("5 L"), json!(400)), own(&dear, Value::Null, json!(95))]);
    let set = desk.ok("set_list_prices", json!({ "id": list["id"], "prices": prices })).await;
    assert_eq!(set["changed"], 2, "{set}");
    let ask = async |message: &str, list: &Value| {
        desk.ok("chat", json!({ "message": message, "mode": "desk", "priceList": list })).await
    };
    let price_of = |answer: &Value, item: &Value| {
        let sources = answer["sources"].as_array().unwrap();
        sources.iter().find(|source| source["id"] == item["id"]).map(|source| source["price"].clone())
    };

    // The control: those of the counter, where Beta is the cheaper one.
    let counter = ask("herbicida mais barato", &Value::Null).await;
    assert_eq!((&counter["priceList"], price_of(&counter, &cheap)), (&Value::Null, Some(json!("120"))));
    assert!(!counter["answer"].as_str().unwrap().contains("Preços da tabela"), "{counter}");
    let by_list = ask("herbicida mais barato", &list["id"]).await;
    assert_eq!(by_list["priceList"], json!({ "id": list["id"], "name": "Atacado" }));
    assert_eq!(
        (price_of(&by_list, &dear), price_of(&by_list, &cheap)),
        (Some(json!("95")), Some(json!("108")))
    );
    let text = by_list["answer"].as_str().unwrap();
    assert!(text.contains("Preços da tabela Atacado."), "{text}");
    let place = |name: &str| text.find(name).unwrap_or(usize::MAX);
    assert!(place("Gama") < place("Beta"), "{text}");
    // A limit is one of the list's prices too.
    let limited = ask("herbicida até 100 reais", &list["id"]).await;
    assert_eq!(
        (price_of(&limited, &dear), price_of(&limited, &cheap)),
        (Some(json!("95")), None),
        "{limited}"
    );
    let sum = ask("quanto custam 2 herbicida alfa 5 L?", &list["id"]).await;
    assert!(sum["answer"].as_str().unwrap().contains("400"), "{sum}");

    let stored = desk.ok("get_conversation", json!({ "id": by_list["conversationId"] })).await;
    let response = &stored["messages"][1]["response"];
    assert_eq!(response["priceList"]["name"], "Atacado", "{stored}");
    let refusal = async |request: Value| desk.refusal("chat", request).await.0;
    let make_request =
        |mode: &str, list: &Value| json!({ "message": "herbicida", "mode": mode, "priceList": list });
    assert_eq!(refusal(make_request("desk", &json!(NOBODY))).await, "not_found");
    assert_eq!(refusal(make_request("assistant", &list["id"])).await, "invalid_request");
    let past = desk.price_list("Safra", json!({ "validUntil": "2020-01-01" })).await;
    assert_eq!(refusal(make_request("desk", &past["id"])).await, "invalid_request");

    // A message that is sent again has its answer, whatever became of the list since.
    let operation = json!({ "operationId": "11111111-0000-4000-8000-000000000009" });
    let again = merge_fields(make_request("desk", &list["id"]), operation);
    let answer = desk.ok("chat", again.clone()).await;
    desk.ok("delete_price_list", json!({ "id": list["id"] })).await;
    assert_eq!(desk.ok("chat", again).await["messageId"], answer["messageId"]);
    desk.close().await;
}
