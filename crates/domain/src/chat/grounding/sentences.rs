//! Sentences of an answer, as parts of its text.
//!
//! A line break ends a sentence, and so do `.`, `!` and `?` before a blank, unless the dot belongs
//! to an abbreviation (`nº.`, `aprox.`) or a list number. A mark of a source behind the full stop
//! still belongs to the sentence.

use crate::text::normalize_text;
use std::ops::Range;

/// Abbreviations whose dot ends nothing, folded; so does no dot behind a single letter.
const ABBREVIATIONS: [&str; 17] = [
    "no", "nº", "n", "num", "reg", "aprox", "ex", "sr", "sra", "dr", "dra", "av", "max", "min", "art",
    "approx", "e.g",
];

/// Longest mark, in bytes.
const MAX_MARK_BYTES: usize = 40;

/// The sentences of `text`, trimmed, none blank, in order.
pub(crate) fn find_sentence_ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let ends = match c {
            '\n' => true,
            '!' | '?' => next.is_none_or(char::is_whitespace),
            '.' => next.is_none_or(char::is_whitespace) && !is_abbreviated(&text[start..at]),
            _ => false,
        };
        if ends && at >= start {
            let end = with_marks(text, at + c.len_utf8());
            found.extend(trim_range(text, start..end));
            start = end;
        }
    }
    found.extend(trim_range(text, start..text.len()));
    found
}

/// The sentence of an answer that holds the byte `at`, or the last before it.
pub(crate) fn sentence_at<'a>(text: &'a str, sentences: &[Range<usize>], at: usize) -> &'a str {
    let next = sentences.partition_point(|range| range.end < at);
    sentences.get(next).or(sentences.last()).map_or("", |range| &text[range.clone()])
}

/// Words of a sentence, folded, with their places.
pub(crate) fn words_of(sentence: &str) -> Vec<(String, Range<usize>)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((normalize_text(&sentence[from..at]), from..at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether the full stop behind `before` belongs to an abbreviation, a number or an initial.
fn is_abbreviated(before: &str) -> bool {
    let word = before.rsplit([' ', '\n', '(', '\t']).next().unwrap_or("").to_lowercase();
    let number = !word.is_empty() && before.trim() == word && word.chars().all(|c| c.is_ascii_digit());
    let letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let initials = word.len() <= 3 && word.contains('.');
    number || letter || initials || ABBREVIATIONS.contains(&word.as_str())
}

/// The end behind marks such as ` [1][2]` that follow at once.
fn with_marks(text: &str, mut end: usize) -> usize {
    while let Some(close) = text[end..].trim_start_matches(' ').strip_prefix('[').and_then(|rest| {
        let close = rest.bytes().take(MAX_MARK_BYTES).position(|b| b == b']')?;
        let inside = rest.get(..close)?;
        let mark = !inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit() || ", ".contains(c));
        mark.then_some(close)
    }) {
        let blanks = text[end..].len() - text[end..].trim_start_matches(' ').len();
        end += blanks + 1 + close + 1;
    }
    end
}

/// The range without white space at its ends; none where nothing is left.
fn trim_range(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    (end > start).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<&str> {
        find_sentence_ranges(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn sentences_end_where_they_should() {
        assert_eq!(
            texts("Custa R$ 1.250,00. [1][2] Use 2,5 L/ha!\n- Reg. nº. 123 do MAPA\n\n1. Um item? Sim."),
            ["Custa R$ 1.250,00. [1][2]", "Use 2,5 L/ha!", "- Reg. nº. 123 do MAPA", "1. Um item?", "Sim."]
        );
        assert_eq!(texts("200 g i.a. por hectare"), ["200 g i.a. por hectare"]);
    }

    #[test]
    fn a_place_has_its_sentence() {
        let text = "Um. Dois três. Quatro";
        let all = find_sentence_ranges(text);
        assert_eq!(sentence_at(text, &all, 6), "Dois três.");
        assert_eq!(sentence_at(text, &all, text.len()), "Quatro");
        assert_eq!(sentence_at("", &[], 0), "");
    }

    proptest! {
        #[test]
        fn sentences_follow_each_other(text in "[a-z0-9 .!?\\[\\]\n,é]{0,60}") {
            let mut end = 0;
            for range in find_sentence_ranges(&text) {
                prop_assert!(range.start >= end && range.end > range.start);
                end = range.end;
            }
            let kept: String = find_sentence_ranges(&text).into_iter().map(|r| text[r].to_owned()).collect();
            let without = |s: &str| s.split_whitespace().collect::<String>();
            prop_assert_eq!(without(&kept), without(&text));
        }
    }
}
