//! Relations of items: proposed, confirmed, refused, taken back, and taken along where products are joined.

use crate::desk::{Desk, NOBODY, each};
use serde_json::{Value, json};

impl Desk {
    async fn relate(&self, item: &Value, kind: &str, other: &Value) -> Value {
        let request = json!({ "id": item["id"], "kind": kind, "otherId": other["id"] });
        self.ok("set_item_relation", request).await["operationId"].clone()
    }

    async fn relations(&self, item: &Value) -> Value {
        self.ok("list_item_relations", json!({ "id": item["id"] })).await
    }

    /// What each relation of an item is, which way it goes, and to whom.
    async fn list_relations(&self, item: &Value) -> Vec<(String, String, String)> {
        let found = self.relations(item).await["relations"].clone();
        let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
        let list = found.as_array().unwrap().iter();
        list.map(|one| (text(one, "kind"), text(one, "direction"), text(one, "name"))).collect()
    }
}

fn row(kind: &str, direction: &str, name: &str) -> (String, String, String) {
    (kind.to_owned(), direction.to_owned(), name.to_owned())
}

#[tokio::test]
async fn a_relation_stands_at_both_items_in_their_history_and_is_taken_back() {
    let desk = Desk::new().await;
    let (new, old) = (desk.item("Novo", json!({})).await, desk.item("Velho", json!({})).await);
    let operation = desk.relate(&new, "replaces", &old).await;
    assert_eq!(desk.list_relations(&new).await, [row("replaces", "outgoing", "Velho")]);
    assert_eq!(desk.list_relations(&old).await, [row("replaces", "incoming", "Novo")]);
    let item = desk.ok("get_item", json!({ "id": old["id"] })).await;
    assert_eq!((&item["relations"][0]["name"], &item["version"]), (&json!("Novo"), &json!(1)));
    desk.ok("update_item", item).await;

    let again = json!({ "id": old["id"], "kind": "replaces", "direction": "incoming", "otherId": new["id"] });
    assert_eq!(desk.ok("set_item_relation", again).await["operationId"], Value::Null, "it is so already");
    let history = desk.ok("item_history", json!({ "id": new["id"] })).await;
    assert_eq!(history[0]["actor"], "ana");
    let change = &history[0]["changes"][0];
    assert_eq!((&change["field"], &change["to"][0]["name"]), (&json!("relations"), &json!("Velho")));
    let logged = desk.ok("get_operation", json!({ "id": operation })).await;
    assert_eq!((&logged["operation"]["fields"], &logged["total"]), (&json!(["relations"]), &json!(2)));

    let undone = desk.ok("undo_operation", json!({ "id": operation })).await;
    assert_eq!((&undone["undone"], &undone["conflictCount"]), (&json!(2), &json!(0)), "{undone}");
    assert_eq!(desk.list_relations(&new).await, []);
    desk.ok("undo_operation", json!({ "id": undone["operationId"] })).await;
    assert_eq!(desk.list_relations(&new).await, [row("replaces", "outgoing", "Velho")], "made again");

    // One that another person removed since is not there to be taken back, and nothing is done.
    let remove = json!({ "id": new["id"], "kind": "replaces", "otherId": old["id"] });
    desk.call_as("bia", "remove_item_relation", remove.clone()).await.unwrap();
    assert_eq!(desk.ok("undo_operation", json!({ "id": operation })).await["operationId"], Value::Null);
    assert_eq!(desk.refusal("remove_item_relation", remove).await.0, "not_found");
    desk.close().await;
}

#[tokio::test]
async fn what_cannot_be_related_is_refused_with_the_reason() {
    let desk = Desk::new().await;
    let mut items = Vec::new();
    for name in ["A", "B", "C"] {
        items.push(desk.item(name, json!({})).await);
    }
    let ask = |item: &Value, kind: &str, other: &Value| json!({ "id": item["id"], "kind": kind, "otherId": other["id"] });
    let why = async |request: Value| {
        let (code, details) = desk.refusal("set_item_relation", request).await;
        (code, details["problem"].clone())
    };
    let make_refusal = |problem: &str| ("relation_refused".to_owned(), json!(problem));
    let (a, b, c) = (&items[0], &items[1], &items[2]);
    assert_eq!(why(ask(a, "goes_with", a)).await, make_refusal("itself"));
    desk.relate(a, "replaces", b).await;
    let undone = desk.relate(b, "replaces", c).await;
    assert_eq!(why(ask(b, "replaces", a)).await, make_refusal("cycle"));
    assert_eq!(why(ask(c, "replaces", a)).await, make_refusal("cycle"), "over another item");
    let refusal = json!({ "id": a["id"], "kind": "goes_with", "otherId": b["id"], "status": "refused" });
    assert_eq!(why(refusal).await, make_refusal("not_proposed"));
    let sideways = json!({ "id": a["id"], "kind": "goes_with", "direction": "incoming", "otherId": b["id"] });
    assert_eq!(why(sideways).await, make_refusal("direction"));
    let nobody = json!({ "id": a["id"], "kind": "goes_with", "otherId": NOBODY });
    assert_eq!(why(nobody).await.0, "not_found");

    // What would close a circle by now stays away.
    let undone = desk.ok("undo_operation", json!({ "id": undone })).await;
    desk.relate(c, "replaces", a).await;
    let again = desk.ok("undo_operation", json!({ "id": undone["operationId"] })).await;
    assert_eq!((&again["operationId"], &again["conflicts"][0]["field"]), (&Value::Null, &json!("relations")));

    desk.ok("delete_item", json!({ "id": b["id"] })).await;
    assert_eq!(
        desk.list_relations(a).await,
        [row("replaces", "incoming", "C")],
        "a deleted item is in no list"
    );
    assert_eq!(why(ask(a, "goes_with", b)).await.0, "not_found");

    let statement = format!(
        "WITH made AS (INSERT INTO catalog_items (id, name) SELECT gen_random_uuid(), 'N' || n \
         FROM generate_series(1, 50) AS n RETURNING id) \
         INSERT INTO item_relations (kind, one, other, actor) \
         SELECT 'replaces', '{}', id, 'ana' FROM made",
        c["id"].as_str().unwrap()
    );
    desk.run_sql(&statement).await.unwrap();
    assert_eq!(why(ask(c, "goes_with", a)).await, make_refusal("too_many"));
    // Those with deleted items are in no list, and keep none away.
    desk.run_sql("UPDATE catalog_items SET deleted_at = now() WHERE name IN ('N1', 'N2')").await.unwrap();
    desk.relate(c, "goes_with", a).await;
    desk.close().await;
}

#[tokio::test]
async fn the_same_ingredient_is_proposed_until_a_person_says_so_or_not() {
    let desk = Desk::new().await;
    let product = async |name: &str, concentration: &str| {
        let attributes = json!({ "ingrediente_ativo": "Glifosato", "concentracao": concentration });
        desk.item(name, json!({ "attributes": attributes })).await
    };
    let (own, twin) = (product("Base", "480 g/L").await, product("Rasoura", "480 g/L").await);
    let other = product("Capim", "480 G/L").await;
    product("Forte", "620 g/L").await;
    let list_proposals = async || {
        let found = desk.relations(&own).await;
        each(&found["proposals"], "name").into_iter().cloned().collect::<Vec<_>>()
    };
    assert_eq!(list_proposals().await, [json!("Capim"), json!("Rasoura")]);
    assert_eq!(desk.list_relations(&own).await, [], "nothing is stored by itself");
    let say = |item: &Value, status: &str| json!({ "id": own["id"], "kind": "same_ingredient", "otherId": item["id"], "status": status });
    desk.ok("set_item_relation", say(&twin, "confirmed")).await;
    let refusal = desk.ok("set_item_relation", say(&other, "refused")).await;
    assert_eq!(list_proposals().await, Vec::<Value>::new());
    assert_eq!(desk.list_relations(&twin).await, [row("same_ingredient", "both", "Base")]);
    assert_eq!(each(&desk.relations(&own).await["refused"], "name"), ["Capim"]);
    desk.ok("undo_operation", json!({ "id": refusal["operationId"] })).await;
    assert_eq!(list_proposals().await, [json!("Capim")], "a refusal that is taken back is none");
    desk.close().await;
}

#[tokio::test]
async fn a_join_takes_relations_and_stock_along_and_gives_them_back() {
    let desk = Desk::new().await;
    let product = async |size: &str| desk.item(&format!("Glifosato Nortox {size} L"), json!({})).await;
    let (five, twenty) = (product("5").await, product("20").await);
    let (oil, old) = (desk.item("Óleo", json!({})).await, desk.item("Antigo", json!({})).await);
    desk.relate(&twenty, "goes_with", &oil).await;
    desk.relate(&twenty, "replaces", &old).await;
    desk.relate(&five, "goes_with", &twenty).await;
    // Of one of the products a person said so, of the other not: what is so stays.
    desk.relate(&twenty, "same_ingredient", &oil).await;
    let refusal =
        json!({ "id": five["id"], "kind": "same_ingredient", "otherId": oil["id"], "status": "refused" });
    desk.ok("set_item_relation", refusal).await;
    let count = |item: &Value, quantity: f64| json!({ "id": item["id"], "counts": [{ "place": "Loja", "quantity": quantity, "unit": "gl" }] });
    desk.ok("set_item_stock", count(&five, 3.0)).await;
    desk.ok("set_item_stock", count(&twenty, 2.0)).await;

    let member = |item: &Value| json!({ "id": item["id"], "version": item["version"] });
    let request = json!({ "stays": member(&five), "others": [member(&twenty)] });
    let joined = desk.ok("join_items", request).await;
    assert_eq!(
        desk.list_relations(&five).await,
        [
            row("replaces", "outgoing", "Antigo"),
            row("goes_with", "both", "Óleo"),
            row("same_ingredient", "both", "Óleo")
        ]
    );
    let stock = desk.ok("get_item_stock", json!({ "id": five["id"] })).await;
    assert_eq!(each(&stock["levels"], "package"), ["20 L", "5 L"]);
    assert_eq!(each(&stock["levels"], "quantity"), [2.0, 3.0]);

    // A count since keeps the whole from coming back.
    let recount = |quantity: f64| {
        let counts = json!([{ "package": "20 L", "place": "Loja", "quantity": quantity }]);
        json!({ "id": five["id"], "counts": counts })
    };
    let counted = desk.ok("set_item_stock", recount(1.0)).await;
    let undo = json!({ "id": joined["operationId"] });
    let refused = desk.ok("undo_operation", undo.clone()).await;
    assert_eq!((&refused["undone"], &refused["conflicts"][0]["field"]), (&json!(0), &json!("stock")));
    desk.ok("undo_operation", json!({ "id": counted["operationId"] })).await;
    let undone = desk.ok("undo_operation", undo).await;
    assert_eq!(undone["conflictCount"], 0, "{undone}");
    assert_eq!(desk.list_relations(&twenty).await.len(), 4);
    assert_eq!(each(&desk.relations(&five).await["refused"], "name"), ["Óleo"], "refused again");
    let stock = desk.ok("get_item_stock", json!({ "id": twenty["id"] })).await;
    assert_eq!(
        (&stock["levels"][0]["quantity"], &stock["levels"][0]["package"]),
        (&json!(2.0), &Value::Null)
    );
    desk.close().await;
}
