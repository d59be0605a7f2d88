//! Amounts against what the record says they are of: the concentration of each ingredient, the share of each nutrient,
//! and the size of what it is packed in.

use super::quantities::{Dimension, Quantity, find_quantities};
use super::record::CitedRecord;
use super::sentence::Sentence;
use super::words::stems_of_word;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use std::ops::Range;

/// Words between an amount and the ingredient that it is of, at most: `250 g/L de bifentrina`.
const NEAR: usize = 3;
/// Containers, folded.
const CONTAINERS: [&str; 26] = [
    "saco",
    "sacos",
    "galao",
    "galoes",
    "frasco",
    "frascos",
    "caixa",
    "caixas",
    "pacote",
    "pacotes",
    "balde",
    "baldes",
    "bombona",
    "bombonas",
    "sache",
    "saches",
    "pote",
    "potes",
    "lata",
    "latas",
    "envelope",
    "embalagem",
    "bag",
    "bottle",
    "box",
    "pack",
];

/// The place of a concentration that is that of another ingredient, or of none.
pub(super) fn find_wrong_concentration(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let mut masses =
        sentence.quantities.iter().filter(|quantity| quantity.dimension == Dimension::Measure("g"));
    masses.find_map(|quantity| {
        // `240 gramas de cimoxanil` in a bag is what it holds, and no concentration.
        if !sentence.text[quantity.range.end..].trim_start().starts_with('/') {
            return None;
        }
        let mut behind = sentence.words.iter().filter(|(_, at)| at.start >= quantity.range.end).take(NEAR);
        behind.find(|(word, _)| matches!(word.as_str(), "de" | "of"))?;
        let (ingredient, at) = behind.next()?;
        let parts: Vec<String> = sentence
            .find_meant_records(&quantity.range)
            .into_iter()
            .filter_map(|record| concentration_of(record, ingredient))
            .collect();
        let states = |part: &String| {
            find_quantities(part).iter().any(|own| {
                own.dimension == quantity.dimension
                    && own.values.iter().any(|value| quantity.values.contains(value))
            })
        };
        (!parts.is_empty() && !parts.iter().any(states)).then_some(quantity.range.start..at.end)
    })
}

/// What the record says of the ingredient's concentration: `bifentrina 50 g/L`.
fn concentration_of(record: &CitedRecord, ingredient: &str) -> Option<String> {
    let all = normalize_text(record.attribute("concentracao")?);
    let names = |part: &&str| {
        plain_words(part)
            .any(|word| stems_of_word(word).any(|own| stems_of_word(ingredient).any(|s| s == own)))
    };
    all.split(" + ").find(names).map(str::to_owned)
}

/// The place of a package of another size than the one that the record is packed in.
pub(super) fn find_wrong_package(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    sentence.quantities.iter().find_map(|quantity| {
        let container = container_of(sentence, quantity)?;
        let [record] = sentence.held_to[..] else { return None };
        let package = record.package.as_ref().filter(|package| package.dimension == quantity.dimension)?;
        let has = |own: &Quantity| {
            own.dimension == quantity.dimension
                && own.values.iter().any(|value| quantity.values.contains(value))
        };
        let is_known = has(package) || record.quantities.iter().any(has) || !record.packages.is_empty();
        (!is_known && !sentence.is_in_name(&quantity.range)).then_some(container.start..quantity.range.end)
    })
}

/// The container that the amount is the size of: `pacote de 500 gramas`.
fn container_of(sentence: &Sentence<'_>, quantity: &Quantity) -> Option<Range<usize>> {
    if !matches!(quantity.dimension, Dimension::Measure("ml" | "g")) {
        return None;
    }
    let mut before = sentence.words.iter().rev().filter(|(_, at)| at.end <= quantity.range.start);
    let mut last = before.next()?;
    if matches!(last.0.as_str(), "de" | "com" | "of") {
        last = before.next()?;
    }
    CONTAINERS.contains(&last.0.as_str()).then(|| last.1.clone())
}

/// What attributes call the share of a nutrient, and how people do.
const SHARES: [(&str, &[&str]); 14] = [
    ("n_pct", &["nitrogenio", "n"]),
    ("p2o5_pct", &["p2o5", "fosforo"]),
    ("k2o_pct", &["k2o", "potassio"]),
    ("s_pct", &["enxofre"]),
    ("ca_pct", &["calcio"]),
    ("b_pct", &["boro"]),
    ("zn_pct", &["zinco"]),
    ("mg_pct", &["magnesio"]),
    ("mn_pct", &["manganes"]),
    ("cu_pct", &["cobre"]),
    ("fe_pct", &["ferro"]),
    ("mo_pct", &["molibdenio"]),
    ("co_pct", &["cobalto"]),
    ("proteina_bruta_pct", &["proteina"]),
];

/// A share of a nutrient that is not that of the record: `20 % de P2O5`.
pub(super) fn find_wrong_share(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let shares = sentence.quantities.iter().filter(|quantity| quantity.dimension == Dimension::Measure("%"));
    shares.into_iter().find_map(|share| {
        let mut behind = sentence.words.iter().filter(|(_, range)| range.start >= share.range.end);
        let (word, range) =
            behind.next().filter(|(word, _)| matches!(word.as_str(), "de" | "of")).and(behind.next())?;
        let (attribute, _) = SHARES.iter().find(|(_, names)| names.contains(&word.as_str()))?;
        let meant = sentence.find_meant_records(&share.range);
        let own: Vec<&str> = meant.iter().filter_map(|record| record.attribute(attribute)).collect();
        let states =
            |own: &&str| own.parse::<Decimal>().is_ok_and(|own| share.values.contains(&own.normalize()));
        (!own.is_empty() && !own.iter().any(states)).then_some(share.range.start..range.end)
    })
}
