//! Test that `docs/errors.md` is fresh. Its second table is generated from [`Code`] and the translation files; the
//! first, advice for each code, is written by hand and must name them all.

use super::Code;
use crate::messages::find_template;
use celeiro_domain::search::Lang;
use std::fs;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/errors.md");

/// The line that begins the generated part; it names the command that writes it.
const MARK: &str =
    "<!-- Generated from here on: UPDATE_DOCS=1 cargo test -p celeiro-app --lib error::document -->";

/// The document as it is committed: what is written by hand, and the whole.
fn read_document() -> (String, String) {
    let whole = fs::read_to_string(DOCUMENT).expect("docs/errors.md can be read");
    let (by_hand, _) = whole.split_once(MARK).expect("docs/errors.md has the line of its generated part");
    (by_hand.to_owned(), whole)
}

/// A message with its places unfilled, as one cell of a table.
fn format_message_cell(lang: Lang, code: Code) -> String {
    let text = find_template(lang, &format!("error.{}", code.as_str()), &[]);
    text.expect("every code has a message").replace('|', "\\|")
}

/// The line of a code in the generated table; exit status 1 is the usual one and stays blank.
fn render_code_row(code: Code) -> String {
    let exit = match code.exit_code() {
        1 => String::new(),
        other => format!("{other} "),
    };
    format!(
        "| `{}` | {} | {exit}| {} | {} |\n",
        code.as_str(),
        code.status(),
        format_message_cell(Lang::En, code),
        format_message_cell(Lang::PtBr, code)
    )
}

/// The part written by hand, followed by the generated table.
fn render_document(by_hand: &str) -> String {
    let rows: Vec<String> = Code::ALL.iter().copied().map(render_code_row).collect();
    let head = "| code | HTTP | exit | English | português |\n|---|---|---|---|---|";
    format!("{by_hand}{MARK}\n\n{head}\n{}", rows.concat())
}

#[test]
fn the_document_has_every_code_with_its_messages() {
    let (by_hand, whole) = read_document();
    let fresh = render_document(&by_hand);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        return fs::write(DOCUMENT, fresh).expect("docs/errors.md can be written");
    }
    assert!(whole == fresh, "docs/errors.md is stale; the line above its generated table has the command");
}

#[test]
fn the_document_says_of_every_code_what_to_do() {
    let (by_hand, _) = read_document();
    let table = by_hand.lines().filter(|line| line.starts_with("| `"));
    let table: Vec<&str> = table.filter_map(|line| line.split(" | ").next()).collect();
    let is_there = |code: &Code| table.iter().any(|cell| cell.contains(&format!("`{}`", code.as_str())));
    let missing: Vec<&str> =
        Code::ALL.iter().filter(|code| !is_there(code)).map(|code| code.as_str()).collect();
    assert!(missing.is_empty(), "not in the table of what to do: {missing:?}");
}
