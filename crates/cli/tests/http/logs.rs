//! What a server logs of the work of its tools without being asked for more.

use crate::server::{Server, start_logging};
use crate::support::{fixture, json, prepare_folder};
use std::path::Path;

const QUESTION: &str = "fungicida para ferrugem da soja";

/// The log of a server that was asked one question and one search.
fn log(name: &str, environment: &[(&str, &str)]) -> String {
    let folder = prepare_folder(name);
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    let file = folder.join("stderr");
    let mut server: Server = start_logging(&folder, &[], environment, Path::new(&file));
    server.wait_until_ready();
    let body = serde_json::json!({ "message": QUESTION });
    server.ok("POST", "/api/chat", &body);
    server.ok("POST", "/api/rag/search", &serde_json::json!({ "query": QUESTION }));
    server.stop();
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_run_of_a_tool_is_logged_with_its_arguments_and_the_beginning_of_its_payload() {
    let log = log("logs", &[]);
    let runs: Vec<&str> = log.lines().filter(|line| line.contains("tool run")).collect();
    assert_eq!(runs.len(), 2, "catalog and questions: {log}");
    let catalog = runs.iter().find(|line| line.contains("searchCatalog")).unwrap();
    assert!(catalog.contains("arguments=") && catalog.contains(QUESTION), "{catalog}");
    assert!(catalog.contains("results=") && catalog.contains("ms="), "{catalog}");
    let payload = catalog.split_once("payload=\"").unwrap().1.trim_end_matches('"');
    assert!(payload.starts_with("Busca híbrida") || payload.starts_with("Nenhum item"), "{payload}");
    assert!(payload.chars().filter(|c| *c != '\\').count() <= 800, "{payload}");
    assert!(!log.contains("total_ms"), "what single searches took is for those who ask: {log}");
}

#[test]
fn where_nothing_may_be_noted_the_log_has_counts_and_times_only() {
    let log = log("quiet-logs", &[("QUERY_LOG_ENABLED", "false")]);
    assert!(log.contains("tool run") && log.contains("results="), "{log}");
    assert!(!log.contains("ferrugem"), "{log}");
}

#[test]
fn who_asks_for_more_sees_what_each_search_took() {
    let log = log("loud-logs", &[("CELEIRO_LOG", "warn,celeiro_app=info")]);
    let searches: Vec<&str> = log.lines().filter(|line| line.contains("total_ms=")).collect();
    assert_eq!(searches.len(), 3, "two of the turn and one by itself: {log}");
    for part in ["corpus=", "results=", "vector=", "lexical=", "embed_ms=", "lexical_ms=", "fuse_ms="] {
        assert!(searches.iter().all(|line| line.contains(part)), "{part}: {log}");
    }
    assert!(searches.iter().all(|line| !line.contains("ferrugem")), "{log}");
}
