//! What is generated from the list of operations is committed, and these prove it fresh.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const COMMAND: &str = "UPDATE_BINDINGS=1 cargo test -p celeiro-desktop --test bindings";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Holds `fresh` against the committed file, or replaces the file where that was asked for.
fn check(path: &Path, fresh: &str) {
    if std::env::var_os("UPDATE_BINDINGS").is_some() {
        return fs::write(path, fresh).expect("the bindings can be written and read");
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(committed == fresh, "{} is stale; run: {COMMAND}", path.display());
}

#[test]
fn the_interface_knows_the_commands_as_they_are() {
    let folder = tempfile::tempdir().expect("the bindings can be written and read");
    let fresh = folder.path().join("bindings.ts");
    celeiro_desktop::bindings::export(&fresh).expect("the bindings can be written and read");
    check(
        &here("../ui/src/bindings.ts"),
        &fs::read_to_string(&fresh).expect("the bindings can be written and read"),
    );
}

#[test]
fn the_build_declares_the_commands_as_they_are() {
    check(&here("commands.txt"), &celeiro_desktop::bindings::names());
}

/// Written anew with the rest: a command that the page may not call would fail in the window alone.
#[test]
fn the_page_may_call_the_commands_as_they_are() {
    let path = here("capabilities/main.json");
    let committed = fs::read_to_string(&path).expect("the capability can be read");
    let mut capability: Value = serde_json::from_str(&committed).expect("the capability can be read");
    let names = celeiro_desktop::bindings::names();
    capability["permissions"] =
        names.lines().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
    let fresh = serde_json::to_string_pretty(&capability).expect("the capability can be written");
    check(&path, &(fresh + "\n"));
}
