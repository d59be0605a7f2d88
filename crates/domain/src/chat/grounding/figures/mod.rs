//! Prices, doses and registration numbers in running text, by value and unit.
//!
//! `R$ 1.250,00` is `1250 reais`, `2,5 L/ha` is `2500 ml por hectare`, `250 mL/100 L` is `2.5 mL/L`.
//! What a number means may be open (`1.250`): then it has both readings, and agrees with either.

use rust_decimal::Decimal;
use std::ops::Range;
use std::str::FromStr;

pub(crate) mod number_words;
mod terms;
pub(crate) mod tokens;
pub(crate) mod units;

use crate::chat::CautionKind;
use number_words::read_number_words;
use tokens::{Token, What, joins_numbers, numbers_at, sign_at, tokenize_figures, word_at};
use units::unit_of;

/// A number with what it counts, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figure {
    /// What it states.
    pub kind: CautionKind,
    /// The value, in every way it can be read, in the base of its unit.
    pub values: Vec<Decimal>,
    /// What it counts: a currency, a ratio of units; empty for registrations.
    pub unit: String,
    /// The bytes of the text, number and unit.
    pub range: Range<usize>,
}

impl Figure {
    /// Whether two figures may state the same.
    pub fn agrees(&self, other: &Figure) -> bool {
        let unit = self.unit == other.unit || self.unit == ANY_MONEY || other.unit == ANY_MONEY;
        self.kind == other.kind && unit && self.values.iter().any(|value| other.values.contains(value))
    }
}

/// The unit of money without a currency (`$ 30`).
pub(crate) const ANY_MONEY: &str = "$";

/// Every price, dose and registration number in `text`.
pub(crate) fn extract_figures(text: &str) -> Vec<Figure> {
    let tokens = read_number_words(tokenize_figures(text));
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if !matches!(tokens[at].what, What::Number(_)) {
            continue;
        }
        let figure = read_price_figure(&tokens, at)
            .or_else(|| terms::read_discount(&tokens, at))
            .or_else(|| terms::read_instalments(&tokens, at))
            .or_else(|| read_dose_figure(&tokens, at))
            .or_else(|| read_registration_number(text, &tokens, at));
        found.extend(figure);
    }
    found
}

/// The price at `at`, with its currency before or behind it and its cents.
fn read_price_figure(tokens: &[Token], at: usize) -> Option<Figure> {
    let find_word = |back: usize| at.checked_sub(back).and_then(|at| word_at(tokens, at));
    // The cents of `16 reais e 90 centavos` belong to the price before them.
    if find_word(1) == Some("e") && currency_word(find_word(2)).is_some() {
        return None;
    }
    let thousand = matches!(word_at(tokens, at + 1), Some("mil" | "thousand" | "k"));
    let end = at + usize::from(thousand);
    let before = currency_before(tokens, at).map(|(unit, start)| (unit, start, end));
    let (unit, start, end) =
        before.or_else(|| currency_behind(tokens, at).map(|(unit, end)| (unit, at, end)))?;
    let factor = match word_at(tokens, end) {
        _ if thousand => Decimal::ONE_THOUSAND,
        Some("centavo" | "centavos" | "cents") => Decimal::new(1, 2),
        _ => Decimal::ONE,
    };
    let (cents, end) = terms::cents_behind(tokens, end);
    let values =
        scale_values(numbers_at(tokens, at), factor).into_iter().map(|value| value + cents).collect();
    let range = tokens[start].range.start..tokens[end].range.end;
    Some(Figure { kind: CautionKind::UnsupportedPrice, values, unit, range })
}

/// The sign or word of a currency right before a number, and where it begins.
fn currency_sign(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let before = at.checked_sub(1)?;
    if sign_at(tokens, before) == Some('$') {
        let touches = |letters: &usize| tokens[*letters].range.end == tokens[before].range.start;
        let letters = before.checked_sub(1).filter(touches);
        return Some(match letters.and_then(|letters| Some((word_at(tokens, letters)?, letters))) {
            Some(("r", start)) => ("BRL".to_owned(), start),
            Some(("us" | "u", start)) => ("USD".to_owned(), start),
            _ => (ANY_MONEY.to_owned(), before),
        });
    }
    if sign_at(tokens, before) == Some('€') {
        return Some(("EUR".to_owned(), before));
    }
    currency_word(word_at(tokens, before)).map(|unit| (unit.to_owned(), before))
}

/// The currency that a number has from what stands before it, and where the price begins: a sign,
/// the sign of the first number of a range (`R$ 100 a 200`), or a word of price (`custa 489,90`).
fn currency_before(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    if let Some(found) = currency_sign(tokens, at) {
        return Some(found);
    }
    let before = at.checked_sub(1)?;
    let to = matches!(word_at(tokens, before), Some("a" | "ate" | "to"))
        || matches!(sign_at(tokens, before), Some('-' | '–'));
    let earlier = before.checked_sub(1).filter(|earlier| to && !numbers_at(tokens, *earlier).is_empty());
    if let Some(earlier) = earlier {
        let has_unit = read_dose_figure(tokens, at).is_some() || unit_of(tokens, at + 1).is_some();
        return currency_sign(tokens, earlier).filter(|_| !has_unit).map(|(unit, _)| (unit, at));
    }
    let named = (0..4)
        .filter_map(|back| before.checked_sub(back))
        .map_while(|back| (numbers_at(tokens, back).is_empty()).then(|| word_at(tokens, back)));
    let priced = named.flatten().any(|word| {
        matches!(
            word,
            "custa" | "custam" | "preco" | "valor" | "sai" | "saem" | "fica" | "costs" | "cost" | "price"
        )
    });
    let cents = numbers_at(tokens, at).iter().any(|value| value.scale() > 0) && written_cents(&tokens[at]);
    let plain = terms::is_plain_price(tokens, at) || (cents && terms::is_price_of_piece(tokens, at + 1));
    (((priced && cents) || plain) && unit_of(tokens, at + 1).is_none()).then(|| (ANY_MONEY.to_owned(), at))
}

/// Whether a number was written long enough to have two decimals (`489,90`).
fn written_cents(token: &Token) -> bool {
    token.range.len() >= 4
}

/// The currency behind a number (`1,2 mil reais`), and its last token.
fn currency_behind(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let thousand = usize::from(matches!(word_at(tokens, at + 1), Some("mil" | "thousand")));
    let of = usize::from(word_at(tokens, at + thousand + 1) == Some("de"));
    let end = at + thousand + of + 1;
    currency_word(word_at(tokens, end)).map(|unit| (unit.to_owned(), end))
}

/// The currency that a word means, colloquial ones too.
fn currency_word(word: Option<&str>) -> Option<&'static str> {
    match word? {
        "brl" | "reais" | "real" | "conto" | "contos" | "pila" | "pilas" | "centavo" | "centavos" => {
            Some("BRL")
        }
        "usd" | "dolar" | "dolares" | "dollar" | "dollars" => Some("USD"),
        "eur" | "euro" | "euros" => Some("EUR"),
        _ => None,
    }
}

/// Number, unit, `/` or `por`, what it is for: a ratio. The first numbers of a range have the unit
/// of the last.
fn read_dose_figure(tokens: &[Token], at: usize) -> Option<Figure> {
    let mut last = at;
    let mut unit_at = at + 1;
    while unit_of(tokens, unit_at).is_none()
        && joins_numbers(tokens, last + 1)
        && !numbers_at(tokens, last + 2).is_empty()
    {
        last += 2;
        unit_at = last + 1;
        if last > at + 12 {
            return None;
        }
    }
    let (base, factor) = unit_of(tokens, unit_at)?;
    let (per, amount, end) = read_dose_divisor(tokens, unit_at + 1)?;
    let values = scale_values(numbers_at(tokens, at), factor.checked_div(amount)?);
    let range = tokens[at].range.start..tokens[end].range.end;
    Some(Figure { kind: CautionKind::UnsupportedDose, values, unit: format!("{base}/{per}"), range })
}

/// Most tokens between a unit and its `por`: `2 L de Ferrugen 200 SC por hectare`.
const MAX_BETWEEN: usize = 6;

/// The place behind what is measured, which may be named between the unit and the stroke:
/// `g i.a./ha`, `kg de semente/ha`.
fn behind_measured(tokens: &[Token], at: usize) -> usize {
    let is_abbreviation =
        |dot: usize| dot.checked_sub(1).and_then(|w| word_at(tokens, w)).is_some_and(|w| w.len() <= 2);
    // Another measure begins with another number: `galão de 20 L. Dose de 2 L/ha`.
    let goes_on = |place: &usize| match sign_at(tokens, *place) {
        Some('.') => *place > at && is_abbreviation(*place),
        Some(sign) => sign == '/',
        None => numbers_at(tokens, *place).is_empty() || unit_of(tokens, place + 1).is_none(),
    };
    let named = (at..=at + MAX_BETWEEN).take_while(goes_on).find(|place| is_per(tokens, *place));
    named.unwrap_or(at)
}

/// Whether a stroke or word stands there that makes a ratio of two measures.
fn is_per(tokens: &[Token], at: usize) -> bool {
    sign_at(tokens, at) == Some('/') || matches!(word_at(tokens, at), Some("por" | "per" | "cada"))
}

/// What the measure is for, how many of its base, and the last token.
fn read_dose_divisor(tokens: &[Token], mut at: usize) -> Option<(&'static str, Decimal, usize)> {
    // `kg ha-1`, as agronomists write it.
    if word_at(tokens, at) == Some("ha") {
        return Some(("ha", Decimal::ONE, at));
    }
    if word_at(tokens, at) == Some("v") && sign_at(tokens, at + 1) == Some('/') {
        return Some(("v", Decimal::ONE, at + 2)).filter(|_| word_at(tokens, at + 2) == Some("v"));
    }
    // `50 mL em 10 L` is a ratio, `2 L em casa` and `2 L para o milho` are none.
    let loose = matches!(word_at(tokens, at), Some("em" | "para" | "in"));
    at = if loose { at } else { behind_measured(tokens, at) };
    let strict = is_per(tokens, at);
    if !strict && !loose {
        return None;
    }
    at += 1;
    while matches!(word_at(tokens, at), Some("cada" | "bomba" | "tanque" | "pulverizador" | "de")) {
        at += 1;
    }
    let (amount, at) = divisor_amount(tokens, at);
    let (base, factor) = target_of(tokens, at)?;
    (strict || amount.is_some()).then_some((base, factor.checked_mul(amount.unwrap_or(Decimal::ONE))?, at))
}

/// The amount in `mL/100 L` at `at`, where one is written, and the place behind it.
pub(in crate::chat) fn divisor_amount(tokens: &[Token], at: usize) -> (Option<Decimal>, usize) {
    let amount = numbers_at(tokens, at).last().copied().filter(|amount| !amount.is_zero());
    (amount, at + usize::from(amount.is_some()))
}

/// What a measure is given to, and how many of its base one is.
fn target_of(tokens: &[Token], at: usize) -> Option<(&'static str, Decimal)> {
    Some(match word_at(tokens, at)? {
        "ha" | "hectare" | "hectares" => ("ha", Decimal::ONE),
        "alqueire" | "alqueires" | "alq" => ("alqueire", Decimal::ONE),
        "planta" | "plantas" | "cova" | "covas" | "pe" | "plant" => ("planta", Decimal::ONE),
        "m" => ("m", Decimal::ONE),
        "animal" | "cabeca" => ("animal", Decimal::ONE),
        _ => unit_of(tokens, at)?,
    })
}

/// The values times `factor`, to nine decimals, comparable as texts.
pub(in crate::chat) fn scale_values(values: &[Decimal], factor: Decimal) -> Vec<Decimal> {
    values
        .iter()
        .filter_map(|value| value.checked_mul(factor))
        .map(|value| value.round_dp(9).normalize())
        .collect()
}

/// Words between `registro` and its number.
const OF_REGISTRATION: [&str; 18] = [
    "no",
    "n",
    "nº",
    "numero",
    "number",
    "sob",
    "o",
    "mapa",
    "do",
    "da",
    "de",
    "ministerio",
    "agricultura",
    "is",
    "e",
    "with",
    "under",
    "agrofit",
];

/// A whole number of three digits or more behind `registro`, `reg.`, `MAPA`.
fn read_registration_number(text: &str, tokens: &[Token], at: usize) -> Option<Figure> {
    let digits: String = text[tokens[at].range.clone()].chars().filter(char::is_ascii_digit).collect();
    if !(3..=12).contains(&digits.len()) {
        return None;
    }
    let mut start = None;
    for back in (0..at).rev().take(8) {
        match &tokens[back].what {
            What::Word(word) if is_registration_word(word) => start = Some(back),
            What::Word(word) if OF_REGISTRATION.contains(&word.as_str()) => {}
            What::Sign('.' | ':' | 'º' | '°' | '#' | '-' | '(' | '"') => {}
            _ => break,
        }
    }
    let value = Decimal::from_str(&digits).ok()?.normalize();
    let range = tokens[start?].range.start..tokens[at].range.end;
    Some(Figure {
        kind: CautionKind::UnsupportedRegistration,
        values: vec![value],
        unit: String::new(),
        range,
    })
}

/// Whether a number of registration may stand behind the folded word.
fn is_registration_word(word: &str) -> bool {
    matches!(
        word,
        "registro"
            | "registros"
            | "registration"
            | "reg"
            | "mapa"
            | "registrado"
            | "registrada"
            | "registered"
    )
}

/// Lists every whole number of three digits or more: what a registration number may be found among.
pub(crate) fn long_numbers(text: &str) -> Vec<Decimal> {
    tokenize_figures(text)
        .iter()
        .filter(|token| matches!(token.what, What::Number(_)))
        .map(|token| text[token.range.clone()].chars().filter(char::is_ascii_digit).collect::<String>())
        .filter(|digits| (3..=12).contains(&digits.len()))
        .filter_map(|digits| Decimal::from_str(&digits).ok())
        .map(|value| value.normalize())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agree(a: &str, b: &str) -> bool {
        let (a, b) = (extract_figures(a), extract_figures(b));
        assert!(!a.is_empty() && !b.is_empty(), "{a:?} {b:?}");
        a.iter().any(|a| b.iter().any(|b| a.agrees(b)))
    }

    #[test]
    fn the_same_value_is_the_same_however_written() {
        for (a, b) in [
            ("R$ 1.250,00", "1250 reais"),
            ("R$1250", "custa R$ 1.250,00 à vista"),
            ("**R$ 489,90**", "BRL 489.9"),
            ("R$ 1,2 mil", "R$ 1.200"),
            ("o preço é 489,90", "R$ 489,90"),
            ("2,5 L/ha", "2.5 l / ha"),
            ("2,5 litros por hectare", "2500 mL/ha"),
            ("250 mL/100 L de água", "2,5 ml por litro"),
            ("0,5 kg/ha", "500 g/ha"),
            ("2 a 3 L/ha", "3 L/ha"),
            ("2 a 3 L/ha", "2 L/ha"),
            ("1, 2 ou 3 L/ha", "1 L/ha"),
            ("200 g i.a./ha", "200 g/ha"),
            ("2 L de produto comercial por hectare", "2 L/ha"),
            ("2 L de Ferrugen 200 SC por hectare", "2 L/ha"),
            ("60 kg de semente/ha", "60 kg/ha"),
            ("50 mL para cada 20 L de água", "2,5 mL/L"),
            ("50 mL em 20 L", "2,5 mL/L"),
            ("3 kg ha-1", "3 kg/ha"),
            ("0,5% v/v", "0.5 % v/v"),
            ("1 kg por alqueire", "1000 g/alqueire"),
            ("registro MAPA nº 17622", "Reg. 17.622"),
            ("registro no Ministério da Agricultura sob o nº 017622", "MAPA 17622"),
        ] {
            assert!(agree(a, b), "{a} = {b}: {:?} {:?}", extract_figures(a), extract_figures(b));
        }
    }

    #[test]
    fn different_values_or_units_are_different() {
        for (a, b) in [
            ("R$ 1.250,00", "R$ 1.251,00"),
            ("R$ 30", "US$ 30"),
            ("2,5 L/ha", "25 L/ha"),
            ("2,5 L/ha", "2,5 kg/ha"),
            ("2,5 L/ha", "2,5 L/alqueire"),
            ("2,5 mL/L", "2,5 L/ha"),
            ("MAPA 17622", "MAPA 17623"),
        ] {
            assert!(!agree(a, b), "{a} ≠ {b}");
        }
    }

    #[test]
    fn other_numbers_state_nothing() {
        for text in [
            "2,4-D amina",
            "adubo 04-14-08",
            "galão de 20 L",
            "2 L para o milho",
            "galão de 20 L. 5 por caixa",
            "20 L de óleo e 3 km por dia",
            "leve 5 kg em 2 dias",
            "3 produtos em 5 dias",
            "safra 2024/25",
            "480 SL",
            "ligue 0800 722 6001 ou 192",
            "preço de 2 produtos",
            "50 km",
        ] {
            assert_eq!(extract_figures(text), [], "{text}");
        }
    }

    #[test]
    fn a_package_is_no_dose() {
        for text in [
            "galão de 20 L. Dose de 2 L/ha",
            "galão 20 L dose 2 L/ha",
            "20 L, use 2 L/ha",
            "20 L\n2 L por ha",
        ] {
            let found: Vec<&str> =
                extract_figures(text).into_iter().map(|figure| &text[figure.range]).collect();
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].starts_with("2 L"), "{found:?}");
        }
    }

    #[test]
    fn the_text_of_a_figure_is_its_own() {
        let text = "Use de 2,0 a 3,0 L/ha, por R$ 1.250,00.";
        let found: Vec<&str> = extract_figures(text).into_iter().map(|figure| &text[figure.range]).collect();
        assert_eq!(found, ["2,0 a 3,0 L/ha", "3,0 L/ha", "R$ 1.250,00"]);
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "[0-9.,R$ /%aALlkghmõnº°-]{0,60}|\\PC{0,60}") {
            for figure in extract_figures(&text) {
                prop_assert!(text.get(figure.range).is_some());
            }
        }

        #[test]
        fn an_amount_agrees_with_itself(cents in 1u64..100_000_000) {
            let price = crate::catalog::Price::new(Decimal::new(cents as i64, 2)).expect("a price");
            let pt = super::super::money::format_amount(price, "BRL", crate::search::Lang::PtBr);
            prop_assert!(extract_figures(&pt)[0].values.contains(&price.amount().normalize()), "{}", pt);
        }
    }
}
