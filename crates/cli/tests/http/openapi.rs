//! `GET /api/openapi.json`.

use crate::server::shared_server;
use celeiro_app::commands::list_commands;
use serde_json::{Value, json};

const BYTES: &str = "application/octet-stream";

/// Every operation that takes a body of bytes: method, address, description.
fn taking_bytes(description: &Value) -> Vec<(String, String, Value)> {
    let paths = description["paths"].as_object().unwrap();
    let of = |(path, methods): (&String, &Value)| {
        let methods = methods.as_object().unwrap().clone().into_iter();
        let path = path.clone();
        methods.map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
    };
    let all = paths.iter().flat_map(of);
    all.filter(|(_, _, operation)| !operation["requestBody"]["content"][BYTES].is_null()).collect()
}

#[test]
fn bytes_that_are_sent_as_they_are_described_are_understood() {
    let description = shared_server().get("/api/openapi.json").send().json();
    let described = taking_bytes(&description);
    let [(method, path, operation)] = described.as_slice() else { panic!("{described:?}") };
    assert!(!operation["requestBody"]["content"]["application/json"].is_null(), "the other form stays");
    let begun = json!({ "name": "a.csv", "sizeBytes": 4, "purpose": "import" });
    let begun = shared_server().ok("POST", "/api/uploads", &begun);
    // All that the description asks for beside the body: what is in the path, and one number.
    let mut address = path.replace("{id}", begun["id"].as_str().unwrap());
    let parameters = operation["parameters"].as_array().unwrap();
    for (at, parameter) in parameters.iter().filter(|parameter| parameter["in"] == "query").enumerate() {
        assert_eq!(parameter["schema"]["type"], "integer", "{parameter}");
        let sign = if at == 0 { '?' } else { '&' };
        address += &format!("{sign}{}=0", parameter["name"].as_str().unwrap());
    }
    let sent =
        shared_server().request(method, &address).header("content-type", BYTES).body(b"name".to_vec()).send();
    assert_eq!((sent.status, &sent.json()["received"]), (200, &json!(4)), "{}", sent.text());
}

#[test]
fn the_description_lists_every_route_and_every_listed_route_exists() {
    let answer = shared_server().get("/api/openapi.json").send();
    assert_eq!(answer.status, 200);
    let description = answer.json();
    assert_eq!(description["openapi"], "3.1.0");
    for command in list_commands() {
        let operation = &description["paths"][command.path][command.method.to_lowercase()];
        assert_eq!(operation["operationId"], command.name);
    }
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "00000000-0000-0000-0000-000000000000");
        for method in methods.as_object().unwrap().keys() {
            let answer = shared_server().request(&method.to_uppercase(), &path).json("{}").send();
            assert!(answer.status != 405 && answer.status < 500, "{method} {path}: {}", answer.status);
            if answer.status == 404 {
                let code = answer.error(404);
                assert!(["not_found", "user_not_found"].contains(&code.as_str()), "{method} {path}: {code}");
            }
        }
    }
}
