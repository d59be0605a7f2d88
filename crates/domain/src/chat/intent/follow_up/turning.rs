//! Messages that turn from what was shown to something else: `e pra brusone?`, `e planta de cobertura?`.

use crate::catalog::Item;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms, names_attribute};
use crate::chat::intent::wording::telling::telling_words;
use crate::text::{normalize_text, plain_words};

/// Whether a message names a need or a thing of its own that nothing shown has: `e pra brusone?`, `e planta de
/// cobertura pra baixar ele?`, `diesel fuel, do you sell that?`. `lists` are those of the last answers, the newest
/// first.
pub(super) fn turns_to_something_else(message: &str, wanted: &WantedTerms, lists: &[Vec<&Item>]) -> bool {
    let own: Vec<&Term> = wanted.terms.iter().filter(|term| !names_nothing_of_its_own(term)).collect();
    let Some(first) = own.first().copied() else { return false };
    let newest = lists.first().map(Vec::as_slice).unwrap_or_default();
    if begins_with_purpose(message) {
        let is_need = names_thing_behind(message) || own.iter().any(|term| term.kind.is_some());
        return (is_need || !begins_with_deed(message)) && !own.iter().all(|term| is_of_items(term, newest));
    }
    let names = begins_with_thing(message, first) || names_before_pronoun(message);
    names && !is_of_items(first, newest) && !is_listed_before(first, lists)
}

/// Whether one of `items` holds the term anywhere, or has an attribute of its name.
fn is_of_items(term: &Term, items: &[&Item]) -> bool {
    items.iter().any(|item| {
        ItemWords::of(item).holds(term) > Holding::Not
            || item.attributes.keys().any(|key| names_attribute(term, key))
    })
}

/// Whether an item of an earlier answer is what the term names.
fn is_listed_before(term: &Term, lists: &[Vec<&Item>]) -> bool {
    let mut earlier = lists.iter().skip(1).flatten();
    earlier.any(|item| ItemWords::of(item).holds(term) >= Holding::Made)
}

/// `E pra brusone?`: a purpose behind `e`. `É pra soja?` asks of the thing that was shown.
pub(super) fn begins_with_purpose(message: &str) -> bool {
    let folded = normalize_text(message);
    let mut words = plain_words(&folded);
    !asserts(message)
        && words.next() == Some("e")
        && matches!(words.next(), Some("pra" | "para" | "pro" | "pras" | "pros"))
}

/// `E pra guardar depois de aberto?`: a purpose that is something to do may be one with the thing that was shown.
pub(super) fn begins_with_deed(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).nth(2).is_some_and(|word| word.len() > 3 && word.ends_with('r'))
}

/// `E pra lavar a ordenha, desinfetante tem?`, `e pra controlar, malationa serve?`: whether a thing is named behind the
/// purpose.
pub(super) fn names_thing_behind(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_asked = |pair: &[&str]| {
        matches!(pair[1], "serve" | "resolve" | "funciona" | "presta") && !telling_words(pair[0]).is_empty()
    };
    asks_for_offer(&words) || words.windows(2).last().is_some_and(is_asked)
}

/// `E sorgo pra isso?`, `agora bico de leque`: whether the thing of `first` is named right behind the beginning.
fn begins_with_thing(message: &str, first: &Term) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let name = first.said.split(' ').next();
    !asserts(message)
        && matches!(words.as_slice(), ["e" | "mas" | "agora" | "and", next, ..] if Some(*next) == name)
}

/// Whether the message begins with `é`, which says something of a thing and names none.
fn asserts(message: &str) -> bool {
    message.trim_start().starts_with(['é', 'É'])
}

/// `Diesel fuel, do you sell that?`: an offer is asked for by a pronoun that stands for the name before it.
pub(super) fn names_before_pronoun(message: &str) -> bool {
    let Some((name, asked)) = message.rsplit_once(',') else { return false };
    let folded = normalize_text(asked);
    let words: Vec<&str> = plain_words(&folded).collect();
    let points = words.iter().any(|word| {
        matches!(*word, "isso" | "ele" | "ela" | "eles" | "elas" | "that" | "this" | "it" | "them" | "those")
    });
    points && asks_for_offer(&words) && telling_words(asked).is_empty() && !telling_words(name).is_empty()
}

/// `Tem …?`, `vocês vendem …?` look for a thing; `tem quantos meses de garantia?` asks about one.
pub(super) fn asks_for_offer(words: &[&str]) -> bool {
    let asked = words.iter().any(|word| matches!(*word, "quantos" | "quantas" | "quanto" | "qual"));
    !asked && words.iter().any(|word| matches!(*word, "tem" | "vende" | "vendem" | "got" | "sell" | "carry"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;
    use crate::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};

    fn turns(message: &str, shown: &[&Item]) -> bool {
        let wanted = WantedTerms::of(&telling_words(message), &SynonymIndex::default());
        turns_to_something_else(message, &wanted, &[shown.to_vec()])
    }

    fn rice_insecticide() -> Item {
        let mut item = item_hit("Semefip 250 FS", Some("176"), "").item.expect("an item");
        item.tags = ["arroz", "milho", "gorgulho"].map(str::to_owned).to_vec();
        item.attributes.insert("garantia_meses".into(), 6.into());
        item
    }

    #[test]
    fn a_purpose_or_a_thing_that_nothing_shown_has_is_something_else() {
        let item = rice_insecticide();
        for message in [
            "e pra brusone?",
            "e para ferrugem nele?",
            "E pra lavar a sala de ordenha, desinfetante tem?",
            "e planta de cobertura pra baixar ele na entressafra?",
            "e pra controlar ele depois, malationa serve?",
            "e bico próprio pra isso?",
            "and diesel fuel, do you sell that?",
        ] {
            assert!(turns(message, &[&item]), "{message}");
        }
    }

    #[test]
    fn what_is_asked_of_the_thing_that_was_shown_turns_to_nothing_else() {
        let item = rice_insecticide();
        for message in [
            "é pra soja?",
            "e pra milho?",
            "e pra arroz serve?",
            "e pra guardar depois de aberto?",
            "e garantia, tem?",
            "e quanto custa?",
            "e de 5 litros?",
            "e o mais barato?",
            "serve pra soja?",
            "esse, vocês vendem ele?",
            "",
        ] {
            assert!(!turns(message, &[&item]), "{message}");
        }
    }

    #[test]
    fn a_deed_that_the_trade_has_a_word_for_is_a_need() {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        let (index, item) = (SynonymIndex::new(&groups), rice_insecticide());
        let turns = |message: &str| {
            let wanted = WantedTerms::of(&telling_words(message), &index);
            turns_to_something_else(message, &wanted, &[vec![&item]])
        };
        assert!(turns("e pra quebrar o solo compactado?"));
        assert!(!turns("e pra guardar depois de aberto?"));
    }

    #[test]
    fn what_an_earlier_answer_showed_is_nothing_else() {
        let (item, boots) = (rice_insecticide(), item_hit("Bota PVC", Some("56"), "").item.expect("an item"));
        let wanted = WantedTerms::of(&["bota".to_owned()], &SynonymIndex::default());
        assert!(!turns_to_something_else("e bota?", &wanted, &[vec![&item], vec![&boots]]));
        assert!(turns_to_something_else("e bota?", &wanted, &[vec![&item]]));
    }
}
