//! Stock of items: counts, their history, and codes that are scanned.

mod list;
mod states;

use crate::desk::{Desk, each};
use serde_json::{Value, json};

const EAN: &str = "7891000315507";

impl Desk {
    async fn levels(&self, item: &Value) -> Value {
        self.ok("get_item_stock", json!({ "id": item["id"] })).await["levels"].clone()
    }
}

#[tokio::test]
async fn counts_are_stored_whole_and_a_later_one_is_never_overwritten() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L" }, { "label": "20 L" }]);
    let item = desk.item("Base", json!({ "packages": packages })).await;
    let set = async |counts: Value| {
        desk.call("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    let counts = json!([
        { "package": "5 L", "place": " Loja ", "quantity": "12,5", "unit": "gl", "countedAt": "2026-01-10T10:00:00Z" },
        { "package": "20 L", "quantity": 0, "countedAt": "2026-01-09T10:00:00Z" },
    ]);
    let first = set(counts.clone()).await.unwrap();
    assert_eq!(first["changed"], 2);
    assert_eq!(
        (&first["stock"]["total"]["isOut"], &first["stock"]["total"]["countedOn"]),
        (&json!(false), &json!("2026-01-09"))
    );
    assert_eq!(set(counts).await.unwrap()["operationId"], Value::Null, "nothing is another");
    let refusal = async |counts: Value| {
        desk.refusal("set_item_stock", json!({ "id": item["id"], "counts": counts })).await
    };
    let older = json!([
        { "package": "20 L", "quantity": 4 },
        { "package": "5 L", "place": "Loja", "quantity": 3, "countedAt": "2026-01-01T10:00:00Z" },
    ]);
    assert_eq!(refusal(older).await.1["path"], "counts[1]");
    assert_eq!(refusal(json!([{ "package": "1 L", "quantity": 1 }])).await.0, "stock_refused");
    assert_eq!(refusal(json!([{ "quantity": 1, "place": "x".repeat(121) }])).await.0, "invalid_fields");
    assert_eq!(refusal(json!([])).await.0, "invalid_request");
    assert_eq!(each(&desk.levels(&item).await, "quantity"), [0.0, 12.5], "all or none");

    let gone = set(json!([{ "package": "20 L", "quantity": null }])).await.unwrap();
    assert_eq!(
        (gone["changed"].clone(), &gone["stock"]["total"]),
        (json!(1), &Value::Null),
        "unknown is not nothing"
    );
    let stale = desk.ok("undo_operation", json!({ "id": first["operationId"] })).await;
    assert_eq!((&stale["undone"], &stale["conflictCount"]), (&json!(1), &json!(0)), "{stale}");
    assert_eq!(desk.levels(&item).await, json!([]));
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;
    assert_eq!(each(&history, "operation")[0], "undo");
    assert_eq!(history.as_array().unwrap().len(), 4, "the item and three changes of its stock");
    desk.close().await;
}

#[tokio::test]
async fn an_undo_is_of_what_the_operation_was_of() {
    let desk = Desk::new().await;
    desk.item("Base", json!({ "externalId": "B" })).await;
    let upload = desk.send("Código;Saldo\nB;3\n".as_bytes()).await;
    desk.ok("import_stock_file", json!({ "uploadId": upload })).await;
    desk.ok("change_category", json!({ "change": { "type": "create", "name": "Adubos" } })).await;
    for subject in ["Adubos", "a.csv"] {
        let log = desk.ok("list_operations", json!({})).await;
        let rows = log["rows"].as_array().unwrap();
        let taken = rows.iter().find(|row| row["subject"] == subject && row["kind"] != "undo").unwrap();
        desk.ok("undo_operation", json!({ "id": taken["id"] })).await;
        let log = desk.ok("list_operations", json!({})).await;
        let undo = &log["rows"][0];
        assert_eq!((&undo["kind"], &undo["subject"]), (&json!("undo"), &json!(subject)), "{log}");
    }
    desk.close().await;
}

#[tokio::test]
async fn a_barcode_leads_to_its_product_on_sale_or_not() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "ean": EAN }]);
    let item = desk.item("Base", json!({ "status": "inativo", "packages": packages })).await;
    let own = desk.item("Pá", json!({ "attributes": { "Código de barras": "0-36000-29145-2" } })).await;
    let find = async |ean: &str| desk.ok("find_ean", json!({ "ean": ean })).await["matches"].clone();
    let found = find("0789-1000-31550-7").await;
    assert_eq!((&found[0]["itemId"], &found[0]["package"]), (&item["id"], &json!("5 L")));
    assert_eq!(find("0036000291452").await[0]["itemId"], own["id"]);
    assert_eq!(find("96385074").await, json!([]));
    assert_eq!(desk.refusal("find_ean", json!({ "ean": "7891000315508" })).await.0, "invalid_request");
    desk.close().await;
}
