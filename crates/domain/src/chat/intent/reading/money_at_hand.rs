//! Money that a person has at hand, of which they ask how many it buys.

use crate::chat::grounding::figures::tokens::{numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::grounding::figures::{ANY_MONEY, extract_figures};
use crate::chat::intent::wording::telling::cut_out;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;

/// `Quantos compro com 500 reais?`: the message without its money, and the money.
pub(super) fn read_money(message: &str) -> Option<(String, Decimal)> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let how_many = words.windows(2).any(|pair| matches!(pair, ["how", "many"]));
    let asks = how_many || words.iter().any(|word| matches!(*word, "quantos" | "quantas"));
    let buys = words.iter().any(|word| BUYING.contains(word));
    let tokens = tokenize_figures(message);
    if !asks || !buys {
        return None;
    }
    // `2 mil dá quantas?`; `20 dá quantas caixas?` counts.
    let gives = matches!(word_at(&tokens, 1), Some("da" | "compra"))
        && matches!(word_at(&tokens, 2), Some("quantos" | "quantas"));
    let is_large = numbers_at(&tokens, 0).first().is_some_and(|number| *number >= Decimal::ONE_HUNDRED);
    let leading = (gives && is_large).then_some(0);
    let figures = extract_figures(message);
    let find_led = || {
        (1..tokens.len()).find(|at| {
            let before = word_at(&tokens, at - 1);
            let sign = (sign_at(&tokens, at - 1) == Some('$')).then_some("com");
            !numbers_at(&tokens, *at).is_empty()
                && matches!(before.or(sign), Some("com" | "por" | "for" | "with" | "tenho" | "uns"))
        })
    };
    let at = leading.or_else(find_led)?;
    let range = &tokens[at].range;
    let money =
        figures.iter().find(|figure| figure.range.start <= range.start && range.end <= figure.range.end);
    let is_money = money.is_some_and(|figure| matches!(figure.unit.as_str(), "BRL" | ANY_MONEY));
    // `Com 20 litros`, `por 10 sacos`: what is counted is no money.
    let counts = word_at(&tokens, at + 1).is_some_and(|next| {
        !matches!(
            next,
            "reais" | "real" | "conto" | "contos" | "pila" | "mil" | "brl" | "da" | "levo" | "compro"
        )
    });
    if counts || (money.is_some() && !is_money) {
        return None;
    }
    let amount = numbers_at(&tokens, at).first().copied()?;
    // `Mil reais` is written as 1000, `2 mil` as two of a thousand.
    let thousands = word_at(&tokens, at + 1) == Some("mil");
    let amount = if thousands { amount * Decimal::ONE_THOUSAND } else { amount };
    let end = money.map_or(range.end, |figure| figure.range.end);
    let begin = tokens[at.saturating_sub(1)].range.start;
    let rest = cut_out(message, std::slice::from_ref(&(begin..end)));
    Some((rest, amount))
}

/// Words of buying beside `quantos` and money.
const BUYING: [&str; 20] = [
    "compro", "comprar", "compra", "levo", "levar", "leva", "pego", "pegar", "da", "dao", "consigo", "saem",
    "cabem", "get", "buy", "afford", "take", "rende", "vem", "sai",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::intent::reading::digits::write_digits;

    #[test]
    fn money_at_hand_is_no_limit_but_what_is_spent() {
        for (message, money) in [
            ("quantos sacos compro com 500 reais?", 500),
            ("com R$ 1200 levo quantos galões", 1200),
            ("how many bags can I get for 300 reais", 300),
            ("quantas caixas dá pra levar com mil e duzentos", 1200),
            ("2 mil dá quantas?", 2000),
        ] {
            let found = read_money(&write_digits(message)).map(|(_, money)| money);
            assert_eq!(found, Some(Decimal::from(money)), "{message}");
        }
        for message in [
            "20 dá quantas caixas?",
            "quantos vem com 20 litros",
            "quantos ml por litro",
            "tem até 500 reais?",
        ] {
            assert_eq!(read_money(message), None, "{message}");
        }
    }
}
