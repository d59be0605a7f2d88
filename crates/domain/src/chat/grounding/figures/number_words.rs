//! Tokens of which numbers in words are read.

use super::tokens::{Token, What, numbers_at, word_at};
use super::units::unit_of;
use crate::text::read_number;
use rust_decimal::Decimal;

/// Tokens in which numbers in words are numbers: `mil cento e vinte`, `oito e cinquenta` of a price,
/// `meio litro`, `uma tonelada`.
pub(in crate::chat) fn read_number_words(tokens: Vec<Token>) -> Vec<Token> {
    let mut read: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let (value, used) = number_in_words(&tokens, at).unwrap_or_default();
        if used == 0 {
            read.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let range = tokens[at].range.start..tokens[at + used - 1].range.end;
        // `dois mil`, of which the figure before may have digits: `2 mil` is left to who reads it.
        read.push(Token { what: What::Number(vec![value]), range });
        at += used;
    }
    read
}

/// Most words of a number.
const MAX_NUMBER_WORDS: usize = 12;

/// The number that begins at the word `at`, and how many tokens it takes.
fn number_in_words(tokens: &[Token], at: usize) -> Option<(Decimal, usize)> {
    if !numbers_at(tokens, at.wrapping_sub(1)).is_empty() {
        return None;
    }
    let next_measure = |at: usize| unit_of(tokens, at).is_some() || measures_time(tokens, at);
    match word_at(tokens, at)? {
        "meio" | "meia" if word_at(tokens, at + 1) == Some("duzia") => return Some((Decimal::from(6), 2)),
        "meio" | "meia" if next_measure(at + 1) => return Some((Decimal::new(5, 1), 1)),
        "um" | "uma"
            if word_at(tokens, at + 1) == Some("e")
                && matches!(word_at(tokens, at + 2), Some("meio" | "meia")) =>
        {
            return Some((Decimal::new(15, 1), 3));
        }
        "um" | "uma" if next_measure(at + 1) => return Some((Decimal::ONE, 1)),
        _ => {}
    }
    let words: Vec<&str> = (at..at + MAX_NUMBER_WORDS).map_while(|at| word_at(tokens, at)).collect();
    let (whole, used) = read_number(&words)?;
    // A thousand alone may stand behind a figure or in `mil e uma utilidades`; it is one where it counts.
    let half = words.get(used) == Some(&"e") && matches!(words.get(used + 1), Some(&("meio" | "meia")));
    if half {
        return Some((Decimal::from(whole) + Decimal::new(5, 1), used + 2));
    }
    let between = at.checked_sub(1).and_then(|at| word_at(tokens, at)) == Some("entre");
    if let (Some(&"e"), false) = (words.get(used), between)
        && let Some((cents @ 5..=99, more)) = read_number(&words[used + 1..])
        && !matches!(words.get(used + 1 + more), Some(&"centavos"))
        && !next_measure(at + used + 1 + more)
    {
        return Some((Decimal::from(whole) + Decimal::new(cents.into(), 2), used + 1 + more));
    }
    Some((whole.into(), used))
}

/// Whether the token at `at` is a unit of time.
fn measures_time(tokens: &[Token], at: usize) -> bool {
    matches!(
        word_at(tokens, at),
        Some(
            "dia"
                | "semana"
                | "mes"
                | "ano"
                | "hora"
                | "metro"
                | "hectare"
                | "day"
                | "week"
                | "month"
                | "year"
                | "hour"
                | "centimetro"
                | "polegada"
                | "quilometro"
                | "grau"
                | "minuto"
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::grounding::figures::tokens::tokenize_figures;

    /// The first number of a text, and the text behind the words that say it.
    fn first_number(text: &str) -> Option<(String, &str)> {
        let tokens = read_number_words(tokenize_figures(text));
        let value = numbers_at(&tokens, 0).first()?.to_string();
        Some((value, &text[tokens[0].range.end..]))
    }

    #[test]
    fn halves_and_dozens_are_numbers() {
        for (text, number, rest) in [
            ("meio litro", "0.5", " litro"),
            ("uma tonelada", "1", " tonelada"),
            ("um e meio litro", "1.5", " litro"),
            ("meia dúzia de sacos", "6", " de sacos"),
        ] {
            assert_eq!(first_number(text), Some((number.to_owned(), rest)), "{text}");
        }
    }

    #[test]
    fn a_half_of_nothing_that_is_measured_is_no_number() {
        assert_eq!(first_number("meio caro"), None);
        assert_eq!(first_number(""), None);
    }

    #[test]
    fn a_thousand_behind_a_figure_is_left_as_a_word() {
        let tokens = read_number_words(tokenize_figures("2 mil"));
        assert_eq!((tokens.len(), word_at(&tokens, 1)), (2, Some("mil")));
    }
}
