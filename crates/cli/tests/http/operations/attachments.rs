//! Pictures and files of messages over HTTP: sent, asked with, shown, saved, left out.

use crate::operations::desk::desk;
use crate::operations::transfers::{fetch, upload};
use crate::server::shared_server;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A picture of one pixel as PNG.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn a_picture_and_a_file_go_with_a_question_and_are_read_back() {
    let server = &desk().server;
    let pixel = STANDARD.decode(PIXEL).unwrap();
    let keep = |name: &str, bytes: &[u8]| {
        let upload_id = upload(server, "message", name, bytes);
        server.ok("POST", "/api/chat/attachments", &json!({ "uploadId": upload_id }))
    };
    let picture = keep("../../folha.pdf", &pixel);
    assert_eq!(
        (&picture["name"], &picture["format"], &picture["width"]),
        (&json!("folha.pdf"), &json!("picture"), &json!(1))
    );
    let file = keep("lista.csv", b"Ferrugil;310,50");
    assert_eq!((&file["format"], &file["textChars"]), (&json!("text"), &json!(15)));
    let left_out = keep("outra.txt", b"nada");

    let attachments = json!([picture["id"], file["id"]]);
    let answer = desk().ask(&json!({ "message": "quanto custa o Ferrugil?", "attachments": attachments }));
    assert!(answer["answer"].as_str().unwrap().contains("Ferrugil"), "{answer}");
    let conversation =
        server.get(&format!("/api/conversations/{}", answer["conversationId"].as_str().unwrap()));
    let messages = conversation.send().json()["messages"].clone();
    assert_eq!(messages[0]["attachments"], json!([picture, file]));
    assert!(messages[1]["attachments"].is_null(), "an answer has none");

    let path =
        |one: &Value, what: &str| format!("/api/chat/attachments/{}{what}", one["id"].as_str().unwrap());
    let shown = server.get(&path(&picture, "/picture")).send();
    assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(shown.json()["mimeType"], "image/jpeg");
    assert_eq!(server.get(&path(&file, "/picture")).send().error(404), "not_found");
    let ready = server.ok("POST", &path(&file, "/download"), &json!({}));
    assert_eq!(
        (&ready["name"], &ready["mediaType"]),
        (&json!("lista.csv"), &json!("application/octet-stream"))
    );
    assert_eq!(fetch(server, ready["id"].as_str().unwrap()), b"Ferrugil;310,50");

    assert_eq!(server.request("DELETE", &path(&left_out, "")).send().status, 200);
    assert_eq!(server.get(&path(&left_out, "")).send().error(404), "not_found");
    assert_eq!(server.request("DELETE", &path(&file, "")).send().error(404), "not_found");
}

#[test]
fn what_cannot_go_with_a_question_is_refused_with_what_can() {
    let server = shared_server();
    let begun = json!({ "name": "a.jpg", "sizeBytes": (10 << 20) + 1, "purpose": "message" });
    let refused = server.post("/api/uploads").json(begun.to_string()).send();
    assert!(refused.text().contains("10 MB"), "{}", refused.text());
    assert_eq!(refused.error(413), "too_large");

    let keep = |purpose: &str, bytes: &[u8]| {
        let upload_id = upload(server, purpose, "folha.jpg", bytes);
        server.post("/api/chat/attachments").json(json!({ "uploadId": upload_id }).to_string()).send()
    };
    let svg = keep("message", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
    assert!(svg.text().contains("SVG") && svg.text().contains("JPEG, PNG, WebP"), "{}", svg.text());
    assert_eq!(svg.error(400), "file_format_unknown");
    assert_eq!(keep("message", b"").error(400), "file_unreadable");
    assert_eq!(keep("message", b"\xff\xd8\xff\xe0").error(400), "file_unreadable");
    assert_eq!(keep("attachment", b"texto").error(400), "invalid_request");
    let many: Vec<String> = (0..5).map(|n| format!("00000000-0000-4000-8000-00000000000{n}")).collect();
    let asked = json!({ "message": "oi", "attachments": many });
    assert_eq!(server.post("/api/chat").json(asked.to_string()).send().error(400), "invalid_request");
    let lost = json!({ "message": "oi", "attachments": &many[..1] });
    assert_eq!(server.post("/api/chat").json(lost.to_string()).send().error(404), "not_found");
}
