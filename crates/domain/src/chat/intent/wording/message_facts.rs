//! What the words of a message hold: product codes, crops and pests, words that carry meaning.

use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{is_stop_word, normalize_text, plain_words};

/// Whether the message speaks of crops, purposes of products, pests or ingredients.
pub fn is_agronomy(message: &str, index: &SynonymIndex) -> bool {
    WORDS.agronomy.are_in(&stems_of(message))
        || named_groups(&content_words(message), index).iter().any(|named| named.kind.is_some())
}

/// The folded words of a message that are no function words.
pub(crate) fn content_words(message: &str) -> Vec<String> {
    plain_words(&normalize_text(message)).filter(|word| !is_stop_word(word)).map(str::to_owned).collect()
}

/// A word or phrase of a message, and what its synonym group names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedTerms {
    /// The words as they stand.
    pub words: Vec<String>,
    /// What they name; nothing for words of no group, and for words of how the dealer works.
    pub kind: Option<GroupKind>,
}

/// Splits content words into phrases of synonym groups and single other words.
pub(crate) fn named_groups(words: &[String], index: &SynonymIndex) -> Vec<NamedTerms> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut named = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (length, groups) = index.longest_phrase(&words[at..]);
        let phrase = &words[at..at + length.max(1)];
        let kinds = [GroupKind::Culture, GroupKind::Treatment, GroupKind::Generic];
        let kind = kinds.into_iter().find(|kind| groups.iter().any(|group| group.kind == *kind));
        // Delivery and payment have synonym groups too, for the sake of the FAQ search.
        let dealers = kind == Some(GroupKind::Generic) && WORDS.faq.are_in(&stems_of(&phrase.join(" ")));
        named.push(NamedTerms {
            words: phrase.iter().map(|word| (*word).to_owned()).collect(),
            kind: kind.filter(|_| !dealers),
        });
        at += phrase.len();
    }
    named
}

/// Whether the message names a product code: letters with digits (`K5000`, `2,4-D`, `250-EC`), a
/// formula (`10-10-10`), or a strength with its formulation (`480 SL`). Quantities (`20L`) and
/// growth stages (`V4`, `R5.1`) are none.
pub fn has_product_code(message: &str) -> bool {
    let normalized = normalize_text(message);
    let words: Vec<&str> = plain_words(&normalized).collect();
    let strength = words.windows(2).any(|pair| is_number(pair[0]) && FORMULATIONS.contains(&pair[1]));
    strength || words.iter().any(|word| is_code(word)) || normalized.split(' ').any(is_article_number)
}

/// Whether the word can be the code of a product: digits with letters that are no quantity, or digits
/// in at least three groups.
pub(crate) fn is_code(word: &str) -> bool {
    let digits = word.chars().any(|c| c.is_ascii_digit());
    let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
    if !digits {
        return false;
    }
    if letters.is_empty() {
        return word.matches('-').count() >= 2;
    }
    let starts_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
    let quantity = starts_with_digit && UNITS.contains(&letters.as_str()) && !word.contains('-');
    !quantity && !is_growth_stage(word)
}

/// Whether the word is written with digits, points and commas alone.
pub(crate) fn is_number(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
}

/// Codes of formulations, which stand behind the strength in a product's name (`480 SL`).
pub(crate) const FORMULATIONS: [&str; 22] = [
    "sc", "wg", "ec", "sl", "wp", "od", "se", "cs", "fs", "gr", "sg", "me", "ew", "dc", "ws", "ul", "dp",
    "sp", "zc", "hn", "gb", "rb",
];

/// `DEMO-HER-0001`, `mapa-17622`: words and a number of three digits or more, joined by hyphens.
pub(crate) fn is_article_number(chunk: &str) -> bool {
    let parts: Vec<&str> = chunk.trim_matches(|c: char| !c.is_alphanumeric()).split('-').collect();
    let number = |part: &&str| part.len() >= 3 && part.bytes().all(|b| b.is_ascii_digit());
    let letters = |part: &&str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    parts.iter().any(number) && parts.iter().any(letters)
}

/// Units that make a number a quantity and not a code, and marks of time.
pub(crate) const UNITS: [&str; 28] = [
    "l", "lt", "lts", "ml", "kg", "kgs", "g", "mg", "ha", "m", "m2", "cm", "mm", "km", "un", "t", "ton", "h",
    "hs", "am", "pm", "o", "a", "cv", "hp", "x", "d", "dias",
];

/// Whether the word is a growth stage such as `v4` or `r5.1`.
pub(crate) fn is_growth_stage(word: &str) -> bool {
    let number = word.strip_prefix(['v', 'r']).unwrap_or("");
    !number.is_empty() && number.len() <= 4 && is_number(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_digits_are_a_code_and_quantities_and_stages_are_none() {
        for word in ["k5000", "2,4-d", "250-ec", "10-10-10", "wg12"] {
            assert!(is_code(word), "{word}");
        }
        for word in ["20l", "5kg", "v4", "r5.1", "2024", "04-14", "soja", ""] {
            assert!(!is_code(word), "{word}");
        }
    }

    #[test]
    fn the_number_of_an_article_is_words_and_a_long_number_joined_by_hyphens() {
        for chunk in ["DEMO-HER-0001", "mapa-17622", "(mapa-176)", "mapa-176?"] {
            assert!(is_article_number(chunk), "{chunk}");
        }
        for chunk in ["10-200", "a-12", "mapa17622", "mapa", "-", ""] {
            assert!(!is_article_number(chunk), "{chunk}");
        }
    }

    #[test]
    fn a_growth_stage_is_a_letter_and_a_short_number() {
        assert!(is_growth_stage("v4") && is_growth_stage("r5.1") && is_growth_stage("v12"));
        assert!(
            !is_growth_stage("v")
                && !is_growth_stage("vinte")
                && !is_growth_stage("v12345")
                && !is_growth_stage("k4")
        );
    }

    #[test]
    fn digits_are_a_number_and_signs_alone_are_none() {
        assert!(is_number("1.000,5") && is_number("7"));
        assert!(!is_number(",") && !is_number("") && !is_number("5l"));
    }

    #[test]
    fn a_strength_with_its_formulation_names_a_product_and_an_amount_does_not() {
        for message in ["Prodence 480 SL", "tem o 2,4-D?", "quanto é o mapa-17622?"] {
            assert!(has_product_code(message), "{message}");
        }
        for message in ["rende 20L por ha", "aplicar em V4", "480 reais", ""] {
            assert!(!has_product_code(message), "{message}");
        }
    }
}
