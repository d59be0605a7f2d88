//! Test that `docs/permissions.md` is fresh. The meaning of each access is written by hand; the table of operations and
//! roles is generated from the list.

use super::{Access, CommandMeta, list_commands};
use celeiro_domain::team::Role;
use std::fs;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/permissions.md");

/// The line that begins the generated part; it names the command that writes it.
const MARK: &str =
    "<!-- Generated from here on: UPDATE_DOCS=1 cargo test -p celeiro-app --lib commands::document -->";

/// The document as it is committed: what is written by hand, and the whole.
fn read_document() -> (String, String) {
    let whole = fs::read_to_string(DOCUMENT).expect("docs/permissions.md can be read");
    let (by_hand, _) =
        whole.split_once(MARK).expect("docs/permissions.md has the line of its generated part");
    (by_hand.to_owned(), whole)
}

/// The cell of a role: whether it may.
fn render_mark(may: bool) -> &'static str {
    if may { "yes" } else { "" }
}

fn render_row(operation: &CommandMeta) -> String {
    let roles: Vec<String> =
        Role::ALL.map(|role| format!("{} |", render_mark(role.may(operation.access)))).into();
    format!(
        "| `{}` | {} `{}` | {} | {}\n",
        operation.name,
        operation.method,
        operation.path,
        operation.access,
        roles.join(" ")
    )
}

/// The part written by hand, followed by the generated table, by name.
fn render_document(by_hand: &str) -> String {
    let mut operations = list_commands();
    operations.sort_by_key(|operation| operation.name);
    let rows: String = operations.iter().map(render_row).collect();
    let roles = Role::ALL.map(Role::as_str).join(" | ");
    let head = format!("| operation | address | access | {roles} |\n|---|---|---|---|---|---|---|");
    format!("{by_hand}{MARK}\n\n{head}\n{rows}")
}

#[test]
fn the_document_has_every_operation_with_its_roles() {
    let (by_hand, whole) = read_document();
    let fresh = render_document(&by_hand);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return fs::write(DOCUMENT, fresh).expect("docs/permissions.md can be written");
    }
    assert!(
        whole == fresh,
        "docs/permissions.md is stale; the line above its generated table has the command"
    );
}

#[test]
fn the_document_says_of_every_access_what_it_is() {
    let (by_hand, _) = read_document();
    for access in Access::ALL {
        assert!(by_hand.contains(&format!("| `{access}` |")), "{access}");
    }
}
