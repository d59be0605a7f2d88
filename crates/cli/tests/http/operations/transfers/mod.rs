//! Files over HTTP: sent in pieces, imported step by step, exported, fetched in pieces.

mod attached;
mod import_profiles;
mod imports;
mod pieces;

use crate::server::{Server, start};
use crate::support::prepare_folder;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Sends a file whole.
pub fn upload(server: &Server, purpose: &str, name: &str, bytes: &[u8]) -> String {
    let begun = server.ok(
        "POST",
        "/api/uploads",
        &json!({ "name": name, "sizeBytes": bytes.len(), "purpose": purpose }),
    );
    let id = begun["id"].as_str().unwrap().to_owned();
    let size = begun["pieceBytes"].as_u64().unwrap() as usize;
    for (at, piece) in bytes.chunks(size).enumerate() {
        let body = json!({ "offset": at * size, "data": STANDARD.encode(piece) });
        server.ok("PUT", &format!("/api/uploads/{id}"), &body);
    }
    id
}

/// Fetches a file whole.
pub fn fetch(server: &Server, id: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let answer = server.get(&format!("/api/downloads/{id}?offset={}", bytes.len())).send().json();
        let piece = STANDARD.decode(answer["data"].as_str().unwrap()).unwrap();
        bytes.extend(piece);
        if bytes.len() as u64 >= answer["sizeBytes"].as_u64().unwrap() {
            return bytes;
        }
    }
}

/// Begins an import or its preview, and waits for its end.
pub fn carried_out(server: &Server, address: &str, request: &Value) -> Value {
    let begun = server.ok("POST", address, request);
    let address = format!("/api/imports/{}", begun["id"].as_str().unwrap());
    wait_for_end(server, &address)
}

/// Waits for the end of what has this address, and gives its state.
pub fn wait_for_end(server: &Server, address: &str) -> Value {
    let state = || server.get(address).send().json();
    server.wait_until("it is over", || {
        let state = state();
        !state["result"].is_null() || !state["error"].is_null()
    });
    state()
}

/// How many rows were created, updated, unchanged, and rejected.
pub fn counts(result: &Value) -> [u64; 4] {
    ["created", "updated", "unchanged", "rejected"].map(|name| result["report"][name].as_u64().unwrap())
}

/// A server whose catalog is its own.
pub fn own_server(name: &str) -> Server {
    let server = start(&prepare_folder(name), &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    server
}
