//! The interface's side of the commands: `ui/src/bindings.ts`, and the names that `build.rs`
//! declares.

use crate::commands;
use celeiro_app::commands::{Access, Tag};
use celeiro_domain::catalog::stock::{PLACE_CHARS, UNIT_CHARS};
use celeiro_domain::catalog::{LIMITS, RECORD_FIELDS};
use celeiro_domain::personal::vault::{MAX_TEXT, MAX_TITLE};
use celeiro_domain::search::MAX_QUERY_CHARS;
use heck::ToLowerCamelCase as _;
use serde_json::{Value, json};
use specta_typescript::semantic::{Configuration, Transform};
use specta_typescript::{Typescript, define};
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use tauri_specta::{Builder, ErrorHandlingMode};

const HEADER: &str = "/* eslint-disable */
// The commands of the program, generated from the list of operations below crates/app/src/commands:
// UPDATE_BINDINGS=1 cargo test -p celeiro-desktop --test bindings
";

/// The commands, for Tauri and for export.
pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .error_handling(ErrorHandlingMode::Result)
        // One type for what is sent and what is received, instead of two of each.
        .disable_serde_phases()
        .semantic_types(any_json())
        .commands(commands::all())
        .typ::<Tag>()
        .typ::<Access>()
        .constant("recordFields", RECORD_FIELDS)
        .constant("textLimits", text_limits())
}

/// The most characters of each text that forms ask for and that is no field of a record.
fn text_limits() -> Value {
    json!({
        "packageCode": LIMITS.package_code,
        "packageLabel": LIMITS.package_label,
        "query": MAX_QUERY_CHARS,
        "stockPlace": PLACE_CHARS,
        "stockUnit": UNIT_CHARS,
        "tag": LIMITS.tag,
        "vaultText": MAX_TEXT,
        "vaultTitle": MAX_TITLE,
    })
}

/// What may be any JSON (details of an error, attributes of an item) is `unknown` to the interface,
/// which must look before it uses it.
fn any_json() -> Configuration {
    let as_it_is = || Some(Transform::identity());
    Configuration::empty().define::<Value>(|_| define("unknown").into(), as_it_is(), as_it_is())
}

/// Writes the interface's bindings to `path`.
///
/// # Errors
/// Where a type cannot be written in TypeScript, or the file not at all.
pub fn export(path: &Path) -> io::Result<()> {
    builder().export(Typescript::default().header(HEADER), path).map_err(io::Error::other)?;
    let types = std::fs::read_to_string(path)?;
    std::fs::write(path, format!("{}\n{}", types.trim_end(), meta()))
}

/// The names of the commands, one on each line.
pub fn names() -> String {
    commands::names().map(|name| format!("{name}\n")).collect()
}

/// What the types do not say of each command: its address over HTTP, and the tags by which the interface keeps its
/// answers fresh, and whether it may take minutes. The page fetches all of it before its first words, so that nothing
/// is written that says nothing.
fn meta() -> String {
    let mut text = String::from(
        "\n/** For each command its method and address below `/api/`, what it reads and spoils, and whether it may take \
         minutes: it waits for models, measures many queries or changes many records. */\n\
         export const meta: Record<string, { route: `${\"GET\" | \"POST\" | \"PUT\" | \"DELETE\"} ${string}`; \
         provides?: Tag[]; invalidates?: Tag[]; \
         long?: true }> = {\n",
    );
    for command in celeiro_app::commands::list_commands() {
        let path = command.path.strip_prefix("/api/").expect("every operation stands below /api/");
        let route = format!("{} {path}", command.method);
        let mut fields = vec![format!("route: {}", json!(route))];
        for (name, tags) in [("provides", command.provides), ("invalidates", command.invalidates)] {
            if !tags.is_empty() {
                fields.push(format!("{name}: {}", json!(tags)));
            }
        }
        if command.long {
            fields.push("long: true".to_owned());
        }
        let fields = fields.join(", ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "\t{}: {{ {fields} }},", command.name.to_lower_camel_case());
    }
    text + "};\n"
}
