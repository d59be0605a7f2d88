//! Text for print: cleaned, wrapped to a width, or scaled to fit.

use super::typeface::Typeface;
use celeiro_domain::catalog::is_invisible;
use unicode_normalization::UnicodeNormalization as _;

/// A text in one line without what is not seen. White space of any kind is one blank, and a letter with its accents is
/// one character where there is one.
pub(super) fn clean_line(text: &str) -> String {
    // Selectors ask for another drawing of the character before them.
    let is_selector = |c: char| ('\u{fe00}'..='\u{fe0f}').contains(&c);
    let spaced = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = spaced.filter(|c| !is_invisible(*c) && !is_selector(*c)).nfc().collect();
    seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Lines no wider than `width`, broken between words; a word that is wider is broken where the width ends. A blank text
/// has no line.
pub(super) fn wrap_text(text: &str, face: &Typeface, size: f32, width: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if face.measure(&longer, size) <= width {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        line = break_word(word, face, size, width, &mut lines);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Adds the full lines of a word and returns the rest of it.
fn break_word(word: &str, face: &Typeface, size: f32, width: f32, lines: &mut Vec<String>) -> String {
    let (mut piece, mut piece_width) = (String::new(), 0.0);
    for letter in word.chars() {
        let letter_width = face.measure(letter.encode_utf8(&mut [0; 4]), size);
        if !piece.is_empty() && piece_width + letter_width > width {
            lines.push(std::mem::take(&mut piece));
            piece_width = 0.0;
        }
        piece.push(letter);
        piece_width += letter_width;
    }
    piece
}

/// The first `most` lines; the last of them ends with `…` where there are more.
pub(super) fn shorten_lines(
    mut lines: Vec<String>,
    most: usize,
    face: &Typeface,
    size: f32,
    width: f32,
) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && face.measure(&format!("{last}…"), size) > width {
                last.pop();
            }
            last.truncate(last.trim_end().len());
            last.push('…');
        }
    }
    lines
}

/// The largest size up to `size` in which a text is no wider than `width`.
pub(super) fn fit_size(text: &str, face: &Typeface, size: f32, width: f32) -> f32 {
    let measured = face.measure(text, size);
    if measured > width { size * width / measured } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::typeface::{Typefaces, Weight};
    use proptest::prelude::*;

    #[test]
    fn what_is_not_seen_is_left_out_and_the_rest_stays() {
        assert_eq!(clean_line("  Ureia\t\u{202e}45\u{0}%\r\n granulada\u{200b} "), "Ureia 45% granulada");
        assert_eq!(clean_line("Ac\u{327}a\u{303}o ☀\u{fe0f}"), "Ação ☀");
        assert_eq!(clean_line("\u{200f}\u{7}\n"), "");
    }

    #[test]
    fn a_text_that_is_cut_says_so() {
        let faces = Typefaces::load().unwrap();
        let face = faces.of(Weight::Regular);
        let lines = wrap_text(&"Herbicida seletivo ".repeat(9), face, 8.0, 120.0);
        let short = shorten_lines(lines, 2, face, 8.0, 120.0);
        assert!(short.len() == 2 && short[1].ends_with('…'), "{short:?}");
        assert!(short.iter().all(|line| face.measure(line, 8.0) <= 120.0), "{short:?}");
    }

    proptest! {
        #[test]
        fn lines_fit_and_lose_no_letter(text in "\\PC{0,200}", width in 30.0f32..300.0) {
            let faces = Typefaces::load().unwrap();
            let face = faces.of(Weight::Regular);
            let text = clean_line(&text);
            let lines = wrap_text(&text, face, 8.5, width);
            prop_assert!(lines.iter().all(|line| face.measure(line, 8.5) <= width + 0.1));
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
