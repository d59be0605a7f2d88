//! Prices against the records: stated, rounded, added up, by the litre, and compared with one another.

use super::quantities::{Dimension, Quantity, words_before};
use super::record::CitedRecord;
use super::sentence::Sentence;
use crate::chat::grounding::figures::Figure;
use rust_decimal::Decimal;
use std::ops::Range;

/// Words that round a price.
pub(super) const ABOUT: [&str; 18] = [
    "cerca",
    "aproximadamente",
    "aprox",
    "uns",
    "umas",
    "torno",
    "volta",
    "quase",
    "praticamente",
    "perto",
    "beira",
    "proximo",
    "faixa",
    "pouco",
    "about",
    "around",
    "roughly",
    "almost",
];
/// Words that make a price a limit from above, or from below.
pub(super) const BELOW: [&str; 6] = ["menos", "abaixo", "ate", "under", "below", "less"];
pub(super) const ABOVE: [&str; 5] = ["mais", "acima", "over", "above", "more"];

/// Whether the price `figure` follows from the prices of `meant`: rounded, as a limit, times the pieces
/// that the sentence counts, by the unit of the package, as a difference or a sum of what is cited. Prices of
/// packages are held against their own package elsewhere.
pub(super) fn follows_from_prices(figure: &Figure, sentence: &Sentence<'_>, meant: &[&CitedRecord]) -> bool {
    let unit = per_unit(sentence);
    let prices: Vec<Decimal> = meant.iter().filter_map(|record| price_by(record, unit)).collect();
    let before: Vec<&str> = words_before(&sentence.tokens, figure.range.start, 4).collect();
    let is = |words: &[&str]| before.iter().any(|word| words.contains(word));
    let states = |value: Decimal| figure.values.contains(&value.normalize());
    if by_amount(figure, unit, meant, is(&BELOW)) {
        return true;
    }
    if is(&ABOUT) && prices.iter().any(|price| figure.values.iter().any(|value| is_near(*value, *price, 3))) {
        return true;
    }
    if is(&BELOW) && !sentence.has_any_phrase(&["a menos"]) {
        return prices.iter().any(|price| figure.values.iter().any(|value| price < value));
    }
    if is(&ABOVE) && !sentence.has_any_phrase(&["a mais"]) {
        return prices.iter().any(|price| figure.values.iter().any(|value| price > value));
    }
    let by_unit = unit.is_some()
        && prices.iter().any(|price| figure.values.iter().any(|value| is_near(*value, *price, 1)));
    let pieces = || {
        let counts = |quantity: &&Quantity| quantity.dimension != Dimension::Measure("%");
        sentence.quantities.iter().filter(counts).flat_map(|quantity| &quantity.numbers).copied()
    };
    let times = |price: &Decimal| {
        pieces().any(|count| {
            price.checked_mul(count).is_some_and(states)
                || price.checked_div(count).is_some_and(|value| states(value.round_dp(2)))
        })
    };
    let plain: Vec<Decimal> = sentence.held_to.iter().filter_map(|record| record.price).collect();
    let differs =
        plain.iter().any(|one| plain.iter().any(|other| one != other && states((one - other).abs())));
    let added = plain.len() > 1 && states(plain.iter().sum());
    by_unit || plain.iter().any(times) || differs || added
}

/// Whether the price is that of a litre, a metre and so on, by any amount that the record gives of that: what
/// a package makes (`rende 70 litros`) is a size of it as well.
fn by_amount(
    figure: &Figure,
    unit: Option<(&'static str, Decimal)>,
    meant: &[&CitedRecord],
    is_limit: bool,
) -> bool {
    let Some((base, many)) = unit else { return false };
    // Which price belongs to which package of several is said by its own price by the unit.
    meant.iter().filter(|record| record.packages.is_empty()).any(|record| {
        let price = record.price.and_then(|price| price.checked_mul(many));
        let amounts = record.quantities.iter().filter(|own| own.dimension == Dimension::Measure(base));
        amounts.flat_map(|own| &own.values).filter_map(|amount| price?.checked_div(*amount)).any(|price| {
            figure.values.iter().any(|value| {
                is_near(*value, price, 2) || (is_limit && is_near(*value, price, 10) && price < *value)
            })
        })
    })
}

/// Whether the words before `at` round what stands there.
pub(super) fn is_about(sentence: &Sentence<'_>, at: usize) -> bool {
    words_before(&sentence.tokens, at, 3).any(|word| ABOUT.contains(&word))
}

/// Whether the value is within `percent` of the price.
pub(super) fn is_near(value: Decimal, price: Decimal, percent: i64) -> bool {
    (value - price).abs() * Decimal::ONE_HUNDRED <= price * Decimal::from(percent)
}

/// The unit by which the sentence gives a price, as the base and how many of these it is.
fn per_unit(sentence: &Sentence<'_>) -> Option<(&'static str, Decimal)> {
    let by = |unit: &str| {
        let phrases =
            [format!("por {unit}"), format!("o {unit}"), format!("a {unit}"), format!("cada {unit}")];
        phrases.iter().any(|phrase| sentence.find(phrase).is_some())
    };
    [
        ("litro", "ml", 1_000),
        ("mililitro", "ml", 1),
        ("quilo", "g", 1_000),
        ("kg", "g", 1_000),
        ("tonelada", "g", 1_000_000),
        ("metro", "cm", 100),
    ]
    .into_iter()
    .find(|(unit, ..)| by(unit))
    .map(|(_, base, many)| (base, Decimal::from(many)))
}

/// The price of a record, by the unit where one is meant and the package says how much it holds.
fn price_by(record: &CitedRecord, unit: Option<(&'static str, Decimal)>) -> Option<Decimal> {
    let price = record.price?;
    let Some((base, many)) = unit else { return Some(price) };
    let package = record.package.as_ref().filter(|package| package.dimension == Dimension::Measure(base));
    let Some(amount) = package.and_then(|package| package.values.first()).filter(|amount| !amount.is_zero())
    else {
        return Some(price);
    };
    price.checked_mul(many)?.checked_div(*amount)
}

/// A comparison of prices that is not so: where it stands.
pub(super) fn find_wrong_comparison(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let mentions = sentence.mentions();
    let priced: Vec<(usize, Decimal)> = {
        let unit = per_unit(sentence);
        mentions.iter().filter_map(|(at, record)| Some((*at, price_by(record, unit)?))).collect()
    };
    find_wrong_order(sentence, &priced)
        .or_else(|| find_wrong_equality(sentence, &priced))
        .or_else(|| find_wrong_ratio(sentence, &priced))
}

/// How the cheaper and the dearer of two are named.
const CHEAPER: [&str; 12] = [
    "mais barat*",
    "menor preco",
    "menor valor",
    "mais em conta",
    "custa menos",
    "custam menos",
    "sai menos",
    "a menos",
    "preco menor",
    "cheap*",
    "mais economic*",
    "menos car*",
];
const DEARER: [&str; 9] = [
    "mais car*",
    "maior preco",
    "maior valor",
    "custa mais",
    "custam mais",
    "a mais",
    "preco maior",
    "more expensive",
    "menos barat*",
];

/// Where a sentence says cheaper or dearer of prices that stand the other way round.
fn find_wrong_order(sentence: &Sentence<'_>, priced: &[(usize, Decimal)]) -> Option<Range<usize>> {
    let find = |phrases: &[&str]| phrases.iter().find_map(|phrase| sentence.find(phrase));
    let (range, cheaper) =
        find(&CHEAPER).map(|at| (at, true)).or_else(|| find(&DEARER).map(|at| (at, false)))?;
    let in_order = |subject: Decimal, other: Decimal| if cheaper { subject < other } else { subject > other };
    let before = priced.iter().rfind(|(at, _)| *at < range.start);
    let behind = priced.iter().find(|(at, _)| *at >= range.end);
    let compares = sentence.words.iter().filter(|(_, word)| word.start >= range.end).take(4);
    let compares = compares.into_iter().any(|(word, _)| matches!(word.as_str(), "que" | "than"));
    if compares {
        let ((_, subject), (_, other)) = before.zip(behind)?;
        return (!in_order(*subject, *other)).then_some(range);
    }
    if sentence.has_any_phrase(&["mais do dobro", "mais que o dobro", "mais do que o dobro"]) {
        return None;
    }
    let (_, subject) = match (before, behind) {
        (Some(before), Some(behind)) => {
            // `a mais barata é a 02-20-20 [3]`: what is named behind, where the verb leads to it.
            let leads = sentence.words.iter().find(|(_, word)| word.start >= range.end);
            let leads = leads.is_some_and(|(word, _)| {
                matches!(word.as_str(), "e" | "sao" | "entre" | "dos" | "das" | "is")
            });
            if leads { behind } else { before }
        }
        (one, other) => one.or(other)?,
    };
    let all: Vec<Decimal> = if priced.len() > 1 {
        priced.iter().map(|(_, price)| *price).collect()
    } else {
        let unit = per_unit(sentence);
        sentence.all.iter().filter_map(|record| price_by(record, unit)).collect()
    };
    let first = |one: &Decimal| all.iter().all(|other| one == other || in_order(*one, *other));
    (all.len() > 1 && !first(subject)).then_some(range)
}

/// Where a sentence says that prices are the same which differ.
fn find_wrong_equality(sentence: &Sentence<'_>, priced: &[(usize, Decimal)]) -> Option<Range<usize>> {
    let equal = ["mesmo preco", "custam igual", "custam o mesmo", "same price"];
    let range = equal.iter().find_map(|phrase| sentence.find(phrase))?;
    let (_, first) = priced.first()?;
    (priced.len() > 1 && priced.iter().any(|(_, price)| price != first)).then_some(range)
}

/// Where a sentence says half, twice or so many times of prices that are in another ratio.
fn find_wrong_ratio(sentence: &Sentence<'_>, priced: &[(usize, Decimal)]) -> Option<Range<usize>> {
    if !sentence.has_any_phrase(&["preco*", "custa*", "valor*", "cost*", "price*"]) {
        return None;
    }
    let named = [
        ("metade", Decimal::new(5, 1)),
        ("dobro", Decimal::TWO),
        ("triplo", Decimal::from(3)),
        ("half", Decimal::new(5, 1)),
        ("twice", Decimal::TWO),
    ];
    // `Superfosfato triplo` is a name.
    let in_name = |word: &str| sentence.held_to.iter().any(|record| record.has_phrase(word));
    let ratio = named
        .into_iter()
        .filter(|(word, _)| !in_name(word))
        .find_map(|(word, ratio)| Some((sentence.find(word)?, ratio)));
    let times = || {
        let range = sentence.find("vezes o").or_else(|| sentence.find("vezes mais"))?;
        let at = sentence.tokens.iter().position(|token| token.range.start == range.start)?;
        let count = crate::chat::grounding::figures::tokens::numbers_at(&sentence.tokens, at.checked_sub(1)?)
            .first()?;
        Some((range, *count))
    };
    let (range, ratio) = ratio.or_else(times)?;
    let before = priced.iter().rfind(|(at, _)| *at < range.start);
    let behind = priced.iter().find(|(at, _)| *at >= range.end);
    let ((_, subject), (_, other)) = before.zip(behind)?;
    let told = other.checked_mul(ratio)?;
    // `Mais que o dobro`, `menos da metade`: the ratio is a limit.
    let follows_word =
        |words: &[&str]| words_before(&sentence.tokens, range.start, 3).any(|word| words.contains(&word));
    let is_beyond = (follows_word(&ABOVE) && *subject > told) || (follows_word(&BELOW) && *subject < told);
    (!is_beyond && !is_near(*subject, told, 3)).then_some(range)
}
