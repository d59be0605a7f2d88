//! What a retrieved record says, ready to be compared with a sentence.

use super::quantities::{Dimension, Quantity, find_quantities, unit_in_name};
use super::words::{denied_stems, same_things, stems_of_word};
use crate::catalog::{Package, PackageContent, UnitPrice};
use crate::chat::grounding::evidence::{Evidence, faq_text, item_text};
use crate::chat::grounding::packages::write_packages;
use crate::search::Hit;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::fmt::Write;

/// A record that an answer may cite.
#[derive(Debug, Clone, Default)]
pub struct CitedRecord {
    /// Its figures and its name.
    pub(super) evidence: Evidence,
    /// Whether it is an item; a FAQ has no price and no maker of its own.
    pub(super) is_item: bool,
    pub(super) price: Option<Decimal>,
    /// Its packages on sale that have a price.
    pub(super) packages: Vec<PackagePrice>,
    /// The currency of all its prices.
    pub(super) currency: String,
    /// Of a record with packages: what its texts prove, without the prices that it has as such.
    pub(super) text_evidence: Evidence,
    /// The price as it is written.
    pub(super) written_price: String,
    /// The whole record, folded.
    pub(super) text: String,
    /// The words of the record, stemmed for a comparison across parts of speech.
    pub(super) stems: FxHashSet<String>,
    /// Stems that stand in denials and warnings alone: `não usar em cavalos`.
    pub(super) denied: FxHashSet<String>,
    pub(super) quantities: Vec<Quantity>,
    /// What it is packed in: the size of one piece.
    pub(super) package: Option<Quantity>,
    /// Attributes by their folded name.
    pub(super) attributes: Vec<(String, String)>,
    pub(super) needs_prescription: Option<bool>,
    pub(super) manufacturer: String,
    /// Whether nothing is left of it; none where its stock is not known.
    pub(super) is_out: Option<bool>,
}

/// A package on sale, with what it costs.
#[derive(Debug, Clone)]
pub(super) struct PackagePrice {
    /// Its label, folded.
    pub(super) label: String,
    pub(super) price: Decimal,
    pub(super) content: Option<PackageContent>,
    pub(super) unit_price: Option<UnitPrice>,
}

impl PackagePrice {
    fn of_package(package: &Package) -> Option<Self> {
        Some(Self {
            label: normalize_text(&package.label),
            price: package.price?.amount(),
            content: package.content(),
            unit_price: package.unit_price(),
        })
    }
}

impl CitedRecord {
    /// Mark by which an answer cites the record.
    pub fn mark(&self) -> u32 {
        self.evidence.mark()
    }

    /// Every hit as a record, numbered as [`crate::chat::types::sources::number_sources`] does.
    pub fn of_hits(items: &[Hit], faqs: &[Hit]) -> Vec<Self> {
        let evidence = Evidence::of_hits(items, faqs);
        let hits =
            items.iter().filter(|hit| hit.item.is_some()).chain(faqs.iter().filter(|hit| hit.faq.is_some()));
        evidence.into_iter().zip(hits).map(|(evidence, hit)| Self::of_hit(evidence, hit)).collect()
    }

    /// Items and FAQs in one list, numbered from 1 in its order.
    pub fn of_numbered_hits(hits: &[Hit]) -> Vec<Self> {
        let record = |hit: &Hit, mark| {
            let alone = std::slice::from_ref(hit);
            let evidence = Evidence::of_hits(alone, alone).into_iter().next()?;
            Some(Self::of_hit(evidence.with_mark(mark), hit))
        };
        hits.iter().zip(1..).filter_map(|(hit, mark)| record(hit, mark)).collect()
    }

    fn of_hit(evidence: Evidence, hit: &Hit) -> Self {
        let Some(item) = &hit.item else {
            let text = hit.faq.as_ref().map(faq_text).unwrap_or_default();
            return Self { evidence, ..Self::of_text(&text) };
        };
        let mut text = item_text(hit).unwrap_or_default();
        for (name, value) in &item.attributes {
            let unit = unit_in_name(name).or_else(|| name.rsplit('_').next().filter(|_| value.is_number()));
            if let Some(unit) = unit {
                let _ = write!(text, "\n{} {} {unit}", name.replace('_', " "), write_value(value));
            }
            if value == &Value::Bool(true) {
                let _ = write!(text, "\n{}.", name.replace('_', " "));
            }
            // A property that it lacks is one that is denied.
            if value == &Value::Bool(false) {
                let _ = write!(text, "\nnão {}.", name.replace('_', " "));
            }
        }
        let attribute = |name: &str| item.attributes.get(name);
        let package = attribute("embalagem").map(write_value).and_then(|said| find_package_size(&said));
        let in_name = || find_package_size(&item.name);
        let packages: Vec<PackagePrice> =
            item.packages_on_sale().filter_map(PackagePrice::of_package).collect();
        let own_price = item.price.map(|price| write_price(price, &item.currency));
        let packed = Some(write_packages(item)).filter(|_| !packages.is_empty());
        Self {
            evidence,
            is_item: true,
            price: item.price.map(|price| price.amount()),
            text_evidence: if packages.is_empty() { Evidence::default() } else { read_text_evidence(hit) },
            packages,
            currency: item.currency.clone(),
            written_price: own_price.into_iter().chain(packed).collect::<Vec<_>>().join("; "),
            package: package.or_else(in_name),
            attributes: item
                .attributes
                .iter()
                .map(|(name, value)| (normalize_text(name), write_value(value)))
                .collect(),
            needs_prescription: attribute("exige_receituario").and_then(Value::as_bool),
            manufacturer: normalize_text(item.manufacturer.as_deref().unwrap_or_default()),
            is_out: hit.stock.as_ref().map(|stock| stock.is_out),
            ..Self::of_texts(&text, &hit.snippet)
        }
    }

    fn of_text(text: &str) -> Self {
        Self::of_texts(text, "")
    }

    /// What a record says, and a passage that may be of a brochure: no period and no count of applications is proven
    /// by that.
    fn of_texts(text: &str, passage: &str) -> Self {
        // Line by line: what one field denies says nothing of the next.
        let folded = text.lines().chain(passage.lines()).map(normalize_text).collect::<Vec<_>>().join("\n");
        let stems = plain_words(&folded).flat_map(stems_of_word).collect();
        let mut quantities = find_quantities(text);
        quantities.extend(find_quantities(passage).into_iter().filter(|amount| !amount.is_of_use()));
        Self { stems, denied: denied_stems(&folded), quantities, text: folded, ..Self::default() }
    }

    /// Whether the record has the word, in whatever form.
    pub(super) fn has_word(&self, word: &str) -> bool {
        stems_of_word(word).any(|stem| self.stems.contains(&stem))
            || stems_of_word(word).last().is_some_and(|root| {
                root.len() >= LEAST_ROOT && self.stems.iter().any(|stem| stem.starts_with(&root))
            })
            || word.len() >= LEAST_SHARED && self.stems.iter().any(|stem| shares_root(stem, word))
            || same_things(word).any(|other| stems_of_word(other).any(|stem| self.stems.contains(&stem)))
    }

    /// Whether the record has the word in denials and warnings alone.
    pub(super) fn denies_word(&self, word: &str) -> bool {
        let is_denied = |word: &str| {
            stems_of_word(word).any(|stem| self.stems.contains(&stem))
                && stems_of_word(word).all(|stem| self.denied.contains(&stem) || !self.stems.contains(&stem))
        };
        is_denied(word)
            || same_things(word).any(is_denied) && !same_things(word).any(|other| self.states_word(other))
    }

    /// Whether the record has the word outside of denials and warnings.
    pub(super) fn states_word(&self, word: &str) -> bool {
        stems_of_word(word).any(|stem| self.stems.contains(&stem) && !self.denied.contains(&stem))
    }

    /// Whether a word, or a phrase, of the record begins so.
    pub(super) fn has_phrase(&self, beginning: &str) -> bool {
        self.text.match_indices(beginning).any(|(at, _)| !self.text[..at].ends_with(char::is_alphanumeric))
    }

    /// The value of the attribute `name`, where it has one.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// What the texts of an item prove, without the prices that it has as such.
fn read_text_evidence(hit: &Hit) -> Evidence {
    let mut hit = hit.clone();
    if let Some(item) = &mut hit.item {
        item.price = None;
        item.packages.clear();
    }
    Evidence::of_item(&hit).unwrap_or_default()
}

/// A root of so many letters is enough for one word to be a form of another: `tolera`, `tolerante`.
const LEAST_ROOT: usize = 5;

/// So many letters in common make two words of one root: `resistente`, `resistência`.
const LEAST_SHARED: usize = 7;

/// Whether two words begin alike but for their last four letters.
fn shares_root(one: &str, other: &str) -> bool {
    let shared = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    shared >= LEAST_SHARED && shared + 4 >= one.len().max(other.len())
}

/// The price in Portuguese, as the record's text has it.
fn write_price(price: crate::catalog::Price, currency: &str) -> String {
    crate::chat::grounding::money::format_amount(price, currency, crate::search::Lang::PtBr)
}

/// A value as text, a list with commas.
fn write_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(write_value).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The last measured amount in the name of a package: `saco 25 kg`.
fn find_package_size(text: &str) -> Option<Quantity> {
    let is_size = |quantity: &Quantity| matches!(quantity.dimension, Dimension::Measure("ml" | "g" | "cm"));
    find_quantities(text).into_iter().rfind(is_size)
}
