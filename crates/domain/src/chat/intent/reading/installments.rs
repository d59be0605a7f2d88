//! A sum in equal parts: `em 4 vezes quanto dá cada parcela?`, `divide em 3`.
//!
//! Whether the shop takes it so (`pode parcelar em 3 vezes?`) is a question to the shop, and what is done several times
//! (`aplicar em 2 vezes`) divides nothing.

use crate::chat::grounding::figures::tokens::{Token, numbers_at, tokenize_figures, word_at};
use crate::chat::intent::reading::digits::write_digits;
use crate::chat::intent::wording::telling::cut_out;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use std::ops::Range;

/// Most parts of a sum.
const MOST_PARTS: u32 = 48;
/// Words behind the number of parts.
pub(super) const TIMES: [&str; 8] =
    ["vezes", "x", "parcelas", "prestacoes", "pagamentos", "times", "installments", "payments"];
/// Words that divide a sum.
const DIVIDING: [&str; 11] = [
    "divide",
    "dividir",
    "dividido",
    "dividindo",
    "divida",
    "parcela",
    "parcelar",
    "parcelado",
    "parcelando",
    "parcele",
    "split",
];
/// Words of parts and of what they come to.
const OF_PARTS: [&str; 12] = [
    "parcela",
    "parcelas",
    "prestacao",
    "prestacoes",
    "cada",
    "installment",
    "installments",
    "payment",
    "each",
    "iguais",
    "igual",
    "equal",
];
/// Words with which it is asked what is possible, or which say what else is done several times.
const OTHER: [&str; 17] = [
    "pode",
    "posso",
    "podem",
    "aceita",
    "aceitam",
    "aceitas",
    "can",
    "juros",
    "aplicar",
    "aplico",
    "aplica",
    "aplicacao",
    "passar",
    "passo",
    "usar",
    "tomar",
    "spray",
];

/// The message without what divides a sum into equal parts, numbers in digits, and how many parts, from 2 to 48.
pub(crate) fn read_installments(message: &str) -> Option<(String, u32)> {
    let message = &*write_digits(message);
    let tokens = tokenize_figures(message);
    let has = |words: &[&str]| {
        (0..tokens.len()).any(|at| word_at(&tokens, at).is_some_and(|word| words.contains(&word)))
    };
    let (place, parts) = (0..tokens.len()).find_map(|at| read_parts(&tokens, at, has(&DIVIDING)))?;
    // `Em 3x`, `e em 3 vezes iguais?`
    let is_alone = (0..tokens.len()).filter(|at| !place.contains(at)).all(|at| {
        let is_light =
            |word: &str| matches!(word, "e" | "and" | "entao" | "agora" | "ou") || OF_PARTS.contains(&word);
        word_at(&tokens, at).is_none_or(is_light) && numbers_at(&tokens, at).is_empty()
    });
    let asks_amount = is_alone || has(&DIVIDING) || has(&["quanto", "cada", "fica", "much", "each"]);
    if !asks_amount || has(&OTHER) {
        return None;
    }
    let is_of_it = |at: &usize| {
        let word = word_at(&tokens, *at);
        place.contains(at) || word.is_some_and(|word| DIVIDING.contains(&word) || OF_PARTS.contains(&word))
    };
    let said: Vec<Range<usize>> =
        (0..tokens.len()).filter(is_of_it).map(|at| tokens[at].range.clone()).collect();
    Some((cut_out(message, &said), parts))
}

/// `Em 4 vezes`, `4 parcelas`, behind a word that divides also `em 3`: the tokens, and how many parts.
fn read_parts(tokens: &[Token], at: usize, divides: bool) -> Option<(Range<usize>, u32)> {
    let number = numbers_at(tokens, at).first().filter(|number| number.fract().is_zero())?;
    let parts = number.to_u32().filter(|parts| (2..=MOST_PARTS).contains(parts))?;
    let led = at
        .checked_sub(1)
        .filter(|before| matches!(word_at(tokens, *before), Some("em" | "por" | "in" | "into" | "by")));
    let is_times = word_at(tokens, at + 1).is_some_and(|word| TIMES.contains(&word));
    let is_plain = divides && word_at(tokens, at + 1).is_none();
    let is_division = match led {
        Some(_) => is_times || is_plain,
        None => is_times && divides,
    };
    is_division.then(|| (led.unwrap_or(at)..at + 1 + usize::from(is_times), parts))
}

/// What each of equal parts of a sum is, in whole cents, and the last of them, which takes the cents that are left.
pub(crate) fn divide_sum(sum: Decimal, parts: u32) -> Option<(Decimal, Decimal)> {
    let sum = sum.round_dp(2);
    let part = sum.checked_div(Decimal::from(parts))?.trunc_with_scale(2);
    let others = part.checked_mul(Decimal::from(parts.checked_sub(1)?))?;
    Some((part, sum.checked_sub(others)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_divided_by_what_is_said_and_the_rest_names_nothing() {
        for (message, parts) in [
            ("e em 4 vezes quanto dá cada parcela?", 4),
            ("divide em 3", 3),
            ("em 6x fica quanto?", 6),
            ("parcelado em dez vezes", 10),
            ("how much in 3 payments?", 3),
            ("divide em 3 vezes iguais", 3),
            ("e em 3x?", 3),
            ("em 3 vezes iguais", 3),
        ] {
            let (rest, read) = read_installments(message).unwrap_or_else(|| panic!("{message}"));
            assert_eq!(read, parts, "{message}");
            assert!(!rest.contains("parcela") && !rest.contains("vezes"), "{message}: {rest}");
        }
    }

    #[test]
    fn what_is_asked_of_the_shop_or_done_several_times_divides_nothing() {
        for message in [
            "pode parcelar em 3 vezes?",
            "parcela em 6x sem juros?",
            "aplicar em 2 vezes fica quanto?",
            "lavar 3 vezes",
            "luva em 3x",
            "3 sacos quanto fica?",
            "em 3 dias fica pronto?",
            "divide o saco",
            "",
        ] {
            assert_eq!(read_installments(message), None, "{message}");
        }
    }

    #[test]
    fn the_parts_are_the_sum_and_the_last_takes_the_cents_that_are_left() {
        let divide = |cents: i64, parts: u32| divide_sum(Decimal::new(cents, 2), parts);
        assert_eq!(divide(10_000, 3), Some((Decimal::new(3333, 2), Decimal::new(3334, 2))));
        assert_eq!(divide(102_570, 3), Some((Decimal::new(34190, 2), Decimal::new(34190, 2))));
        assert_eq!(divide(2, 3), Some((Decimal::ZERO, Decimal::new(2, 2))));
    }
}
