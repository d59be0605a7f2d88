//! Price lists and changes of prices over HTTP: addresses, refusals, two people at once.

use crate::server::shared_server;
use serde_json::{Value, json};

const LISTS: &str = "/api/price-lists";
const CHANGES: &str = "/api/price-changes";

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap()
}

#[test]
fn a_list_is_saved_by_one_of_two_and_its_own_prices_by_who_saw_them() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Balde de preços", "price": 10 }));
    let list = server.ok("POST", LISTS, &json!({ "name": "Atacado de teste", "rule": { "factor": 0.9 } }));
    let address = format!("{LISTS}/{}", id(&list));
    let change = json!({ "name": "Atacado de teste", "version": 1, "note": "acima de 10" });
    assert_eq!(server.ok("PUT", &address, &change)["version"], 2);
    let late = server.request("PUT", &address).json(change.to_string()).send();
    assert_eq!(late.error(409), "conflict");
    assert_eq!(late.json()["details"]["current"]["version"], 2);
    let wrong = json!({ "name": "B", "validFrom": "2026-02-01", "validUntil": "2026-01-01" });
    let refused = server.request("POST", LISTS).json(wrong.to_string()).send();
    assert_eq!(refused.error(422), "invalid_fields");
    assert_eq!(refused.json()["details"]["fields"][0]["field"], "validUntil");

    let change = json!({ "id": list["id"], "name": "Atacado de teste", "version": 2 });
    assert_eq!(server.ok("PUT", LISTS, &change)["version"], 3, "under the address of all lists, too");

    let own = |price: Value| json!({ "prices": [{ "item": item["id"], "price": price, "expected": null }] });
    let prices = format!("{address}/prices");
    assert_eq!(server.ok("PUT", &prices, &own(json!(8.5)))["changed"], 1);
    let second = server.ok("PUT", &prices, &own(json!(8)));
    assert_eq!((&second["changed"], &second["refused"][0]["problem"]), (&json!(0), &json!("conflict")));
    let many: Vec<Value> = (0..5_001).map(|_| json!({ "item": item["id"], "price": 1 })).collect();
    let too_many = server.request("PUT", &prices).json(json!({ "prices": many }).to_string()).send();
    assert_eq!(too_many.error(400), "invalid_request");
    let of_item = server.get(&format!("/api/catalog/items/{}/prices", id(&item))).send().json();
    let found = of_item["lists"].as_array().unwrap().iter().find(|one| one["list"] == list["id"]).unwrap();
    assert_eq!((&found["price"], &found["source"]), (&json!(8.5), &json!("own")));

    assert_eq!(server.request("DELETE", &address).send().status, 200);
    let gone = server.request("PUT", &prices).json(own(json!(1)).to_string()).send();
    assert_eq!(gone.error(404), "not_found");
    assert_eq!(server.post(&format!("{address}/restore")).send().status, 200);
}

#[test]
fn a_change_is_refused_where_its_preview_is_stale_or_it_is_not_planned_any_more() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Pá de preços", "price": 10 }));
    let change = json!({ "what": { "percent": 10 }, "selection": { "ids": [item["id"]] } });
    let preview = server.ok("POST", &format!("{CHANGES}/preview"), &change);
    assert_eq!((&preview["changed"], &preview["rows"][0]["new"]), (&json!(1), &json!(11.0)));
    let mut make = change;
    make["name"] = "Reajuste".into();
    make["digest"] = "of another preview".into();
    let stale = server.request("POST", CHANGES).json(make.to_string()).send();
    assert_eq!(stale.error(409), "selection_changed");
    make["digest"] = preview["digest"].clone();
    let made = server.ok("POST", CHANGES, &make);
    assert_eq!(made["state"], "applied");
    let address = format!("{CHANGES}/{}", id(&made));
    assert_eq!(server.post(&format!("{address}/cancel")).send().error(409), "conflict");
    // Asked for again after a lost answer, it is the answer as it stands.
    let again = server.post(&format!("{address}/apply")).send();
    assert_eq!((again.status, &again.json()["state"]), (200, &json!("applied")));
    assert_eq!(server.get(&address).send().json()["rows"][0]["outcome"], "applied");
    let listed = server.get(&format!("{CHANGES}?state=applied")).send().json();
    assert!(listed.as_array().unwrap().iter().any(|one| one["id"] == made["id"]), "{listed}");
    assert_eq!(server.get(&format!("{CHANGES}?state=gone")).send().error(400), "invalid_request");
    let undone = server.post(&format!("{address}/undo")).send();
    assert_eq!((undone.status, &undone.json()["undone"]), (200, &json!(1)));
    let absent = format!("{CHANGES}/00000000-0000-4000-8000-000000000000");
    assert_eq!(server.get(&absent).send().error(404), "not_found");
}
