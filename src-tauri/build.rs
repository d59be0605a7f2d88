//! Declares the commands of the window, so that Tauri refuses every one that no capability names
//! (undeclared commands of a program are open to all of its pages).

use std::path::Path;

/// Generated from the list of operations and proven fresh by `tests/bindings.rs`: this program runs
/// before the crate that holds the list is compiled.
const COMMANDS: &str = include_str!("commands.txt");

fn main() {
    println!("cargo:rerun-if-changed=commands.txt");
    leave_placeholder();
    let commands: Vec<&'static str> = COMMANDS.lines().collect();
    let manifest = tauri_build::AppManifest::new().commands(commands.leak());
    let attributes = tauri_build::Attributes::new().app_manifest(manifest);
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo::error={error:#}");
    }
}

/// The crate does not compile without an interface. Where none was built yet, a page that says so
/// takes its place; `npm run build` replaces it.
fn leave_placeholder() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/dist");
    let page = dist.join("index.html");
    if page.exists() {
        return;
    }
    let text = "<!doctype html><title>Celeiro</title><p>cd ui &amp;&amp; npm run build</p>";
    if let Err(error) = std::fs::create_dir_all(&dist).and_then(|()| std::fs::write(&page, text)) {
        println!("cargo::error=no place for the interface at {}: {error}", dist.display());
    }
}
