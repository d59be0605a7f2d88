//! More requests that keep the processor busy than any machine has processors.

use crate::server::{Server, start};
use crate::support::prepare_folder;
use serde_json::json;
use std::io::Read as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// How many are sent at once.
const SENT: usize = 40;
/// How many a server takes in, at work or waiting for their turn.
const TAKEN: usize = 12;

/// What has come of an answer within a moment.
fn answer_so_far(mut stream: &TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let mut bytes = vec![0; 4096];
    let length = stream.read(&mut bytes).unwrap_or_default();
    String::from_utf8_lossy(&bytes[..length]).into_owned()
}

/// Asks for a search and for the health, and returns how long the slower of them took.
fn ask_lightly(server: &Server) -> Duration {
    let search = server.post("/api/rag/search").json(json!({ "query": "ferrugem da soja" }).to_string());
    let asked = [search, server.get("/api/health")].map(|request| {
        let begun = Instant::now();
        let answer = request.send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        begun.elapsed()
    });
    asked.into_iter().max().unwrap()
}

#[test]
fn many_who_tune_at_once_keep_nobody_from_searching_and_the_surplus_is_asked_to_come_again() {
    let server = start(&prepare_folder("heavy"), &["--rate", "0"], &[("EMBEDDING_PROVIDER", "none")]);
    server.wait_until_ready();
    server.ok("POST", "/api/catalog/demo", &json!({}));
    let set = server.get("/api/sets").send().json()[0]["id"].clone();
    // The active one comes first.
    let active = server.get("/api/profiles").send().json()[0]["name"].clone();
    ask_lightly(&server);

    let tune = || server.post("/api/profiles/tune").json(json!({ "setId": set }).to_string());
    let tuning: Vec<TcpStream> = (0..SENT).map(|_| tune().open()).collect();
    let mut slowest = Duration::ZERO;
    for _ in 0..8 {
        slowest = slowest.max(ask_lightly(&server));
    }
    eprintln!("the slowest search or health beside {SENT} who tune: {slowest:?}");
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");

    let answers: Vec<String> = tuning.iter().map(answer_so_far).collect();
    let refused: Vec<&String> = answers.iter().filter(|answer| answer.starts_with("HTTP/1.1 429 ")).collect();
    assert!(refused.len() >= SENT - TAKEN, "{} of {SENT} are refused", refused.len());
    for answer in &refused {
        assert!(answer.contains("\"rate_limited\"") && answer.contains("retry-after: 5\r\n"), "{answer}");
    }
    assert!(
        answers.iter().all(|answer| answer.is_empty() || !answer.starts_with("HTTP/1.1 5")),
        "{answers:?}"
    );

    // Those who leave make room: what they asked for ends.
    drop(tuning);
    let compare = json!({ "before": active, "after": active, "setId": set }).to_string();
    server.wait_until("there is room for another", || {
        let answer = server.post("/api/profiles/compare").json(compare.clone()).send();
        assert!(matches!(answer.status, 200 | 429), "{}", answer.text());
        answer.status == 200
    });
}
