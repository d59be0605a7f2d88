//! A question about the catalog as it is searched for: its words, its budget, what it points at.

use crate::catalog::Item;
use crate::chat::intent::counting::Count;
use crate::chat::intent::english::translate_terms;
use crate::chat::intent::message_facts::{has_product_code, is_agronomy, is_article_number};
use crate::chat::intent::price_intent::{Budget, order_by_price};
use crate::chat::intent::reading::Reading;
use crate::chat::intent::telling::telling_words;
use crate::chat::intent::wanted::{Held, ItemWords, Wanted};
use crate::chat::intent::words::{WORDS, stems_of};
use crate::search::{Hit, Sort};
use crate::synonyms::SynonymIndex;
use crate::text::{QueryText, normalize_text};
use uuid::Uuid;

/// What the catalog is asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogQuestion {
    /// A query that stands on its own.
    pub query: String,
    /// The order that is asked for, to be applied to the hits that fit.
    pub order: Option<Sort>,
    /// The prices that are allowed.
    pub budget: Budget,
    /// The makers that are allowed; all where empty.
    pub makers: Vec<String>,
    /// The records that are meant; all that are found where empty.
    pub records: Vec<Uuid>,
    /// Words of what is not wanted, folded.
    pub excluded: Vec<String>,
    /// How many are asked for.
    pub counts: Vec<Count>,
    /// Whether their prices are asked for together.
    pub asks_total: bool,
    /// Whether the difference of their prices is asked for.
    pub asks_difference: bool,
    /// What the conversation was about before a message that goes on with it.
    pub topic: Option<String>,
}

impl CatalogQuestion {
    /// What a message asks that speaks for itself: its words of price are conditions and are not
    /// looked for, unless nothing else is left, or the shop's own ways are asked about (`frete grátis
    /// acima de R$ 500?`).
    pub fn alone(message: &str, index: &SynonymIndex) -> Self {
        let message = &*translate_terms(message);
        if is_about_dealer(message, index) {
            return Self { query: message.to_owned(), ..Self::default() };
        }
        let reading = Reading::of(message);
        let query = if QueryText::parse(&reading.rest).tokens.is_empty() { message } else { &reading.rest };
        Self::read(query.to_owned(), reading)
    }

    /// The question for `query` under what else a message says.
    pub(crate) fn read(query: String, reading: Reading) -> Self {
        let Reading { order, budget, excluded, counts, asks_total, .. } = reading;
        Self { query, order, budget, excluded, counts, asks_total, ..Self::default() }
    }

    /// Whether it asks for a sum or a difference.
    pub fn reckons(&self) -> bool {
        !self.counts.is_empty() || self.asks_total || self.asks_difference
    }

    /// Whether it asks for some of what its query finds.
    pub fn is_narrower(&self) -> bool {
        let some = !self.records.is_empty() || !self.excluded.is_empty() || !self.counts.is_empty();
        some || self.order.is_some()
    }

    /// Leaves of `hits` what is meant, in the order asked for, at most `limit`, and gives the words that
    /// none of them holds. Records that are meant but not among the hits, deleted ones perhaps, leave the
    /// hits as they are. `strictly` also leaves out what shares a word with the question and no more.
    pub fn narrow(
        &self,
        hits: &mut Vec<Hit>,
        limit: usize,
        index: &SynonymIndex,
        strictly: bool,
    ) -> Vec<String> {
        let place = |hit: &Hit| {
            let id = hit.item.as_ref().map(|item| item.id);
            self.records.iter().position(|record| Some(*record) == id)
        };
        let mut missing = Vec::new();
        if hits.iter().any(|hit| place(hit).is_some()) {
            let counted = self.find_counted_beside(hits, index);
            let is_counted = |hit: &Hit| hit.item.as_ref().is_some_and(|item| counted.contains(&item.id));
            hits.retain(|hit| place(hit).is_some() || is_counted(hit));
            hits.sort_by_key(|hit| place(hit).unwrap_or(usize::MAX));
            self.leave_out(hits, index);
        } else {
            self.leave_out(hits, index);
            if strictly || self.order.is_some() {
                let wanted = Wanted::of_query(&self.query, index);
                match find_code(&self.query).filter(|_| strictly) {
                    Some(code) => missing.extend(self.keep_bearing(hits, &code)),
                    // A message that names nothing asks for nothing.
                    None if wanted.terms.is_empty() && strictly => hits.clear(),
                    None if wanted.terms.is_empty() => {}
                    None => missing = wanted.keep_fitting(hits),
                }
            }
        }
        order_by_price(hits, self.order);
        hits.truncate(limit);
        missing
    }

    /// Keeps the hits that bear an article number, or gives the number where none does. Beside other words
    /// (`DEMO-FUN-0028 ou outro fungicida`) all that was found stays.
    fn keep_bearing(&self, hits: &mut Vec<Hit>, code: &str) -> Option<String> {
        let bears = |hit: &Hit| {
            let item = hit.item.as_ref();
            let id = item.and_then(|item| item.external_id.as_deref()).map(normalize_text);
            id.is_some_and(|id| id.contains(code))
                || item.is_some_and(|item| normalize_text(&item.name).contains(code))
        };
        if !hits.iter().any(bears) {
            hits.clear();
            return Some(code.to_uppercase());
        }
        if telling_words(&self.query).len() == 1 {
            hits.retain(bears);
        }
        None
    }

    /// The best hit of each thing that is counted and was not shown before.
    fn find_counted_beside(&self, hits: &[Hit], index: &SynonymIndex) -> Vec<Uuid> {
        let items: Vec<&Item> = hits.iter().filter_map(|hit| hit.item.as_ref()).collect();
        let best = |count: &Count| {
            let wanted = Wanted::of(&count.words, index);
            let holds = |item: &&Item| wanted.is_held(&ItemWords::of(item), Held::Made);
            let known = items.iter().copied().filter(holds).any(|item| self.records.contains(&item.id));
            wanted.best_of(items.iter().copied(), Held::Made).filter(|_| !known).map(|item| item.id)
        };
        self.counts.iter().filter_map(best).collect()
    }

    /// Drops the hits that are what is not wanted; those whose description alone speaks of it only
    /// where others remain.
    fn leave_out(&self, hits: &mut Vec<Hit>, index: &SynonymIndex) {
        for word in &self.excluded {
            let unwanted = Wanted::of(std::slice::from_ref(word), index);
            let held = |hit: &Hit| {
                let words = hit.item.as_ref().map(ItemWords::of).unwrap_or_default();
                unwanted.terms.iter().map(|term| words.holds(term)).max().unwrap_or(Held::Not)
            };
            hits.retain(|hit| held(hit) < Held::Listed);
            if hits.iter().any(|hit| held(hit) == Held::Not) {
                hits.retain(|hit| held(hit) == Held::Not);
            }
        }
    }
}

/// The article number that a query asks for, folded.
fn find_code(query: &str) -> Option<String> {
    let folded = normalize_text(query);
    let code = folded.split(' ').find(|chunk| is_article_number(chunk))?;
    Some(code.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
}

/// Longest message that can be a follow-up, in content words: longer ones speak for themselves.
pub(crate) const MAX_CONTENT_WORDS: usize = 4;

/// Longest query that is carried on, in characters.
pub(crate) const MAX_QUERY_CHARS: usize = 400;

/// Whether the message asks how the dealer works, and names nothing to be found in the catalog.
pub(crate) fn is_about_dealer(message: &str, index: &SynonymIndex) -> bool {
    let known = has_product_code(message) || is_agronomy(message, index);
    !known && WORDS.faq.are_in(&stems_of(message))
}
