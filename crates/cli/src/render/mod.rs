//! What several commands print: hits as cards, scores as trees, items of an answer as a table.

pub(crate) mod cards;
pub(crate) mod showcase;
pub(crate) mod trees;

/// `text` in one line, with what has no sign of its own written out, such as `\u{7}`: it would move the cursor
/// or the eye. Quotes and backslashes are what they are.
pub(crate) fn make_visible(text: &str) -> String {
    let visible = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(visible).collect()
}

/// A text of others as a literal: its ends, its blanks and its quotes are to be seen, and it cannot be taken for
/// what stands around it.
pub(crate) fn quote(text: &str) -> String {
    make_visible(&serde_json::Value::from(text).to_string())
}

/// Columns of a line of a card. No terminal in use is narrower, so that none breaks a line by itself.
const COLUMNS: usize = 76;

/// What the further lines of a broken line begin with; no line of its own does.
const CONTINUED: &str = "    │ ";

/// `line`, broken where it is longer than a terminal is wide: a value cannot make a line that looks like one of the
/// program's own.
pub(crate) fn break_line(line: &str) -> String {
    let (mut out, mut used) = (String::with_capacity(line.len()), 0);
    for c in line.chars() {
        // Signs beyond the alphabets take two columns in a terminal.
        let width = if c < '\u{1100}' { 1 } else { 2 };
        if used + width > COLUMNS {
            out += &format!("\n{CONTINUED}");
            used = CONTINUED.chars().count();
        }
        out.push(c);
        used += width;
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_stay_and_what_has_no_sign_is_written_out() {
        assert_eq!(make_visible(r#"Mangueira 1/2" d'água C:\x"#), r#"Mangueira 1/2" d'água C:\x"#);
        assert_eq!(make_visible("a\tb\nc\u{1b}[2J\u{202e}"), r"a\tb\nc\u{1b}[2J\u{202e}");
    }

    #[test]
    fn a_literal_shows_its_ends_and_a_long_line_is_whole() {
        assert_eq!(quote("a \"b\" \u{1b}[2J\n"), r#""a \"b\" \u001b[2J\n""#);
        assert_eq!(quote("\u{202e}\u{9b}\u{200b}"), r#""\u{202e}\u{9b}\u{200b}""#);
        let long = format!("  name: {}", "x".repeat(300));
        let broken = break_line(&long);
        assert!(broken.lines().all(|line| line.chars().count() <= COLUMNS), "{broken}");
        assert!(broken.lines().skip(1).all(|line| line.starts_with(CONTINUED)), "{broken}");
        assert_eq!(broken.matches('x').count(), 300);
        assert_eq!(break_line("  short"), "  short\n");
    }
}
