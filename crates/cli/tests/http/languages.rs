//! Errors and explanations in the caller's language.

use crate::server::{shared_server, start};
use crate::support::prepare_folder;

fn message(path: &str, header: Option<&str>) -> String {
    let request = shared_server().get(path);
    let request = match header {
        Some(value) => request.header("accept-language", value),
        None => request,
    };
    request.send().json()["message"].as_str().unwrap().to_owned()
}

#[test]
fn the_header_or_the_address_chooses() {
    let english = "There is no such address";
    let first = message("/api/none", None);
    assert_ne!(first, english);
    assert_eq!(message("/api/none", Some("en-US,en;q=0.9")), english);
    assert_eq!(message("/api/none", Some("pt-BR,en;q=0.5")), first);
    assert_eq!(message("/api/none?lang=en", Some("pt-BR")), english);
    assert_eq!(message("/api/none", Some("de-DE")), first);
    assert_eq!(message("/api/none", Some(";;q=,é")), first);
}

#[test]
fn explanations_follow_it_too() {
    let server = shared_server();
    server.ok("POST", "/api/catalog/items", &serde_json::json!({ "name": "Plantadeira Jacu" }));
    let describe_hit = |lang: &str| {
        let request =
            server.post("/api/rag/search").header("accept-language", lang).json(r#"{"query":"plantadeira"}"#);
        request.send().json()["results"][0]["explanation"]["description"].as_str().unwrap().to_owned()
    };
    assert_eq!((describe_hit("en"), describe_hit("pt-BR")), ("score".to_owned(), "pontuação".to_owned()));
}

/// Of a request too, wherever in it the value stands.
#[test]
fn a_price_that_can_be_read_in_two_ways_is_told_in_both() {
    let server = shared_server();
    for (path, request) in [
        ("/api/rag/search", r#"{"query":"soja","filters":{"maxPrice":"1.250"}}"#),
        ("/api/catalog/items", r#"{"name":"Enxada","price":"1.250"}"#),
    ] {
        for (lang, readings) in [("pt-BR", "1250 ou 1,25"), ("en", "1250 or 1.25")] {
            let answer = server.post(path).header("accept-language", lang).json(request).send();
            let message = answer.json()["message"].as_str().unwrap().to_owned();
            assert!(answer.status == 400 && message.contains(readings), "{path}: {message}");
        }
    }
}

#[test]
fn who_asks_for_no_language_gets_that_of_the_servers_command_line() {
    let server = start(&prepare_folder("english"), &["--lang", "en"], &[]);
    server.wait_until_ready();
    let read_message = |header: Option<&str>| {
        let request = server.get("/api/none");
        let request = match header {
            Some(value) => request.header("accept-language", value),
            None => request,
        };
        request.send().json()["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(read_message(None), "There is no such address");
    assert_ne!(read_message(Some("pt-BR")), "There is no such address");
    let unknown = server.get("/api/catalog/items/00000000-0000-7000-8000-000000000000").send();
    assert_eq!(
        unknown.json()["message"],
        "The item \"00000000-0000-7000-8000-000000000000\" does not exist or was deleted"
    );
}
