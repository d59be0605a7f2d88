//! All terms of a message, and whether an item holds them.

use super::item_words::{Holding, ItemWords};
use super::term::{Term, read_size, read_term};
use crate::catalog::Item;
use crate::chat::intent::reading::count_words::is_package;
use crate::chat::intent::wording::telling::telling_words;
use crate::search::Hit;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{is_stop_word, normalize_text, plain_words};

/// Most terms of a query that are looked at: people ask for fewer things at once.
const MAX_TERMS: usize = 40;
/// Most words from a container to what it is for.
const MOST_TO_PURPOSE: usize = 3;

/// All that a message looks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct WantedTerms {
    pub terms: Vec<Term>,
    /// Whether the terms stand in a list: `óculos e máscara`.
    pub(super) is_list: bool,
    /// Whether a container is asked for by what it is to hold: `caixa para ferramentas`.
    pub(super) is_vessel: bool,
}

impl WantedTerms {
    /// The terms of a query. A phrase that is known counts whole, also where its words alone would say
    /// nothing: `tratamento de sementes`, `mata-mato`.
    pub fn of_query(query: &str, index: &SynonymIndex) -> Self {
        let folded = normalize_text(query);
        let words: Vec<&str> = plain_words(&folded).filter(|word| !is_stop_word(word)).collect();
        let telling = telling_words(query);
        let mut terms = Vec::new();
        let mut at = 0;
        while at < words.len() && terms.len() < MAX_TERMS {
            let (phrase, length) = read_term(&words[at..], index);
            let known = length > 1 && phrase.kind.is_some();
            let tells = telling.iter().any(|word| word == words[at]);
            let (term, length) = match read_size(&words[at..]) {
                Some(size) if tells => size,
                _ if known || tells => (phrase, length),
                _ => {
                    at += 1;
                    continue;
                }
            };
            terms.push(term);
            at += length;
        }
        let joins = [",", "+", " e ", " ou ", " and ", " or ", "/"];
        // `Semente de arroz irrigado, tem?` names one thing.
        let names = |part: &&str| !telling_words(part).is_empty();
        let is_list =
            joins.iter().any(|join| query.contains(join) && query.split(join).filter(names).nth(1).is_some());
        Self { terms, is_list, is_vessel: asks_for_vessel(&folded) }
    }

    /// Builds the terms that a message wants from its folded content words.
    pub fn of(words: &[String], index: &SynonymIndex) -> Self {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut terms = Vec::new();
        let mut at = 0;
        while at < words.len() && terms.len() < MAX_TERMS {
            let (term, length) = read_size(&words[at..]).unwrap_or_else(|| read_term(&words[at..], index));
            terms.push(term);
            at += length;
        }
        Self { terms, ..Self::default() }
    }

    /// Creates the wanted terms of a message from a list.
    pub fn of_terms(terms: Vec<Term>) -> Self {
        Self { terms, ..Self::default() }
    }

    /// Whether the message wants a size and nothing else.
    pub fn is_size_alone(&self) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| term.is_size)
    }

    /// Whether an item holds every term that the message wants, at least so.
    pub fn is_held(&self, item: &ItemWords, least: Holding) -> bool {
        !self.terms.is_empty() && self.terms.iter().all(|term| item.holds(term) >= least)
    }

    /// The first of the items that hold all terms best, at least so.
    pub fn best_of<'a>(&self, items: impl Iterator<Item = &'a Item>, least: Holding) -> Option<&'a Item> {
        let mut best: Option<(&Item, usize)> = None;
        for item in items {
            let words = ItemWords::of(item);
            let level = self.level_held(&words);
            if self.is_held(&words, least) && best.is_none_or(|(_, most)| level > most) {
                best = Some((item, level));
            }
        }
        best.map(|(item, _)| item)
    }

    /// How well an item holds the terms, for comparing two items.
    pub fn level_held(&self, item: &ItemWords) -> usize {
        // `Arame farpado` means that wire, though every wire is one of its kind.
        self.terms
            .iter()
            .map(|term| 2 * item.holds(term) as usize + usize::from(item.holds_as_said(term)))
            .sum()
    }

    /// The share of the terms that an item holds anywhere.
    pub fn share_held(&self, item: &ItemWords) -> f64 {
        let held = self.terms.iter().filter(|term| item.holds(term) > Holding::Not).count();
        if self.terms.is_empty() { 0.0 } else { held as f64 / self.terms.len() as f64 }
    }

    /// The terms that no item holds, nor a word of which it may be a misspelling; sizes are none.
    pub fn list_unheld(&self, items: &[ItemWords]) -> Vec<&Term> {
        let is_held = |item: &ItemWords, term: &Term| {
            item.holds(term) > Holding::Not || (term.kind.is_none() && item.holds_nearly(term) > Holding::Not)
        };
        let own = self.terms.iter().filter(|term| !term.is_size);
        own.filter(|term| items.iter().all(|item| !is_held(item, term))).collect()
    }

    /// Whether the first word names one of `hits`: a thing of its own, and no description of another.
    pub fn names_one_of(&self, hits: &[Hit]) -> bool {
        let Some(head) = self.terms.first() else { return false };
        let least = if head.kind == Some(GroupKind::Culture) { Holding::Named } else { Holding::Listed };
        hits.iter().any(|hit| ItemWords::of_hit(hit).holds(head) >= least)
    }

    /// Whether an item holds every word in its name or its lists.
    pub fn is_listed_in(&self, hit: &Hit) -> bool {
        self.is_held(&ItemWords::of_hit(hit), Holding::Listed)
    }

    /// Whether the name of a hit has every term that the message wants.
    pub fn is_name_of(&self, hit: &Hit) -> bool {
        self.is_held(&ItemWords::of_hit(hit), Holding::Named)
    }
}

/// `Caixa para ferramentas`, `balde plástico pra ração`.
fn asks_for_vessel(folded: &str) -> bool {
    let words: Vec<&str> = plain_words(folded).collect();
    let is_purpose = |word: &&str| matches!(*word, "para" | "pra" | "pro" | "p" | "for");
    (0..words.len())
        .filter(|at| is_package(words[*at]))
        .any(|at| words[at + 1..].iter().take(MOST_TO_PURPOSE).any(is_purpose))
}
