//! Relations, stock and barcodes over HTTP: addresses, query strings, refusals.

use crate::server::shared_server;
use serde_json::json;

#[test]
fn relations_and_stock_have_addresses_of_their_own() {
    let server = shared_server();
    let create = |name: &str, more: serde_json::Value| {
        let mut item = json!({ "name": name });
        item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let created = server.ok("POST", "/api/catalog/items", &item);
        created["id"].as_str().unwrap().to_owned()
    };
    let packages = json!([{ "label": "5 L", "ean": "17891000315504" }]);
    let new = create("Balde de estoque novo", json!({ "packages": packages }));
    let old = create("Balde de estoque velho", json!({}));
    let relations = format!("/api/catalog/items/{new}/relations");
    let relation = json!({ "kind": "replaces", "otherId": old });
    assert!(server.ok("PUT", &relations, &relation)["operationId"].is_string());
    let back = json!({ "kind": "replaces", "direction": "incoming", "otherId": old });
    let circle = server.request("PUT", &relations).json(back.to_string()).send();
    assert_eq!(circle.error(409), "relation_refused");
    assert_eq!(circle.json()["details"]["problem"], "cycle");
    let item = server.get(&format!("/api/catalog/items/{old}")).send().json();
    assert_eq!(item["relations"][0]["direction"], "incoming");
    let gone = format!("{relations}?kind=replaces&otherId={old}");
    assert_eq!(server.request("DELETE", &gone).send().status, 200);
    assert_eq!(server.request("DELETE", &gone).send().error(404), "not_found");

    let stock = format!("/api/catalog/items/{new}/stock");
    let counts = json!({ "counts": [{ "package": "5 L", "quantity": 0 }] });
    assert_eq!(server.ok("PUT", &stock, &counts)["stock"]["total"]["isOut"], true);
    let below = json!({ "counts": [{ "quantity": -1 }] });
    assert_eq!(server.request("PUT", &stock).json(below.to_string()).send().error(400), "invalid_request");
    let rows =
        json!({ "rows": [{ "ean": "1789-1000-31550-4", "quantity": 7 }, { "code": "nada", "quantity": 1 }] });
    let listed = server.ok("PUT", "/api/catalog/stock", &rows);
    assert_eq!((&listed["changed"], &listed["problems"][0]["row"]), (&json!(1), &json!(2)));
    assert_eq!(server.get(&stock).send().json()["levels"][0]["quantity"], 7.0);
    let found = server.get("/api/catalog/eans/17891000315504").send().json();
    assert_eq!(found["matches"][0]["itemId"], new.as_str());
    assert_eq!(server.get("/api/catalog/eans/123").send().error(400), "invalid_request");
}
