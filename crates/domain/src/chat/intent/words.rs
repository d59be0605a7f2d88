//! Words by which the desk reads a message without a model, from `data/desk_words.json`.
//!
//! Compared folded and stemmed, so that `entregas` meets `entrega`; a phrase is a run of words.

use crate::text::{Stemmer, normalize_text, plain_words};
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../data/desk_words.json");

/// The lists that ship with the program.
pub(crate) static WORDS: LazyLock<DeskWords> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    serde_json::from_str(DATA).unwrap_or_default()
});

/// All lists.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DeskWords {
    /// Greetings, thanks, farewells and what stands around them.
    pub courtesy: Phrases,
    /// How the dealer works.
    pub faq: Phrases,
    /// Asking for information or permission.
    pub questions: Phrases,
    /// Buying and choosing.
    pub shopping: Phrases,
    /// The trade, beyond the synonym groups.
    pub agronomy: Phrases,
    /// Asking for the lowest price.
    pub cheapest: Phrases,
    /// Asking for the highest price.
    pub dearest: Phrases,
    /// Pointing at what was shown before.
    pub reference: Phrases,
    /// The maker of what was shown before.
    pub same_maker: Phrases,
    /// What was shown before, as a whole or one of it.
    pub these: Phrases,
    /// Something else than what was shown before.
    pub others: Phrases,
    /// What is asked about an item.
    pub attribute: Phrases,
    /// How a message begins that goes on with the one before.
    pub lead: Phrases,
    /// Thanks, among the courtesy.
    pub thanks: Phrases,
    /// Farewells, among the courtesy.
    pub farewell: Phrases,
    /// Scolding that asks for nothing.
    pub insult: Phrases,
    /// How a person says who they are.
    pub introduction: Phrases,
    /// Asking for something, in a question or without one.
    pub wishes: Phrases,
    /// What is no business of a shop.
    pub off_topic: Phrases,
    /// What a message does not want stands behind these.
    pub exclude: Phrases,
    /// What goods are sold in.
    pub packages: Phrases,
    /// Asking what several things cost together.
    pub total: Phrases,
    /// Asking what one costs more than another.
    pub difference: Phrases,
    /// Asking for the most of something.
    pub most: Phrases,
    /// Asking for the least of something.
    pub least: Phrases,
    /// Asking how much of a product is used.
    pub dose: Phrases,
    /// Words around what is looked for, which name nothing in a catalog.
    pub light: Phrases,
    /// A person is poisoned.
    pub poisoning: Phrases,
    /// A person may harm themselves.
    pub self_harm: Phrases,
    /// A person is being hurt.
    pub violence: Phrases,
    /// Words that speak of danger together.
    pub danger: DangerWords,
}

/// Words that only together speak of danger; see [`super::safety`].
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DangerWords {
    /// Taken in by the mouth.
    pub ingested: Phrases,
    /// Eaten: what pests do to crops too.
    pub eaten: Phrases,
    /// Breathed in.
    pub breathed: Phrases,
    /// Fell, splashed or dripped on something.
    pub touched: Phrases,
    /// Signs of poisoning.
    pub ill: Phrases,
    /// Signs of contact, where a part of the body is named: plants burn too.
    pub hurting: Phrases,
    /// Signs of poisoning, where the victim stands close: plants die too.
    pub failing: Phrases,
    /// As much as kills.
    pub lethal: Phrases,
    /// What poisons: products of the shop, by class, use and name.
    pub poisons: Phrases,
    /// Applying a product.
    pub handling: Phrases,
    /// Parts of the body.
    pub bodies: Phrases,
    /// People.
    pub people: Phrases,
    /// Farm animals.
    pub animals: Phrases,
    /// Cats and dogs.
    pub pets: Phrases,
    /// Eaters of crops and baits.
    pub pests: Phrases,
    /// What sounds like danger and is none.
    pub harmless: Phrases,
    /// Calls for help.
    pub help: Phrases,
    /// Killing, of which people may be the object.
    pub kills: Phrases,
    /// Killing as something that a person means to do.
    pub slays: Phrases,
    /// Words between killing and its victim.
    pub between: Phrases,
    /// Means of harm, whole.
    pub harms: Phrases,
    /// Making a bomb: also filling a knapsack sprayer.
    pub bombs: Phrases,
    /// Words that distinguish one bomb from the other.
    pub explosives: Phrases,
}

/// Words and phrases, by their stems.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub(crate) struct Phrases {
    stems: HashSet<Vec<String>>,
    longest: usize,
}

impl From<Vec<String>> for Phrases {
    fn from(phrases: Vec<String>) -> Self {
        let stems: HashSet<Vec<String>> = phrases.iter().map(|phrase| stems_of(phrase)).collect();
        let longest = stems.iter().map(Vec::len).max().unwrap_or(0);
        Self { stems, longest }
    }
}

impl Phrases {
    /// How many of the first stems are the longest phrase that stands there; 0 for none.
    pub fn at_start(&self, stems: &[String]) -> usize {
        (1..=self.longest.min(stems.len())).rev().find(|n| self.stems.contains(&stems[..*n])).unwrap_or(0)
    }

    /// Whether a phrase stands anywhere.
    pub fn are_in(&self, stems: &[String]) -> bool {
        (0..stems.len()).any(|at| self.at_start(&stems[at..]) > 0)
    }

    /// The places where a phrase begins.
    pub fn places(&self, stems: &[String]) -> Vec<usize> {
        (0..stems.len()).filter(|at| self.at_start(&stems[*at..]) > 0).collect()
    }

    /// The places of the stems that belong to no phrase.
    pub fn outside(&self, stems: &[String]) -> Vec<usize> {
        let mut outside = Vec::new();
        let mut at = 0;
        while at < stems.len() {
            let length = self.at_start(&stems[at..]);
            if length == 0 {
                outside.push(at);
            }
            at += length.max(1);
        }
        outside
    }
}

/// The words of a text, folded and stemmed, function words among them.
pub(crate) fn stems_of(text: &str) -> Vec<String> {
    plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_lists_can_be_read() {
        serde_json::from_str::<DeskWords>(DATA).expect("desk_words.json");
        assert!(WORDS.faq.are_in(&stems_of("Qual o prazo das ENTREGAS?")));
        assert!(WORDS.cheapest.are_in(&stems_of("e o mais barato?")));
        assert!(!WORDS.faq.are_in(&stems_of("fungicida para soja")));
    }

    #[test]
    fn what_no_phrase_covers_is_outside() {
        let stems = stems_of("bom dia, fungicida e soja");
        assert_eq!(WORDS.courtesy.outside(&stems), [2, 4]);
    }
}
