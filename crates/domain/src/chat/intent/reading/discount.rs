//! A discount on a sum: `com 3% de desconto`, `à vista com os 3% fica quanto?`, and what the shop states.

use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::intent::wording::telling::cut_out;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use std::ops::Range;

/// Words of a discount, or of a payment that has one.
const OF_DISCOUNT: [&str; 9] =
    ["desconto", "descontinho", "desc", "off", "discount", "pix", "dinheiro", "vista", "cash"];
/// Words before the share of a discount that go with it: `com os 3%`, `tirando 5%`.
const BEFORE: [&str; 12] =
    ["com", "os", "esses", "de", "desconto", "tirando", "menos", "dando", "with", "the", "a", "mais"];
/// Words behind it: `3% de desconto à vista`.
const BEHIND: [&str; 13] = [
    "de",
    "desconto",
    "descontinho",
    "desc",
    "off",
    "discount",
    "no",
    "pix",
    "a",
    "vista",
    "em",
    "dinheiro",
    "cash",
];

/// Largest share in percent that is taken for a discount.
const MOST_SHARE: Decimal = Decimal::from_parts(40, 0, 0, false, 0);

/// The message without the discount that it names, and the share in percent, above 0 and at most 40. `Com 16% de proteína`
/// names none.
pub(crate) fn read_discount(message: &str) -> Option<(String, Decimal)> {
    let tokens = tokenize_figures(message);
    let (at, share, length) = (0..tokens.len()).find_map(|at| read_share(&tokens, at))?;
    let first =
        (0..at).rev().take_while(|at| word_at(&tokens, *at).is_some_and(|word| BEFORE.contains(&word)));
    let first = first.last().unwrap_or(at);
    let behind = (at + length..tokens.len())
        .take_while(|at| word_at(&tokens, *at).is_some_and(|word| BEHIND.contains(&word)));
    let last = behind.last().map_or(at + length, |last| last + 1);
    let of_discount = |at: usize| word_at(&tokens, at).is_some_and(|word| OF_DISCOUNT.contains(&word));
    let points = at.checked_sub(2).is_some_and(|with| word_at(&tokens, with) == Some("com"))
        && word_at(&tokens, at - 1) == Some("os");
    // `Sombrite 50% à vista` has a size, and `16% de proteína` is what there is so much of.
    let of_thing = word_at(&tokens, at + length) == Some("de") && !of_discount(at + length + 1);
    let is_named = first < at || (at + length..last).any(|at| word_at(&tokens, at).is_some_and(is_discount));
    if !is_named || of_thing || (!points && !(first..last).any(of_discount) && !is_paid_so(&tokens)) {
        return None;
    }
    let mut said: Vec<Range<usize>> = cash_phrases(&tokens).filter(|place| place.end <= first).collect();
    said.push(first..last);
    said.extend(cash_phrases(&tokens).filter(|place| place.start >= last));
    let bytes = |place: Range<usize>| tokens[place.start].range.start..tokens[place.end - 1].range.end;
    let said: Vec<Range<usize>> = said.into_iter().map(bytes).collect();
    let rest = cut_out(message, &said);
    rest.chars().any(char::is_alphabetic).then_some((rest, share))
}

/// The message without `à vista`, `no pix` and their like; nothing where it has none, or no other word.
pub(crate) fn cut_cash(message: &str) -> Option<String> {
    let tokens = tokenize_figures(message);
    let said: Vec<Range<usize>> = cash_phrases(&tokens)
        .map(|place| tokens[place.start].range.start..tokens[place.end - 1].range.end)
        .collect();
    let rest = cut_out(message, &said);
    (!said.is_empty() && rest.chars().any(char::is_alphabetic)).then_some(rest)
}

/// Whether a message asks for what is paid at once: `no pix`, `à vista`, `com desconto`.
pub(crate) fn asks_in_cash(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).any(|word| OF_DISCOUNT.contains(&word))
}

/// The share of a discount that a text of the shop states: `com 3% de desconto`.
pub(crate) fn find_stated_share(text: &str) -> Option<Decimal> {
    let tokens = tokenize_figures(text);
    (0..tokens.len()).find_map(|at| {
        let (_, share, length) = read_share(&tokens, at)?;
        let behind = (word_at(&tokens, at + length), word_at(&tokens, at + length + 1));
        matches!(behind, (Some("de"), Some("desconto")) | (Some("discount" | "off"), _)).then_some(share)
    })
}

/// `3%`, `3 por cento`: where it begins, the share, and how many tokens it has.
fn read_share(tokens: &[Token], at: usize) -> Option<(usize, Decimal, usize)> {
    let share = numbers_at(tokens, at).first().copied()?;
    let length = match (sign_at(tokens, at + 1), word_at(tokens, at + 1), word_at(tokens, at + 2)) {
        (Some('%'), _, _) | (_, Some("percent"), _) => 2,
        (_, Some("por"), Some("cento")) => 3,
        _ => return None,
    };
    (share > Decimal::ZERO && share <= MOST_SHARE).then_some((at, share, length))
}

/// Whether a word names a discount, and no payment.
fn is_discount(word: &str) -> bool {
    matches!(word, "desconto" | "descontinho" | "desc" | "off" | "discount")
}

/// Whether the message says how it is paid.
fn is_paid_so(tokens: &[Token]) -> bool {
    cash_phrases(tokens).next().is_some()
}

/// Where `à vista`, `no pix` and `em dinheiro` stand.
fn cash_phrases(tokens: &[Token]) -> impl Iterator<Item = Range<usize>> + '_ {
    (1..tokens.len()).filter_map(move |at| {
        let is_cash = matches!(
            (word_at(tokens, at - 1), word_at(tokens, at)),
            (Some("a"), Some("vista"))
                | (Some("no" | "em" | "com"), Some("pix" | "dinheiro"))
                | (Some("in"), Some("cash"))
        );
        is_cash.then_some(at - 1..at + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discount_is_read_and_left_out_of_what_is_looked_for() {
        for (message, rest, share) in [
            ("à vista com os 3% fica quanto?", "fica quanto?", 3),
            ("quanto custa 3 do mais barato com 3% de desconto?", "quanto custa 3 do mais barato ?", 3),
            ("os 40 com 5 por cento de desconto", "os 40", 5),
            ("total with 10% off", "total", 10),
        ] {
            let (left, read) = read_discount(message).unwrap_or_else(|| panic!("{message}"));
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!((words(&left), read), (words(rest), Decimal::from(share)), "{message}");
        }
        for message in [
            "ração com 16% de proteína",
            "capim VC 60%",
            "desconta 5%",
            "sombrite 30% à vista",
            "glifosato 480",
            "tela de sombra 50%",
            "",
        ] {
            assert_eq!(read_discount(message), None, "{message}");
        }
    }

    #[test]
    fn a_text_of_the_shop_states_its_discount() {
        let text = "Você paga à vista, por Pix ou dinheiro, com 3% de desconto; no cartão, em seis vezes.";
        assert_eq!(find_stated_share(text), Some(Decimal::from(3)));
        assert_eq!(find_stated_share("PRNT de 85% no laudo; 2% de juros"), None);
        assert!(asks_in_cash("e no pix?") && !asks_in_cash("e no boleto?"));
        assert_eq!(cut_cash("e à vista fica quanto?").as_deref(), Some("e fica quanto?"));
        assert_eq!(cut_cash("no pix"), None);
    }
}
