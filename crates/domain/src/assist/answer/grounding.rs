//! What a description rests on: the draft and its files, or neighbours that are really near.
//!
//! There is no true description to hold one against, so nothing here is a frequency. Words are looked
//! up one by one, and a crop or a use must be the draft's own: that of another product is a false
//! statement however near that product is.

use crate::assist::Neighbour;
use crate::assist::evidence::{Line, SHOWN};
use crate::assist::neighbours::item_text;
use crate::synonyms::{ANY_CULTURE, GroupKind, SHIPPED, SynonymGroup, SynonymIndex};
use crate::text::{Stemmer, is_chatter, is_stop_word, normalize_text, plain_words};
use std::collections::HashSet;
use std::sync::LazyLock;

/// A neighbour that holds less of the draft's telling words says nothing of it.
const NEAR_COVERAGE: f64 = 1.0 / 3.0;
/// A neighbour that counts less against the nearest is a far one: its score is about half of the best.
const NEAR_WEIGHT: f64 = 0.1;
/// No description that borrows from neighbours is surer than this: it is to be looked at.
const SUREST_BORROWED: f64 = 0.6;
/// No description at all is surer than this: true words can be put together wrongly.
const SUREST_OWN: f64 = 0.75;
/// A word that a neighbour lends counts as half a word of the draft's own.
const BORROWED: f64 = 0.5;
/// Words that say nothing of any product.
const VAGUE: [&str; 8] = ["produto", "produtos", "item", "itens", "artigo", "mercadoria", "base", "tipo"];
/// A name for every use that a registration may have.
const ANY_USE: &str = "defensivo";

static TRADE: LazyLock<SynonymIndex> = LazyLock::new(|| {
    let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).unwrap_or_default();
    SynonymIndex::new(&groups)
});

/// What carries a description.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GroundedClaim {
    /// How sure it is, at most [`SUREST_OWN`].
    pub confidence: f64,
    /// The near neighbours that hold words of it, those with most of them first.
    pub neighbours: Vec<usize>,
    /// The lines that hold words of it, those with most of them first.
    pub lines: Vec<usize>,
}

/// Holds `text` to what is said of the product itself (`own`) and of its near neighbours; nothing where
/// less than `least` of its telling words are there, none of them is the draft's own, or it names a crop
/// or a use that is not the draft's.
pub(super) fn ground_claim(
    text: &str,
    own: &str,
    lines: &[Line],
    neighbours: &[Neighbour],
    least: f64,
) -> Option<GroundedClaim> {
    let wanted = telling_stems(text);
    let (held, near) = (telling_stems(own), near_neighbour_words(neighbours));
    let borrowed: HashSet<String> = near.iter().flat_map(|(_, words)| words.iter().cloned()).collect();
    let from_own = wanted.intersection(&held).count();
    let from_near = wanted.iter().filter(|word| !held.contains(*word) && borrowed.contains(*word)).count();
    let share = |count: usize| count as f64 / wanted.len() as f64;
    if from_own == 0 || share(from_own + from_near) < least || is_of_another(text, own, neighbours, &near) {
        return None;
    }
    let confidence = match from_own == wanted.len() {
        true => SUREST_OWN,
        false => (share(from_own) + BORROWED * share(from_near)).min(SUREST_BORROWED),
    };
    let lines = lines.iter().map(|line| telling_stems(&line.text)).enumerate().collect::<Vec<_>>();
    Some(GroundedClaim {
        confidence,
        neighbours: rank_word_holders(&near, &wanted),
        lines: rank_word_holders(&lines, &wanted),
    })
}

/// The places of those that hold any of the words, those with most of them first.
fn rank_word_holders(of: &[(usize, HashSet<String>)], wanted: &HashSet<String>) -> Vec<usize> {
    let counted = of.iter().map(|(at, words)| (*at, words.intersection(wanted).count()));
    let mut counted: Vec<(usize, usize)> = counted.filter(|(_, count)| *count > 0).collect();
    counted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counted.into_iter().map(|(at, _)| at).collect()
}

/// The neighbours that are really near, of those that a model sees, each with its words.
fn near_neighbour_words(neighbours: &[Neighbour]) -> Vec<(usize, HashSet<String>)> {
    let shown = neighbours.iter().take(SHOWN).enumerate();
    let near = shown.filter(|(_, n)| n.coverage >= NEAR_COVERAGE && n.weight >= NEAR_WEIGHT);
    near.map(|(at, neighbour)| (at, telling_stems(&item_text(&neighbour.item)))).collect()
}

/// Whether the text names a crop or a use that the draft does not have. Where the draft names none,
/// it may be what half of the near neighbours name.
fn is_of_another(text: &str, own: &str, neighbours: &[Neighbour], near: &[(usize, HashSet<String>)]) -> bool {
    let (said, own_named) = (named_groups(text), named_groups(own));
    let folded = normalize_text(own);
    let any_crop = ANY_CULTURE.iter().any(|any| folded.contains(any));
    let near: Vec<HashSet<NamedGroup>> = near
        .iter()
        .filter_map(|(at, _)| neighbours.get(*at))
        .map(|neighbour| named_groups(&item_text(&neighbour.item)))
        .collect();
    said.iter().filter(|said| !own_named.contains(*said)).any(|(kind, name)| {
        if *kind == GroupKind::Culture && any_crop || name == ANY_USE {
            return false;
        }
        let is_told = own_named.iter().any(|(other, own)| other == kind && own != ANY_USE);
        let carriers = near.iter().filter(|named| named.contains(&(*kind, name.clone()))).count();
        is_told || carriers == 0 || carriers * 2 < near.len()
    })
}

/// A crop or a use, by the name of its group.
type NamedGroup = (GroupKind, String);

/// The crops and uses that a text names.
fn named_groups(text: &str) -> HashSet<NamedGroup> {
    let folded = normalize_text(text);
    let words: Vec<&str> = plain_words(&folded).filter(|word| !is_stop_word(word)).collect();
    let mut found = HashSet::new();
    let mut at = 0;
    while at < words.len() {
        let (length, groups) = TRADE.longest_phrase(&words[at..]);
        let trade = groups.into_iter().filter(|group| group.kind != GroupKind::Generic);
        let before = found.len();
        found.extend(trade.map(|group| (group.kind, group.name.clone())));
        // A disease may be named by its crop: "ferrugem do cafeeiro" says coffee.
        at += if found.len() > before { length.max(1) } else { 1 };
    }
    found
}

/// The stems of the words that say something.
fn telling_stems(text: &str) -> HashSet<String> {
    let folded = normalize_text(text);
    let telling =
        plain_words(&folded).filter(|word| !is_stop_word(word) && !is_chatter(word) && !VAGUE.contains(word));
    telling.map(|word| Stemmer::Inflection.stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::neighbours::tests::neighbours;
    use serde_json::json;

    const LEAST: f64 = 0.6;

    fn coffee_and_soya() -> Vec<Neighbour> {
        neighbours(vec![
            json!({ "name": "Fungicida A", "description": "Fungicida sistêmico para ferrugem do café." }),
            json!({ "name": "Fungicida B", "description": "Fungicida sistêmico para ferrugem da soja." }),
        ])
    }

    #[test]
    fn a_text_about_another_product_rests_on_nothing() {
        let mut far = coffee_and_soya();
        for neighbour in &mut far {
            neighbour.coverage = 0.0;
        }
        for (draft, text) in [
            ("Coisa", "Produto."),
            ("Coisa", "Fungicida."),
            ("Parafuso sextavado inox M8", "Fungicida sistêmico para soja."),
            ("Parafuso sextavado inox M8", "Parafuso. Fungicida sistêmico para ferrugem."),
        ] {
            assert_eq!(ground_claim(text, draft, &[], &far, LEAST), None, "{draft}: {text}");
        }
    }

    #[test]
    fn a_neighbours_crop_or_use_is_not_the_drafts() {
        let near = coffee_and_soya();
        let own = "Fungicida novo; culturas: soja";
        let of = |text: &str| ground_claim(text, own, &[], &near, LEAST);
        assert_eq!(of("Fungicida sistêmico para ferrugem do cafeeiro e da soja."), None);
        assert_eq!(of("Fungicida e inseticida sistêmico para a soja."), None);
        assert_eq!(of("Fungicida sistêmico para ferrugem da soja.").map(|r| r.neighbours), Some(vec![1, 0]));
        // Nothing is said of the crop: what half of the near ones say may be said, and no more.
        let silent = "Fungicida novo";
        assert!(ground_claim("Fungicida sistêmico para soja.", silent, &[], &near, LEAST).is_some());
        assert!(ground_claim("Fungicida sistêmico para milho.", silent, &[], &near, LEAST).is_none());
        let every = "Fungicida novo; culturas: Todas as culturas";
        assert!(ground_claim("Fungicida sistêmico para café.", every, &[], &near, LEAST).is_some());
    }

    #[test]
    fn borrowed_words_never_make_a_text_sure() {
        let near = coffee_and_soya();
        let own = "Fungicida novo; culturas: soja";
        let borrowed = ground_claim("Fungicida novo sistêmico, soja.", own, &[], &near, LEAST);
        assert_eq!(borrowed.map(|r| r.confidence), Some(SUREST_BORROWED));
        let more = ground_claim("Fungicida sistêmico para ferrugem da soja.", own, &[], &near, LEAST);
        assert!(more.is_some_and(|r| r.confidence < SUREST_BORROWED + f64::EPSILON));
        let whole = ground_claim("Fungicida para soja.", own, &[], &near, LEAST);
        assert_eq!(whole.map(|r| r.confidence), Some(SUREST_OWN));
    }
}
