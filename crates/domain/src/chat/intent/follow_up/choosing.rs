//! Which of the things that a conversation holds a message is about: what was shown last or the list before
//! it, something new of the catalog, or the frequent question that was answered.

use super::coreference::of_items;
use super::ordering::{find_last_ones, many_of};
use super::pointing::MOST_ASKED;
use super::topic::{find_records, go_on_with_topic, is_courtesy, points_at_said};
use crate::catalog::Item;
use crate::chat::ChatSource;
use crate::chat::intent::catalog_question::{CatalogQuestion, MAX_QUERY_CHARS, is_about_dealer};
use crate::chat::intent::doubt::Doubt;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms};
use crate::chat::intent::wording::message_facts::has_product_code;
use crate::chat::intent::wording::ordinals::parse_ordinal;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{normalize_text, plain_words};

/// The question of a message that speaks for itself, as far as its words tell: what was shown last may be
/// meant where its record holds them.
pub fn ask_alone(
    message: &str,
    shown: &[Vec<ChatSource>],
    items: &[Item],
    index: &SynonymIndex,
) -> CatalogQuestion {
    let question = CatalogQuestion::alone(message, index);
    let lists = find_records(shown, items);
    let newest = lists.first().filter(|newest| newest.len() <= MOST_ASKED);
    let conditions = question.is_narrower()
        || question.discount.is_some()
        || question.reckons()
        || !question.budget.is_open();
    match newest.filter(|_| !conditions && !has_product_code(message) && !is_about_dealer(message, index)) {
        Some(newest) => {
            let doubt = doubt_of(question.query.clone(), newest, false);
            CatalogQuestion { doubt: Some(doubt), ..question }
        }
        None => question,
    }
}

pub(super) fn doubt_of(words: String, shown: &[&Item], points: bool) -> Doubt {
    let of_shown = of_items(shown);
    Doubt { words, shown: of_shown.records, names: of_shown.query, points }
}

/// `Cobra quanto por isso?` after a frequent question that was answered goes on with that one.
pub(super) fn go_on_with_dealer(
    message: &str,
    earlier: &[&str],
    shown: &[Vec<ChatSource>],
) -> Option<CatalogQuestion> {
    let previous = earlier.first().filter(|_| shown.first().is_some_and(Vec::is_empty))?;
    let reading = MessageReading::of(message);
    let told = reading.telling_words().len();
    let asks_products = reading.order.is_some() || !reading.budget.is_open() || !reading.counts.is_empty();
    let names_nothing = told == 0 || (told == 1 && points_at_said(message));
    if asks_products || !names_nothing || is_courtesy(message) || has_product_code(message) {
        return None;
    }
    let query = format!("{message} {previous}").chars().take(MAX_QUERY_CHARS).collect();
    Some(CatalogQuestion { query, of_dealer: true, ..CatalogQuestion::default() })
}

/// The lists that a message speaks of: `qual deles?` after one that was shown alone means the list before it.
pub(super) fn choose_lists<'a>(
    message: &str,
    reading: &MessageReading,
    lists: Vec<Vec<&'a Item>>,
) -> Vec<Vec<&'a Item>> {
    let folded = normalize_text(message);
    let several = plain_words(&folded).any(|word| matches!(word, "deles" | "delas" | "them"));
    let many = many_of(message);
    let counts = !reading.counts.is_empty() || reading.asks_total;
    if counts || lists.first().is_none_or(|newest| newest.len() > 1) || (!several && many.is_none()) {
        return lists;
    }
    let fits = |list: &Vec<&Item>| many.map_or(list.len() > 1, |many| list.len() == many);
    match lists.iter().position(fits) {
        Some(at) => lists[at..].to_vec(),
        None => match find_last_ones(message, &lists).filter(|_| many.is_some()) {
            Some(last) => std::iter::once(last).chain(lists).collect(),
            None => lists,
        },
    }
}

/// `Qual das duas é mais cara?`, `me fala dos dois`: the last ones that were spoken of, as many as are said, where the
/// message names nothing else.
pub(super) fn choose_several(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
) -> Option<CatalogQuestion> {
    let many = many_of(message)?;
    let newest = lists.first().filter(|newest| newest.len() == many)?;
    let reckons = !reading.counts.is_empty() || reading.asks_total || reading.asks_difference;
    let folded = normalize_text(message);
    // `Dos dois, o primeiro` means one of them.
    let means_one = plain_words(&folded).any(|word| parse_ordinal(word).is_some());
    if reckons
        || means_one
        || WORDS.others.are_in(&stems_of(message))
        || !reading.excluded.is_empty()
        || !reading.telling_words().is_empty()
    {
        return None;
    }
    Some(CatalogQuestion {
        order: reading.order,
        budget: reading.budget,
        per: reading.per,
        ..of_items(newest)
    })
}

/// `É gado de leite, tira o fluazuron`: what is left of the last list of several where the message takes one of it
/// out by its name, and says more.
pub(super) fn leave_out_of_shown(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if reading.telling_words().is_empty() {
        return None;
    }
    leave_rest_of_shown(message, reading, lists, index)
}

/// `Tira o Metoxilar`: the same where no topic says what else would be asked for.
pub(super) fn leave_rest_of_shown(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let told = reading.telling_words();
    if reading.excluded.is_empty() || !takes_out(message) {
        return None;
    }
    let list = lists.iter().find(|list| list.len() > 1)?;
    let unwanted = WantedTerms::of(&reading.excluded, index);
    let is_named = |item: &&Item| {
        let words = ItemWords::of(item);
        let names = |term: &Term| words.is_called(term) || words.holds_nearly(term) == Holding::Named;
        unwanted.terms.iter().any(names)
    };
    let left: Vec<&Item> = list.iter().copied().filter(|item| !is_named(item)).collect();
    // `Fungicida sem cobre` after a list of insecticides asks anew.
    let words: Vec<ItemWords> = left.iter().map(|item| ItemWords::of(item)).collect();
    let wanted = WantedTerms::of(&told, index);
    let is_other = |term: &Term| {
        term.kind == Some(GroupKind::Treatment) && words.iter().all(|item| item.holds(term) == Holding::Not)
    };
    if left.is_empty() || left.len() == list.len() || wanted.terms.iter().any(is_other) {
        return None;
    }
    Some(CatalogQuestion { order: reading.order, budget: reading.budget, ..of_items(&left) })
}

/// `Tira o fluazuron`, not `adubo sem zinco`.
fn takes_out(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).any(|word| {
        matches!(
            word,
            "tira"
                | "tirando"
                | "exclui"
                | "exclua"
                | "excluindo"
                | "descarta"
                | "descartando"
                | "fora"
                | "except"
        )
    })
}

/// `E pra ferrugem?` after one that is for something else: the purpose or the crop in the place of its own.
pub(super) fn exchange_for_other(
    message: &str,
    topic: Option<&CatalogQuestion>,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let told = reading.telling_words();
    let wanted = WantedTerms::of(&told, index);
    let newest: Vec<ItemWords> = lists.first()?.iter().map(|item| ItemWords::of(item)).collect();
    let is_held = wanted.terms.iter().any(|term| newest.iter().any(|item| item.holds(term) > Holding::Not));
    if told.is_empty() || is_held {
        return None;
    }
    go_on_with_topic(message, topic?, index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

    #[test]
    fn two_that_were_shown_one_by_one_are_meant_by_their_number() {
        let items = ["Motosserra 55 cc", "Roçadeira Lateral"].map(|name| item_hit(name, Some("10"), "").item);
        let mut items: Vec<Item> = items.into_iter().flatten().collect();
        for (item, id) in items.iter_mut().zip(1..) {
            item.id = uuid::Uuid::from_u128(id);
        }
        let choose = |message: &str| {
            let reading = MessageReading::of(message);
            let lists = choose_lists(message, &reading, vec![vec![&items[1]], vec![&items[0]]]);
            choose_several(message, &reading, &lists).map(|question| question.records.len())
        };
        assert_eq!(choose("qual das duas é mais cara"), Some(2));
        assert_eq!(choose("me fala das duas"), Some(2));
        for message in [
            "qual é mais cara",
            "as duas bombas",
            "quero duas",
            "das duas, a primeira",
            "das três qual é mais cara",
        ] {
            assert_eq!(choose(message), None, "{message}");
        }
    }

    #[test]
    fn what_is_taken_out_by_its_name_leaves_the_rest_of_the_list() {
        let names = ["Cipermetrina Pour-on", "Fluazurom Pour-on", "Amitraz Banho"];
        let items: Vec<Item> = names
            .into_iter()
            .zip(1..)
            .filter_map(|(name, id)| {
                let item = item_hit(name, Some("10"), "").item?;
                Some(Item { id: uuid::Uuid::from_u128(id), ..item })
            })
            .collect();
        let lists = [items.iter().collect::<Vec<_>>()];
        let count_left = |message: &str| {
            let reading = MessageReading::of(message);
            leave_out_of_shown(message, &reading, &lists, &SynonymIndex::default())
                .map(|question| question.records.len())
        };
        assert_eq!(count_left("é gado de leite, tira o fluazuron"), Some(2));
        assert_eq!(count_left("tira o fluazuron"), None, "the topic is asked without it");
        assert_eq!(count_left("adubo sem zinco pra milho"), None);
        assert_eq!(count_left("é gado de leite, tira a ivermectina"), None, "none of these");
        let rest = |message: &str| {
            let reading = MessageReading::of(message);
            leave_rest_of_shown(message, &reading, &lists, &SynonymIndex::default())
                .map(|question| question.records.len())
        };
        assert_eq!(rest("tira o fluazuron"), Some(2), "no topic is asked");
        assert_eq!(rest("tira a ivermectina"), None);
    }
}
