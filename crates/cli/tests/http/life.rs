//! Starting, failing to start, losing the database, ending.

use crate::server::{shared_server, start};
use crate::support::{database_runs, json as command, lasting_folder, prepare_folder};
use serde_json::json;
use std::net::TcpListener;

#[test]
fn while_the_database_starts_only_the_health_is_told() {
    // A team's server that takes the connection and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://a:b@{}/x", silent.local_addr().unwrap());
    let server = start(&lasting_folder().join("starting"), &[], &[("DATABASE_URL", &url)]);
    let health = server.get("/api/health").send();
    assert_eq!(health.status, 200);
    assert_eq!(health.json()["phase"], "starting");
    assert!(!health.json()["phaseMessage"].as_str().unwrap().is_empty());
    let search = server.post("/api/rag/search").json(r#"{"query":"x"}"#).send();
    assert_eq!(search.error(503), "starting");
    assert_eq!(server.get("/").send().status, 200, "the page shows how it goes");
}

#[test]
fn a_database_that_cannot_be_had_is_told_and_tried_again() {
    let url = "postgres://a:segredo@127.0.0.1:1/x";
    let mut server = start(&lasting_folder().join("failed"), &[], &[("DATABASE_URL", url)]);
    server.wait_until("it has failed", || server.phase() == "failed");
    let health = server.get("/api/health").send();
    assert_eq!(health.status, 200);
    assert!(!health.text().contains("segredo"));
    assert_eq!(server.get("/api/faqs").send().error(503), "database_unreachable");
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn a_killed_database_comes_back() {
    let server = start(&prepare_folder("killed"), &["--rate", "0"], &[]);
    server.wait_until_ready();
    server.ok("POST", "/api/faqs", &json!({ "question": "Ficou?", "answer": "Ficou." }));
    let file = std::fs::read_to_string(server.data_dir.join("pg18/postmaster.pid")).unwrap();
    let pid: i32 = file.lines().next().unwrap().parse().unwrap();
    // SAFETY: the process id of our own server's database.
    unsafe { libc::kill(pid, libc::SIGKILL) };
    server.wait_until("the database is gone or back", || {
        let answer = server.get("/api/faqs").send();
        assert!(answer.status == 200 || answer.status == 503, "{}", answer.text());
        answer.status == 200
            && std::fs::read_to_string(server.data_dir.join("pg18/postmaster.pid"))
                .is_ok_and(|now| now != file)
    });
    assert_eq!(server.get("/api/faqs").send().json()["total"], 1, "nothing that was saved is lost");
}

#[test]
fn vectors_are_filled_in_the_background_and_the_end_is_orderly() {
    let mut server = start(&prepare_folder("worker"), &["--rate", "0"], &[]);
    server.wait_until_ready();
    let file = crate::support::fixture("items.csv");
    // A command beside the server puts work into the shared queue.
    command(&server.data_dir, ["import", "items", file.to_str().unwrap()]);
    server.wait_until("no record waits", || {
        let health = server.get("/api/health").send().json();
        health["items"] == 12 && health["embeddings"][0]["pending"] == 0
    });
    assert_eq!(server.stop(), Some(0));
    assert!(!database_runs(&server.data_dir));
}

#[test]
fn the_shared_server_says_what_it_is() {
    let health = shared_server().get("/api/health").send().json();
    assert_eq!(health["phase"], "ready");
    assert_eq!(health["database"]["kind"], "embedded");
    assert!(shared_server().announced["url"].as_str().unwrap().starts_with("http://127.0.0.1:"));
    assert!(shared_server().announced.get("token").is_none(), "this machine needs none");
}
