//! Folding: NFKD, combining marks removed, lower case, white space to single blanks.
//!
//! Lower case is the *simple* mapping, one character to one, because the database must compute the same
//! fold with `translate()` on any server, under any collation.

use std::ops::ControlFlow;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds `text` for accent- and case-insensitive comparison (`Açúcar` becomes `acucar`).
///
/// Compatibility decomposition (NFKD), general category M removed, simple lower case, and every
/// run of white space or NUL turned into one blank, none at the ends.
pub fn normalize_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let _ = try_fold_chars(text, |c| {
        out.push(c);
        ControlFlow::Continue(())
    });
    out
}

/// Whether `folded` is the fold of `text`. The comparison stops at the first difference and allocates
/// nothing, so a scan can compare every cell of a table.
pub fn folds_to(text: &str, folded: &str) -> bool {
    // Printable ASCII folds to one character, so the first byte alone refuses most texts.
    let first = text.bytes().next().filter(u8::is_ascii_graphic);
    if first.is_some_and(|first| folded.bytes().next() != Some(first.to_ascii_lowercase())) {
        return false;
    }
    let mut rest = folded.chars();
    let compared = try_fold_chars(text, |c| {
        if rest.next() == Some(c) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    compared.is_continue() && rest.next().is_none()
}

/// Passes the characters of the folded text to `take`, until `take` breaks.
fn try_fold_chars(text: &str, mut take: impl FnMut(char) -> ControlFlow<()>) -> ControlFlow<()> {
    let (mut begun, mut blank) = (false, false);
    for c in text.nfkd() {
        if is_combining_mark(c) {
            continue;
        }
        if is_blank(c) {
            blank = begun;
            continue;
        }
        if blank {
            take(' ')?;
            blank = false;
        }
        begun = true;
        take(simple_lowercase(c))?;
    }
    ControlFlow::Continue(())
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

/// All white-space characters except the blank, for the fold in SQL.
pub fn white_space_chars() -> impl Iterator<Item = char> {
    ('\u{1}'..=char::MAX).filter(|c| c.is_whitespace() && *c != ' ')
}

/// Inclusive ranges of combining marks, for the fold in SQL.
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

/// Non-ASCII characters that remain after NFKD, with their lower case, for the fold in SQL.
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

        /// A small alphabet, so that many pairs of texts are equal.
        #[test]
        fn a_text_is_compared_as_its_fold(a in "[aAçÇ\u{327} \u{a0}1é]{0,4}", b in "[aAçÇ\u{327} \u{a0}1é]{0,4}") {
            let folded = normalize_text(&b);
            prop_assert_eq!(folds_to(&a, &folded), normalize_text(&a) == folded);
            prop_assert!(folds_to(&b, &folded));
        }
    }
}
