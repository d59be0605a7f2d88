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

/// Columns of a line of a card: half of a split terminal of usual size has as many. The program does not know the
/// width of its terminal, and a line that the terminal breaks by itself goes on at the left edge, as a line of the
/// program's own would begin.
const COLUMNS: usize = 40;

/// What the further lines of a broken line begin with; no line of its own does.
const CONTINUED: &str = "    │ ";

/// `line`, broken where it is longer than a narrow terminal is wide: a value cannot make a line that looks like
/// one of the program's own.
pub(crate) fn break_line(line: &str) -> String {
    // Signs beyond the alphabets take two columns in a terminal.
    let width_of = |c: char| -> usize { if c < '\u{1100}' { 1 } else { 2 } };
    let (mut out, mut last, mut used) = (String::with_capacity(line.len()), String::new(), 0);
    for c in line.chars() {
        if used + width_of(c) > COLUMNS {
            // In front of blanks where some are in the second half.
            let blank = last.rfind(' ').map(|at| last[..at].trim_end_matches(' ').len());
            let blank = blank.filter(|at| *at > last.len() / 2);
            let rest = last.split_off(blank.unwrap_or(last.len()));
            out += &last;
            out.push('\n');
            used = CONTINUED.chars().count() + rest.chars().map(width_of).sum::<usize>();
            last = CONTINUED.to_owned() + &rest;
        }
        last.push(c);
        used += width_of(c);
    }
    out + &last + "\n"
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
        assert!(broken.lines().count() > 7, "as many as half a terminal needs: {broken}");
        assert!(broken.lines().all(|line| line.chars().count() <= COLUMNS), "{broken}");
        assert!(broken.lines().skip(1).all(|line| line.starts_with(CONTINUED)), "{broken}");
        assert_eq!(broken.matches('x').count(), 300);
        assert_eq!(break_line("  short"), "  short\n");
        let words = format!("  {}", "uma palavra ".repeat(30));
        let broken = break_line(&words);
        assert!(broken.lines().all(|line| line.chars().count() <= COLUMNS), "{broken}");
        assert!(broken.lines().all(|line| !line.ends_with("palav")), "words stay whole: {broken}");
        assert_eq!(broken.trim_end_matches('\n').replace(&format!("\n{CONTINUED}"), ""), words);
    }
}
