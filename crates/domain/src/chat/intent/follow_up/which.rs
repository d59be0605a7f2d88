//! Questions for which of several shown items is so: `qual serve pra tomate?`, `qual dos dois é de galão?`.

use super::pointing::find_holding;
use crate::catalog::Item;
use crate::chat::intent::catalog_question::MAX_CONTENT_WORDS;
use crate::chat::intent::reading::measure_words::ASKING_VERBS;
use crate::chat::intent::reading::wanted::{Holding, Term, WantedTerms};
use crate::text::{normalize_text, plain_words};

/// Words that stand for several things that were shown.
const OF_SHOWN: [&str; 14] = [
    "deles", "delas", "dos", "das", "desses", "dessas", "of", "them", "these", "those", "dois", "duas",
    "two", "ones",
];
/// Verbs of what a thing is for or does, folded.
const SUITS: [&str; 17] = [
    "serve", "servem", "vai", "presta", "prestam", "pega", "mata", "funciona", "aguenta", "resiste",
    "controla", "combate", "segura", "pode", "dura", "works", "kills",
];
/// Words behind `qual é` that begin what the thing is like or for, and no name.
const DESCRIBES: [&str; 15] = [
    "de", "do", "da", "em", "pra", "para", "pro", "bom", "boa", "bons", "boas", "melhor", "for", "good", "in",
];

/// Of the last list of several the items that are as the message asks, in their order; none where the message names
/// what it asks for (`qual adubo serve?`), or none of them is so.
pub(super) fn choose_by_question<'a>(
    message: &str,
    wanted: &WantedTerms,
    lists: &[Vec<&'a Item>],
) -> Vec<&'a Item> {
    let own: Vec<Term> =
        wanted.terms.iter().filter(|term| !ASKING_VERBS.contains(&term.said.as_str())).cloned().collect();
    let Some(list) = lists.iter().find(|list| list.len() > 1) else { return Vec::new() };
    if own.is_empty() || own.len() > MAX_CONTENT_WORDS || !asks_which_of_shown(message) {
        return Vec::new();
    }
    let own = WantedTerms::of_terms(own);
    let listed = find_holding(list, &own, Holding::Listed);
    if listed.is_empty() { find_holding(list, &own, Holding::Described) } else { listed }
}

/// Whether a message asks which of several things is so: `qual` and a verb, no name between.
pub(super) fn asks_which_of_shown(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let led = words.iter().take_while(|word| matches!(**word, "e" | "mas" | "entao" | "and")).count();
    let [asking, rest @ ..] = &words[led..] else { return false };
    let of_shown = rest.iter().take_while(|word| OF_SHOWN.contains(*word)).count();
    let is_so = match &rest[of_shown..] {
        ["e" | "sao" | "is" | "are", next, ..] => DESCRIBES.contains(next),
        [verb, _, ..] => SUITS.contains(verb),
        _ => false,
    };
    matches!(*asking, "qual" | "quais" | "which") && is_so
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::intent::wording::telling::telling_words;
    use crate::chat::types::sources::tests::item_hit;
    use crate::synonyms::SynonymIndex;

    fn item(name: &str, tags: &[&str]) -> Item {
        let mut item = item_hit(name, Some("10"), "").item.expect("an item");
        item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        item
    }

    fn choose(message: &str) -> Vec<String> {
        let items = [
            item("Fluazaín 500 SC frasco 1 L", &["tomate", "batata"]),
            item("Cadunema 200 CS galão 5 L", &["soja", "café"]),
        ];
        let lists = [vec![&items[0]], items.iter().collect::<Vec<_>>()];
        let wanted = WantedTerms::of(&telling_words(message), &SynonymIndex::default());
        choose_by_question(message, &wanted, &lists).into_iter().map(|item| item.name.clone()).collect()
    }

    #[test]
    fn of_several_the_one_that_is_so_is_meant() {
        for message in
            ["qual serve pra tomate?", "e qual vai melhor na batata?", "qual dos dois é pra tomate"]
        {
            assert_eq!(choose(message), ["Fluazaín 500 SC frasco 1 L"], "{message}");
        }
        assert_eq!(choose("quais são de café?"), ["Cadunema 200 CS galão 5 L"]);
    }

    #[test]
    fn what_names_a_thing_of_its_own_or_fits_none_chooses_none() {
        for message in [
            "qual adubo serve pra tomate?",
            "qual fungicida vai na batata?",
            "qual é o tomate?",
            "qual serve pra cebola?",
            "tem pra tomate?",
            "qual o mais barato?",
            "qual",
            "",
        ] {
            assert!(choose(message).is_empty(), "{message}");
        }
    }
}
