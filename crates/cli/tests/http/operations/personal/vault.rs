//! The vault over HTTP: opened and closed, two writers, another password, wrong ones; and that no word of it lies
//! anywhere on the disk.

use crate::server::{Server, shared_server, start_logging};
use crate::support::{find_files_with, prepare_folder};
use serde_json::{Value, json};
use std::path::Path;

const VAULT: &str = "/api/assistant/vault";
const NOTES: &str = "/api/assistant/vault/notes";
const PASSWORD: &str = "safra boa 2026";
const OTHER: &str = "lavoura seca 1999";
/// What nobody may find.
const CANARY: &str = "canarinhoQuatroSeteOnze";
/// What lies open, so that a search that finds nothing is noticed.
const OPEN: &str = "bemteviSeteQuatroOnze";

fn start(name: &str) -> Server {
    let folder = prepare_folder(name);
    let log = folder.join("server.log");
    let server = start_logging(&folder, &["--rate", "0", "-vv"], &[("ASSISTANT_PERSONAL", "true")], &log);
    server.wait_until_ready();
    server
}

fn post(server: &Server, path: &str, body: &Value) -> crate::client::Answer {
    server.post(path).json(body.to_string()).send()
}

fn open(server: &Server, password: &str) -> Value {
    server.ok("POST", &format!("{VAULT}/open"), &json!({ "password": password }))["session"].clone()
}

/// Whether a file below `folder` holds the text.
fn holds(folder: &Path, text: &str) -> bool {
    !find_files_with(folder, text).is_empty()
}

#[test]
fn notes_are_read_while_the_vault_is_open_and_lie_nowhere_in_the_clear() {
    let mut server = start("vault");
    assert_eq!(server.get(VAULT).send().json(), json!({ "exists": false }));
    let weak = post(&server, VAULT, &json!({ "password": "1234" }));
    assert_eq!(weak.error(422), "invalid_fields");
    assert!(!weak.text().contains("1234"), "{}", weak.text());

    let session = server.ok("POST", VAULT, &json!({ "password": PASSWORD }))["session"].clone();
    assert_eq!(post(&server, VAULT, &json!({ "password": OTHER })).error(409), "vault_exists");
    let note = json!({ "title": format!("Silo {CANARY}"), "text": format!("a  senha é\n {CANARY} ") });
    let operation = "0197a000-0000-7000-8000-000000000001";
    let save = json!({ "session": session, "note": note, "operationId": operation });
    let saved = server.ok("POST", NOTES, &save);
    assert_eq!(server.ok("POST", NOTES, &save), saved, "asked again, it is there once");
    let list = server.ok("POST", &format!("{NOTES}/list"), &json!({ "session": session }));
    assert_eq!((list.as_array().unwrap().len(), &list[0]["title"]), (1, &note["title"]));
    let read = json!({ "session": session, "id": saved["id"] });
    assert_eq!(server.ok("POST", &format!("{NOTES}/read"), &read)["text"], note["text"]);

    let change = |title: &str| {
        let note = json!({ "title": title, "text": CANARY });
        post(&server, NOTES, &json!({ "session": session, "id": saved["id"], "version": 1, "note": note }))
    };
    assert_eq!(change("Silo norte").json()["version"], 2);
    let clash = change("Silo sul");
    assert_eq!(clash.error(409), "conflict");
    let details = &clash.json()["details"];
    assert_eq!(
        (&details["current"]["title"], &details["yours"]["title"]),
        (&json!("Silo norte"), &json!("Silo sul"))
    );
    let untitled = json!({ "session": session, "note": { "title": " ", "text": CANARY } });
    assert_eq!(post(&server, NOTES, &untitled).error(422), "invalid_fields");

    server.ok("POST", "/api/assistant/people", &json!({ "name": "Ana", "notes": OPEN }));
    let export = server.get("/api/assistant/export").send();
    assert!(export.text().contains(OPEN) && !export.text().contains(CANARY));

    server.ok("POST", &format!("{VAULT}/close"), &json!({ "session": session }));
    assert_eq!(
        post(&server, &format!("{NOTES}/list"), &json!({ "session": session })).error(403),
        "vault_locked"
    );
    assert_eq!(change("Silo leste").error(403), "vault_locked");
    let wrong = post(&server, &format!("{VAULT}/open"), &json!({ "password": OTHER }));
    assert_eq!(wrong.error(403), "vault_password_wrong");
    let before = open(&server, PASSWORD);

    let another = json!({ "password": PASSWORD, "newPassword": OTHER });
    let session = server.ok("PUT", &format!("{VAULT}/password"), &another)["session"].clone();
    assert_eq!(
        post(&server, &format!("{NOTES}/list"), &json!({ "session": before })).error(403),
        "vault_locked"
    );
    let gone = post(&server, &format!("{VAULT}/open"), &json!({ "password": PASSWORD }));
    assert_eq!(gone.error(403), "vault_password_wrong");
    let read = json!({ "session": session, "id": saved["id"] });
    assert_eq!(server.ok("POST", &format!("{NOTES}/read"), &read)["text"], CANARY, "no note was sealed anew");

    assert_eq!(server.stop(), Some(0));
    assert!(holds(&server.data_dir, OPEN), "what lies open is found");
    assert!(!holds(&server.data_dir, CANARY), "a word of the vault lies in a file, or in the log");
    assert!(!holds(&server.data_dir, PASSWORD) && !holds(&server.data_dir, OTHER));
}

#[test]
fn after_five_wrong_passwords_the_entrance_rests_and_a_forgotten_one_loses_the_notes() {
    let server = start("vault-forgotten");
    let session = server.ok("POST", VAULT, &json!({ "password": PASSWORD }))["session"].clone();
    server.ok("POST", NOTES, &json!({ "session": session, "note": { "title": "Cofre" } }));
    let open = |password: &str| post(&server, &format!("{VAULT}/open"), &json!({ "password": password }));
    for _ in 0..5 {
        assert_eq!(open("senha esquecida").error(403), "vault_password_wrong");
    }
    let resting = open(PASSWORD);
    assert_eq!(resting.error(429), "vault_attempts_exceeded");
    assert!(resting.json()["message"].as_str().unwrap().contains("60"), "{}", resting.text());
    assert_eq!(server.request("DELETE", VAULT).send().json(), json!({ "notes": 1 }));
    assert_eq!(
        post(&server, &format!("{NOTES}/list"), &json!({ "session": session })).error(403),
        "vault_locked"
    );
    assert_eq!(open(PASSWORD).error(404), "not_found");
    let anew = server.ok("POST", VAULT, &json!({ "password": OTHER }))["session"].clone();
    assert_eq!(server.ok("POST", &format!("{NOTES}/list"), &json!({ "session": anew })), json!([]));
    assert_eq!(shared_server().get(VAULT).send().error(403), "personal_off");
}
