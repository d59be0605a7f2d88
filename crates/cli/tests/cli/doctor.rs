//! `celeiro doctor`: exit code and checks, also without a database.

use crate::provider::{Provider, Reply};
use crate::setup::prepare_stock;
use crate::support::{celeiro, json, lasting_folder};
use serde_json::Value;

fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["checks"].as_array().unwrap().iter().find(|c| c["name"] == name).unwrap()
}

#[test]
fn a_healthy_program_is_told_so() {
    let report = json(&prepare_stock(), ["doctor"]);
    assert_eq!(report["healthy"], true, "{report}");
    assert_eq!(check(&report, "database")["state"], "ok");
    assert!(check(&report, "database")["found"].as_str().unwrap().contains("pgvector"));
    let role = check(&report, "databaseRole");
    assert_eq!(role["state"], "ok", "{report}");
    assert_eq!(role["found"], "celeiro_work · cannot change histories");
}

#[test]
fn what_is_missing_is_named_and_the_exit_code_says_so() {
    let folder = lasting_folder().join("sick");
    for (name, value, failing) in [
        ("DATABASE_URL", "postgres://a:b@127.0.0.1:1/x", "database"),
        ("DATABASE_URL", "foo", "settings"),
        ("CELEIRO_TOKEN", "ab", "settings"),
        ("CELEIRO_POSTGRES_DIR", "/nowhere/at/all", "postgresBinaries"),
    ] {
        let output = celeiro(&folder).env(name, value).args(["doctor", "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["healthy"], false);
        assert_eq!(check(&report, failing)["state"], "failed", "{report}");
    }
}

#[test]
fn what_takes_up_room_is_told_part_by_part() {
    let report = json(&prepare_stock(), ["doctor"]);
    let bytes = |name: &str| {
        let parts = report["storage"].as_array().unwrap();
        parts.iter().find(|part| part["name"] == name).unwrap()["bytes"].as_u64().unwrap()
    };
    for part in ["tables", "indexes", "log", "system"] {
        assert!(bytes(part) > 0, "{part}: {report}");
    }
    let told = check(&report, "storage")["found"].as_str().unwrap().to_owned();
    assert!(told.contains("tables ") && told.contains("log of writes "), "{told}");
}

#[test]
fn the_server_of_dictation_is_told_and_a_key_that_it_refuses() {
    let folder = prepare_stock();
    let off = json(&folder, ["doctor"]);
    let dictation = check(&off, "dictation");
    assert!(
        dictation["state"] == "ok" && dictation["found"].as_str().unwrap().contains("no microphone"),
        "{off}"
    );

    // A server that serves recordings alone has no list of models.
    let provider = Provider::start(|asked| match asked.header("authorization") {
        Some("Bearer sk-canario-certo") => Reply::refuses(404, "no such path"),
        _ => Reply::refuses(401, "no such key"),
    });
    for (key, state) in [("sk-canario-certo", "ok"), ("sk-canario-errado", "warning")] {
        let mut command = celeiro(&folder);
        command.env("TRANSCRIPTION_BASE_URL", provider.url()).env("TRANSCRIPTION_API_KEY", key);
        let output =
            command.env("TRANSCRIPTION_MODEL", "whisper-teste").args(["doctor", "--json"]).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let dictation = check(&report, "dictation");
        let found = dictation["found"].as_str().unwrap();
        assert_eq!(dictation["state"], state, "{report}");
        assert!(found.starts_with(&format!("whisper-teste · {}", provider.origin())), "{found}");
        assert!(report["healthy"] == true && !report.to_string().contains(key), "{report}");
    }
    let mut command = celeiro(&folder);
    command.env("TRANSCRIPTION_BASE_URL", "http://127.0.0.1:1/v1");
    let output = command.args(["doctor", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(check(&report, "dictation")["state"], "warning", "it is not there: {report}");
}

#[test]
fn whether_the_sign_in_of_the_company_can_be_used_is_told() {
    let folder = lasting_folder().join("company");
    for (client, told) in [("celeiro", "it cannot be reached"), ("", "OIDC_CLIENT_ID")] {
        let mut command = celeiro(&folder);
        // Nothing is needed of the database here.
        command.env("DATABASE_URL", "postgres://a:b@127.0.0.1:1/x");
        command.env("OIDC_ISSUER", "http://127.0.0.1:1").env("OIDC_CLIENT_ID", client);
        command
            .env("OIDC_CLIENT_SECRET", "segredo-da-granja")
            .env("CELEIRO_PUBLIC_URL", "https://celeiro.example");
        let output = command.args(["doctor", "--json"]).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let company = check(&report, "companySignIn");
        assert!(company["found"].as_str().unwrap().contains(told), "{report}");
        assert!(
            company["state"] == "warning" && !report.to_string().contains("segredo-da-granja"),
            "{report}"
        );
    }
}
