//! Folding: NFKD, combining marks removed, lower case, white space to single blanks.
//!
//! Lower case is the *simple* mapping, one character to one, because the database must be able to
//! do the same with `translate()` on any server, whatever its collation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds `text` for accent- and case-insensitive comparison (`Açúcar` becomes `acucar`).
///
/// Compatibility decomposition (NFKD), general category M removed, simple lower case, and every
/// run of white space or NUL turned into one blank, none at the ends.
pub fn normalize_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.nfkd() {
        if is_combining_mark(c) {
            continue;
        }
        if is_blank(c) {
            blank = !out.is_empty();
            continue;
        }
        if blank {
            out.push(' ');
            blank = false;
        }
        out.push(simple_lowercase(c));
    }
    out
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\0'
}

/// The one-to-one lower case of `c`; characters whose lower case is longer stay as they are.
fn simple_lowercase(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// All white-space characters other than the plain blank, for the database's side of the fold.
pub fn white_space_chars() -> impl Iterator<Item = char> {
    ('\u{1}'..=char::MAX).filter(|c| c.is_whitespace() && *c != ' ')
}

/// Inclusive ranges of combining marks, for the database's side of the fold.
pub fn combining_mark_ranges() -> Vec<(char, char)> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for c in ('\u{80}'..=char::MAX).filter(|c| is_combining_mark(*c)) {
        match ranges.last_mut() {
            Some((_, end)) if u32::from(*end) + 1 == u32::from(c) => *end = c,
            _ => ranges.push((c, c)),
        }
    }
    ranges
}

/// Non-ASCII characters that a fold can still meet after NFKD and their lower case.
pub fn lowercase_pairs() -> impl Iterator<Item = (char, char)> {
    ('\u{80}'..=char::MAX)
        .filter(|c| c.nfkd().eq(std::iter::once(*c)) && !is_combining_mark(*c))
        .map(|c| (c, simple_lowercase(c)))
        .filter(|(c, lower)| c != lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folds_accents_case_and_blanks() {
        assert_eq!(normalize_text("  Açúcar\u{a0}\t ORGÂNICO\n"), "acucar organico");
        assert_eq!(normalize_text("ﬁltro ² ½"), "filtro 2 1⁄2");
        assert_eq!(normalize_text("İstanbul ẞ Ω"), "istanbul ß ω");
        assert_eq!(normalize_text("a\0b"), "a b");
        assert_eq!(normalize_text(" \u{301} "), "");
    }

    proptest! {
        #[test]
        fn is_idempotent(s in any::<String>()) {
            let once = normalize_text(&s);
            prop_assert_eq!(normalize_text(&once), once.clone());
            prop_assert!(!once.contains("  ") && once.trim() == once);
        }
    }
}
