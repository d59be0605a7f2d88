//! `celeiro config`: origins, saving, and what must not be shown.

use crate::support::{
    celeiro, failure, find_files_with, json, lasting_folder, prepare_folder, run, stderr, stdout,
};
use serde_json::Value;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CANARY: &str = "sk-canario-0123456789";

/// Runs `command` with `text` on standard input.
fn run_with_input(command: &mut Command, text: &str) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn entry(entries: &Value, name: &str) -> Value {
    entries.as_array().unwrap().iter().find(|e| e["name"] == name).unwrap().clone()
}

#[test]
fn the_nearest_value_counts_and_says_where_it_is_from() {
    let folder = prepare_folder("config");
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
fn what_is_left_to_the_model_is_shown_as_it_is_in_force() {
    let folder = prepare_folder("thresholds");
    let name = "CATALOG_VECTOR_THRESHOLD";
    let read_setting = |entries: &Value| {
        let entry = entry(entries, name);
        (entry["value"].as_str().map(str::to_owned), entry["origin"].as_str().unwrap().to_owned())
    };
    let of_model = |value: &str| (Some(value.to_owned()), "model".to_owned());
    assert_eq!(read_setting(&json(&folder, ["config"])), of_model("-0.3"));
    let remote = json(&folder, ["--set", "EMBEDDING_PROVIDER=openai", "config"]);
    assert_eq!(read_setting(&remote), of_model("-0.5"));
    assert_eq!(read_setting(&json(&folder, ["--set", "EMBEDDING_PROVIDER=none", "config"])).0, None);
    let infinite = celeiro(&folder).env(name, "Infinity").args(["config", "--json"]).output().unwrap();
    let infinite = read_setting(&serde_json::from_slice(&infinite.stdout).unwrap());
    assert_eq!(infinite, (Some("Infinity".to_owned()), "environment".to_owned()));
    json(&folder, ["config", "set", "FAQ_VECTOR_THRESHOLD", "-0.45"]);
    assert_eq!(entry(&json(&folder, ["config"]), "FAQ_VECTOR_THRESHOLD")["origin"], "saved");
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
    assert!(stderr(&refused).contains("config set EMBEDDING_API_KEY -"), "{}", stderr(&refused));
}

#[test]
fn a_key_comes_from_standard_input_and_stays_in_one_private_file() {
    let folder = lasting_folder().join("kept-key");
    let set = ["config", "set", "OPENAI_API_KEY", "-"];
    let celeiro = |folder: &Path| {
        let mut command = celeiro(folder);
        command.env("CELEIRO_LOG", "trace");
        command
    };
    let saved = run_with_input(celeiro(&folder).args(set), &format!("{CANARY}\n"));
    assert!(saved.status.success(), "{}", stderr(&saved));
    let listed = celeiro(&folder).args(["config", "list"]).output().unwrap();
    for output in [&saved, &listed] {
        assert!(!(stdout(output) + &stderr(output)).contains("canario"));
    }
    assert_eq!(find_files_with(&folder, "canario"), ["keys.json"]);
    let mode = std::fs::metadata(folder.join("keys.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let kept = entry(&json(&folder, ["config", "list"]), "OPENAI_API_KEY");
    assert_eq!((&kept["storedIn"], &kept["needsReentry"]), (&"file".into(), &false.into()));

    let moved = ["--set", "OPENAI_BASE_URL=https://other.example/v1", "config"];
    assert_eq!(entry(&json(&folder, moved), "OPENAI_API_KEY")["needsReentry"], true);
    json(&folder, ["config", "unset", "OPENAI_API_KEY"]);
    assert_eq!(find_files_with(&folder, "canario"), [""; 0]);
    let nothing = run_with_input(celeiro(&folder).args(set), "\n");
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn a_key_store_that_never_answers_stops_nothing_and_loses_no_key() {
    let folder = lasting_folder().join("silent-store");
    std::fs::create_dir_all(&folder).unwrap();
    // Connections wait in the queue of the socket for an answer that never comes.
    let _silent = UnixListener::bind(folder.join("bus")).unwrap();
    let address = format!("unix:path={}", folder.join("bus").display());
    let celeiro = || {
        let mut command = celeiro(&folder);
        command.env("CELEIRO_KEY_STORE", "system").env("DBUS_SESSION_BUS_ADDRESS", &address);
        command
    };
    let saved = run_with_input(celeiro().args(["config", "set", "OPENAI_API_KEY", "-"]), CANARY);
    assert!(saved.status.success(), "{}", stderr(&saved));
    let listed = celeiro().args(["config", "--json"]).output().unwrap();
    let kept = entry(&serde_json::from_slice(&listed.stdout).unwrap(), "OPENAI_API_KEY");
    assert_eq!((&kept["storedIn"], &kept["needsReentry"]), (&"file".into(), &false.into()));
}

#[test]
fn a_broken_list_of_keys_is_named_and_the_rest_works() {
    let folder = lasting_folder().join("broken-keys");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("keys.json"), format!("{{\"OPENAI_API_KEY\": \"{CANARY}\"}}")).unwrap();
    let listed = run(&folder, ["config"]);
    assert!(listed.status.success());
    assert!(
        stderr(&listed).contains("keys.json") && !stderr(&listed).contains("canario"),
        "{}",
        stderr(&listed)
    );
    let refused = run_with_input(celeiro(&folder).args(["config", "set", "GEMINI_API_KEY", "-"]), "g\n");
    assert_eq!(refused.status.code(), Some(1));
}
