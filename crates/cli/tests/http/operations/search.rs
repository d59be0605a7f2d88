//! `POST /api/rag/search`.

use crate::server::shared_server;
use serde_json::json;

const SEARCH: &str = "/api/rag/search";

#[test]
fn what_was_saved_is_found_and_explained() {
    let server = shared_server();
    server.ok(
        "POST",
        "/api/catalog/items",
        &json!({ "name": "Motosserra Caburé 45", "tags": ["motosserra"] }),
    );
    let found = server.ok("POST", SEARCH, &json!({ "query": "motosserra caburé" }));
    assert_eq!(found["results"][0]["item"]["name"], "Motosserra Caburé 45");
    assert_eq!(found["results"][0]["explanation"]["value"], found["results"][0]["score"]);
    let plain = server.ok("POST", SEARCH, &json!({ "query": "motosserra", "explain": false }));
    assert!(plain["results"][0].get("explanation").is_none());
}

#[test]
fn a_limit_of_any_size_is_moved_into_bounds() {
    let server = shared_server();
    for n in 0..3 {
        server.ok(
            "POST",
            "/api/catalog/items",
            &json!({ "name": format!("Limitador {n}"), "category": "Limitadores" }),
        );
    }
    for (limit, expected) in [("0", 1), ("-1", 1), ("2", 2), ("1000000000", 3), ("1000000000000", 3)] {
        // What other tests have stored meanwhile may be near in meaning.
        let body =
            format!(r#"{{"query":"limitador","limit":{limit},"filters":{{"category":["Limitadores"]}}}}"#);
        let answer = server.post(SEARCH).json(body).send();
        assert_eq!(answer.status, 200, "{limit}: {}", answer.text());
        assert_eq!(answer.json()["results"].as_array().unwrap().len(), expected, "{limit}");
    }
}

#[test]
fn whatever_is_asked_is_answered_or_refused() {
    let server = shared_server();
    let texts =
        ["", " ", "🌾", "%", "_", "\\", "'", "\"", "a\u{0}b", "\u{0}", "\u{202e}", &"x".repeat(100_000)];
    for text in texts {
        for body in [
            json!({ "query": text }),
            json!({ "query": text, "kind": "faqs", "queryContext": text }),
            json!({ "query": "soja", "filters": { "category": text, "tags": [text], "manufacturer": [text, text] } }),
            json!({ "query": "soja", "filters": { text: text } }),
            json!({ "query": "soja", "profile": text }),
        ] {
            let answer = server.post(SEARCH).json(body.to_string()).send();
            let shown: String = body.to_string().chars().take(80).collect();
            assert!(answer.status < 500, "{shown}: {}", answer.text());
            if answer.status != 200 {
                answer.error(answer.status);
            }
        }
    }
    for text in ["%00", "%25", "a%00b", "%F0%9F%8C%BE", "%ff", "%5C"] {
        for path in ["/api/catalog/items?text=", "/api/faqs?text=", "/api/catalog/items/", "/api/faqs/"] {
            let answer = server.get(&format!("{path}{text}")).send();
            assert!(answer.status < 500, "{path}{text}: {}", answer.text());
        }
    }
}

#[test]
fn ten_thousand_tags_and_values_of_a_filter_are_answered_like_few() {
    let server = shared_server();
    server.ok(
        "POST",
        "/api/catalog/items",
        &json!({ "name": "Etiquetado", "tags": ["muitas etiquetas", "outra"] }),
    );
    let count_found = |filters: serde_json::Value| {
        let body = json!({ "query": "etiquetado", "filters": filters });
        let answer = server.post(SEARCH).json(body.to_string()).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["results"].as_array().unwrap().len()
    };
    let many: Vec<String> = (0..10_000).map(|n| format!("etiqueta {n}")).collect();
    assert_eq!(count_found(json!({ "tags": many })), 0, "no item has them all");
    assert_eq!(
        count_found(json!({ "tags": vec!["Muitas Etiquetas"; 10_000] })),
        1,
        "one tag, said again and again"
    );
    assert_eq!(count_found(json!({ "tags": ["muitas etiquetas", "OUTRA"] })), 1);
    assert_eq!(count_found(json!({ "tags": ["muitas etiquetas", "terceira"] })), 0);
    assert_eq!(count_found(json!({ "category": many, "manufacturer": many })), 0);
}

#[test]
fn mistakes_have_codes_of_their_own() {
    let server = shared_server();
    let code = |body: serde_json::Value| server.post(SEARCH).json(body.to_string()).send().error(400);
    assert_eq!(code(json!({ "query": "x", "profile": "nenhum" })), "unknown_profile");
    assert_eq!(code(json!({ "query": "x", "filters": { "inexistente": "y" } })), "unknown_filter");
    assert_eq!(code(json!({ "query": "x", "filters": { "minPrice": "NaN" } })), "invalid_request");
}
