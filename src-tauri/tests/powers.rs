//! What the page of the window may do is exactly this, and a change of it is a change of this test.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(here(path)).expect("the file can be read"))
        .expect("the file can be read")
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(here(folder)).expect("the file can be read");
    entries
        .map(|entry| {
            entry.expect("the file can be read").file_name().into_string().expect("the file can be read")
        })
        .collect()
}

#[test]
fn the_page_may_call_our_operations_and_nothing_else() {
    let ours: Vec<String> = celeiro_desktop::bindings::names()
        .lines()
        .map(|name| format!("allow-{}", name.replace('_', "-")))
        .collect();
    let capability = read("capabilities/main.json");
    assert_eq!(names_in("capabilities"), ["main.json"]);
    assert_eq!(capability["permissions"], json!(ours));
    assert_eq!(capability["windows"], json!(["main"]));
    // No page from elsewhere has any power.
    assert_eq!(capability.get("remote"), None);
    assert_eq!(read("tauri.conf.json")["app"]["security"]["capabilities"], json!(["main"]));
}

#[test]
fn the_window_is_locked_as_promised() {
    let app = &read("tauri.conf.json")["app"];
    let security = &app["security"];
    assert_eq!(app["withGlobalTauri"], json!(false));
    assert_eq!(security["freezePrototype"], json!(true));
    assert_eq!(
        security["csp"],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self' ipc: http://ipc.localhost; base-uri 'none'; \
         form-action 'none'; frame-src 'none'; object-src 'none'"
    );
    for weakness in ["dangerousDisableAssetCspModification", "assetProtocol", "devCsp", "pattern"] {
        assert_eq!(security.get(weakness), None, "{weakness}");
    }
    // Made by `window.rs`, which puts the guard on it; one made from the file would have none.
    assert_eq!(app["windows"].as_array().expect("the file can be read").len(), 1);
    assert_eq!(app["windows"][0]["create"], json!(false));
    assert_eq!(app["windows"][0].get("url"), None);
}

/// Features and plugins are powers too. `devtools` would open developer tools in a release.
#[test]
fn the_program_is_built_without_further_powers() {
    let manifest = fs::read_to_string(here("Cargo.toml")).expect("the file can be read")
        + &fs::read_to_string(here("../Cargo.toml")).expect("the file can be read");
    for power in
        ["devtools", "protocol-asset", "unstable", "\"dynamic-acl\"", "webview-data-url", "isolation"]
    {
        assert!(!manifest.lines().any(|l| l.starts_with("tauri = ") && l.contains(power)), "{power}");
    }
    let plugins: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("tauri-plugin-"))
        .filter_map(|rest| rest.split(['.', ' ']).next())
        .collect();
    assert_eq!(plugins, ["single-instance"; 2]);
}
