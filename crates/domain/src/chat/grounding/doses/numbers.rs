//! Numbers as doses are written: ranges, fractions, in words, marked up.

use super::measures::measure_at;
use crate::chat::grounding::figures::number_words::read_number_words;
use crate::chat::grounding::figures::tokens::{
    Token, What, joins_numbers, numbers_at, sign_at, tokenize_figures, word_at,
};
use crate::chat::grounding::figures::units::unit_of;
use crate::text::read_number;
use rust_decimal::Decimal;

/// Numbers that have one unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Numbers {
    /// For each number every way to read it.
    pub values: Vec<Vec<Decimal>>,
    /// The token behind the last of them, where the unit stands.
    pub end: usize,
}

/// The tokens of `text`: numbers in words read, before measures of the kitchen too, and what marks up formulas
/// left out (`$5{,}5\ \text{L/ha}$`, `6&nbsp;L`, `L.ha⁻¹`).
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let plain: Vec<Token> =
        tokenize_figures(text).into_iter().filter(|token| !is_markup(text, token)).collect();
    let is_separator = |at: usize| {
        let stands = matches!(plain[at].what, What::Sign('.' | '·' | '∙' | '⋅' | '×'));
        let touches =
            |a: usize, b: usize| plain.get(b).is_some_and(|next| plain[a].range.end == next.range.start);
        stands && at > 0 && touches(at - 1, at) && touches(at, at + 1) && unit_of(&plain, at - 1).is_some()
    };
    let kept = (0..plain.len()).filter(|at| !is_separator(*at)).map(|at| plain[at].clone()).collect();
    let mut tokens = read_number_words(kept);
    for at in 1..tokens.len() {
        let value = match word_at(&tokens, at - 1) {
            Some("um" | "uma" | "one") => Decimal::ONE,
            Some("meio" | "meia" | "half") => Decimal::new(5, 1),
            _ => continue,
        };
        let is_small = measure_at(&tokens, at).is_some_and(|measure| {
            !matches!(measure.base, "parte" | "saco" | "%" | "‰") && word_at(&tokens, at) != Some("de")
        });
        if is_small {
            tokens[at - 1].what = What::Number(vec![value]);
        }
    }
    tokens
}

fn is_markup(text: &str, token: &Token) -> bool {
    match &token.what {
        What::Sign('{' | '}' | '\\' | '\u{a0}' | '\u{202f}' | '&' | '~') => true,
        What::Sign(';') => text[..token.range.start].ends_with("&nbsp"),
        What::Sign('<' | '>') => true,
        What::Word(word) => match word.as_str() {
            "nbsp" => text[..token.range.start].ends_with('&'),
            "text" | "mathrm" | "textbf" => text[..token.range.start].ends_with('\\'),
            "b" | "strong" | "br" | "sup" => {
                text[..token.range.start].ends_with(['<', '/'])
                    && text[token.range.end..].starts_with(['>', '/', ' '])
            }
            _ => false,
        },
        What::Sign(_) | What::Number(_) => false,
    }
}

/// Reads the numbers of a dose that begin with the token at `at`, which is the first of them.
pub(super) fn read_numbers(tokens: &[Token], at: usize) -> Option<Numbers> {
    // `Litro e meio`: the unit comes first.
    if let Some(half) = read_unit_and_half(tokens, at) {
        return Some(half);
    }
    let (first, mut end) = read_one(tokens, at)?;
    let mut values = vec![first];
    while values.len() < 8 && joins_numbers(tokens, end) {
        let Some((next, after)) = read_one(tokens, end + 1) else { break };
        values.push(next);
        end = after;
    }
    Some(Numbers { values, end })
}

/// `litro e meio`, `quilo e meio`: one, with the unit at `at` itself; what is behind adds the half.
fn read_unit_and_half(tokens: &[Token], at: usize) -> Option<Numbers> {
    let is_whole = matches!(word_at(tokens, at), Some("litro" | "quilo" | "kilo"));
    let is_half =
        word_at(tokens, at + 1) == Some("e") && matches!(word_at(tokens, at + 2), Some("meio" | "meia"));
    let has_number = at > 0 && !numbers_at(tokens, at - 1).is_empty();
    (is_whole && is_half && !has_number).then(|| Numbers { values: vec![vec![Decimal::ONE]], end: at })
}

/// One number: `3`, `1½`, `3/4`, `3 (três)`, `um quarto`.
fn read_one(tokens: &[Token], at: usize) -> Option<(Vec<Decimal>, usize)> {
    if let Some(part) = fraction_of(sign_at(tokens, at)) {
        return Some((vec![part], at + 1));
    }
    if matches!(word_at(tokens, at), Some("um" | "tres"))
        && let Some(quarter) = match word_at(tokens, at + 1) {
            Some("quarto" | "quartos") => Some(Decimal::new(25, 2)),
            Some("terco") => Some(Decimal::new(333, 3)),
            Some("decimo") => Some(Decimal::new(1, 1)),
            _ => None,
        }
    {
        return Some((vec![quarter], at + 2));
    }
    let whole = numbers_at(tokens, at);
    if whole.is_empty() {
        return None;
    }
    if let Some(part) = fraction_of(sign_at(tokens, at + 1)) {
        return Some((whole.iter().map(|value| value + part).collect(), at + 2));
    }
    if matches!(word_at(tokens, at + 1), Some("quarto" | "quartos")) {
        return Some((whole.iter().map(|value| value * Decimal::new(25, 2)).collect(), at + 2));
    }
    // `3/4 de litro`, not `50 mL/100 L`, which has a unit between.
    let below = numbers_at(tokens, at + 2);
    if sign_at(tokens, at + 1) == Some('/') && !below.is_empty() {
        let divide = |value: &Decimal| value.checked_div(below[0]);
        return Some((whole.iter().filter_map(divide).collect(), at + 3));
    }
    // `1 1/2`.
    let (above, below) = (numbers_at(tokens, at + 1), numbers_at(tokens, at + 3));
    if sign_at(tokens, at + 2) == Some('/') && !above.is_empty() && !below.is_empty() {
        let part = above[0].checked_div(below[0])?;
        return Some((whole.iter().map(|value| value + part).collect(), at + 4));
    }
    let is_repeated = sign_at(tokens, at + 1) == Some('(')
        && !below_words(tokens, at + 2).is_empty()
        && sign_at(tokens, at + 3) == Some(')');
    Some((whole.to_vec(), if is_repeated { at + 4 } else { at + 1 }))
}

/// The number in brackets behind a number, in digits or in words.
fn below_words(tokens: &[Token], at: usize) -> Vec<Decimal> {
    let digits = numbers_at(tokens, at);
    if !digits.is_empty() {
        return digits.to_vec();
    }
    word_at(tokens, at)
        .and_then(|word| read_number(&[word]))
        .map(|(value, _)| Decimal::from(value))
        .into_iter()
        .collect()
}

fn fraction_of(sign: Option<char>) -> Option<Decimal> {
    Some(match sign? {
        '½' => Decimal::new(5, 1),
        '¼' => Decimal::new(25, 2),
        '¾' => Decimal::new(75, 2),
        '⅓' => Decimal::new(333, 3),
        '⅔' => Decimal::new(667, 3),
        _ => return None,
    })
}

/// Whether a number may begin with the token, in digits or in words.
pub(super) fn may_be_number(token: &Token) -> bool {
    match &token.what {
        What::Number(_) => true,
        What::Word(word) => {
            matches!(
                word.as_str(),
                "um" | "uma" | "meio" | "meia" | "one" | "half" | "litro" | "quilo" | "kilo"
            ) || read_number(&[word.as_str()]).is_some()
        }
        What::Sign(sign) => fraction_of(Some(*sign)).is_some(),
    }
}

/// Whether a token behind a number may make a dose of it.
pub(super) fn may_follow_number(tokens: &[Token], at: usize) -> bool {
    measure_at(tokens, at).is_some()
        || joins_numbers(tokens, at)
        || may_be_number(&tokens[at])
        || matches!(
            word_at(tokens, at),
            Some(
                "mil"
                    | "virgula"
                    | "ponto"
                    | "e"
                    | "de"
                    | "por"
                    | "per"
                    | "fl"
                    | "quarto"
                    | "quartos"
                    | "terco"
                    | "decimo"
            )
        )
        || matches!(sign_at(tokens, at), Some('/' | '(' | '+' | ':' | '.' | '·'))
}
