//! A text as numbers, words and signs, for reading figures.

use rust_decimal::Decimal;
use std::ops::Range;
use std::str::FromStr;

use crate::text::normalize_text;

/// A piece of text.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::chat) struct Token {
    /// What it is.
    pub what: What,
    /// Its bytes of the text.
    pub range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::chat) enum What {
    /// A number, in every way it can be read.
    Number(Vec<Decimal>),
    /// Folded.
    Word(String),
    /// Anything else that is no blank.
    Sign(char),
}

/// The tokens of a text; emphasis of Markdown is passed over.
pub(in crate::chat) fn tokenize_figures(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        if c.is_ascii_digit() {
            while let Some((at, next)) = rest.peek().copied() {
                let joins =
                    matches!(next, '.' | ',') && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
                if !(next.is_ascii_digit() || joins) {
                    break;
                }
                end = at + 1;
                rest.next();
            }
            tokens.push(Token {
                what: What::Number(read_written_number(&text[start..end])),
                range: start..end,
            });
        } else if c.is_alphabetic() {
            while let Some((at, next)) = rest.peek().copied().filter(|(_, next)| next.is_alphabetic()) {
                end = at + next.len_utf8();
                rest.next();
            }
            tokens.push(Token { what: What::Word(normalize_text(&text[start..end])), range: start..end });
        } else if !c.is_whitespace() && !matches!(c, '*' | '_' | '`') {
            tokens.push(Token { what: What::Sign(c), range: start..end });
        }
    }
    tokens
}

/// The values that a written number can have.
fn read_written_number(written: &str) -> Vec<Decimal> {
    let points = written.matches('.').count();
    let commas = written.matches(',').count();
    let last = written.rfind(['.', ',']);
    let mut plain = Vec::new();
    let thousands = |separator: char| written.replace(separator, "");
    match (points, commas) {
        (0, 0) => plain.push(written.to_owned()),
        (_, 0) | (0, _) => {
            let separator = if points > 0 { '.' } else { ',' };
            let groups: Vec<&str> = written.split(separator).collect();
            let grouped = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
            if grouped && groups[0] != "0" {
                plain.push(thousands(separator));
            }
            if groups.len() == 2 {
                plain.push(written.replace(',', "."));
            }
        }
        _ => {
            // The last separator is the decimal one, the other one groups.
            let (whole, decimals) = written.split_at(last.unwrap_or(0));
            let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
            plain.push(format!("{whole}.{}", &decimals[1..]));
        }
    }
    // Not normalised: that `450,00` was written with cents tells a price.
    plain.iter().filter_map(|text| Decimal::from_str(text).ok()).collect()
}

/// The word at `at`, folded.
pub(in crate::chat) fn word_at(tokens: &[Token], at: usize) -> Option<&str> {
    match &tokens.get(at)?.what {
        What::Word(word) => Some(word),
        _ => None,
    }
}

/// The sign at `at`.
pub(in crate::chat) fn sign_at(tokens: &[Token], at: usize) -> Option<char> {
    match tokens.get(at)?.what {
        What::Sign(sign) => Some(sign),
        _ => None,
    }
}

/// The readings of the number at `at`; none where there is no number.
pub(in crate::chat) fn numbers_at(tokens: &[Token], at: usize) -> &[Decimal] {
    match tokens.get(at).map(|token| &token.what) {
        Some(What::Number(values)) => values,
        _ => &[],
    }
}

/// Whether the token joins two numbers of a range or a list: `2 a 3`, `2-3`, `1, 2 ou 3`.
pub(in crate::chat) fn joins_numbers(tokens: &[Token], at: usize) -> bool {
    matches!(word_at(tokens, at), Some("a" | "ate" | "e" | "ou" | "to" | "or" | "and"))
        || matches!(sign_at(tokens, at), Some('-' | '–' | '—' | '~' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn readings(written: &str) -> Vec<String> {
        let tokens = tokenize_figures(written);
        assert_eq!(tokens.len(), 1, "{written}");
        numbers_at(&tokens, 0).iter().map(|value| value.normalize().to_string()).collect()
    }

    #[test]
    fn a_written_number_has_each_of_the_values_that_people_may_mean_by_it() {
        for (written, values) in [
            ("12", &["12"][..]),
            ("1.250", &["1250", "1.25"]),
            ("1,250", &["1250", "1.25"]),
            // A group of thousands never begins with a lone 0.
            ("0.250", &["0.25"]),
            ("1.5", &["1.5"]),
            ("1.000.000", &["1000000"]),
            ("1.234,56", &["1234.56"]),
            ("1,234.56", &["1234.56"]),
            ("12.34.56", &[]),
        ] {
            assert_eq!(readings(written), values, "{written}");
        }
    }

    #[test]
    fn a_number_of_more_digits_than_a_decimal_holds_has_no_value() {
        assert_eq!(readings(&"9".repeat(60)), Vec::<String>::new());
    }

    #[test]
    fn the_cents_of_a_price_stay_to_be_seen() {
        let tokens = tokenize_figures("R$ 450,00.");
        assert_eq!(numbers_at(&tokens, 2)[0].scale(), 2);
        assert_eq!(tokens[2].range, 3..9);
        assert_eq!(sign_at(&tokens, 3), Some('.'), "the point that ends the sentence is no part of it");
    }

    #[test]
    fn words_are_folded_and_the_signs_of_emphasis_are_none() {
        let tokens = tokenize_figures("**Óleo** `5` _L_");
        assert_eq!(tokens.len(), 3);
        assert_eq!((word_at(&tokens, 0), word_at(&tokens, 2)), (Some("oleo"), Some("l")));
        assert_eq!(numbers_at(&tokens, 1), [Decimal::from(5)]);
        assert_eq!((word_at(&tokens, 3), sign_at(&tokens, 9), numbers_at(&tokens, 9).len()), (None, None, 0));
    }

    #[test]
    fn ranges_and_lists_join_numbers_and_other_words_do_not() {
        for (text, joins) in
            [("2 a 3", true), ("2-3", true), ("2 ou 3", true), ("2 x 3", false), ("2 kg 3", false)]
        {
            assert_eq!(joins_numbers(&tokenize_figures(text), 1), joins, "{text}");
        }
    }

    proptest! {
        #[test]
        fn each_token_is_a_piece_of_the_text_behind_the_one_before(text in "(R\\$ |[0-9]{1,4}|[.,]|é|🌱|a |\\*){0,15}|\\PC{0,40}") {
            let mut end = 0;
            for token in tokenize_figures(&text) {
                prop_assert!(token.range.start >= end && token.range.end > token.range.start);
                prop_assert!(text.get(token.range.clone()).is_some());
                end = token.range.end;
            }
        }
    }
}
