//! Content words of a message, and a message without some of its parts.

use super::words::{WORDS, stems_of};
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};
use std::ops::Range;

/// The words of a message that can name an item: without function words, chatter, words of price and order,
/// and references to earlier answers.
pub fn telling_words(message: &str) -> Vec<String> {
    let normalized = normalize_text(message);
    let words: Vec<&str> = plain_words(&normalized).collect();
    let stems = stems_of(message);
    let empty = [&WORDS.cheapest, &WORDS.dearest, &WORDS.reference, &WORDS.light];
    let outside: Vec<Vec<usize>> = empty.iter().map(|phrases| phrases.outside(&stems)).collect();
    words
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            // A single letter is the rest of a contraction such as `I'd`.
            let lone = word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase());
            !lone
                && !is_stop_word(word)
                && !is_chatter(word)
                && outside.iter().all(|places| places.contains(at))
        })
        .map(|(_, word)| (*word).to_owned())
        .collect()
}

/// Replaces the parts `said` of `message` with blanks.
pub(crate) fn cut_out(message: &str, said: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(message.len());
    let mut end = 0;
    for part in said.iter().filter(|part| part.start < part.end) {
        if part.start < end {
            continue;
        }
        left.push_str(&message[end..part.start]);
        left.push(' ');
        end = part.end;
    }
    left.push_str(&message[end..]);
    left.split_whitespace().collect::<Vec<_>>().join(" ").trim_matches([' ', ',', ';', ':', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(message: &str, part: Range<usize>) -> String {
        cut_out(message, std::slice::from_ref(&part))
    }

    #[test]
    fn courtesy_of_a_letter_names_nothing() {
        assert_eq!(telling_words("Por gentileza, solicito inoculante para soja."), ["inoculante", "soja"]);
        assert_eq!(telling_words("se o cliente quiser lona"), ["lona"]);
    }

    #[test]
    fn words_of_address_thanks_and_request_name_nothing() {
        assert_eq!(telling_words("blz, 2 de rúcula, soma pra mim"), ["2", "rucula"]);
        assert_eq!(telling_words("todo mundo usa quanto"), Vec::<String>::new());
        assert_eq!(telling_words("valeu, nao quero mais nada nao"), Vec::<String>::new());
        assert_eq!(telling_words("ele comprou uma bomba"), ["bomba"]);
    }

    #[test]
    fn the_unit_and_the_tank_of_a_dose_name_nothing() {
        let asked = "quantos ml de glifosato por bomba de 20 litros?";
        assert_eq!(telling_words(asked), ["glifosato"]);
        assert_eq!(telling_words("bomba de 20 litros"), ["bomba", "20", "litros"]);
    }

    #[test]
    fn what_is_cut_out_leaves_no_signs_and_no_double_blanks() {
        assert_eq!(cut("um, dois, três", 0..2), "dois, três");
        assert_eq!(cut("adubo sem cloro pra milho", 6..15), "adubo pra milho");
        assert_eq!(cut("tudo", 0..4), "");
        assert_eq!(cut_out("fica", &[]), "fica");
    }

    #[test]
    fn parts_that_overlap_are_cut_once_and_empty_ones_not_at_all() {
        assert_eq!(cut_out("abcdef", &[1..3, 2..4, 3..5]), "a f");
        let middle = 1;
        assert_eq!(cut("abc", middle..middle), "abc");
    }

    proptest! {
        #[test]
        fn cutting_never_adds_anything(message in "[a-z,;: ]{0,40}", start in 0_usize..40, length in 0_usize..40) {
            let start = start.min(message.len());
            let end = (start + length).min(message.len());
            let left = cut(&message, start..end);
            let count = |text: &str| text.chars().filter(char::is_ascii_lowercase).count();
            prop_assert_eq!(count(&left), count(&message) - count(&message[start..end]));
        }
    }
}
