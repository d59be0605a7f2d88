//! Files of items: attached, read, found, taken off, put back.

use super::{fetch, upload};
use crate::client::Answer;
use crate::server::{Server, shared_server, start};
use crate::support::{prepare_folder, tiny_model};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

fn attach(server: &Server, item: &Value, name: &str, bytes: &[u8]) -> Answer {
    let upload = upload(server, "attachment", name, bytes);
    let address = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    server.post(&address).json(json!({ "uploadId": upload }).to_string()).send()
}

#[test]
fn a_file_whose_answer_was_lost_is_attached_once_and_answered_the_same() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Semeadora de teste" }));
    let files = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    let upload = upload(server, "attachment", "bula.txt", b"Dose de dois litros por hectare.");
    let request = json!({ "uploadId": upload, "operationId": "0b5b0f5e-7a57-4b52-9d0a-5f4f4c3f7a02" });
    let first = server.ok("POST", &files, &request);
    let again = server.ok("POST", &files, &request);
    assert_eq!(again["id"], first["id"]);
    assert_eq!(server.get(&files).send().json().as_array().unwrap().len(), 1);
    let other = json!({ "uploadId": upload, "operationId": "0b5b0f5e-7a57-4b52-9d0a-5f4f4c3f7a03" });
    assert_eq!(server.post(&files).json(other.to_string()).send().error(404), "transfer_gone");
}

#[test]
fn a_file_is_attached_read_found_taken_off_and_put_back() {
    // Vectors alone find a file, and a model that was fitted on the records of other tests knows none of its words.
    let model = tiny_model();
    let environment = [("EMBEDDING_MODEL_DIR", model.to_str().unwrap())];
    let server = &start(&prepare_folder("attached"), &["--rate", "0"], &environment);
    server.wait_until_ready();
    let item = server.ok(
        "POST",
        "/api/catalog/items",
        &json!({ "name": "Adubadeira de teste", "category": "Máquinas" }),
    );
    let files = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    assert_eq!(server.get(&files).send().json(), json!([]));
    let text = "Manual. O mecanismo quebramolas xistoso regula a vazão do rotor centrífugo.\n<script>alert(1)</script>\u{202e}Fim.";
    let answer = attach(server, &item, "../manual\0.md", text.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let file = answer.json();
    assert_eq!(
        (&file["name"], &file["format"], &file["chunks"]),
        (&json!("manual.md"), &json!("text"), &json!(1))
    );
    assert!(!file["textPreview"].as_str().unwrap().contains(['<', '\u{202e}']), "{file}");

    let again = attach(server, &item, "copy.md", text.as_bytes()).json();
    assert_eq!(again["id"], file["id"], "the same content is there once");
    assert_eq!(server.get(&files).send().json().as_array().unwrap().len(), 1);

    let id = file["id"].as_str().unwrap();
    let whole = server.get(&format!("/api/files/{id}/text")).send().json();
    assert!(whole["chunks"][0].as_str().unwrap().contains("quebramolas"));
    let download = server.post(&format!("/api/files/{id}/download")).json("{}").send().json();
    assert_eq!(fetch(server, download["id"].as_str().unwrap()), text.as_bytes(), "as it was sent");

    server.wait_until("search finds it", || server.get(&files).send().json()[0]["search"] == "ready");
    let query = json!({ "query": "mecanismo quebramolas regula a vazão do rotor centrífugo" });
    let found = server.ok("POST", "/api/rag/search", &query);
    let hit = found["results"].as_array().unwrap().iter().find(|hit| hit["item"]["id"] == item["id"]);
    let hit = hit.unwrap_or_else(|| panic!("{found}"));
    assert!(hit["snippet"].as_str().unwrap().contains("quebramolas"), "{hit}");

    assert_eq!(server.request("DELETE", &format!("/api/files/{id}")).send().status, 200);
    assert_eq!(server.get(&files).send().json(), json!([]));
    let back = server.post(&format!("/api/files/{id}/restore")).json("{}").send();
    assert_eq!((back.status, &back.json()["id"]), (200, &file["id"]));
}

#[test]
fn a_file_that_cannot_be_read_is_not_attached() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Balança de teste" }));
    for (bytes, status, code) in [
        (&b"%PDF-1.4 broken"[..], 400, "file_unreadable"),
        (b"PK\x03\x04 cut", 400, "file_unreadable"),
        (b"\x7fELF\x02\x01", 400, "file_format_unknown"),
        (b"", 400, "file_unreadable"),
    ] {
        let refused = attach(server, &item, "a.pdf", bytes);
        assert_eq!(refused.error(status), code);
        assert!(refused.json()["details"]["reason"].as_str().is_some());
    }
    let address = format!("/api/catalog/items/{}/files", item["id"].as_str().unwrap());
    assert_eq!(server.get(&address).send().json(), json!([]));
}

/// A PNG of one pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn a_picture_is_given_in_its_sizes_and_what_cannot_be_asked_is_refused() {
    let server = shared_server();
    let item = server.ok("POST", "/api/catalog/items", &json!({ "name": "Roçadeira de teste" }));
    let picture = attach(server, &item, "foto.png", &STANDARD.decode(PNG).unwrap()).json();
    let text = attach(server, &item, "bula.txt", b"Dose.").json();
    let address =
        |file: &Value, size: &str| format!("/api/files/{}/picture?size={size}", file["id"].as_str().unwrap());
    for size in ["thumb", "medium"] {
        let answer = server.get(&address(&picture, size)).send();
        assert_eq!((answer.status, &answer.json()["mimeType"]), (200, &json!("image/jpeg")), "{size}");
        assert_eq!(server.get(&address(&text, size)).send().error(404), "not_found");
    }
    assert_eq!(server.get(&address(&picture, "poster")).send().error(400), "invalid_request");
    let many: Vec<&Value> = vec![&item["id"]; 101];
    let request = json!({ "items": many }).to_string();
    assert_eq!(server.post("/api/catalog/thumbnails").json(request).send().error(400), "invalid_request");
    let images = format!("/api/catalog/items/{}/images", item["id"].as_str().unwrap());
    let stale = json!({ "version": 7, "images": [picture["id"]] }).to_string();
    let refused = server.request("PUT", &images).json(stale).send();
    assert_eq!(
        (refused.error(409), &refused.json()["details"]["current"]["version"]),
        ("conflict".into(), &json!(0))
    );
}
