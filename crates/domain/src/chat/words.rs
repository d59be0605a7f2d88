//! Words by which the desk reads a message without a model, from `data/desk_words.json`.
//!
//! Compared folded and stemmed, so that `entregas` meets `entrega`; a phrase is a run of words.

use crate::text::{Stemmer, normalize_text, plain_words};
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../data/desk_words.json");

/// The lists that ship with the program.
pub(super) static WORDS: LazyLock<DeskWords> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    serde_json::from_str::<Lists>(DATA).map(DeskWords::from).unwrap_or_default()
});

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Lists {
    courtesy: Vec<String>,
    faq: Vec<String>,
    questions: Vec<String>,
    shopping: Vec<String>,
    agronomy: Vec<String>,
    cheapest: Vec<String>,
    dearest: Vec<String>,
    reference: Vec<String>,
    lead: Vec<String>,
    poisoning: Vec<String>,
    self_harm: Vec<String>,
    violence: Vec<String>,
}

/// All lists.
#[derive(Debug, Default)]
pub(super) struct DeskWords {
    /// Greetings, thanks, farewells and what stands around them.
    pub courtesy: Phrases,
    /// How the dealer works.
    pub faq: Phrases,
    /// Asking to be told or allowed something.
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
    /// How a message begins that goes on with the one before.
    pub lead: Phrases,
    /// Somebody is poisoned.
    pub poisoning: Phrases,
    /// Somebody may harm themselves.
    pub self_harm: Phrases,
    /// Somebody is being hurt.
    pub violence: Phrases,
}

impl From<Lists> for DeskWords {
    fn from(lists: Lists) -> Self {
        Self {
            courtesy: Phrases::new(&lists.courtesy),
            faq: Phrases::new(&lists.faq),
            questions: Phrases::new(&lists.questions),
            shopping: Phrases::new(&lists.shopping),
            agronomy: Phrases::new(&lists.agronomy),
            cheapest: Phrases::new(&lists.cheapest),
            dearest: Phrases::new(&lists.dearest),
            reference: Phrases::new(&lists.reference),
            lead: Phrases::new(&lists.lead),
            poisoning: Phrases::new(&lists.poisoning),
            self_harm: Phrases::new(&lists.self_harm),
            violence: Phrases::new(&lists.violence),
        }
    }
}

/// Words and phrases, by their stems.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    stems: HashSet<Vec<String>>,
    longest: usize,
}

impl Phrases {
    fn new(phrases: &[String]) -> Self {
        let stems: HashSet<Vec<String>> = phrases.iter().map(|phrase| stems_of(phrase)).collect();
        let longest = stems.iter().map(Vec::len).max().unwrap_or(0);
        Self { stems, longest }
    }

    /// How many of the first stems are the longest phrase that stands there; 0 for none.
    pub fn at_start(&self, stems: &[String]) -> usize {
        (1..=self.longest.min(stems.len())).rev().find(|n| self.stems.contains(&stems[..*n])).unwrap_or(0)
    }

    /// Whether a phrase stands anywhere.
    pub fn are_in(&self, stems: &[String]) -> bool {
        (0..stems.len()).any(|at| self.at_start(&stems[at..]) > 0)
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
pub(super) fn stems_of(text: &str) -> Vec<String> {
    plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_lists_can_be_read() {
        serde_json::from_str::<Lists>(DATA).expect("desk_words.json");
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
