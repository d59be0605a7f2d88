//! The words of a message that name something, and a message without some of its parts.

use super::words::{WORDS, stems_of};
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};
use std::ops::Range;

/// The words of a message that name something to look for: no function words, no chatter, no words
/// of price and order, none that point back.
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
            // What is left of `I'd` names nothing.
            let lone = word.len() == 1 && word.bytes().all(|b| b.is_ascii_lowercase());
            !lone
                && !is_stop_word(word)
                && !is_chatter(word)
                && outside.iter().all(|places| places.contains(at))
        })
        .map(|(_, word)| (*word).to_owned())
        .collect()
}

/// `message` without the parts in `said`, blanks in their place.
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
