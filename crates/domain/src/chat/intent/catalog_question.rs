//! A question about the catalog as it is searched for: its words, its budget, what it points at.

use crate::chat::intent::message_facts::{has_product_code, is_agronomy};
use crate::chat::intent::price_intent::{Budget, in_order, wish};
use crate::chat::intent::words::{WORDS, stems_of};
use crate::search::{Hit, Sort};
use crate::synonyms::SynonymIndex;
use crate::text::{QueryText, is_chatter, is_stop_word, normalize_text, plain_words};
use uuid::Uuid;

/// What the catalog is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogQuestion {
    /// A query that stands on its own.
    pub query: String,
    /// The order that is asked for, to be applied to the hits that are shown
    /// ([`super::price_intent::in_order`]).
    pub order: Option<Sort>,
    /// The prices that are allowed.
    pub budget: Budget,
    /// The makers that are allowed; all where empty.
    pub makers: Vec<String>,
    /// The records that are meant; all that are found where empty.
    pub records: Vec<Uuid>,
}

impl CatalogQuestion {
    /// What a message asks that speaks for itself: its words of price are conditions and are not
    /// looked for, unless nothing else is left, or the shop's own ways are asked about (`frete grátis
    /// acima de R$ 500?`).
    pub fn alone(message: &str, index: &SynonymIndex) -> Self {
        let wish = wish(message);
        let query = if QueryText::parse(&wish.rest).tokens.is_empty() { message } else { &wish.rest };
        if is_about_dealer(message, index) {
            return Self { query: message.to_owned(), ..Self::default() };
        }
        Self { query: query.to_owned(), order: wish.order, budget: wish.budget, ..Self::default() }
    }

    /// Leaves of `hits` what is meant, in the order asked for, at most `limit`. Records that are meant
    /// but not among the hits, deleted ones perhaps, leave the hits as they are.
    pub fn narrow(&self, hits: &mut Vec<Hit>, limit: usize) {
        let place = |hit: &Hit| {
            let id = hit.item.as_ref().map(|item| item.id);
            self.records.iter().position(|record| Some(*record) == id)
        };
        if hits.iter().any(|hit| place(hit).is_some()) {
            hits.retain(|hit| place(hit).is_some());
            hits.sort_by_key(place);
        }
        in_order(hits, self.order, limit);
    }
}

/// Longest message that can be a follow-up, in content words: longer ones speak for themselves.
pub(crate) const MAX_CONTENT_WORDS: usize = 4;

/// Longest query that is carried on, in characters.
pub(crate) const MAX_QUERY_CHARS: usize = 400;

/// The words of a message that name something to look for: no function words, no chatter, no words
/// of price and order, none that point back.
pub(crate) fn telling_words(message: &str) -> Vec<String> {
    let normalized = normalize_text(message);
    let words: Vec<&str> = plain_words(&normalized).collect();
    let stems = stems_of(message);
    let empty = [&WORDS.cheapest, &WORDS.dearest, &WORDS.reference];
    let outside: Vec<Vec<usize>> = empty.iter().map(|phrases| phrases.outside(&stems)).collect();
    words
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            !is_stop_word(word) && !is_chatter(word) && outside.iter().all(|places| places.contains(at))
        })
        .map(|(_, word)| (*word).to_owned())
        .collect()
}

/// Whether the message asks how the dealer works, and names nothing to be found in the catalog.
pub(crate) fn is_about_dealer(message: &str, index: &SynonymIndex) -> bool {
    let known = has_product_code(message) || is_agronomy(message, index);
    !known && WORDS.faq.are_in(&stems_of(message))
}
