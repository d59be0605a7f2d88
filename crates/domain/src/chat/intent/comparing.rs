//! Sums and comparisons over the items that were shown: `4 bombonas desse`, `os dois dá quanto?`, `qual tem
//! mais fósforo?`.

use super::catalog_question::CatalogQuestion;
use super::coreference::of_items;
use super::counting::Count;
use super::pointing::find_holding;
use super::reading::MessageReading;
use super::telling::telling_words;
use super::wanted::{Held, Wanted, names_attribute};
use super::words::{WORDS, stems_of};
use crate::catalog::Item;
use crate::search::Sort;
use crate::synonyms::SynonymIndex;

/// A sum over what was shown: `4 bombonas desse`, `3 rolos e 200 mourões`, `os dois dá quanto?`. What is
/// named and was not shown is looked for beside it.
pub(super) fn count_shown(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let newest = lists.first()?;
    let counts = match reading.counts.is_empty() {
        false => reading.counts.clone(),
        true if reading.asks_total => read_parts(message),
        true => return None,
    };
    let mut meant: Vec<&Item> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for count in &counts {
        let wanted = Wanted::of(&count.words, index);
        let mut each = lists.iter().map(|list| find_holding(list, &wanted, Held::Made));
        let mut named = || each.find(|found| !found.is_empty());
        match count.words.is_empty() {
            true => meant.extend(count.keep_in_package(newest.clone(), |item| item)),
            false => match named() {
                // Of several things each is one item.
                Some(found) if counts.len() > 1 => meant.extend(found.first()),
                Some(found) => meant.extend(found),
                None => unknown.extend(count.words.iter().cloned()),
            },
        }
    }
    if counts.is_empty() {
        meant = find_last_ones(message, lists)?;
    }
    if meant.is_empty() {
        return None;
    }
    // `15 sacos do mais barato`
    if let Some(order) = reading.order {
        meant.sort_by_key(|item| item.price.is_none());
        meant.sort_by(|a, b| match order {
            Sort::PriceDesc => b.price.cmp(&a.price),
            _ => (a.price.is_none(), a.price).cmp(&(b.price.is_none(), b.price)),
        });
        meant.truncate(1);
    }
    let mut seen = Vec::new();
    meant.retain(|item| {
        !seen.contains(&item.id) && {
            seen.push(item.id);
            true
        }
    });
    let question = of_items(&meant);
    let query = std::iter::once(question.query).chain(unknown).collect::<Vec<_>>().join(" ");
    Some(CatalogQuestion { query, counts, asks_total: reading.asks_total, ..question })
}

/// What compares what was shown: `quanto a mais?` by price, `qual tem mais fósforo?` by an attribute.
pub(super) fn compare_shown(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let stems = stems_of(message);
    let two = ["dois", "duas", "both"].iter().any(|word| stems.contains(&stems_of(word)[0]));
    if two && reading.order.is_some() && reading.telling_words().is_empty() && lists.first()?.len() != 2 {
        let two = find_last_ones(message, lists)?;
        return Some(CatalogQuestion { order: reading.order, ..of_items(&two) });
    }
    if WORDS.difference.are_in(&stems) {
        let two = lists.iter().find(|list| list.len() == 2).cloned().or_else(|| find_last_two(lists))?;
        return Some(CatalogQuestion { asks_difference: true, ..of_items(&two) });
    }
    let most = WORDS.most.are_in(&stems);
    if !most && !WORDS.least.are_in(&stems) {
        return None;
    }
    let wanted = Wanted::of(&reading.telling_words(), index);
    let mut measured: Vec<(&Item, f64)> = Vec::new();
    for item in lists.iter().flatten() {
        if let Some(number) =
            attribute_of(item, &wanted).filter(|_| measured.iter().all(|(known, _)| known.id != item.id))
        {
            measured.push((item, number));
        }
    }
    if measured.len() < 2 {
        return None;
    }
    measured.sort_by(|a, b| if most { b.1.total_cmp(&a.1) } else { a.1.total_cmp(&b.1) });
    let items: Vec<&Item> = measured.into_iter().map(|(item, _)| item).collect();
    Some(of_items(&items))
}

/// The number that an item has under an attribute which the words name.
fn attribute_of(item: &Item, wanted: &Wanted) -> Option<f64> {
    let named = |key: &str| wanted.terms.iter().any(|term| names_attribute(term, key));
    item.attributes
        .iter()
        .find(|(key, value)| value.is_number() && named(key))
        .and_then(|(_, value)| value.as_f64())
}

/// The last two that were spoken of one by one, or the one that was and another of the list before.
fn find_last_two<'a>(lists: &[Vec<&'a Item>]) -> Option<Vec<&'a Item>> {
    let first = *lists.first()?.first()?;
    let second = lists.iter().flatten().find(|item| item.id != first.id)?;
    Some(vec![first, *second])
}

/// The things that a sum names between `+`, commas and `e`.
fn read_parts(message: &str) -> Vec<Count> {
    let rest =
        MessageReading::of(message).rest.replace(" e ", "+").replace(" and ", "+").replace(" mais ", "+");
    let parts = rest.split(['+', ',', ';']).map(telling_words);
    let parts: Vec<Vec<String>> = parts.filter(|words| !words.is_empty()).collect();
    let count = |words| Count { number: rust_decimal::Decimal::ONE, unit: None, words };
    if parts.len() > 1 { parts.into_iter().map(count).collect() } else { Vec::new() }
}

/// `Os dois`: the last two that were spoken of one by one, or else the newest list.
fn find_last_ones<'a>(message: &str, lists: &[Vec<&'a Item>]) -> Option<Vec<&'a Item>> {
    let stems = stems_of(message);
    let said = |words: [&str; 4]| words.iter().any(|word| stems.contains(&stems_of(word)[0]));
    let many = match (said(["dois", "duas", "both", "two"]), said(["três", "three", "tres", "3"])) {
        (true, _) => 2,
        (_, true) => 3,
        _ => return lists.first().cloned(),
    };
    let newest = lists.first()?;
    if newest.len() == many {
        return Some(newest.clone());
    }
    let mut last: Vec<&Item> = Vec::new();
    for one in lists.iter().filter_map(|list| list.first()) {
        if !last.iter().any(|item| item.id == one.id) {
            last.push(one);
        }
    }
    last.truncate(many);
    (last.len() == many).then_some(last)
}
