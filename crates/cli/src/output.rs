//! Output to standard output and standard error.
//!
//! Standard output carries only results, so that a shell can pipe it; messages for people go to standard
//! error. A closed pipe (`| head`) is no error: the rest of the output is dropped.

use celeiro_app::messages::translate_with;
use celeiro_app::{AppError, ErrorBody};
use celeiro_domain::search::Lang;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal as _, Write, stderr, stdout};
use std::path::Path;

/// Writes `text` to standard output unchanged.
///
/// # Errors
/// `file_unwritable` if standard output refuses the write; a closed pipe is no error.
pub fn write_stdout(text: &str) -> Result<(), AppError> {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(AppError::unwritable("stdout", &error)),
        _ => Ok(()),
    }
}

/// Writes a text for people to standard output. For a terminal it escapes control characters, which quoted
/// data may contain; a file or another program receives the text unchanged.
///
/// # Errors
/// The errors of [`write_stdout`].
pub fn write_text(text: &str) -> Result<(), AppError> {
    if stdout().is_terminal() { write_stdout(&defuse_text(text)) } else { write_stdout(text) }
}

/// Escapes control characters and direction marks, for example as `\u{1b}`. Records, files and models may
/// contain them, and a terminal would hide or move the output after them, which may be a question.
fn defuse_text(text: &str) -> Cow<'_, str> {
    let is_order = |c: char| {
        let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || (c.is_control() && !matches!(c, '\n' | '\t'))
    };
    if !text.contains(is_order) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            // Part of a Windows line end, whose `\n` remains.
            '\r' => {}
            c if is_order(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Writes `value` as JSON and a line end.
///
/// # Errors
/// The errors of [`write_stdout`].
pub fn print_json(value: &impl Serialize) -> Result<(), AppError> {
    let text = serde_json::to_string_pretty(value).map_err(AppError::internal)?;
    write_stdout(&format!("{text}\n"))
}

/// Writes `content` to a file.
///
/// # Errors
/// `file_unwritable` or `disk_full`.
pub fn write_file(file: &Path, content: &str) -> Result<(), AppError> {
    std::fs::write(file, content).map_err(|error| AppError::unwritable(file.display(), &error))
}

/// Writes `value` as JSON and a line end to a file.
///
/// # Errors
/// The errors of [`write_file`].
pub fn write_json_file(file: &Path, value: &impl Serialize) -> Result<(), AppError> {
    let text = serde_json::to_string_pretty(value).map_err(AppError::internal)?;
    write_file(file, &format!("{text}\n"))
}

/// Prints a message to standard error; does nothing if standard error is closed.
pub fn say(text: &str) {
    let _ = writeln!(stderr().lock(), "{}", defuse_text(text));
}

/// Prints a translated text to standard error.
pub fn print_translated(lang: Lang, key: &str, args: &[(&'static str, String)]) {
    say(&translate_with(lang, key, args));
}

/// Reports a failure: `error[code]: message` to a person, `{"error": …}` to a program.
pub fn report_failure(lang: Lang, as_json: bool, error: &AppError) {
    let body = error.to_body(lang);
    if as_json {
        #[derive(Serialize)]
        struct Failure {
            error: ErrorBody,
        }
        // If the report itself fails, there is no other channel for it.
        let _ = print_json(&Failure { error: body });
    } else {
        let word = translate_with(lang, "cli.error", &[]);
        say(&format!("{word}[{}]: {}", body.code, body.message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_the_terminal_no_orders() {
        let hostile = "R$ 5\r\n\u{1b}[8m\u{9b}2J\u{202e}\u{7}\tfim";
        assert_eq!(defuse_text(hostile), "R$ 5\n\\u{1b}[8m\\u{9b}2J\\u{202e}\\u{7}\tfim");
        assert!(matches!(defuse_text("preço: R$ 5\n👍🏽"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        write_json_file(&file, &serde_json::json!({ "a": 1 })).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\n  \"a\": 1\n}\n");
        let error = write_file(folder.path(), "text").unwrap_err();
        assert_eq!(error.code().as_str(), "file_unwritable");
        assert!(error.message(Lang::En).contains(&folder.path().display().to_string()));
    }
}
