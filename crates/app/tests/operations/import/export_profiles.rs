//! Profiles of exports, prices of lists in files, and the feed for shops.

use crate::desk::Desk;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::time::Duration;

impl Desk {
    /// A file that is exported, and the last state of its export.
    pub async fn export_file(&self, request: Value) -> (String, Value) {
        let mut state = self.ok("begin_export", request).await;
        while state["file"].is_null() {
            assert!(state["error"].is_null(), "{state}");
            tokio::time::sleep(Duration::from_millis(20)).await;
            state = self.ok("export_state", json!({ "id": state["id"] })).await;
        }
        let piece = self.ok("read_download", json!({ "id": state["file"]["id"], "offset": 0 })).await;
        let bytes = STANDARD.decode(piece["data"].as_str().unwrap()).unwrap();
        (String::from_utf8(bytes).unwrap(), state)
    }
}

#[tokio::test]
async fn a_profile_says_columns_form_statuses_and_whose_prices() {
    let desk = Desk::new().await;
    let packages = json!([{ "label": "5 L", "price": 10.5 }, { "label": "5 L", "price": 20 }]);
    desk.item("Óleo", json!({ "externalId": "1", "price": 12.5, "packages": packages })).await;
    desk.item("Calda", json!({ "externalId": "2", "price": 3, "attributes": { "cor": "azul" } })).await;
    desk.item("Rascunho", json!({ "externalId": "3", "status": "rascunho" })).await;
    let list = desk.ok("create_price_list", json!({ "name": "Atacado", "rule": { "factor": 2 } })).await;
    let profile = json!({
        "kind": "items", "name": "Parceiro  Sul",
        "content": {
            "dialect": "excel_br", "columns": ["price", "attributes.cor", "name"], "priceList": list["id"],
            "statuses": ["ativo"],
        },
    });
    let kept = desk.ok("save_export_profile", profile.clone()).await;
    assert_eq!(kept["name"], "Parceiro Sul");
    let request = json!({ "kind": "items", "format": "csv", "profile": kept["id"] });
    let (file, state) = desk.export_file(request.clone()).await;
    assert_eq!(
        file,
        "\u{feff}Código externo;Fabricante;Preço;Moeda;Cor;Nome\n1;;25;BRL;;Óleo\n2;;6;BRL;azul;Calda\n"
    );
    assert_eq!((&state["written"], &state["leftOut"]), (&json!(2), &json!([])));
    // What is said with the request goes before the profile.
    let mut other = request.clone();
    other["columns"] = json!(["packages"]);
    other["dialect"] = json!("plain");
    let (file, _) = desk.export_file(other).await;
    assert!(file.contains("external_id,name,manufacturer,packages,currency\n"), "{file}");
    assert!(file.contains("\"\"price\"\":21.0") || file.contains("\"\"price\"\":21"), "{file}");
    assert!(file.contains("\"\"price\"\":40"), "each package of one label goes by its own price: {file}");

    let taken = desk.refusal("save_export_profile", profile.clone()).await;
    assert_eq!((taken.0.as_str(), &taken.1["fields"][0]["field"]), ("invalid_fields", &json!("name")));
    let mut late = kept.clone();
    late["updatedAt"] = json!("2020-01-01T00:00:00Z");
    assert_eq!(desk.refusal("save_export_profile", late).await.0, "profile_changed");
    let mut changed = kept.clone();
    changed["content"]["columns"] = json!([]);
    desk.ok("save_export_profile", changed).await;
    let all = desk.ok("export_profiles", json!({ "kind": "items" })).await;
    assert_eq!((all.as_array().unwrap().len(), &all[0]["content"]["columns"]), (1, &json!([])));
    assert_eq!(desk.ok("export_profiles", json!({ "kind": "faqs" })).await, json!([]));

    // Without its list a file would have other prices than it says.
    desk.ok("delete_price_list", json!({ "id": list["id"] })).await;
    let refused = desk.refusal("begin_export", request.clone()).await;
    assert_eq!(
        (refused.0.as_str(), &refused.1["fields"][0]["field"]),
        ("invalid_fields", &json!("priceList"))
    );
    desk.ok("delete_export_profile", json!({ "id": kept["id"] })).await;
    assert_eq!(desk.refusal("begin_export", request).await.0, "not_found");
    assert_eq!(desk.refusal("delete_export_profile", json!({ "id": kept["id"] })).await.0, "not_found");
    desk.close().await;
}

#[tokio::test]
async fn a_feed_for_shops_has_what_can_be_sold_and_counts_the_rest() {
    let desk = Desk::new().await;
    let whole = json!({
        "externalId": "A 1", "description": "Adubo <foliar> & mais", "manufacturer": "Fábrica", "category": "Adubos",
        "attributes": { "imagem": "https://img.example/a.jpg", "mpn": "F-77" },
        "packages": [
            { "label": "5 L", "code": "C-5", "ean": "7891000315507", "price": 100.125 },
            { "label": "1 t", "price": 9000 },
            { "label": "avulso" },
            { "label": "20 L", "price": 1, "status": "inativo" },
        ],
    });
    let adubo = desk.item("Adubo", whole).await;
    let gone = json!([{ "package": "1 t", "quantity": 0 }]);
    desk.ok("set_item_stock", json!({ "id": adubo["id"], "counts": gone })).await;
    let image = json!({ "imagem": "https://img.example/b.jpg" });
    desk.item("Sem preço", json!({ "description": "x", "attributes": image })).await;
    desk.item("Sem texto", json!({ "price": 1, "attributes": image })).await;
    desk.item("Sem imagem", json!({ "price": 1, "description": "x", "attributes": { "imagem": "b.jpg" } }))
        .await;
    desk.item("Fora", json!({ "price": 1, "description": "x", "attributes": image, "status": "inativo" }))
        .await;
    let bare = json!({ "kind": "items", "format": "google" });
    let refused = desk.refusal("begin_export", bare.clone()).await;
    assert_eq!(refused.1["fields"][0]["field"], "shop.link");
    let shop = json!({ "link": "https://loja.example/p", "imageAttribute": "Imagem" });
    let profile = json!({ "kind": "items", "name": "Loja", "content": { "format": "google", "shop": shop } });
    let kept = desk.ok("save_export_profile", profile).await;
    let mut request = bare;
    request["profile"] = kept["id"].clone();
    let (file, state) = desk.export_file(request).await;
    assert_eq!(file.matches("<item>").count(), 2, "{file}");
    for line in [
        "<g:id>C-5</g:id>",
        "<g:title>Adubo 5 L</g:title>",
        "<g:description>Adubo &lt;foliar&gt; &amp; mais</g:description>",
        "<g:link>https://loja.example/p/A%201</g:link>",
        "<g:image_link>https://img.example/a.jpg</g:image_link>",
        "<g:availability>in_stock</g:availability>",
        "<g:price>100.13 BRL</g:price>",
        "<g:brand>Fábrica</g:brand>",
        "<g:gtin>7891000315507</g:gtin>",
        "<g:mpn>F-77</g:mpn>",
        "<g:product_type>Adubos</g:product_type>",
        "<g:unit_pricing_measure>5 l</g:unit_pricing_measure>",
        "<g:id>A 1-1-t</g:id>",
        "<g:unit_pricing_measure>1000 kg</g:unit_pricing_measure>",
        "<g:availability>out_of_stock</g:availability>",
        "<g:item_group_id>A 1</g:item_group_id>",
    ] {
        assert!(file.contains(line), "{line} is not in {file}");
    }
    assert!(file.ends_with("</channel>\n</rss>\n"));
    let left_out = json!([
        { "reason": "notOnSale", "count": 1 }, { "reason": "noPrice", "count": 2 },
        { "reason": "noDescription", "count": 1 }, { "reason": "noImage", "count": 1 },
    ]);
    assert_eq!((&state["written"], &state["leftOut"]), (&json!(2), &left_out));
    desk.close().await;
}
