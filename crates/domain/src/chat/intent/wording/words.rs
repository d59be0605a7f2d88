//! Word lists by which the desk interprets a message without a model, from `data/desk_words.json`.
//!
//! The lists are compared folded and stemmed, so that `entregas` matches `entrega`. A phrase is a
//! sequence of words.

use crate::text::{Stemmer, normalize_text, plain_words};
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../../data/desk_words.json");

/// The default lists.
pub(crate) static WORDS: LazyLock<DeskWords> = LazyLock::new(|| {
    // The file is compiled in and a test parses it, so a broken file never ships.
    serde_json::from_str(DATA).unwrap_or_default()
});

/// All word lists.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DeskWords {
    /// Greetings, thanks, farewells, and words around them.
    pub courtesy: Phrases,
    /// The dealer's business: delivery, payment, returns.
    pub faq: Phrases,
    /// Requests for information or permission.
    pub questions: Phrases,
    /// Buying and choosing.
    pub shopping: Phrases,
    /// The trade, beyond the synonym groups.
    pub agronomy: Phrases,
    /// Requests for the lowest price.
    pub cheapest: Phrases,
    /// Requests for the highest price.
    pub dearest: Phrases,
    /// References to items of earlier answers.
    pub reference: Phrases,
    /// References to the manufacturer of an earlier item.
    pub same_maker: Phrases,
    /// References to one or all items of an earlier answer.
    pub these: Phrases,
    /// Requests for alternatives to items of earlier answers.
    pub others: Phrases,
    /// Properties of an item that a person asks about.
    pub attribute: Phrases,
    /// Questions about the amount or the availability of stock.
    pub stock: Phrases,
    /// Questions about an amount, also that of a substance in a product.
    pub amount_at_hand: Phrases,
    /// Beginnings of a follow-up message.
    pub lead: Phrases,
    /// Thanks; a subset of `courtesy`.
    pub thanks: Phrases,
    /// Farewells; a subset of `courtesy`.
    pub farewell: Phrases,
    /// Statements that an answer was not understood, or that something changed.
    pub asks_again: Phrases,
    /// Insults without a request.
    pub insult: Phrases,
    /// Self-introductions of a person.
    pub introduction: Phrases,
    /// Requests, as a question or as a statement.
    pub wishes: Phrases,
    /// Topics outside a dealer's business.
    pub off_topic: Phrases,
    /// Words before a thing that the person does not want.
    pub exclude: Phrases,
    /// Packages and containers of goods.
    pub packages: Phrases,
    /// Requests for a total price.
    pub total: Phrases,
    /// Requests for a difference of prices.
    pub difference: Phrases,
    /// Requests for things side by side.
    pub comparison: Phrases,
    /// Requests for the highest amount.
    pub most: Phrases,
    /// Requests for the lowest amount.
    pub least: Phrases,
    /// Questions about the dose of a product.
    pub dose: Phrases,
    /// Words around a search term that name nothing in a catalog.
    pub light: Phrases,
    /// Poisoning of a person.
    pub poisoning: Phrases,
    /// Self-harm.
    pub self_harm: Phrases,
    /// Violence against a person.
    pub violence: Phrases,
    /// Words that indicate danger only in combination.
    pub danger: DangerWords,
}

/// Words that indicate danger only in combination; [`super::safety`] combines them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DangerWords {
    /// Suspicions of a person about their own body.
    pub suspicions: Phrases,
    /// Illnesses of people.
    pub illnesses: Phrases,
    /// Swallowing.
    pub ingested: Phrases,
    /// Eating; pests eat crops too.
    pub eaten: Phrases,
    /// Inhaling.
    pub breathed: Phrases,
    /// Contact: falling, splashing or dripping on something.
    pub touched: Phrases,
    /// Symptoms of poisoning.
    pub ill: Phrases,
    /// Symptoms of skin contact; they count only with a part of the body, because plants burn too.
    pub hurting: Phrases,
    /// Symptoms of poisoning; they count only close to the victim, because plants die too.
    pub failing: Phrases,
    /// Lethal amounts.
    pub lethal: Phrases,
    /// Poisons: products of the dealer by class, use and name.
    pub poisons: Phrases,
    /// Application of a product.
    pub handling: Phrases,
    /// Parts of the body.
    pub bodies: Phrases,
    /// People.
    pub people: Phrases,
    /// Farm animals.
    pub animals: Phrases,
    /// Cats and dogs.
    pub pets: Phrases,
    /// Farm animals other than `animals`, which count neither as poisoning victims nor as patients.
    pub livestock: Phrases,
    /// Diseases that only animals have, or that a shop is asked about for animals.
    pub diseases: Phrases,
    /// Signs of illness that animals also show.
    pub ailments: Phrases,
    /// The speaker's own body, illness or medication, and medicines for animals that people ask for.
    pub speakers: Phrases,
    /// Verbs before the speaker's own ailment; ignored if the ailment is followed by an animal.
    pub having: Phrases,
    /// Words after an animal that describe its condition.
    pub states: Phrases,
    /// Phrases of keeping an animal. A word of `speakers` at the same place then does not name a person.
    pub keeping: Phrases,
    /// Pests that eat crops and baits.
    pub pests: Phrases,
    /// Phrases that resemble danger but are harmless.
    pub harmless: Phrases,
    /// Calls for help.
    pub help: Phrases,
    /// Verbs of killing; the object may be a person.
    pub kills: Phrases,
    /// Killing as a person's intention.
    pub slays: Phrases,
    /// Words between a verb of killing and its victim.
    pub between: Phrases,
    /// Means of harm, as whole phrases.
    pub harms: Phrases,
    /// Making a `bomba`, which also means a knapsack sprayer.
    pub bombs: Phrases,
    /// Words that distinguish an explosive from a sprayer.
    pub explosives: Phrases,
}

/// Words and phrases, as sequences of stems.
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
    /// Length of the longest phrase at the start of `stems`; 0 if there is none.
    pub fn at_start(&self, stems: &[String]) -> usize {
        (1..=self.longest.min(stems.len())).rev().find(|n| self.stems.contains(&stems[..*n])).unwrap_or(0)
    }

    /// Whether the stems of a message contain one of the listed phrases.
    pub fn are_in(&self, stems: &[String]) -> bool {
        (0..stems.len()).any(|at| self.at_start(&stems[at..]) > 0)
    }

    /// Positions in a message's stems at which a listed phrase begins.
    pub fn places(&self, stems: &[String]) -> Vec<usize> {
        (0..stems.len()).filter(|at| self.at_start(&stems[*at..]) > 0).collect()
    }

    /// Positions of a message's stems that belong to no listed phrase.
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

/// Folds and stems the words of a text, including function words.
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
