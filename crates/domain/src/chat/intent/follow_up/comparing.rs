//! Comparisons of the items that were shown: `quanto a mais?`, `qual tem mais fósforo?`.

use super::coreference::of_items;
use super::ordering::{find_in_lists, find_last_ones};
use crate::catalog::Item;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::SynonymIndex;
use crate::text::{normalize_text, plain_words};

/// Most words that name one thing to compare with.
const MOST_NAMING: usize = 2;

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
        return Some(CatalogQuestion { order: reading.order, per: reading.per, ..of_items(&two) });
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
    // `Qual sai mais barata por grama?` after two that were shown one by one.
    let newest = lists.first()?;
    if reading.per.is_some() && reading.telling_words().is_empty() {
        let two = find_last_two(lists).filter(|_| newest.len() == 1 && reading.order.is_some());
        let items = two.unwrap_or_else(|| newest.clone());
        return Some(CatalogQuestion { order: reading.order, per: reading.per, ..of_items(&items) });
    }
    if reading.asks_difference {
        if let Some(beside) = compare_with_unshown(&told, newest, lists, index) {
            return Some(beside);
        }
        let two = lists.iter().find(|list| list.len() == 2).cloned().or_else(|| find_last_two(lists))?;
        return Some(CatalogQuestion { asks_difference: true, ..of_items(&two) });
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

/// `O carioca é mais caro quanto?` after another bean: what the words name is looked for beside what was spoken of.
fn compare_with_unshown(
    told: &[String],
    newest: &[&Item],
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let one = newest.first()?;
    let wanted = WantedTerms::of(told, index);
    // `A diferença por hectare` names no product.
    let names = |term: &Term| {
        let stems = stems_of(&term.said);
        !names_nothing_of_its_own(term) && !WORDS.agronomy.are_in(&stems) && !WORDS.faq.are_in(&stems)
    };
    let is_new =
        |term: &Term| lists.iter().flatten().all(|item| ItemWords::of(item).holds(term) < Holding::Made);
    let own: Vec<&Term> = wanted.terms.iter().filter(|term| names(term)).collect();
    if own.is_empty() || own.len() > MOST_NAMING || !own.iter().all(|term| is_new(term)) {
        return None;
    }
    let shown = of_items(&[*one]);
    let query = format!("{} {}", shown.query, told.join(" "));
    Some(CatalogQuestion { query, beside: told.to_vec(), asks_difference: true, ..shown })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

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
