//! Items and FAQs: created, read, changed, deleted, brought back, and two people at once.

use crate::server::{shared_server, start};
use crate::support::prepare_folder;
use serde_json::{Value, json};

const ITEMS: &str = "/api/catalog/items";

fn draft(name: &str) -> Value {
    json!({ "name": name, "category": "Ferramentas", "price": 19.9, "tags": ["teste"], "attributes": { "cor": "verde" },
        "notes": "Última peça.\nNão repor." })
}

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap()
}

#[test]
fn an_item_from_beginning_to_end() {
    let server = shared_server();
    let made = server.ok("POST", ITEMS, &draft("Enxada de teste"));
    assert_eq!((&made["version"], &made["status"]), (&1.into(), &"ativo".into()));
    let address = format!("{ITEMS}/{}", id(&made));
    let mut expected = made.clone();
    (expected["images"], expected["relations"]) = (json!([]), json!([]));
    assert_eq!(server.get(&address).send().json(), expected);
    assert_eq!(made["notes"], "Última peça.\nNão repor.");

    let mut change = draft("Enxada larga de teste");
    change["version"] = 1.into();
    change["notes"] = " \u{200b} ".into();
    let changed = server.ok("PUT", &address, &change);
    assert_eq!((&changed["version"], &changed["name"]), (&2.into(), &"Enxada larga de teste".into()));
    assert_eq!(changed["notes"], Value::Null, "a blank note is none");
    change["version"] = 2.into();
    change["notes"] = "n".repeat(20_001).into();
    let long = server.request("PUT", &address).json(change.to_string()).send();
    assert_eq!(long.error(422), "invalid_fields");
    assert_eq!(long.json()["details"]["fields"][0]["field"], "notes");

    let deleted = server.request("DELETE", &address).send();
    assert_eq!(deleted.json()["id"], made["id"]);
    assert_eq!(server.get(&address).send().error(404), "not_found");
    let restored = server.post(&format!("{address}/restore")).send();
    assert_eq!(restored.status, 200, "{}", restored.text());
    assert_eq!(server.get(&address).send().json()["name"], "Enxada larga de teste");
}

#[test]
fn a_faq_from_beginning_to_end() {
    let server = shared_server();
    let made = server.ok(
        "POST",
        "/api/faqs",
        &json!({ "question": "Abre aos sábados?", "answer": "Até meio-dia." }),
    );
    let address = format!("/api/faqs/{}", id(&made));
    let change = json!({ "question": "Abre aos sábados?", "answer": "Até 13 h.", "version": 1 });
    assert_eq!(server.ok("PUT", &address, &change)["version"], 2);
    assert_eq!(server.request("PUT", &address).json(change.to_string()).send().error(409), "conflict");
    assert_eq!(server.request("DELETE", &address).send().status, 200);
    assert_eq!(server.get(&address).send().error(404), "not_found");
    assert_eq!(server.post(&format!("{address}/restore")).send().status, 200);
}

#[test]
fn the_second_of_two_savers_sees_both_states() {
    let server = shared_server();
    let made = server.ok("POST", ITEMS, &draft("Foice de teste"));
    let address = format!("{ITEMS}/{}", id(&made));
    let save = |name: &str| {
        let mut change = draft(name);
        change["version"] = 1.into();
        server.request("PUT", &address).json(change.to_string()).send()
    };
    assert_eq!(save("Foice da Ana").status, 200);
    let refused = save("Foice do Beto");
    assert_eq!(refused.error(409), "conflict");
    let details = &refused.json()["details"];
    assert_eq!(details["current"]["name"], "Foice da Ana");
    assert_eq!(details["current"]["version"], 2);
    assert_eq!(details["yours"]["name"], "Foice do Beto");
}

#[test]
fn the_same_operation_twice_is_done_once() {
    let server = shared_server();
    let mut body = draft("Rastelo de teste");
    body["operationId"] = "0192f0a0-0000-7000-8000-000000000001".into();
    let first = server.ok("POST", ITEMS, &body);
    let second = server.ok("POST", ITEMS, &body);
    assert_eq!(first["id"], second["id"]);
    let list = server.get(&format!("{ITEMS}?text=Rastelo%20de%20teste")).send().json();
    assert_eq!(list["total"], 1);
}

#[test]
fn what_cannot_be_stored_names_every_field() {
    let server = shared_server();
    let bad = json!({ "name": " ", "category": "x".repeat(5_000), "currency": "reais" });
    let answer = server.post(ITEMS).json(bad.to_string()).send();
    assert_eq!(answer.error(422), "invalid_fields");
    let body = answer.json();
    let fields: Vec<&str> =
        body["details"]["fields"].as_array().unwrap().iter().map(|f| f["field"].as_str().unwrap()).collect();
    for field in ["name", "category", "currency"] {
        assert!(fields.contains(&field), "{fields:?}");
    }
    for price in ["-1", "1e400", "\"NaN\"", "\"Infinity\"", "true"] {
        let answer = server.post(ITEMS).json(format!(r#"{{"name":"x","price":{price}}}"#)).send();
        assert!((400..500).contains(&answer.status), "{price}: {} {}", answer.status, answer.text());
        answer.error(answer.status);
    }
}

#[test]
fn a_wrong_or_unknown_field_of_an_item_is_named() {
    let server = shared_server();
    let made = server.ok("POST", ITEMS, &draft("Ancinho com nome"));
    let address = format!("{ITEMS}/{}", id(&made));
    let wrong = [("price", json!("caro")), ("status", json!("vendido")), ("tags", json!("uma"))];
    for (field, value) in wrong {
        for (method, address) in [("POST", ITEMS), ("PUT", &address), ("POST", "/api/catalog/assist")] {
            if field == "status" && address.ends_with("assist") {
                continue;
            }
            let mut body = json!({ "name": "n", field: value });
            if method == "PUT" {
                body["version"] = 1.into();
            }
            let answer = server.request(method, address).json(body.to_string()).send();
            assert_eq!(answer.error(400), "invalid_request", "{method} {field}");
            assert_eq!(answer.json()["details"]["path"], field, "{method} {field}: {}", answer.text());
        }
    }
    for (method, address) in [("POST", ITEMS), ("PUT", &address), ("POST", "/api/catalog/assist")] {
        let mut body = json!({ "name": "n", "preco": 10 });
        if method == "PUT" {
            body["version"] = 1.into();
        }
        let answer = server.request(method, address).json(body.to_string()).send();
        assert_eq!(answer.error(400), "invalid_request", "{method} {address}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains("preco") && message.contains("price"), "{message}");
    }
    // A record as it was fetched may be sent back, and asked about.
    let mut whole = made.clone();
    whole["name"] = "Ancinho trocado".into();
    assert_eq!(server.ok("PUT", &address, &whole)["name"], "Ancinho trocado");
    server.ok("POST", "/api/catalog/assist", &whole);
}

#[test]
fn an_undo_of_unknown_fields_is_refused() {
    let server = shared_server();
    let mut body = draft("Enxada para desfazer");
    let operation = "0192f0a0-0000-7000-8000-000000000077";
    body["operationId"] = operation.into();
    server.ok("POST", ITEMS, &body);
    let address = format!("/api/operations/{operation}/undo");
    let undo = |fields: Value| {
        let body = json!({ "fields": fields, "dryRun": true });
        server.post(&address).json(body.to_string()).send()
    };
    let refused = undo(json!(["price", "bogus"]));
    assert_eq!(refused.error(422), "invalid_fields");
    let told = &refused.json()["details"]["fields"];
    assert_eq!((told.as_array().unwrap().len(), &told[0]["value"]), (1, &json!("bogus")));
    for known in ["price", "externalId", "attributes", "attributes.cor", "approvedAt"] {
        assert_eq!(undo(json!([known])).status, 200, "{known}");
    }
}

#[test]
fn an_external_id_belongs_to_one_record() {
    let server = shared_server();
    let mut body = draft("Ancinho de teste");
    body["externalId"] = "HTTP-1".into();
    server.ok("POST", ITEMS, &body);
    assert_eq!(server.post(ITEMS).json(body.to_string()).send().error(409), "duplicate_external_id");
}

#[test]
fn lists_are_read_from_the_query_string() {
    let server = shared_server();
    for n in 0..3 {
        server.ok("POST", ITEMS, &draft(&format!("Lista 10{n}")));
    }
    let page =
        server.get(&format!("{ITEMS}?text=Lista%2010&limit=2&offset=1&sort=name&status=ativo")).send().json();
    assert_eq!(page["total"], 3);
    let names: Vec<&str> =
        page["rows"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Lista 101", "Lista 102"]);
    assert_eq!(server.get(&format!("{ITEMS}?text=102")).send().json()["total"], 1, "a text may be a number");
    for query in ["limit=many", "sort=upwards", "status=?", "color=red", "limit=-1", "offset=1.5"] {
        let answer = server.get(&format!("{ITEMS}?{query}")).send();
        assert_eq!(answer.error(400), "invalid_request", "{query}");
    }
    assert_eq!(server.get(&format!("{ITEMS}/not-an-id")).send().error(400), "invalid_request");
    assert_eq!(
        server.get(&format!("{ITEMS}/00000000-0000-0000-0000-000000000000")).send().error(404),
        "not_found"
    );
}

#[test]
fn a_reader_gets_facets_profiles_and_settings_without_secrets() {
    let server = shared_server();
    assert!(server.get("/api/catalog/facets").send().json()["categories"].is_array());
    let profiles = server.get("/api/profiles").send().json();
    assert_eq!(profiles[0]["active"], true);
    let config = server.get("/api/config").send().json();
    let url = config.as_array().unwrap().iter().find(|e| e["name"] == "DATABASE_URL").unwrap().clone();
    assert_eq!(url["secret"], true);
}

#[test]
fn the_demo_comes_whole_and_once() {
    let server = start(&prepare_folder("demo"), &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    let brought = server.ok("POST", "/api/catalog/demo", &json!({}));
    for (what, path) in [("items", ITEMS), ("faqs", "/api/faqs")] {
        assert_eq!(server.get(path).send().json()["total"], brought[what], "{what}");
        assert_ne!(brought[what], 0, "{what}");
    }
    let sets = server.get("/api/sets").send().json();
    assert_eq!(sets.as_array().map(Vec::len), Some(1), "{sets}");
    let set = server.get(&format!("/api/sets/{}", id(&sets[0]))).send().json();
    assert_eq!(set["list"].as_array().map(Vec::len), Some(25), "{set}");
    let again = server.post("/api/catalog/demo").json("{}").send();
    assert_eq!(again.error(409), "catalog_not_empty");
}

#[test]
fn a_demo_that_was_cut_off_is_whole_after_the_next_start() {
    let folder = prepare_folder("demo-cut-off");
    let begin = || start(&folder, &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    let mut server = begin();
    server.wait_until_ready();
    let _loading = server.post("/api/catalog/demo").json("{}").open();
    server.wait_until("the items", || server.get(ITEMS).send().json()["total"] != 0);
    server.kill();
    let server = begin();
    server.wait_until_ready();
    let sets = || server.get("/api/sets").send().json();
    server.wait_until("the judged queries", || sets().as_array().is_some_and(|sets| sets.len() == 1));
}
