//! Prices of a record that is sold in packages: each is that of its package, and one by the litre that of a litre.
//!
//! A sentence gives a price to the package whose amount stands before it, else to the one right behind it. Where
//! none is named, it may be that of any package on sale.

use super::prices::{ABOUT, ABOVE, BELOW, is_near};
use super::quantities::{Dimension, words_before};
use super::record::{CitedRecord, PackagePrice};
use super::sentence::Sentence;
use crate::catalog::BaseUnit;
use crate::chat::CautionKind;
use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, word_at};
use crate::chat::grounding::figures::{ANY_MONEY, Figure};
use crate::text::normalize_text;
use rust_decimal::Decimal;
use std::ops::Range;

/// Prices of which sums and differences are formed at most.
const MAX_PRICES: usize = 40;
/// What ends the part of a sentence that a price is told in.
const PART_ENDS: [&str; 10] = [", ", ";", "(", ")", " e ", " ou ", " mas ", " and ", " or ", " but "];
/// Words beside a sum or a difference of prices.
const RECKONING: [&str; 14] = [
    "a mais",
    "a menos",
    "diferenca*",
    "mais car*",
    "mais barat*",
    "economi*",
    "junt*",
    "soma*",
    "total",
    "ao todo",
    "os dois",
    "as duas",
    "difference",
    "together",
];

/// So much of a base unit, by which a price is told.
type PriceUnit = (BaseUnit, Decimal);

/// A price in a sentence, with what it is of.
pub(super) struct StatedPrice {
    range: Range<usize>,
    unit: Option<PriceUnit>,
    /// The places of the packages that are named with it; none where it may be of any.
    packages: Vec<usize>,
}

/// Whether the figure is an amount of money.
pub(super) fn is_money(figure: &Figure) -> bool {
    matches!(figure.unit.as_str(), "BRL" | "USD" | "EUR" | ANY_MONEY)
}

/// Whether the price is told by a unit of which the record's one package holds more or less: what a box of 500 g
/// costs is no price of a kilogram.
pub(super) fn is_told_by_other_unit(figure: &Figure, sentence: &Sentence<'_>, record: &CitedRecord) -> bool {
    let Some(((base, many), _)) = unit_behind(&sentence.tokens, figure.range.end) else { return false };
    let dimension = match base {
        BaseUnit::Kilogram => Dimension::Measure("g"),
        BaseUnit::Litre => Dimension::Measure("ml"),
        _ => return false,
    };
    let size = (many * Decimal::ONE_THOUSAND).normalize();
    let package = record.package.as_ref().filter(|package| package.dimension == dimension);
    package.is_some_and(|package| !package.values.contains(&size))
}

/// The prices of a sentence, as they are of the packages of `record`.
pub(super) fn read_stated_prices(sentence: &Sentence<'_>, record: &CitedRecord) -> Vec<StatedPrice> {
    let text = |range: Range<usize>| sentence.text.get(range).unwrap_or_default();
    let figures: Vec<&Figure> = sentence.figures.iter().filter(|figure| is_money(figure)).collect();
    let (mut begin, mut last): (usize, Vec<usize>) = (0, Vec::new());
    let mut prices = Vec::with_capacity(figures.len());
    for (nth, figure) in figures.iter().enumerate() {
        let limit = figures.get(nth + 1).map_or(sentence.text.len(), |next| next.range.start);
        let behind = unit_behind(&sentence.tokens, figure.range.end);
        let end = behind.map_or(figure.range.end, |(_, end)| end);
        let unit =
            behind.map(|(unit, _)| unit).or_else(|| unit_before(sentence, &(begin..figure.range.start)));
        let mut packages = find_named(record, text(begin..figure.range.start));
        begin = end;
        if packages.is_empty() {
            let part = first_part(text(end..limit));
            packages = find_named(record, part);
            begin += if packages.is_empty() { 0 } else { part.len() };
        }
        // `R$ 189,90 (R$ 7,60 por quilo)`
        if packages.is_empty() && unit.is_some() {
            packages.clone_from(&last);
        }
        last.clone_from(&packages);
        prices.push(StatedPrice { range: figure.range.clone(), unit, packages });
    }
    prices
}

/// Whether the price is that of the package that is named with it, or follows from it; where none is named, from any.
pub(super) fn is_price_of_record(
    figure: &Figure,
    prices: &[StatedPrice],
    sentence: &Sentence<'_>,
    record: &CitedRecord,
) -> bool {
    let is_known = matches!(record.currency.as_str(), "BRL" | "USD" | "EUR");
    if is_known && figure.unit != ANY_MONEY && figure.unit != record.currency {
        return false;
    }
    let Some(stated) = prices.iter().find(|price| price.range == figure.range) else { return false };
    let named: Vec<&PackagePrice> =
        stated.packages.iter().filter_map(|at| record.packages.get(*at)).collect();
    let is_named = !named.is_empty();
    let meant = if is_named { named } else { record.packages.iter().collect() };
    let states = |value: Decimal| figure.values.contains(&value.normalize());
    // `R$ 189,90 a unidade` is said of bags.
    let by_piece =
        |package: &&PackagePrice| package.unit_price.is_some_and(|price| price.base == BaseUnit::Piece);
    let unit = stated.unit.filter(|(base, _)| *base != BaseUnit::Piece || meant.iter().any(by_piece));
    let is_package_price = record.packages.iter().any(|package| states(package.price));
    let own = record.price.filter(|_| !is_named && (unit.is_none() || !is_package_price));
    let values: Vec<Decimal> = match unit {
        Some(unit) => meant.iter().filter_map(|package| price_by(package, unit)).collect(),
        None => meant.iter().map(|package| package.price).collect(),
    };
    let is_within = |percent: i64| {
        values.iter().any(|price| figure.values.iter().any(|value| is_near(*value, *price, percent)))
    };
    // A price by the unit is rounded.
    is_within(i64::from(unit.is_some()))
        || is_limit_of(figure, sentence, &values)
        || (words_say(figure, sentence, &ABOUT) && is_within(3))
        || (unit.is_none() && values.iter().any(|price| is_multiple(figure, sentence, *price)))
        || own.is_some_and(|_| super::prices::follows_from_prices(figure, sentence, &[record]))
        || own.is_some_and(states)
        || adds_up(figure, sentence, unit)
        || (!is_package_price && record.text_evidence.has_figure(figure))
}

/// The price of so much of a base unit in the package.
fn price_by(package: &PackagePrice, (base, size): PriceUnit) -> Option<Decimal> {
    package.unit_price.filter(|price| price.base == base)?.amount.checked_mul(size)
}

fn words_say(figure: &Figure, sentence: &Sentence<'_>, words: &[&str]) -> bool {
    words_before(&sentence.tokens, figure.range.start, 4).any(|word| words.contains(&word))
}

/// Whether the price is said to be a limit of one of `values`, and is one.
fn is_limit_of(figure: &Figure, sentence: &Sentence<'_>, values: &[Decimal]) -> bool {
    let is_beyond = |holds: fn(&Decimal, &Decimal) -> bool| {
        values.iter().any(|price| figure.values.iter().any(|value| holds(price, value)))
    };
    let is_above = words_say(figure, sentence, &BELOW) && !sentence.has_any_phrase(&["a menos"]);
    let is_below = words_say(figure, sentence, &ABOVE) && !sentence.has_any_phrase(&["a mais"]);
    (is_above && is_beyond(|price, value| price < value))
        || (is_below && is_beyond(|price, value| price > value))
}

/// Whether the figure is the price of so many packages, or of one of the pieces that the sentence counts: what is
/// measured counts nothing.
fn is_multiple(figure: &Figure, sentence: &Sentence<'_>, price: Decimal) -> bool {
    let overlaps = |range: &Range<usize>| {
        let is_price = |other: &&Figure| other.kind == CautionKind::UnsupportedPrice && is_money(other);
        let mut prices = sentence.figures.iter().filter(is_price);
        prices.any(|other| other.range.start < range.end && range.start < other.range.end)
    };
    let states = |value: Decimal| figure.values.contains(&value.normalize());
    let counts = sentence.quantities.iter().filter(|quantity| {
        !matches!(quantity.dimension, Dimension::Measure(_))
            && !overlaps(&quantity.range)
            && !sentence.is_in_name(&quantity.range)
    });
    counts.flat_map(|quantity| &quantity.numbers).any(|count| {
        price.checked_mul(*count).is_some_and(states)
            || price.checked_div(*count).is_some_and(|value| states(value.round_dp(2)))
    })
}

/// Whether the figure is a sum or a difference of two prices of the records, where the sentence speaks of one.
fn adds_up(figure: &Figure, sentence: &Sentence<'_>, unit: Option<PriceUnit>) -> bool {
    if !sentence.has_any_phrase(&RECKONING) {
        return false;
    }
    let states = |value: Decimal| figure.values.contains(&value.round_dp(2).normalize());
    let prices: Vec<Decimal> = match unit {
        Some(unit) => {
            let packages = sentence.held_to.iter().flat_map(|record| &record.packages);
            packages.filter_map(|package| price_by(package, unit)).take(MAX_PRICES).collect()
        }
        None => {
            let own = sentence.held_to.iter().filter_map(|record| record.price);
            let packages = sentence.held_to.iter().flat_map(|record| &record.packages);
            packages.map(|package| package.price).chain(own).take(MAX_PRICES).collect()
        }
    };
    prices.iter().enumerate().any(|(at, one)| {
        prices[at + 1..]
            .iter()
            .any(|other| states((one - other).abs()) || one.checked_add(*other).is_some_and(states))
    })
}

/// The places of the packages that the text names: by how much they hold, or by a label that does not say it.
fn find_named(record: &CitedRecord, text: &str) -> Vec<usize> {
    let folded = normalize_text(text);
    let is_named = |package: &PackagePrice| match package.content {
        Some(content) => content.is_named_in(text),
        None => !package.label.is_empty() && holds_words(&folded, &package.label),
    };
    let packages = record.packages.iter().enumerate().filter(|(_, package)| is_named(package));
    if folded.is_empty() { Vec::new() } else { packages.map(|(at, _)| at).collect() }
}

/// Whether the words stand in the text, and are no part of others.
fn holds_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        !text[..at].ends_with(char::is_alphanumeric)
            && !text[at + words.len()..].starts_with(char::is_alphanumeric)
    })
}

/// The part of a sentence that a price before it may be of.
fn first_part(text: &str) -> &str {
    let end = PART_ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// The unit right behind a price, and where it ends: `R$ 7,60/kg`, `por quilo`, `o litro`.
fn unit_behind(tokens: &[Token], end: usize) -> Option<(PriceUnit, usize)> {
    let first = tokens.iter().position(|token| token.range.start >= end)?;
    let at = first + usize::from(sign_at(tokens, first) == Some('('));
    let is_article = matches!(word_at(tokens, at), Some("o" | "a" | "the"));
    let leads = is_article
        || sign_at(tokens, at) == Some('/')
        || matches!(word_at(tokens, at), Some("por" | "per" | "cada" | "each" | "pelo" | "pela"));
    // `A t` and `o l` are no units.
    let is_letter = word_at(tokens, at + 1).is_some_and(|word| word.len() < 2);
    price_unit_at(tokens, at + 1).filter(|_| leads && !(is_article && is_letter))
}

/// The unit at `at`, and where it ends.
fn price_unit_at(tokens: &[Token], at: usize) -> Option<(PriceUnit, usize)> {
    let is_thousand =
        numbers_at(tokens, at).contains(&Decimal::ONE_THOUSAND) || word_at(tokens, at) == Some("mil");
    let at = at + usize::from(is_thousand);
    let word = word_at(tokens, at)?;
    let unit = match (is_thousand, price_unit_called(word)?) {
        (true, (BaseUnit::ThousandSeeds, _)) => (BaseUnit::ThousandSeeds, Decimal::ONE),
        (true, _) => return None,
        (false, unit) => unit,
    };
    Some((unit, tokens.get(at)?.range.end))
}

/// The unit of prices that the word names.
fn price_unit_called(word: &str) -> Option<PriceUnit> {
    let thousandth = Decimal::new(1, 3);
    Some(match word {
        "l" | "lt" | "litro" | "liter" | "litre" => (BaseUnit::Litre, Decimal::ONE),
        "ml" | "mililitro" => (BaseUnit::Litre, thousandth),
        "kg" | "quilo" | "quilograma" | "kilo" | "kilogram" => (BaseUnit::Kilogram, Decimal::ONE),
        "g" | "grama" | "gram" => (BaseUnit::Kilogram, thousandth),
        "t" | "ton" | "tonelada" | "tonne" => (BaseUnit::Kilogram, Decimal::ONE_THOUSAND),
        "milheiro" => (BaseUnit::ThousandSeeds, Decimal::ONE),
        "semente" | "sementes" | "seed" | "seeds" => (BaseUnit::ThousandSeeds, thousandth),
        "un" | "unidade" | "peca" | "unit" | "piece" => (BaseUnit::Piece, Decimal::ONE),
        _ => return None,
    })
}

/// The unit that leads a price: `o quilo sai a R$ 7,60`, but not `2 ml por litro de calda`.
fn unit_before(sentence: &Sentence<'_>, range: &Range<usize>) -> Option<PriceUnit> {
    let words: Vec<&str> = sentence
        .words
        .iter()
        .filter(|(_, at)| at.start >= range.start && at.end <= range.end)
        .map(|(word, _)| word.as_str())
        .collect();
    (1..words.len()).rev().find_map(|at| {
        let leads = matches!(words[at - 1], "o" | "do" | "da" | "a" | "the" | "cada" | "each");
        let opens = at == 1 && matches!(words[0], "por" | "per");
        price_unit_called(words[at])
            .filter(|(base, _)| (leads || opens) && words[at].len() > 1 && *base != BaseUnit::Piece)
    })
}
