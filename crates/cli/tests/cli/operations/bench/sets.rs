//! `celeiro set`, and stored sets where a command asks for judged queries.

use crate::support::{failure, fixture, json, lasting_folder, prepare_folder, run, stdout};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn world(name: &str) -> PathBuf {
    let folder = prepare_folder(name);
    json(&folder, ["import", "items", fixture("items.csv").to_str().unwrap()]);
    json(&folder, ["config", "set", "EMBEDDING_PROVIDER", "none"]);
    folder
}

fn file(name: &str, text: &str) -> String {
    let path = lasting_folder().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Judges as best what `default` puts first, so that other profiles can only be worse.
fn best(folder: &Path, queries: &[&str]) -> String {
    let first = |query: &str| {
        let found = json(folder, ["search", query, "--profile", "default", "--limit", "1"]);
        found["results"][0]["item"]["externalId"].as_str().unwrap().to_owned()
    };
    queries.iter().enumerate().map(|(at, query)| format!("q{at} 0 {} 1\n", first(query))).collect()
}

#[test]
fn a_set_goes_in_and_out_is_measured_and_stops_a_worse_profile_unasked() {
    let folder = world("stored-sets");
    let texts = ["milho", "soja", "feijão", "lagarta", "plantio", "semente de milho"];
    let qrels = file("stored-qrels.tsv", &best(&folder, &texts));
    let lines = texts.iter().enumerate().map(|(at, query)| format!("q{at}\t{query}\tclasse\n"));
    let queries = file("stored-queries.tsv", &lines.collect::<String>());
    let import = ["set", "import", "Balcão", "--queries", &queries, "--qrels", &qrels];
    assert_eq!(json(&folder, import)["created"], 6);
    assert_eq!(json(&folder, import)["created"], 0, "a second run creates nothing");

    let of_files = json(&folder, ["eval", "--kind", "items", "--queries", &queries, "--qrels", &qrels]);
    let stored = json(&folder, ["eval", "--query-set", "balcao"]);
    assert_eq!(stored["overall"], of_files["overall"]);
    assert!(json(&folder, ["tune", "--query-set", "Balcão"])["heldOutQueries"].is_u64());
    assert_eq!(failure(&folder, ["eval", "--query-set", "outro"], 1)["code"], "unknown_query_set");

    // Nothing in it is protected yet: no profile is stopped, and it is said that nothing was measured.
    let free = json(&folder, ["profile", "activate", "simple"]);
    assert!(free["worse"].is_null() && free["gate"].is_null(), "{free}");
    assert!(stdout(&run(&folder, ["profile", "activate", "default"])).contains("Nothing was measured"));
    let named = failure(&folder, ["profile", "activate", "simple", "--query-set", "Balcão"], 1);
    assert_eq!(named["code"], "profile_worse", "who names a set wants nothing in it to get worse");

    let protecting: String = std::fs::read_to_string(&queries)
        .unwrap()
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let line = serde_json::json!({
                "id": cells[0], "query": cells[1], "kind": cells[2], "protectedClass": true,
            });
            format!("{line}\n")
        })
        .collect();
    let protecting = file("protecting.jsonl", &protecting);
    json(&folder, ["set", "import", "Balcão", "--queries", &protecting]);
    let stopped = failure(&folder, ["profile", "activate", "simple"], 1);
    assert_eq!(stopped["code"], "profile_worse");
    assert_eq!(stopped["details"]["worse"][0]["set"], "Balcão", "{stopped}");
    assert_eq!(stopped["details"]["worse"][0]["what"], "class");
    let passed = json(&folder, ["profile", "activate", "simple", "--reason", "uma semana de teste"]);
    assert_eq!(passed["worse"], stopped["details"]["worse"]);
    let shown = json(&folder, ["profile", "show", "simple"]);
    assert_eq!(shown["activations"][0]["gate"]["sets"][0]["name"], "Balcão");
    assert_eq!(json(&folder, ["profile", "activate", "default"])["worse"], serde_json::json!([]));
    // Saving the active profile puts it into force: the same gate.
    json(&folder, ["profile", "save", "meu", "--from", "default"]);
    json(&folder, ["profile", "activate", "meu"]);
    let saved = failure(&folder, ["profile", "save", "meu", "--weight", "fusion=\"simple\""], 1);
    assert_eq!(saved["code"], "profile_worse", "{saved}");

    let out = [file("out.jsonl", ""), file("out.tsv", "")];
    run(&folder, ["set", "export", "Balcão", "--queries", &out[0], "--qrels", &out[1]]);
    assert_eq!(
        json(&folder, ["set", "import", "Volta", "--queries", &out[0], "--qrels", &out[1]])["created"],
        6
    );
    let names =
        |all: &Value| all.as_array().unwrap().iter().map(|s| s["name"].to_string()).collect::<Vec<_>>();
    assert_eq!(names(&json(&folder, ["set", "list"])).len(), 2);
    json(&folder, ["set", "delete", "volta"]);
    let people = stdout(&run(&folder, ["set", "show", "Balcão"]));
    assert!(people.contains("semente de milho [q5]"), "{people}");
}

#[test]
fn an_evaluation_says_which_tests_fail() {
    let folder = world("set-tests");
    let top = best(&folder, &["milho"]);
    let first = top.split_whitespace().nth(2).unwrap();
    let lines = format!(
        "{{\"id\":\"a\",\"query\":\"milho\",\"expected\":[\"{first}\"]}}\n{{\"id\":\"b\",\"query\":\"milho\",\"forbidden\":[\"{first}\"]}}\n"
    );
    let queries = file("tests.jsonl", &lines);
    json(&folder, ["set", "import", "Testes", "--queries", &queries]);
    let report = json(&folder, ["eval", "--query-set", "Testes"]);
    assert_eq!(report["cases"], serde_json::json!({ "count": 2, "passed": 1 }));
    let people = stdout(&run(&folder, ["eval", "--query-set", "Testes"]));
    assert!(people.contains("✗ milho [b]") && !people.contains("[a]"), "{people}");
}
