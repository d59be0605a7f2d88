//! A conversation's name, until a person gives it one.

use super::sanitize::{cut_text, strip_marks};
use crate::chat::intent::wording::words::WORDS;
use crate::text::{Stemmer, normalize_text};

/// Longest title, in characters.
pub const MAX_TITLE_CHARS: usize = 60;

/// The title that a first message gives: its first line that says something, without the greeting
/// before it, short. Nothing where the message has no visible character.
pub fn title_of(message: &str) -> Option<String> {
    let message = strip_marks(message);
    let lines = message.lines().map(one_line).filter(|line| line.chars().any(char::is_alphanumeric));
    let first = lines.clone().find(|line| !without_greeting(line).is_empty());
    let line = match first {
        Some(line) => without_greeting(&line).to_owned(),
        None => lines.into_iter().next().or_else(|| Some(one_line(&message)).filter(|l| !l.is_empty()))?,
    };
    Some(cut_at_word(&capitalize_line(&line)))
}

/// The text in one line, without the signs that begin a line of Markdown.
fn one_line(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_start_matches(['#', '>', '*', '-', ' '])
        .to_owned()
}

/// The line behind its courtesies: `Bom dia! Tem ureia?` becomes `Tem ureia?`.
fn without_greeting(line: &str) -> &str {
    let words: Vec<&str> = line.split(' ').collect();
    let stems: Vec<String> = words.iter().map(|word| stem_title_word(word)).collect();
    let mut at = 0;
    let mut behind = 0;
    while at < words.len() {
        let length = WORDS.courtesy.at_start(&stems[at..]);
        let nothing = usize::from(stems[at].is_empty());
        if length + nothing == 0 {
            break;
        }
        at += length.max(nothing);
        // `Bom produto para soja?` begins with a word of courtesy, and is none.
        if words[at - 1].ends_with([',', '!', '.', '?', ';', ':']) || at == words.len() {
            behind = at;
        }
    }
    words.get(behind).map_or("", |word| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        &line[start..]
    })
}

/// The stem of a word without the signs around it.
fn stem_title_word(word: &str) -> String {
    let folded = normalize_text(word);
    Stemmer::Inflection.stem(folded.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// The line with a capital first letter.
fn capitalize_line(line: &str) -> String {
    let mut chars = line.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Cut at the last blank that leaves more than half, else anywhere.
fn cut_at_word(line: &str) -> String {
    let short = cut_text(line, MAX_TITLE_CHARS);
    if short == line {
        return short;
    }
    match short.rfind(' ') {
        Some(at) if at > short.len() / 2 => format!("{}…", short[..at].trim_end_matches([',', ';', ':'])),
        _ => short,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sanitize::tests::hostile;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_title_is_what_the_message_is_about() {
        for (message, title) in [
            ("fungicida para ferrugem da soja", "Fungicida para ferrugem da soja"),
            ("Bom dia! Vocês têm ureia?", "Vocês têm ureia?"),
            ("Oi, tudo bem?\n\nqual o prazo de entrega?", "Qual o prazo de entrega?"),
            ("bom dia", "Bom dia"),
            ("bom produto para soja?", "Bom produto para soja?"),
            ("👍", "👍"),
            (
                "preciso de um fungicida que controle a ferrugem asiática da soja e que não seja caro",
                "Preciso de um fungicida que controle a ferrugem asiática…",
            ),
        ] {
            assert_eq!(title_of(message).as_deref(), Some(title), "{message}");
        }
        assert_eq!(title_of(" \u{200b}\n"), None);
    }

    proptest! {
        #[test]
        fn a_title_is_one_short_line(message in hostile()) {
            if let Some(title) = title_of(&message) {
                prop_assert!(!title.trim().is_empty() && title.chars().count() <= MAX_TITLE_CHARS + 2, "{title:?}");
                prop_assert!(!title.contains(['\n', '\r']));
            }
        }
    }
}
