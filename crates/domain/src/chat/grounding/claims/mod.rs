//! Every sentence about an item, held against the record it cites.
//!
//! [`super::fact_check`] compares figures; here is what else a sentence can get wrong: a product that is not
//! there, words that belong to another record, amounts in words, prices that follow from others or do not,
//! and statements that need a word of the record (prescription, stock, delivery, promises of effect). What
//! the record carries in whatever form passes; what it does not carry is named together with what the cited
//! source says.

mod binding;
mod composition;
mod package_prices;
mod prices;
mod quantities;
mod record;
mod reversals;
mod sentence;
mod stock;
mod terms;
mod topics;
mod use_commands;
mod use_pieces;
mod use_sources;
mod use_statements;
mod use_targets;
mod words;

#[cfg(test)]
mod tests;

pub use binding::{BoundAnswer, bind_unmarked};
pub use record::CitedRecord;
pub use terms::{CatalogTerms, find_content_words};
pub use use_sources::{UseSource, find_unnamed_sources, passage_adds_use};
pub(crate) use use_statements::{UseTopics, find_use_rows, find_use_statements};
pub use use_statements::{asks_of_use, keep_use_statements};
pub(crate) use use_targets::find_target_choices;

use super::evidence::Evidence;
use super::fact_check::{Claim, find_unsupported, keep_outermost_claims, unsupported_words};
use super::figures::Figure;
use super::sentences::find_sentence_ranges;
use crate::chat::types::response::SourceSaying;
use crate::chat::{Caution, CautionKind};
use package_prices::{StatedPrice, is_money, is_price_of_record, is_told_by_other_unit, read_stated_prices};
use quantities::{Dimension, Quantity};
use sentence::Sentence;
use std::ops::Range;
use stock::find_wrong_stock;

/// Longest sentence whose words are read.
const MAX_SENTENCE_BYTES: usize = 2_000;

/// A caution for each claim of `answer` that its records do not carry. `answer` has its marks checked
/// already ([`super::citations::bind_citation_marks`]).
pub fn find_unsupported_claims(
    answer: &str,
    records: &[CitedRecord],
    terms: &CatalogTerms<'_>,
) -> Vec<Caution> {
    let mut cautions = Vec::new();
    for range in find_sentence_ranges(answer) {
        let text = &answer[range];
        // What is so long is no sentence, and is compared as one figure by figure.
        if text.len() > MAX_SENTENCE_BYTES {
            let evidence: Vec<Evidence> = records.iter().map(|record| record.evidence.clone()).collect();
            cautions.extend(find_unsupported(text, &evidence));
            continue;
        }
        let sentence = Sentence::read(text, records);
        for (kind, range) in find_claims(&sentence, terms) {
            let meant = find_meant(&sentence, &range);
            cautions.push(Caution {
                kind,
                sentence: text.to_owned(),
                claim: text[range].to_owned(),
                source: meant
                    .map(|record| SourceSaying { number: record.mark(), says: says_of(record, kind) }),
            });
        }
    }
    cautions
}

/// What the record says where a claim of `kind` stands; empty where it says nothing of the kind.
fn says_of(record: &CitedRecord, kind: CautionKind) -> String {
    match kind {
        CautionKind::UnsupportedPrice => record.written_price.clone(),
        _ => String::new(),
    }
}

/// The record that a claim is of: the one that it was compared with; of several, the one that is named or
/// cited nearest before it.
fn find_meant<'a>(sentence: &Sentence<'a>, range: &Range<usize>) -> Option<&'a CitedRecord> {
    let mentions = sentence.mentions();
    let before = mentions.iter().rfind(|(at, _)| *at <= range.start);
    match (sentence.find_meant_records(range).as_slice(), before.or(mentions.first())) {
        ([one], _) => Some(one),
        (_, Some((_, record))) => Some(record),
        _ => None,
    }
}

fn find_claims(sentence: &Sentence<'_>, terms: &CatalogTerms<'_>) -> Vec<Claim> {
    let mut found = find_figures(sentence);
    // A question states nothing, and to say that something is not known claims nothing of it.
    if sentence.text.trim_end().ends_with('?') || topics::is_absence(sentence) {
        return keep_outermost_claims(found);
    }
    let fact = |range: Range<usize>| (CautionKind::UnsupportedFact, range);
    found.extend(find_unsupported_quantities(sentence).map(fact));
    found.extend(topics::find_unsupported_topic(sentence).map(fact));
    if sentence.is_about_records {
        found.extend(
            prices::find_wrong_comparison(sentence).map(|range| (CautionKind::UnsupportedPrice, range)),
        );
        found.extend(find_wrong_stock(sentence).map(fact));
        found.extend(topics::find_wrong_prescription(sentence).map(fact));
        found.extend(topics::find_wrong_mixing(sentence).map(fact));
        found.extend(topics::find_unsupported_release(sentence).map(fact));
        found.extend(topics::find_wrong_form(sentence).map(fact));
        found.extend(topics::find_wrong_group(sentence).map(fact));
        found.extend(composition::find_wrong_share(sentence).map(fact));
        found.extend(terms::find_opposite(sentence).map(fact));
        found.extend(terms::find_wrong_exemption(sentence).map(fact));
        found.extend(composition::find_wrong_concentration(sentence).map(fact));
        found.extend(composition::find_wrong_package(sentence).map(fact));
        found.extend(reversals::find_wrong_denial(sentence).map(fact));
        found.extend(reversals::find_wrong_degree(sentence).map(fact));
        found.extend(reversals::find_denied_effect(sentence).map(fact));
        found.extend(reversals::find_wrong_place(sentence).map(fact));
        found.extend(terms::find_denied_words(sentence).into_iter().map(fact));
        found.extend(find_foreign_words(sentence, terms).into_iter().map(fact));
    }
    keep_outermost_claims(found)
}

/// Prices, doses and registrations that no record carries and that follow from none.
fn find_figures(sentence: &Sentence<'_>) -> Vec<Claim> {
    let evidence: Vec<_> = sentence.held_to.iter().map(|record| &record.evidence).collect();
    let packed: Vec<(u32, Vec<StatedPrice>)> = sentence
        .held_to
        .iter()
        .filter(|record| !record.packages.is_empty())
        .map(|record| (record.mark(), read_stated_prices(sentence, record)))
        .collect();
    // What a record says of one package proves nothing of another, and a price of a package none by the litre.
    let states_price = |figure: &Figure, record: &CitedRecord| match packed
        .iter()
        .find(|(mark, _)| *mark == record.mark())
    {
        Some((_, prices)) => is_price_of_record(figure, prices, sentence, record),
        None => record.evidence.has_figure(figure) && !is_told_by_other_unit(figure, sentence, record),
    };
    let follows = |figure: &Figure, meant: &[&CitedRecord]| {
        let plain: Vec<&CitedRecord> =
            meant.iter().copied().filter(|record| record.packages.is_empty()).collect();
        (!plain.is_empty() || sentence.held_to.len() > 1)
            && prices::follows_from_prices(figure, sentence, &plain)
    };
    let is_carried = |figure: &Figure| {
        let meant = sentence.find_meant_records(&figure.range);
        // What a FAQ says holds for every product.
        let faqs = sentence.held_to.iter().filter(|record| !record.is_item);
        if is_money(figure) {
            return meant.iter().any(|record| states_price(figure, record))
                || faqs.clone().any(|record| record.evidence.has_figure(figure))
                || follows(figure, &meant);
        }
        let is_registration = figure.kind == CautionKind::UnsupportedRegistration;
        let all = sentence.held_to.iter().filter(|_| is_registration);
        meant.iter().chain(faqs).chain(all).any(|record| record.evidence.has_figure(figure))
    };
    let mut found: Vec<Claim> = sentence
        .figures
        .iter()
        .filter(|figure| !is_carried(figure))
        .map(|figure| (figure.kind, figure.range.clone()))
        .collect();
    found.extend(unsupported_words(&sentence.text, &evidence));
    found
}

/// Things that a sentence counts although no record does: what it speaks of.
const COUNTED: [&str; 20] = [
    "opcao",
    "opco",
    "produt",
    "item",
    "itens",
    "formul",
    "marc",
    "alternativ",
    "tip",
    "modelo",
    "option",
    "product",
    "cultivar",
    "frasc",
    "gala",
    "calcari",
    "vez",
    "passo",
    "etapa",
    "coisa",
];

/// The places of amounts that no record has.
fn find_unsupported_quantities(sentence: &Sentence<'_>) -> impl Iterator<Item = Range<usize>> {
    let sells = sentence.figures.iter().any(|figure| figure.kind == CautionKind::UnsupportedPrice);
    let is_free = move |quantity: &&Quantity| {
        let overlaps =
            |range: &Range<usize>| range.start < quantity.range.end && quantity.range.start < range.end;
        let counts_records = [sentence.held_to.len(), sentence.all.len()]
            .iter()
            .any(|count| quantity.values.contains(&(*count).into()));
        let pieces = match &quantity.dimension {
            Dimension::Pieces(stem) => {
                sells
                    || COUNTED.iter().any(|noun| stem.starts_with(noun))
                    || (counts_records && !quantity.in_digits)
            }
            Dimension::None => sells || (counts_records && !quantity.in_digits),
            Dimension::Measure(_) => false,
        };
        sentence.figures.iter().any(|figure| overlaps(&figure.range))
            || sentence.is_in_name(&quantity.range)
            || pieces
    };
    let is_carried = |quantity: &&Quantity| {
        let is_about = prices::is_about(sentence, quantity.range.start);
        sentence.held_to.iter().any(|record| {
            let factors = || sentence.counts().chain(&record.quantities).cloned().collect::<Vec<_>>();
            has_amount(record, quantity) || quantity.follows_from(&factors(), is_about)
        }) || is_difference(sentence, quantity)
    };
    sentence
        .quantities
        .iter()
        .filter(move |quantity| !is_free(quantity) && !is_carried(quantity))
        .map(|quantity| quantity.range.clone())
}

/// Whether the record has the amount; of pieces that it counts itself, as many.
fn has_amount(record: &CitedRecord, quantity: &Quantity) -> bool {
    let of_kind = |own: &&Quantity| {
        matches!(quantity.dimension, Dimension::Pieces(_)) && own.dimension == quantity.dimension
    };
    let counted = record.quantities.iter().any(|own| of_kind(&own));
    record.quantities.iter().any(|own| (!counted || of_kind(&own)) && quantity.agrees(own))
}

/// Whether the amount is what one record has more than another: `cinco quilos a menos`.
fn is_difference(sentence: &Sentence<'_>, quantity: &Quantity) -> bool {
    let compares = sentence.has_any_phrase(&["a menos", "a mais", "diferenca*", "mais que", "menos que"]);
    let alike = |record: &CitedRecord| -> Vec<Quantity> {
        record.quantities.iter().filter(|own| own.dimension == quantity.dimension).cloned().collect()
    };
    let all: Vec<Vec<Quantity>> = sentence.held_to.iter().map(|record| alike(record)).collect();
    let states = |one: &Quantity, other: &Quantity| {
        let values = one.values.first().zip(other.values.first());
        values.is_some_and(|(one, other)| quantity.values.contains(&(one - other).abs().normalize()))
    };
    compares
        && all.iter().any(|own| own.iter().any(|one| all.iter().flatten().any(|other| states(one, other))))
}

/// Phrases that say something of each record that is cited.
const EACH: [&str; 10] =
    ["os dois", "as duas", "ambos", "ambas", "os tres", "as tres", "todos", "todas", "tanto", "both"];

/// Runs of words that no record has; in a part that speaks of each record, that one of them has not.
fn find_foreign_words(sentence: &Sentence<'_>, terms: &CatalogTerms<'_>) -> Vec<Range<usize>> {
    let mut found = terms::find_foreign_words(sentence, &sentence.held_to, terms);
    if let Some(each) =
        EACH.iter().find_map(|phrase| sentence.find(phrase)).filter(|at| !is_behind_of(sentence, at))
    {
        let end = sentence.text[each.end..].find(';').map_or(sentence.text.len(), |at| each.end + at);
        for record in &sentence.held_to {
            let missing = terms::find_foreign_words(sentence, &[*record], terms);
            found.extend(
                missing.into_iter().filter(|range| {
                    range.start >= each.end && range.end <= end && !sentence.is_in_name(range)
                }),
            );
        }
    }
    join_runs(&sentence.text, found)
}

/// Whether `dos dois`, `entre os dois` stands there, which picks one of them.
fn is_behind_of(sentence: &Sentence<'_>, at: &Range<usize>) -> bool {
    let before = sentence.words.iter().rfind(|(_, range)| range.end <= at.start);
    before.is_some_and(|(word, _)| matches!(word.as_str(), "entre" | "de" | "of" | "between"))
}

/// Most bytes between two words of one claim.
const MAX_GAP: usize = 6;

/// `places`, those that stand close together as one.
fn join_runs(text: &str, mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.sort_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for place in places {
        match joined.last_mut() {
            Some(last)
                if place.start <= last.end + MAX_GAP
                    && !text
                        .get(last.end..place.start)
                        .unwrap_or_default()
                        .contains(['.', ';', ':', '(']) =>
            {
                last.end = last.end.max(place.end);
            }
            _ => joined.push(place),
        }
    }
    joined
}
