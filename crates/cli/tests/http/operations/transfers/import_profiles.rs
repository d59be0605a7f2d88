//! Profiles of suppliers: kept, found by the layout of a file, refused, deleted.

use super::{carried_out, counts, upload};
use crate::server::shared_server;
use serde_json::{Value, json};

#[test]
fn a_profile_of_a_supplier_reads_the_files_of_its_layout() {
    let server = shared_server();
    let file = "Artigo;Denominacao;Custo fabrica\nSUP-1;Basalto um;10,00\nSUP-2;Basalto dois;10,31\n";
    let id = upload(server, "import", "fornecedor.csv", file.as_bytes());
    let look = json!({ "uploadId": id, "kind": "items" });
    let columns = server.ok("POST", "/api/imports/columns", &look);
    let profile = json!({
        "kind": "items", "name": "Basaltos  do Sul", "layout": columns["layout"],
        "content": {
            "columns": [
                { "column": "Artigo", "target": "externalId" }, { "column": "Denominacao", "target": "name" },
                { "column": "Custo fabrica", "target": "price" },
            ],
            "priceRule": { "factor": 1.35, "cents": 90 },
            "defaults": { "manufacturer": "Basaltos" },
        },
    });
    let refuse = |change: &dyn Fn(&mut Value), field: &str| {
        let mut wrong = profile.clone();
        change(&mut wrong);
        let answer = server.request("PUT", "/api/imports/profiles").json(wrong.to_string()).send();
        assert_eq!(answer.json()["details"]["fields"][0]["field"], field);
    };
    refuse(&|wrong| wrong["content"]["priceRule"]["factor"] = json!(-1.35), "priceRule.factor");
    refuse(&|wrong| wrong["name"] = json!(" "), "name");
    let kept = server.ok("PUT", "/api/imports/profiles", &profile);
    assert_eq!(kept["name"], "Basaltos do Sul");
    refuse(&|wrong| wrong["name"] = json!("BASALTOS DO SUL"), "name");

    let seen = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!((&seen["profile"]["id"], &seen["profile"]["missing"]), (&kept["id"], &json!([])));
    assert_eq!(seen["columns"][2]["target"], "price");
    let request = json!({ "uploadId": id, "kind": "items", "profile": kept["id"] });
    let done = carried_out(server, "/api/imports", &request);
    assert_eq!(counts(&done["result"]), [2, 0, 0, 0]);
    let found = server.get("/api/catalog/items?text=basalto+dois").send().json();
    assert_eq!(
        (&found["rows"][0]["price"], &found["rows"][0]["manufacturer"]),
        (&json!(14.9), &json!("Basaltos"))
    );

    // A file that lacks a column of it is read by the names of its columns, and the column is told.
    let other =
        upload(server, "import", "b.csv", "Artigo;Produto;Preço\nSUP-3;Basalto três;5,00\n".as_bytes());
    let look = json!({ "uploadId": other, "kind": "items", "profile": kept["id"] });
    let seen = server.ok("POST", "/api/imports/columns", &look);
    assert_eq!(seen["profile"]["missing"], json!(["Denominacao", "Custo fabrica"]));
    assert_eq!(
        (&seen["columns"][1]["target"], &seen["profile"]["priceRule"]),
        (&json!("name"), &Value::Null)
    );
    let request = json!({ "uploadId": other, "kind": "items", "profile": kept["id"] });
    carried_out(server, "/api/imports", &request);
    let found = server.get("/api/catalog/items?text=basalto+tres").send().json();
    assert_eq!(found["rows"][0]["price"].as_f64(), Some(5.0), "a price of sale is not raised once more");
    // That a cost is a price is true beside the rule alone: other files do not learn it.
    let third =
        upload(server, "import", "c.csv", "Custo fabrica;Denominacao;Cor\n5,00;Gnaisse;azul\n".as_bytes());
    let seen = server.ok("POST", "/api/imports/columns", &json!({ "uploadId": third, "kind": "items" }));
    assert_ne!(seen["columns"][0]["target"], "price");

    // A maker that people gave to a product stays when the profile reads the list again.
    let curated = "external_id;name;manufacturer\nSUP-1;Basalto um;Pedras Finas\n";
    let curated = upload(server, "import", "d.csv", curated.as_bytes());
    carried_out(server, "/api/imports", &json!({ "uploadId": curated, "kind": "items" }));
    let dearer = upload(server, "import", "e.csv", file.replace("10,00", "20,00").to_uppercase().as_bytes());
    carried_out(
        server,
        "/api/imports",
        &json!({ "uploadId": dearer, "kind": "items", "profile": kept["id"] }),
    );
    let found = server.get("/api/catalog/items?text=basalto+um").send().json();
    assert_eq!(
        (&found["rows"][0]["price"], &found["rows"][0]["manufacturer"]),
        (&json!(27.9), &json!("Pedras Finas"))
    );

    let mut renamed = profile.clone();
    (renamed["id"], renamed["name"]) = (kept["id"].clone(), json!("Basaltos"));
    server.ok("PUT", "/api/imports/profiles", &renamed);
    let all = server.get("/api/imports/profiles?kind=items").send().json();
    assert!(all.as_array().unwrap().iter().any(|one| one["name"] == "Basaltos"), "{all}");
    let address = format!("/api/imports/profiles/{}", kept["id"].as_str().unwrap());
    assert_eq!(server.request("DELETE", &address).send().json()["id"], kept["id"]);
    assert_eq!(server.request("DELETE", &address).send().error(404), "not_found");
    let again = server.request("PUT", "/api/imports/profiles").json(renamed.to_string()).send();
    assert_eq!(again.error(404), "not_found", "what was deleted does not come back");
}
