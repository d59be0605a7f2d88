//! Products that stand in the catalog several times: found, joined with all that points to them, and taken back.

use crate::desk::{Desk, code, each};
use serde_json::{Value, json};

/// Glyphosate in three packages, and a query set that judges the second.
struct Glyphosate {
    one: Value,
    five: Value,
    twenty: Value,
    list: Value,
    set: Value,
}

impl Desk {
    async fn glyphosate(&self) -> Glyphosate {
        let product = async |size: &str, price: i32| {
            let more =
                json!({ "externalId": format!("GLI{size}"), "manufacturer": "Nortox S.A.", "price": price });
            self.item(&format!("Glifosato Nortox {size} L"), more).await
        };
        let (one, five, twenty) = (product("1", 40).await, product("5", 180).await, product("20", 600).await);
        let list = self.ok("create_price_list", json!({ "name": "Atacado" })).await;
        let own = json!({ "item": five["id"], "package": null, "price": 170, "expected": null });
        self.ok("set_list_prices", json!({ "id": list["id"], "prices": [own] })).await;
        let set = self.ok("create_query_set", json!({ "name": "Balcão", "kind": "items" })).await;
        let query = self.ok("add_set_query", json!({ "id": set["id"], "query": "glifosato de cinco" })).await;
        self.ok(
            "judge",
            json!({ "id": query["id"], "record": "GLI5", "grade": 2, "judge": "bia", "note": "" }),
        )
        .await;
        Glyphosate { one, five, twenty, list, set }
    }

    async fn judged_records(&self, found: &Glyphosate) -> Value {
        self.ok("list_judgments", json!({ "id": found.set["id"] })).await[0]["record"].clone()
    }
}

fn member(item: &Value) -> Value {
    json!({ "id": item["id"], "version": item["version"] })
}

#[tokio::test]
async fn three_packages_of_one_product_are_joined_and_taken_back_whole() {
    let desk = Desk::new().await;
    let found = desk.glyphosate().await;
    desk.item("Glifosato Nortox WG 5 kg", json!({ "manufacturer": "Nortox S.A." })).await;
    let page = desk.ok("list_duplicates", json!({})).await;
    assert_eq!((&page["total"], page["rows"][0]["products"].as_array().unwrap().len()), (&json!(1), 3));
    assert_eq!(each(&page["rows"][0]["evidence"], "kind"), ["sameName", "sameMaker", "differentPackages"]);

    let request =
        json!({ "stays": member(&found.one), "others": [member(&found.five), member(&found.twenty)] });
    let done = desk.ok("join_items", request.clone()).await;
    assert_eq!((&done["id"], &done["joined"]), (&found.one["id"], &json!(2)));
    let joined = desk.ok("get_item", json!({ "id": found.five["id"] })).await;
    assert_eq!(
        (&joined["id"], &joined["name"]),
        (&found.one["id"], &json!("Glifosato Nortox")),
        "old ids lead on"
    );
    assert_eq!(each(&joined["packages"], "code"), ["GLI1", "GLI5", "GLI20"]);
    let prices = desk.ok("list_item_prices", json!({ "id": found.one["id"] })).await;
    assert_eq!(prices["lists"][0]["packages"][1]["own"], 170.0);
    assert_eq!(desk.judged_records(&found).await, "GLI1");
    assert_eq!(desk.ok("list_duplicates", json!({})).await["total"], 0);
    let again = desk.call("join_items", request).await;
    assert_eq!(code(again), "not_found", "products that are joined already");

    // A package that another person changed since keeps the whole from coming back, and is named.
    let own = |price: i32, expected: i32| {
        let own = json!({ "item": found.one["id"], "package": "5 L", "price": price, "expected": expected });
        json!({ "id": found.list["id"], "prices": [own] })
    };
    desk.ok("set_list_prices", own(165, 170)).await;
    let undo = json!({ "id": done["operationId"] });
    let refused = desk.ok("undo_operation", undo.clone()).await;
    assert_eq!((&refused["undone"], &refused["operationId"]), (&json!(0), &Value::Null), "{refused}");
    assert_eq!(
        (&refused["conflicts"][0]["field"], &refused["conflicts"][0]["now"]),
        (&json!("price"), &json!(165.0))
    );
    let in_part = json!({ "id": done["operationId"], "fields": ["packages"] });
    assert_eq!(code(desk.call("undo_operation", in_part).await), "invalid_request");
    desk.ok("set_list_prices", own(170, 165)).await;
    let undone = desk.ok("undo_operation", undo).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(3), &json!(0)), "{undone}");
    for item in [&found.one, &found.five, &found.twenty] {
        let now = desk.ok("get_item", json!({ "id": item["id"] })).await;
        assert_eq!((&now["id"], &now["name"], &now["packages"]), (&item["id"], &item["name"], &json!([])));
    }
    assert_eq!(desk.judged_records(&found).await, "GLI5");

    let pairs = json!([{ "one": found.one["id"], "other": found.five["id"] }]);
    desk.ok("tell_items_apart", json!({ "pairs": pairs })).await;
    let page = desk.ok("list_duplicates", json!({})).await;
    assert_eq!(each(&page["rows"][0]["products"], "name").len(), 2, "the pair is not offered again");
    let stale = json!({ "stays": member(&found.one), "others": [member(&found.twenty)] });
    assert_eq!(
        code(desk.call("join_items", stale).await),
        "conflict",
        "they were changed since they were seen"
    );
    desk.close().await;
}

impl Desk {
    /// Joins products as they are now; answers the operation.
    async fn join(&self, stays: &Value, others: &[&Value]) -> Value {
        let now = async |item: &Value| member(&self.ok("get_item", json!({ "id": item["id"] })).await);
        let stays = now(stays).await;
        let mut members = Vec::new();
        for other in others {
            members.push(now(other).await);
        }
        self.ok("join_items", json!({ "stays": stays, "others": members })).await["operationId"].clone()
    }

    async fn undo(&self, operation: &Value) -> Value {
        self.ok("undo_operation", json!({ "id": operation })).await
    }

    async fn count_files(&self, item: &Value) -> usize {
        self.ok("list_attachments", json!({ "id": item["id"] })).await.as_array().unwrap().len()
    }
}

#[tokio::test]
async fn joins_of_joined_products_are_taken_back_in_turn_and_the_one_in_force_at_that() {
    let desk = Desk::new().await;
    let found = desk.glyphosate().await;
    desk.attach(&found.five, "Bula: 2 litros por hectare.").await;
    let first = desk.join(&found.one, &[&found.five]).await;
    let second = desk.join(&found.twenty, &[&found.one]).await;
    assert_eq!(desk.judged_records(&found).await, "GLI20");

    let refused = desk.undo(&first).await;
    assert_eq!((&refused["undone"], &refused["operationId"]), (&json!(0), &Value::Null), "{refused}");
    let fields = each(&refused["conflicts"], "field");
    assert!(fields.contains(&&json!("deleted")) && fields.contains(&&json!("attachments")), "{refused}");
    let led = desk.ok("get_item", json!({ "id": found.five["id"] })).await;
    assert_eq!(led["id"], found.twenty["id"], "nothing changed");
    assert_eq!(
        (desk.count_files(&found.twenty).await, desk.judged_records(&found).await),
        (1, json!("GLI20"))
    );

    assert_eq!(desk.undo(&second).await["undone"], 2);
    let undone = desk.undo(&first).await;
    assert_eq!(undone["undone"], 2, "{undone}");
    for item in [&found.one, &found.five, &found.twenty] {
        let now = desk.ok("get_item", json!({ "id": item["id"] })).await;
        assert_eq!((&now["id"], &now["name"], &now["packages"]), (&item["id"], &item["name"], &json!([])));
    }
    assert_eq!((desk.count_files(&found.five).await, desk.judged_records(&found).await), (1, json!("GLI5")));
    assert_eq!(desk.undo(&first).await["conflictCount"], 0, "what is taken back is not looked at again");

    // Made again it moves what came meanwhile, and that goes back with it.
    desk.attach(&found.five, "Ficha: guardar ao abrigo do sol.").await;
    assert_eq!(desk.undo(&undone["operationId"]).await["undone"], 2);
    assert_eq!(desk.count_files(&found.one).await, 2);
    assert_eq!(desk.undo(&first).await["undone"], 2);
    assert_eq!((desk.count_files(&found.one).await, desk.count_files(&found.five).await), (0, 2));
    desk.close().await;
}

#[tokio::test]
async fn a_join_whose_products_are_as_before_still_gives_back_what_it_moved() {
    let desk = Desk::new().await;
    let stays = desk.item("Calda bordalesa", json!({})).await;
    let other = desk.item("Calda Bordalesa", json!({})).await;
    desk.attach(&other, "Bula: 2 litros por hectare.").await;
    let joined = desk.join(&stays, &[&other]).await;
    // As a file does that names it.
    desk.ok("restore_item", json!({ "id": other["id"] })).await;
    assert_eq!((desk.count_files(&stays).await, desk.count_files(&other).await), (1, 0));
    let undone = desk.undo(&joined).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(1), &json!(0)), "{undone}");
    assert_eq!((desk.count_files(&stays).await, desk.count_files(&other).await), (0, 1));
    assert_eq!(desk.undo(&joined).await["undone"], 0);
    desk.close().await;
}

#[tokio::test]
async fn two_hundred_packages_become_eighty_products_and_come_back_as_they_were() {
    let desk = Desk::new().await;
    let mut before = Vec::new();
    for number in 0..80_u8 {
        let name = format!("Vetra{}{}", char::from(b'a' + number / 10), char::from(b'a' + number % 10));
        let sizes: &[&str] = if number % 2 == 0 { &["1", "5", "20"] } else { &["5", "20"] };
        for size in sizes {
            let more = json!({ "manufacturer": "Fábrica", "price": 10 });
            before.push(desk.item(&format!("{name} {size} L"), more).await);
        }
    }
    assert_eq!(before.len(), 200);
    let page = desk.ok("list_duplicates", json!({ "limit": 100 })).await;
    let groups = page["rows"].as_array().unwrap();
    assert_eq!((&page["total"], groups.len()), (&json!(80), 80));
    let mut operations = Vec::new();
    let mut packages = 0;
    for group in groups {
        let products: Vec<Value> = group["products"].as_array().unwrap().iter().map(member).collect();
        let joined = desk.ok("join_items", json!({ "stays": products[0], "others": products[1..] })).await;
        operations.push(joined["operationId"].clone());
        let product = desk.ok("get_item", json!({ "id": joined["id"] })).await;
        packages += product["packages"].as_array().unwrap().len();
    }
    let count = async || desk.ok("list_items", json!({})).await["total"].clone();
    assert_eq!((count().await, packages), (json!(80), 200));

    for operation in operations.iter().rev() {
        let undone = desk.undo(operation).await;
        assert_eq!(undone["conflictCount"], 0, "{undone}");
    }
    assert_eq!(count().await, 200);
    for item in &before {
        let now = desk.ok("get_item", json!({ "id": item["id"] })).await;
        assert_eq!(
            (&now["id"], &now["name"], &now["price"], &now["packages"]),
            (&item["id"], &item["name"], &item["price"], &json!([]))
        );
    }
    desk.close().await;
}
