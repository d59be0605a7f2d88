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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_stay_and_what_has_no_sign_is_written_out() {
        assert_eq!(make_visible(r#"Mangueira 1/2" d'água C:\x"#), r#"Mangueira 1/2" d'água C:\x"#);
        assert_eq!(make_visible("a\tb\nc\u{1b}[2J\u{202e}"), r"a\tb\nc\u{1b}[2J\u{202e}");
    }
}
