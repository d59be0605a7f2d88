//! Words of a follow-up that may be the name of something else than what it seems to be about: `quantos Mesolavra tem no
//! depósito?` after Atralim. Which of them are names the catalog tells (`doubt::find_name_of_other`).

use super::coreference::of_items;
use super::pointing::MOST_ASKED;
use super::turning::turns_to_something_else;
use crate::catalog::Item;
use crate::chat::grounding::claims::asks_of_use;
use crate::chat::intent::catalog_question::{CatalogQuestion, MAX_CONTENT_WORDS};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::ordinals::parse_ordinal;
use crate::chat::intent::wording::telling::telling_words;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{normalize_text, plain_words};

/// Least length of a name, in bytes.
const LEAST_NAME: usize = 4;
/// Most words that are looked at.
const MOST_WORDS: usize = 4;
/// Words before what is spoken of beside the thing that is meant: `mistura com Nicoran?`, `é melhor que o Nicoran?`
const BESIDE: [&str; 24] = [
    "com", "que", "para", "pra", "pro", "em", "contra", "sobre", "sem", "nem", "nao", "ou", "no", "na",
    "nos", "nas", "and", "with", "than", "for", "on", "in", "or", "not",
];

/// Units of area.
const AREAS: [&str; 7] = ["ha", "hectare", "hectares", "alqueire", "alqueires", "acre", "acres"];
/// Words of a question of use beside those that ask for it.
const OF_USE: [&str; 14] = [
    "aplicacao",
    "aplicacoes",
    "aplicar",
    "colheita",
    "colher",
    "calda",
    "recomendada",
    "certa",
    "plantar",
    "semear",
    "cobrir",
    "adubar",
    "usar",
    "preciso",
];

/// The words of a message that may name something else than the records of its question, none of which holds them; none
/// where it reckons, compares or leaves something out.
pub(super) fn find_unheld_words(
    message: &str,
    question: &CatalogQuestion,
    items: &[Item],
    index: &SynonymIndex,
) -> Vec<String> {
    let is_plain = !question.reckons() && question.beside.is_empty() && question.excluded.is_empty();
    if question.records.is_empty() || !is_plain || question.doubt.is_some() || question.own_words.is_some() {
        return Vec::new();
    }
    let records: Vec<&Item> = items.iter().filter(|item| question.records.contains(&item.id)).collect();
    let held: Vec<ItemWords> = records.iter().map(|item| ItemWords::of(item)).collect();
    let told = telling_words(message);
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_beside = |at: usize| {
        let is_article = |word: &&&str| matches!(**word, "o" | "a" | "os" | "as" | "um" | "uma" | "the");
        let before = words[..at].iter().rev().find(|word| !is_article(word));
        before.is_some_and(|word| BESIDE.contains(word))
    };
    let is_unheld = |word: &String| {
        let wanted = WantedTerms::of(std::slice::from_ref(word), index);
        wanted.terms.iter().all(|term| {
            let mut keys = records.iter().flat_map(|item| item.attributes.keys());
            term.kind.is_none()
                && !names_nothing_of_its_own(term)
                && held.iter().all(|item| item.holds(term) == Holding::Not)
                && !keys.any(|key| names_attribute(term, key))
        })
    };
    let is_written = |word: &str| word.len() >= LEAST_NAME && word.bytes().all(|b| b.is_ascii_alphabetic());
    let free = (0..words.len()).filter(|at| is_written(words[*at]) && !is_beside(*at));
    let free = free.map(|at| words[at].to_owned()).filter(|word| told.contains(word));
    free.filter(is_unheld).take(MOST_WORDS).collect()
}

/// `E a dose por hectare?` after one product, `pra 10 hectares quanto preciso?` after a few: those, though others speak of
/// hectares. Nothing where the message names a purpose or something that they do not hold, or asks for a price or an order.
pub(super) fn ask_of_use(
    message: &str,
    reading: &MessageReading,
    lists: &[Vec<&Item>],
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    let newest = lists.first()?;
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let names_area = words.windows(2).any(|pair| is_number(pair[0]) && AREAS.contains(&pair[1]));
    let is_plain = reading.order.is_none()
        && reading.counts.is_empty()
        && reading.per.is_none()
        && reading.money.is_none()
        && reading.budget.is_open()
        && reading.excluded.is_empty();
    let is_asked = names_area || (newest.len() == 1 && asks_of_use(message));
    // `Qual a dose do segundo?` means one of a list.
    let names_place = words.iter().any(|word| parse_ordinal(word).is_some());
    if !is_plain || !is_asked || names_place || newest.is_empty() || newest.len() > MOST_ASKED {
        return None;
    }
    let wanted = WantedTerms::of(&reading.telling_words(), index);
    let is_of_use = |term: &Term| {
        let said = term.said.as_str();
        AREAS.contains(&said) || OF_USE.contains(&said) || asks_of_use(said) || names_nothing_of_its_own(term)
    };
    let held: Vec<ItemWords> = newest.iter().map(|item| ItemWords::of(item)).collect();
    let own: Vec<&Term> = wanted.terms.iter().filter(|term| !is_of_use(term)).collect();
    let is_of_them = |term: &&Term| {
        term.kind != Some(GroupKind::Treatment) && held.iter().any(|item| item.holds(term) > Holding::Not)
    };
    let is_about_them = own.is_empty()
        || (own.len() <= MAX_CONTENT_WORDS
            && own.iter().all(is_of_them)
            && !turns_to_something_else(message, &wanted, lists));
    is_about_them.then(|| of_items(newest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

    #[test]
    fn a_question_of_use_after_one_product_is_about_it() {
        let items: Vec<Item> = item_hit("Mesolavra 480 SC", Some("318"), "").item.into_iter().collect();
        let lists = [vec![&items[0]]];
        let ask = |message: &str| {
            let reading = MessageReading::of(message);
            ask_of_use(message, &reading, &lists, &SynonymIndex::default()).is_some()
        };
        for message in ["e a dose por hectare?", "pra plantar 5 hectares quantos sacos?", "e a dose?"] {
            assert!(ask(message), "{message}");
        }
        for message in [
            "qual o mais barato por hectare?",
            "e a dose do adubo?",
            "qual a dose do segundo?",
            "quero 3",
            "tem botina?",
            "",
        ] {
            assert!(!ask(message), "{message}");
        }
        let many = [vec![&items[0], &items[0]]];
        let ask_of_many = |message: &str| {
            let reading = MessageReading::of(message);
            ask_of_use(message, &reading, &many, &SynonymIndex::default()).is_some()
        };
        assert!(!ask_of_many("e a dose?"), "of a list another reader says which");
        assert!(ask_of_many("pra 10 hectares quanto preciso?") && !ask_of_many("herbicida pra 10 hectares"));
    }

    #[test]
    fn a_word_that_no_record_holds_may_be_a_name_unless_it_is_spoken_of_beside_them() {
        let items: Vec<Item> = item_hit("Atralim 500 SC", Some("100"), "").item.into_iter().collect();
        let question = of_items(&[&items[0]]);
        let find = |message: &str| find_unheld_words(message, &question, &items, &SynonymIndex::default());
        assert_eq!(find("quantos Mesolavra tem no Depósito 2?"), ["mesolavra"]);
        assert_eq!(find("e o preço do Nicoran?"), ["nicoran"]);
        for message in ["quanto custa o Atralim?", "e com o Nicoran?", "é melhor que Nicoran?", ""] {
            assert!(find(message).is_empty(), "{message}");
        }
        let none = CatalogQuestion::default();
        assert!(find_unheld_words("Mesolavra", &none, &items, &SynonymIndex::default()).is_empty());
    }
}
