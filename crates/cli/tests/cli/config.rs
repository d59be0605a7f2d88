//! `celeiro config`: origins, saving, and what must not be shown.

use crate::support::{celeiro, failure, json, lasting_folder, run, stderr, stdout};
use serde_json::Value;

fn entry(entries: &Value, name: &str) -> Value {
    entries.as_array().unwrap().iter().find(|e| e["name"] == name).unwrap().clone()
}

#[test]
fn the_nearest_value_counts_and_says_where_it_is_from() {
    let folder = lasting_folder().join("config");
    let name = "EMBEDDING_BATCH_SIZE";
    assert_eq!(entry(&json(&folder, ["config"]), name)["origin"], "default");
    json(&folder, ["config", "set", name, "32"]);
    let saved = entry(&json(&folder, ["config"]), name);
    assert_eq!((&saved["value"], &saved["origin"]), (&"32".into(), &"saved".into()));
    let both = celeiro(&folder).env(name, "8").args(["config", "--json"]).output().unwrap();
    let from_environment = entry(&serde_json::from_slice(&both.stdout).unwrap(), name);
    assert_eq!(from_environment["origin"], "environment");
    let options = ["--set", "EMBEDDING_BATCH_SIZE=4", "config", "--set", "EMBEDDING_PROVIDER=none"];
    let given = json(&folder, options);
    assert_eq!(entry(&given, name)["value"], "4", "options count on both sides of a command");
    assert_eq!(entry(&given, "EMBEDDING_PROVIDER")["origin"], "commandLine");
    json(&folder, ["config", "unset", name]);
    assert_eq!(entry(&json(&folder, ["config"]), name)["origin"], "default");
}

#[test]
fn a_bad_value_stops_every_command_with_what_is_allowed() {
    let folder = lasting_folder().join("bad-config");
    let error = failure(&folder, ["config", "set", "EMBEDDING_PROVIDER", "magic"], 1);
    assert_eq!(error["code"], "invalid_setting");
    let output = celeiro(&folder).env("EMBEDDING_DIMENSIONS", "0").args(["search", "x"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    for part in ["invalid_setting", "EMBEDDING_DIMENSIONS", "\"0\"", "1..4000"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(failure(&folder, ["config", "set", "NOPE", "1"], 1)["code"], "unknown_setting");
    assert_eq!(failure(&folder, ["config", "--set", "NOPE=1"], 2)["code"], "unknown_setting");
    assert_eq!(failure(&folder, ["config", "--set", "NOPE"], 2)["code"], "invalid_request");
}

#[test]
fn a_saved_value_that_is_not_allowed_can_be_taken_back() {
    let folder = lasting_folder().join("stuck-config");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("settings.json"), r#"{"EMBEDDING_DIMENSIONS":"many"}"#).unwrap();
    assert_eq!(failure(&folder, ["config"], 1)["code"], "invalid_setting");
    json(&folder, ["config", "unset", "EMBEDDING_DIMENSIONS"]);
    json(&folder, ["config"]);
}

#[test]
fn a_saved_language_is_spoken() {
    let folder = lasting_folder().join("language");
    let help = || {
        let output =
            celeiro(&folder).env_remove("CELEIRO_LANG").env("LANG", "pt_BR.UTF-8").arg("--help").output();
        stdout(&output.unwrap())
    };
    assert!(help().contains("Uso: "));
    json(&folder, ["config", "set", "CELEIRO_LANG", "en"]);
    assert!(help().contains("Usage: "));
}

#[test]
fn keys_are_shown_nowhere() {
    let folder = lasting_folder().join("keys");
    let canary = "sk-canario-0123456789";
    let url = "postgres://alguem:canario@127.0.0.1:1/x";
    for arguments in
        [vec!["config"], vec!["doctor"], vec!["search", "x", "-vv"], vec!["init", "-vv", "--json"]]
    {
        let output = celeiro(&folder)
            .env("EMBEDDING_API_KEY", canary)
            .env("CELEIRO_TOKEN", canary)
            .env("DATABASE_URL", url)
            .args(&arguments)
            .output()
            .unwrap();
        let all = stdout(&output) + &stderr(&output);
        assert!(!all.contains("canario"), "{arguments:?}: {all}");
    }
    let refused = run(&folder, ["config", "set", "EMBEDDING_API_KEY", canary]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(!stderr(&refused).contains(canary), "{}", stderr(&refused));
}
