//! `celeiro doctor`: exit code and checks, also without a database.

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
