//! A file is sent in pieces: each once, in their order, and as much as is allowed.

use super::own_server;
use crate::server::{shared_server, start};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

#[test]
fn a_piece_of_a_file_may_be_sent_as_it_is() {
    let bytes: Vec<u8> = (0..=255).collect();
    let begun = json!({ "name": "a.csv", "sizeBytes": bytes.len(), "purpose": "import" });
    let begun = shared_server().ok("POST", "/api/uploads", &begun);
    let address = format!("/api/uploads/{}", begun["id"].as_str().unwrap());
    let send = |offset: usize, piece: &[u8]| {
        let request = shared_server().request("PUT", &format!("{address}?offset={offset}"));
        request.header("content-type", "application/octet-stream").body(piece).send()
    };
    assert_eq!(send(0, &bytes[..100]).json()["received"], 100);
    assert_eq!(send(0, &bytes[..100]).json()["received"], 100, "sent twice, taken once");
    assert_eq!(send(150, &bytes[150..]).error(400), "invalid_request");
    assert_eq!(send(100, &bytes[100..]).json()["received"], 256);
    let elsewhere = shared_server().post("/api/uploads").header("content-type", "application/octet-stream");
    assert_eq!(elsewhere.body(bytes).send().error(415), "unsupported_media_type");
}

#[test]
fn an_upload_that_was_cut_off_is_gone_after_a_restart() {
    let mut server = own_server("transfers-cut");
    let begun = json!({ "name": "a.csv", "sizeBytes": 4_000_000, "purpose": "import" });
    let begun = server.ok("POST", "/api/uploads", &begun);
    let address = format!("/api/uploads/{}", begun["id"].as_str().unwrap());
    server.ok("PUT", &address, &json!({ "offset": 0, "data": STANDARD.encode([b'a'; 100_000]) }));
    let incomplete = json!({ "uploadId": begun["id"], "kind": "items" });
    let refused = server.post("/api/imports/columns").json(incomplete.to_string()).send();
    assert_eq!(refused.error(409), "upload_incomplete");

    let folder = server.data_dir.join("transfers");
    let folders = || std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(folders(), 1);
    server.kill();
    assert_eq!(folders(), 1, "a killed program tidies nothing");
    let mut next = start(&server.data_dir, &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    next.wait_until_ready();
    next.wait_until("it is thrown away", || folders() == 0);
    assert_eq!(
        next.request("PUT", &address).json(r#"{"offset":0,"data":""}"#).send().error(404),
        "transfer_gone"
    );
    assert_eq!(next.stop(), Some(0));
}

#[test]
fn what_cannot_be_sent_says_why() {
    let server = shared_server();
    let begin = |size: u64, purpose: &str| {
        let body = json!({ "name": "a", "sizeBytes": size, "purpose": purpose });
        server.post("/api/uploads").json(body.to_string()).send()
    };
    for (size, purpose, limit) in [(3 << 30, "import", "2048 MB"), (65 << 20, "attachment", "64 MB")] {
        let refused = begin(size, purpose);
        assert_eq!(refused.error(413), "too_large");
        assert!(refused.text().contains(limit), "{}", refused.text());
    }
    let id = begin(3, "import").json()["id"].as_str().unwrap().to_owned();
    let address = format!("/api/uploads/{id}");
    let append = |offset: u32, data: &str| {
        server.request("PUT", &address).json(json!({ "offset": offset, "data": data }).to_string()).send()
    };
    assert_eq!(append(1, "YQ==").error(400), "invalid_request");
    assert_eq!(append(0, "not base64").error(400), "invalid_request");
    assert_eq!(append(0, "YWFhYQ==").error(400), "invalid_request");
    assert_eq!(append(0, "YWFh").json()["received"], 3);
    let twice = json!({ "uploadId": id, "kind": "items", "columns": [
        { "column": "aaa", "target": "name" }, { "column": "bbb", "target": "name" }] });
    assert_eq!(server.post("/api/imports").json(twice.to_string()).send().error(400), "invalid_request");
}
