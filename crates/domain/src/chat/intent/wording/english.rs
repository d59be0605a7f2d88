//! English words of the trade in the catalog's language: `corn seed` looks for `semente milho`.
//!
//! A catalog of a Brazilian dealer is written in Portuguese; the words of crops, pests, products and
//! packages that a customer writes in English stand in `data/desk_english.json`. All other words stay.

use super::colloquial::write_out;
use super::language::{has_portuguese, language_of};
use super::phrases::replace_phrases;
use crate::search::Lang;
use crate::text::{Stemmer, normalize_text, plain_words};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../../data/desk_english.json");

/// Portuguese words by the stems of the English ones.
static TERMS: LazyLock<HashMap<Vec<String>, String>> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    let terms: HashMap<String, String> = serde_json::from_str(DATA).unwrap_or_default();
    terms.into_iter().map(|(english, portuguese)| (stem_words(&english), portuguese)).collect()
});

/// Longest English term, in words.
const LONGEST: usize = 3;

/// `message` in the words of the catalog: as [`write_out`] writes it, and with the trade's English words in
/// Portuguese where it is written in English.
pub fn translate_terms(message: &str) -> Cow<'_, str> {
    match write_out(message) {
        Cow::Borrowed(message) => translate_english(message),
        Cow::Owned(written) => Cow::Owned(translate_english(&written).into_owned()),
    }
}

/// `message` with the trade's English words in Portuguese, where it is written in English.
fn translate_english(message: &str) -> Cow<'_, str> {
    // `Neem oil`, `pasture grass seed, Mombasa`: names alone tell no language.
    if language_of(message, Lang::PtBr) != Lang::En && has_portuguese(message) {
        return Cow::Borrowed(message);
    }
    let parts: Vec<&str> = message.split_whitespace().collect();
    let written = replace_phrases(&parts, |parts| {
        (1..=LONGEST.min(parts.len())).rev().find_map(|length| {
            let term = TERMS.get(&stem_words(&parts[..length].join(" ")))?;
            Some((term.as_str(), length))
        })
    });
    if written == parts { Cow::Borrowed(message) } else { Cow::Owned(written.join(" ")) }
}

/// The stems of all words, in order.
fn stem_words(text: &str) -> Vec<String> {
    plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_terms_are_looked_for_in_portuguese() {
        for (message, written) in [
            ("do you carry corn seed?", "do you carry milho semente?"),
            ("what about carrots for winter", "what about cenoura for inverno"),
            ("is there a low-drift nozzle?", "is there a redução de deriva indução de ar ponta?"),
            ("what can I give my sheep for worms?", "what can I give my vermífugo ovino?"),
            ("tem semente de milho?", "tem semente de milho?"),
        ] {
            assert_eq!(translate_terms(message), written);
        }
        assert!(!translate_terms("what should I combine with it?").contains("colheitadeira"));
        assert!(translate_terms("oil for the combine").contains("colheitadeira"));
        assert!(TERMS.keys().all(|term| (1..=LONGEST).contains(&term.len())), "a term of another length");
    }
}
