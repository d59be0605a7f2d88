//! What a price is paid with: discounts, instalments, and prices that are only numbers.

use super::tokens::{Token, numbers_at, sign_at, word_at};
use super::units::unit_of;
use super::{CautionKind, Figure};
use rust_decimal::Decimal;

/// `10% de desconto`, `desconto de 10%`, `10% off`.
pub(super) fn read_discount(tokens: &[Token], at: usize) -> Option<Figure> {
    if sign_at(tokens, at + 1) != Some('%') {
        return None;
    }
    let is_discount = |at: usize| {
        matches!(
            word_at(tokens, at),
            Some("desconto" | "descontos" | "abatimento" | "off" | "discount" | "rebate")
        )
    };
    let behind = (at + 2..at + 5).take_while(|at| word_at(tokens, *at).is_some()).find(|at| is_discount(*at));
    let before = (1..=3)
        .filter_map(|back| at.checked_sub(back))
        .take_while(|at| word_at(tokens, *at).is_some())
        .find(|at| is_discount(*at));
    let (first, last) = match (behind, before) {
        (Some(last), _) => (at, last),
        (None, Some(first)) => (first, at + 1),
        (None, None) => return None,
    };
    Some(price_terms_figure(tokens, at, first, last, "%discount"))
}

/// `3x sem juros`, `em até 10 vezes no cartão`, `3x de R$ 50`: the number of payments. `2 vezes por
/// safra` and `3x mais` are none.
pub(super) fn read_instalments(tokens: &[Token], at: usize) -> Option<Figure> {
    if !matches!(
        word_at(tokens, at + 1),
        Some("x" | "vezes" | "parcelas" | "prestacoes" | "instalments" | "installments")
    ) {
        return None;
    }
    let pays = |at: usize| {
        matches!(
            word_at(tokens, at),
            Some(
                "juros"
                    | "cartao"
                    | "boleto"
                    | "boletos"
                    | "iguais"
                    | "mensais"
                    | "parcelamos"
                    | "parcela"
                    | "parcelado"
                    | "parcelar"
                    | "parcelamento"
                    | "dividimos"
                    | "dividir"
                    | "interest"
                    | "card"
            )
        )
    };
    let price = matches!(word_at(tokens, at + 2), Some("de" | "of"))
        && (matches!(word_at(tokens, at + 3), Some("r")) || sign_at(tokens, at + 3) == Some('$'));
    let near = (at.saturating_sub(5)..at).chain(at + 2..at + 6).any(pays);
    (price || near).then(|| price_terms_figure(tokens, at, at, at + 1, "payments"))
}

/// A price without currency and cents right behind a word that can only mean one: `sai por 450`.
pub(super) fn is_plain_price(tokens: &[Token], at: usize) -> bool {
    let back = |n: usize| at.checked_sub(n).and_then(|at| word_at(tokens, at));
    let said = matches!(
        (back(2), back(1)),
        (Some("sai" | "saem" | "fica" | "ficam" | "leva" | "paga"), Some("por" | "a" | "em"))
            | (Some("esta" | "estao"), Some("em" | "a" | "por"))
            | (Some("por"), Some("apenas" | "so"))
            | (_, Some("custa" | "custam" | "costs"))
    );
    let large = numbers_at(tokens, at).iter().any(|value| *value >= 10.into() || value.scale() == 2);
    let counts = word_at(tokens, at + 1).is_some_and(|next| {
        !matches!(next, "a" | "no" | "na" | "em" | "e" | "cada" | "o" | "por" | "mas" | "each")
    });
    said && large && !counts && sign_at(tokens, at + 1) != Some('%')
}

/// A figure of the terms of payment that reaches from token `first` to `last`.
fn price_terms_figure(tokens: &[Token], at: usize, first: usize, last: usize, unit: &str) -> Figure {
    Figure {
        kind: CautionKind::UnsupportedPrice,
        values: numbers_at(tokens, at).to_vec(),
        unit: unit.to_owned(),
        range: tokens[first].range.start..tokens[last].range.end,
    }
}

/// The cents behind the currency of a price (`dezesseis reais e noventa centavos`), and the last token.
pub(super) fn cents_behind(tokens: &[Token], currency: usize) -> (Decimal, usize) {
    let cents = numbers_at(tokens, currency + 2).first().filter(|cents| **cents < Decimal::ONE_HUNDRED);
    let named = matches!(word_at(tokens, currency + 3), Some("centavos" | "cents"))
        || cents.is_some_and(|cents| *cents >= Decimal::TEN) && unit_of(tokens, currency + 3).is_none();
    match cents {
        Some(cents) if word_at(tokens, currency + 1) == Some("e") && named => (
            *cents / Decimal::ONE_HUNDRED,
            currency
                + if word_at(tokens, currency + 3).is_some_and(|word| word.starts_with("cent")) {
                    3
                } else {
                    2
                },
        ),
        _ => (Decimal::ZERO, currency),
    }
}

/// Whether what one piece costs was said before: `54,90 o litro`, `oito e cinquenta cada`.
pub(super) fn is_price_of_piece(tokens: &[Token], at: usize) -> bool {
    const PIECES: [&str; 24] = [
        "litro", "quilo", "kg", "l", "metro", "saco", "saca", "galao", "frasco", "caixa", "envelope",
        "pacote", "balde", "rolo", "par", "unidade", "peca", "tonelada", "lata", "pote", "fardo", "bag",
        "tubo", "cartela",
    ];
    match word_at(tokens, at) {
        Some("cada") => true,
        Some("o" | "a") => word_at(tokens, at + 1).is_some_and(|piece| PIECES.contains(&piece)),
        _ => false,
    }
}
