//! Price lists and labels as files.

use crate::desk::{Desk, merge_fields};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

impl Desk {
    /// The text of a document, without white space.
    async fn print(&self, request: Value) -> String {
        let file = self.ok("print_catalog", request).await;
        assert_eq!(file["mediaType"], "application/pdf");
        let piece = self.ok("read_download", json!({ "id": file["id"], "offset": 0 })).await;
        assert_eq!(piece["sizeBytes"], file["sizeBytes"]);
        let bytes = STANDARD.decode(piece["data"].as_str().unwrap()).unwrap();
        let text = pdf_extract::extract_text_from_mem(&bytes).unwrap();
        text.chars().filter(|c| !c.is_whitespace()).collect()
    }
}

#[tokio::test]
async fn what_is_active_is_printed_with_the_prices_of_the_counter_or_of_a_list() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 200 }, { "label": "20 L", "price": 700 }]);
    let fields = json!({ "category": "Herbicidas", "packages": packages, "externalId": "G-1" });
    let item = desk.item("Glifosato", fields).await;
    desk.item("Ureia", json!({ "category": "Adubos", "price": 100 })).await;
    desk.item("Retirado", json!({ "category": "Adubos", "price": 50, "status": "inativo" })).await;
    let wholesale = json!({ "rule": { "factor": 0.9 }, "validUntil": "2099-12-31" });
    let list = desk.price_list("Atacado", wholesale).await;
    let own = json!({ "item": item["id"], "package": "20 L", "price": 601.5 });
    desk.ok("set_list_prices", json!({ "id": list["id"], "prices": [own] })).await;

    let counter = desk.print(json!({ "form": "prices" })).await;
    for text in
        ["Counterprices", "Adubos", "Ureia", "BRL100.00", "Glifosato", "G-1", "BRL40.00/L", "BRL700.00"]
    {
        assert!(counter.contains(text), "{text} in {counter}");
    }
    assert!(!counter.contains("Retirado"), "{counter}");
    let request = json!({ "form": "labels", "list": list["id"] });
    let listed = desk.print(request.clone()).await;
    for text in ["BRL90.00", "BRL180.00", "BRL36.00/L", "BRL601.50"] {
        assert!(listed.contains(text), "{text} in {listed}");
    }
    let table = desk.print(json!({ "form": "prices", "list": list["id"] })).await;
    assert!(table.contains("Pricelist:Atacado") && table.contains("Validuntil2099-12-31"), "{table}");
    let filter = json!({ "column": "category", "test": "is", "values": ["Adubos"] });
    let some = desk.print(merge_fields(request, json!({ "query": { "filters": [filter] } }))).await;
    assert!(some.contains("Ureia") && !some.contains("Glifosato"), "{some}");
    let unknown = json!({ "form": "labels", "list": item["id"] });
    assert_eq!(desk.refusal("print_catalog", unknown).await.0, "not_found");
    // Nothing that is on sale fits: an empty sheet of paper is no answer.
    for form in ["prices", "labels"] {
        let none = json!({ "column": "category", "test": "is", "values": ["Nada"] });
        let (refusal, details) =
            desk.refusal("print_catalog", json!({ "form": form, "query": { "filters": [none] } })).await;
        assert_eq!(refusal, "print_empty");
        let named = details["categories"].as_str().unwrap();
        assert!(named.contains("Herbicidas") && named.contains("Adubos"), "what is allowed: {details}");
    }
    desk.close().await;
}
