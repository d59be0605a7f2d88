//! Guard against formula injection: escapes texts that a spreadsheet would run as formulas.

use std::borrow::Cow;

/// Whether a spreadsheet would run a text that begins so.
fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// Whether a text is a negative number and nothing else: a spreadsheet shows it as it is.
fn is_negative_number(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
    })
}

/// Puts an apostrophe before a text that a spreadsheet would take for a formula. Texts that begin
/// with apostrophes and go on as a formula get one more, so that [`unguard_formula`] gives back
/// every text as it was. Negative numbers get none: an editor who takes away the minus of `'-5` in a
/// file of rejected rows would leave `'5`, which is no price.
pub(crate) fn guard_formula(text: &str) -> Cow<'_, str> {
    if is_negative_number(text) {
        return Cow::Borrowed(text);
    }
    if begins_formula(text.trim_start_matches('\'')) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Takes off the apostrophe of [`guard_formula`].
pub(crate) fn unguard_formula(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if begins_formula(rest.trim_start_matches('\'')) => rest,
        _ => text,
    }
}

/// The text of a formula that is nothing but a text: programs write `="00123"` into a CSV, so that a spreadsheet keeps
/// the zeros and all digits.
pub(crate) fn read_text_formula(cell: &str) -> Option<&str> {
    let text = cell.trim().strip_prefix("=\"")?.strip_suffix('"')?;
    (!text.contains('"')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_defused_and_come_back() {
        assert_eq!(guard_formula("=HYPERLINK(\"http://x\")"), "'=HYPERLINK(\"http://x\")");
        assert_eq!(guard_formula("'t Gooi"), "'t Gooi");
        assert_eq!(guard_formula("2,4-D"), "2,4-D");
    }

    #[test]
    fn a_formula_that_is_a_text_is_that_text() {
        assert_eq!(read_text_formula("=\"00123\""), Some("00123"));
        assert_eq!(read_text_formula(" =\"\""), Some(""));
        for other in ["", "=", "=\"", "=\"a\"&\"b\"", "=A1", "'=\"00123\"", "\"00123\""] {
            assert_eq!(read_text_formula(other), None, "{other}");
        }
    }

    #[test]
    fn a_negative_number_stays_a_number() {
        for number in ["-5", "-1.250,00"] {
            assert_eq!(guard_formula(number), number);
            assert_eq!(unguard_formula(&format!("'{number}")), number, "as older files have it");
        }
        assert_eq!(guard_formula("-5+A1"), "'-5+A1");
        assert_eq!(guard_formula("'-5"), "''-5");
    }

    proptest::proptest! {
        #[test]
        fn guarding_can_be_undone(text in "['=+@\t\r-]{0,4}[a-z0-9,'=＝]{0,4}") {
            let guarded = guard_formula(&text);
            proptest::prop_assert!(!begins_formula(&guarded) || is_negative_number(&guarded));
            proptest::prop_assert_eq!(unguard_formula(&guarded), text.as_str());
        }
    }
}
