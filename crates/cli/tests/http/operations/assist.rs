//! Suggestions over HTTP: the shape that other programs rely on.

use crate::operations::desk::desk;
use crate::server::start;
use crate::support::{fixture, json as command, prepare_folder};
use serde_json::{Value, json};

const ASSIST: &str = "/api/catalog/assist";

#[test]
fn an_answer_has_suggestions_with_evidence_a_trace_and_warnings() {
    let server = &desk().server;
    // The desk's provider answers in words, which is no structured answer.
    let answer = server.ok("POST", ASSIST, &json!({ "name": "Ferrugil fungicida para soja" }));
    assert!(answer["suggestions"].is_object() && answer["warnings"].is_array(), "{answer}");
    let suggested = answer["suggestions"].as_object().unwrap();
    for (field, made) in suggested {
        assert!(["description", "category", "price", "tags"].contains(&field.as_str()));
        let sure = made["confidence"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&sure) && made["reason"].is_string(), "{made}");
        assert!(
            made["evidence"].as_array().unwrap().iter().all(|e| e["type"].is_string() && e["id"].is_string())
        );
    }
    let codes: Vec<&str> =
        answer["warnings"].as_array().unwrap().iter().filter_map(|w| w["code"].as_str()).collect();
    assert!(codes.contains(&"answer_unusable"), "{codes:?}");
    let trace = format!("/api/traces/{}", answer["traceId"].as_str().unwrap());
    let trace = server.get(&trace).send().json();
    assert_eq!(trace["tools"][0]["name"], "catalog-ai-helper");

    let unknown = json!({ "field": "tags", "outcome": "accepted" });
    let address = format!("{ASSIST}/00000000-0000-7000-8000-000000000000/outcome");
    assert_eq!(server.post(&address).json(unknown.to_string()).send().error(404), "not_found");
    let blank = json!({ "name": " " });
    assert_eq!(server.post(ASSIST).json(blank.to_string()).send().error(422), "invalid_fields");
    let missing = json!({ "name": "x", "itemId": "00000000-0000-7000-8000-000000000000" });
    assert_eq!(server.post(ASSIST).json(missing.to_string()).send().error(404), "not_found");
}

#[test]
fn why_something_was_suggested_is_said_in_the_language_of_the_caller() {
    let server = &desk().server;
    let asked = json!({ "name": "Ferrugil fungicida para soja" });
    let made = server.ok("POST", &format!("{ASSIST}?lang=pt-BR"), &asked);
    let trace = made["traceId"].as_str().unwrap();
    let reason = |kept: &Value| {
        let kept = kept.as_array().unwrap().iter().find(|one| one["field"] == "category").unwrap();
        kept["suggestion"]["reason"].as_str().unwrap().to_owned()
    };
    let over_http = |lang: &str| reason(&server.get(&format!("{ASSIST}/{trace}?lang={lang}")).send().json());
    let by_command = |lang: &str| {
        let request = json!({ "traceId": trace }).to_string();
        reason(&command(&server.data_dir, ["call", "get_suggestions", &request, "--lang", lang]))
    };
    for (lang, words) in
        [("pt-BR", "itens parecidos são desta categoria"), ("en", "items are of this category")]
    {
        assert!(over_http(lang).contains(words), "{}", over_http(lang));
        assert_eq!(by_command(lang), over_http(lang));
    }
    assert_eq!(made["suggestions"]["category"]["reason"], over_http("pt-BR"), "as it was said at once");
}

#[test]
fn a_check_is_made_once_for_all_who_ask_as_long_as_the_catalog_stays_as_it_is() {
    let server = start(
        &prepare_folder("checks"),
        &["--rate", "0"],
        &[("EMBEDDING_PROVIDER", "none"), ("CELEIRO_LANG", "en")],
    );
    server.wait_until_ready();
    command(&server.data_dir, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    // How long items took is a part of it: two checks are never the same.
    let check = || {
        let answer = server.get("/api/catalog/assist-check?seed=3").send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let together: Vec<Value> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..4).map(|_| scope.spawn(check)).collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(together.iter().all(|one| *one == together[0]), "they are told of one check");
    assert_eq!(check(), together[0], "and it is kept");
    server.ok("POST", "/api/catalog/items", &json!({ "name": "Outro", "price": 1 }));
    assert_ne!(check(), together[0], "another catalog is checked anew");
}
