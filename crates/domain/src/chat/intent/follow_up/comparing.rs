//! Comparisons of the items that were shown: `quanto a mais?`, `qual tem mais fósforo?`.

use super::coreference::of_items;
use super::ordering::{find_in_lists, find_last_ones, many_of};
use crate::catalog::Item;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::count_words::is_package;
use crate::chat::intent::reading::counting::is_packed_in;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::SynonymIndex;
use crate::text::{normalize_text, plain_words};

/// Most words of a thing that was not shown and is compared with the last one.
const MOST_NAMED: usize = 3;

/// What compares what was shown: `quanto a mais?` by price, `qual tem mais fósforo?` by an attribute.
pub(super) fn compare_shown(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if let Some(different) = ask_difference(reading, lists, index) {
        return Some(different);
    }
    let stems = stems_of(message);
    let two = many_of(message) == Some(2)
        || ["dois", "duas", "both"].iter().any(|word| stems.contains(&stems_of(word)[0]));
    // `Qual das 2 é mais cara?`
    let names_nothing = || reading.telling_words().iter().all(|word| word == "2");
    if two && reading.order.is_some() && names_nothing() && !lists.is_empty() {
        let (order, per, budget) = (reading.order, reading.per, reading.budget);
        let excluded = reading.excluded.clone();
        let two = find_last_ones(message, lists)?;
        return Some(CatalogQuestion { order, per, budget, excluded, ..of_items(&two) });
    }
    if let Some(either) = choose_alternatives(reading, lists, index) {
        return Some(CatalogQuestion { order: reading.order, per: reading.per, ..of_items(&either) });
    }
    // `O regador é mais barato que ele?`
    let told = reading.telling_words();
    if reading.order.is_some() && !told.is_empty() && compares_with_shown(message) {
        let named = find_in_lists(&WantedTerms::of(&told, index), lists);
        let Some(one) = named.first() else {
            return Some(CatalogQuestion { query: told.join(" "), ..CatalogQuestion::default() });
        };
        let other = lists.iter().flatten().find(|item| item.id != one.id)?;
        return Some(CatalogQuestion { order: reading.order, ..of_items(&[*one, *other]) });
    }
    if let Some(items) = choose_priced(message, reading, lists, index) {
        return Some(CatalogQuestion { order: reading.order, per: reading.per, ..of_items(&items) });
    }
    let most = WORDS.most.are_in(&stems);
    if !most && !WORDS.least.are_in(&stems) {
        return None;
    }
    let wanted = WantedTerms::of(&reading.telling_words(), index);
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

/// `Quanto a mais?` of two that were shown; `o carioca é mais caro quanto?` of the last one and what is named, which is
/// looked for where it was not shown.
fn ask_difference(
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if !reading.asks_difference {
        return None;
    }
    let last = *lists.first()?.first()?;
    let mut chosen: Vec<&Item> = Vec::new();
    let mut unshown: Vec<Vec<String>> = Vec::new();
    for words in name_compared(&reading.rest) {
        match find_in_lists(&WantedTerms::of(&words, index), lists).first() {
            Some(item) if chosen.iter().any(|known| known.id == item.id) => {}
            Some(item) => chosen.push(*item),
            None if names_unshown(&words, lists, index) => unshown.push(words),
            None => {}
        }
    }
    let two = match (chosen.as_slice(), unshown.as_slice()) {
        ([one, other, ..], _) => vec![*one, *other],
        ([one], []) if one.id != last.id => vec![*one, last],
        ([one], [words]) => return Some(ask_difference_beside(one, words)),
        ([], [words]) => return Some(ask_difference_beside(last, words)),
        ([], [_, _, ..]) => return None,
        _ => lists.iter().find(|list| list.len() == 2).cloned().or_else(|| find_last_two(lists))?,
    };
    Some(CatalogQuestion { asks_difference: true, ..of_items(&two) })
}

/// The words of each thing that a comparison names: `o regador é mais caro quanto que a bota?`
fn name_compared(rest: &str) -> Vec<Vec<String>> {
    let mut parts = vec![rest];
    for between in [" que ", " e ", " ou ", " pro ", " pra ", " para ", " than ", " and ", " or "] {
        parts = parts.into_iter().flat_map(|part| part.split(between)).collect();
    }
    parts.into_iter().map(telling_words).filter(|words| !words.is_empty()).collect()
}

/// Whether the words name a thing that was not shown. `A diferença por hectare` names none.
fn names_unshown(words: &[String], lists: &[Vec<&Item>], index: &SynonymIndex) -> bool {
    let wanted = WantedTerms::of(words, index);
    let names = |term: &&Term| {
        let stems = stems_of(&term.said);
        !names_nothing_of_its_own(term) && !WORDS.agronomy.are_in(&stems) && !WORDS.faq.are_in(&stems)
    };
    let is_new =
        |term: &Term| lists.iter().flatten().all(|item| ItemWords::of(item).holds(term) < Holding::Made);
    let own: Vec<&Term> = wanted.terms.iter().filter(names).collect();
    !own.is_empty() && own.len() <= MOST_NAMED && own.iter().all(|term| is_new(term))
}

/// Asks how far the prices of an item and of what is named beside it are apart.
fn ask_difference_beside(item: &Item, words: &[String]) -> CatalogQuestion {
    let question = of_items(&[item]);
    let query = format!("{} {}", question.query, words.join(" "));
    CatalogQuestion { query, beside: words.to_vec(), asks_difference: true, ..question }
}

/// What of the shown items a price by a unit is asked of: what is named, what is packed as it is said, or the newest.
/// `Qual sai mais barata por grama?` after two that were shown one by one asks of both.
fn choose_priced<'a>(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&'a Item>],
    index: &SynonymIndex,
) -> Option<Vec<&'a Item>> {
    reading.per?;
    let newest = lists.first()?;
    let told = reading.telling_words();
    if !told.is_empty() {
        // `Qual adubo é o mais barato por quilo?` asks of all of them.
        let named = find_in_lists(&WantedTerms::of(&told, index), lists);
        return Some(named).filter(|named| !named.is_empty() && reading.order.is_none());
    }
    let two = find_last_two(lists).filter(|_| newest.len() == 1 && reading.order.is_some());
    let folded = normalize_text(message);
    let packages: Vec<&str> = plain_words(&folded).filter(|word| is_package(word)).collect();
    let is_packed = |item: &&Item| packages.iter().any(|word| is_packed_in(item, &stems_of(word)));
    let packed: Vec<&Item> = newest.iter().copied().filter(is_packed).collect();
    Some(two.unwrap_or_else(|| if packed.is_empty() { newest.clone() } else { packed }))
}

/// `O azevém ou a aveia, qual sai mais em conta?`: what was shown of each alternative.
fn choose_alternatives<'a>(
    reading: &MessageReading,
    lists: &[Vec<&'a Item>],
    index: &SynonymIndex,
) -> Option<Vec<&'a Item>> {
    reading.order?;
    let mut chosen: Vec<&Item> = Vec::new();
    let parts = reading.rest.split(" ou ").flat_map(|part| part.split(" or "));
    for part in parts {
        let found = find_in_lists(&WantedTerms::of(&telling_words(part), index), lists);
        chosen.extend(found.first().filter(|item| chosen.iter().all(|known| known.id != item.id)));
    }
    (chosen.len() > 1).then_some(chosen)
}

/// `… que ele?`, `than that one?`
pub(super) fn compares_with_shown(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    words.windows(2).any(|pair| {
        let than = matches!(pair[0], "que" | "than");
        than && matches!(pair[1], "ele" | "ela" | "esse" | "essa" | "este" | "esta" | "it" | "that" | "this")
    })
}

/// The number that an item has under an attribute which the words name.
fn attribute_of(item: &Item, wanted: &WantedTerms) -> Option<f64> {
    let is_named = |key: &str| wanted.terms.iter().any(|term| names_attribute(term, key));
    item.attributes
        .iter()
        .find(|(key, value)| value.is_number() && is_named(key))
        .and_then(|(_, value)| value.as_f64())
}

/// The last two that were spoken of one by one, or the one that was and another of the list before.
fn find_last_two<'a>(lists: &[Vec<&'a Item>]) -> Option<Vec<&'a Item>> {
    let first = *lists.first()?.first()?;
    let second = lists.iter().flatten().find(|item| item.id != first.id)?;
    Some(vec![first, *second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

    #[test]
    fn of_the_last_two_also_in_a_digit_the_dearer_one_is_asked_for() {
        let items = [("Motosserra", "1590"), ("Roçadeira Lateral", "1290")];
        let items = items.map(|(name, price)| item_hit(name, Some(price), "").item);
        let mut items: Vec<Item> = items.into_iter().flatten().collect();
        for (item, id) in items.iter_mut().zip(1..) {
            item.id = uuid::Uuid::from_u128(id);
        }
        let lists = [vec![&items[1]], vec![&items[0]]];
        for (message, records) in [("qual das 2 é mais cara?", 2), ("qual das duas é mais cara?", 2)] {
            let compared =
                compare_shown(message, &MessageReading::of(message), &lists, &SynonymIndex::default());
            let compared = compared.unwrap_or_else(|| panic!("{message}"));
            assert_eq!((compared.records.len(), compared.order.is_some()), (records, true), "{message}");
        }
        let message = "quero a mais cara de 2 kg";
        let sized = compare_shown(message, &MessageReading::of(message), &lists, &SynonymIndex::default());
        assert!(sized.is_none_or(|question| question.records.len() != 2), "a size is no number of things");
    }

    #[test]
    fn a_price_is_compared_with_that_of_a_thing_that_was_not_shown() {
        let items = ["Feijão Preto PF 31", "Ureia Comum"].map(|name| item_hit(name, Some("10"), "").item);
        let items: Vec<Item> = items.into_iter().flatten().collect();
        let lists = [vec![&items[0]]];
        let compare = |message: &str| {
            let reading = MessageReading::of(message);
            compare_shown(message, &reading, &lists, &SynonymIndex::default()).map(|question| question.beside)
        };
        assert_eq!(compare("o carioca é mais caro quanto?"), Some(vec!["carioca".to_owned()]));
        assert_eq!(compare("qual a diferença de preço na safra?"), None, "there is one alone");
        let lists = [vec![&items[0], &items[1]]];
        let message = "qual a diferença de preço entre os dois?";
        let compared = compare_shown(message, &MessageReading::of(message), &lists, &SynonymIndex::default());
        assert_eq!(compared.map(|question| question.beside), Some(Vec::new()), "the two that were shown");
    }
}
