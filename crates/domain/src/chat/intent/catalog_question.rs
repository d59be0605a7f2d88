//! A question to the catalog: its query, its conditions, and the records that it refers to.

use crate::catalog::{Item, Package};
use crate::chat::intent::doubt::{Doubt, find_name_of_other, names_other_product};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::alternatives::{MOST_NAMED, find_alternatives};
use crate::chat::intent::reading::budget::Budget;
use crate::chat::intent::reading::counting::{Count, is_packed_in};
use crate::chat::intent::reading::discount::{PriceCut, asks_what_it_comes_to, cut_cash, read_price_cut};
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::pick::{Pick, read_pick};
use crate::chat::intent::reading::price_intent::order_by_price;
use crate::chat::intent::reading::sale_unit::{SaleUnit, find_shared_unit, order_by_unit};
use crate::chat::intent::reading::stock_wish::{StockWish, read_stock_wish};
use crate::chat::intent::reading::wanted::{Holding, ItemWords, Term, WantedTerms};
use crate::chat::intent::reading::wishes::choose_for_wishes;
use crate::chat::intent::wording::english::translate_terms;
use crate::chat::intent::wording::message_facts::{has_product_code, is_agronomy, is_article_number};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::{Hit, Sort};
use crate::synonyms::SynonymIndex;
use crate::text::{QueryText, normalize_text, plain_words};
use rust_decimal::Decimal;
use uuid::Uuid;

/// A question to the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CatalogQuestion {
    /// Query that is understandable without the conversation.
    pub query: String,
    /// Requested order, applied to the hits that remain after narrowing.
    pub order: Option<Sort>,
    /// Allowed prices.
    pub budget: Budget,
    /// Allowed manufacturers; all if empty.
    pub makers: Vec<String>,
    /// Records that the question refers to; all hits if empty.
    pub records: Vec<Uuid>,
    /// Folded words of things that the person does not want.
    pub excluded: Vec<String>,
    /// Quantities in the question.
    pub counts: Vec<Count>,
    /// Whether the question asks for a total price.
    pub asks_total: bool,
    /// Whether the question asks for a difference of prices.
    pub asks_difference: bool,
    /// Folded words of one more thing, which was not shown and is compared with what was.
    pub beside: Vec<String>,
    /// Unit by which the question compares prices.
    pub per: Option<SaleUnit>,
    /// Money of which the question asks how many it buys.
    pub money: Option<Decimal>,
    /// Money that a sum is held against: `passa de 2 mil?`.
    pub limit: Option<Decimal>,
    /// What is to be taken off the sum.
    pub discount: Option<PriceCut>,
    /// In how many equal parts the sum is to be told, from 2.
    pub installments: Option<u32>,
    /// Which of the hits in the order of prices are wanted; all of them where absent.
    pub pick: Option<Pick>,
    /// Which of the hits are wanted by their stock; all of them where absent.
    pub stock: Option<StockWish>,
    /// Folded words of each of several things that are compared by price, none of which was shown.
    pub alternatives: Vec<Vec<String>>,
    /// Words of what is to be taken out of a sum and is in none of its lines.
    pub not_in_sum: Vec<String>,
    /// Package that the question restricts items to, folded: `em saco`.
    pub package: Option<String>,
    /// What else the question may refer to, decided once the hits are known.
    pub(crate) doubt: Option<Doubt>,
    /// The message's own words, where `query` has those of the topic before them and they may name something else.
    pub(crate) own_words: Option<String>,
    /// Words of the message that none of `records` holds, each of which may be the name of something else.
    pub(crate) other_names: Vec<String>,
    /// Whether the question goes on with one about the dealer's business.
    pub of_dealer: bool,
    /// Topic of the conversation before a follow-up message.
    pub topic: Option<String>,
}

impl CatalogQuestion {
    /// Interprets a message on its own, without a conversation. Words about prices become conditions and
    /// leave the query, except in a message that has no other words, or that asks about the dealer's
    /// terms (`frete grátis acima de R$ 500?`).
    pub fn alone(message: &str, index: &SynonymIndex) -> Self {
        let message = &*translate_terms(message);
        if let Some(bought) = Self::read_purchase(message, index) {
            return bought;
        }
        if let Some(question) = Self::read_stock(message) {
            return question;
        }
        if is_about_dealer(message, index) {
            return Self { query: message.to_owned(), ..Self::default() };
        }
        let reading = MessageReading::alone(message);
        let query_text =
            if QueryText::parse(&reading.rest).tokens.is_empty() { message } else { &reading.rest };
        let alternatives = find_alternatives(&reading, index);
        let asks_difference = reading.asks_difference && alternatives.len() == 2;
        let pick = read_pick(message).filter(|_| reading.order.is_some() && reading.counts.is_empty());
        // How many are wanted is no size to look for: `os 3 herbicidas mais baratos`.
        let is_number = |word: &&str| pick.is_some_and(|pick| word.parse::<usize>().ok() == Some(pick.many));
        let query: Vec<&str> = query_text.split_whitespace().filter(|word| !is_number(word)).collect();
        let query = if pick.is_some() { query.join(" ") } else { query_text.to_owned() };
        Self { alternatives, asks_difference, pick, ..Self::read(query, reading) }
    }

    /// `O que acabou?`, `o que tem em estoque de herbicida?`
    fn read_stock(message: &str) -> Option<Self> {
        let (wish, things) = read_stock_wish(message)?;
        let query = match (wish, things.is_empty()) {
            (StockWish::AllOut, _) => message.to_owned(),
            // `Quais têm em estoque?` means what was shown.
            (_, true) => return None,
            (_, false) => things.join(" "),
        };
        Some(Self { query, stock: Some(wish), ..Self::default() })
    }

    /// Keeps the hits whose stock is as it is asked for. Where nothing that was counted is there, all stay, and their lines
    /// say what is known.
    fn keep_by_stock(&self, hits: &mut Vec<Hit>) {
        let is_out = |hit: &Hit| hit.stock.as_ref().is_some_and(|stock| stock.is_out);
        let is_there = |hit: &Hit| hit.stock.as_ref().is_some_and(|stock| !stock.is_out);
        match self.stock {
            Some(StockWish::AllOut | StockWish::Out) => hits.retain(is_out),
            Some(StockWish::There) if hits.iter().any(is_there) => hits.retain(is_there),
            Some(StockWish::There) | None => {}
        }
    }

    /// `2 Novarol com desconto de 7%`, `quanto fica 3 sacos de ureia no pix?`: what is bought with something off its price,
    /// though a discount is a matter of the shop. Nothing where the message names no thing.
    fn read_purchase(message: &str, index: &SynonymIndex) -> Option<Self> {
        let (rest, cut) = match read_price_cut(message) {
            Some((rest, cut)) => (rest, Some(cut)),
            None => (cut_cash(message)?, None),
        };
        let reading = MessageReading::of_purchase(&rest, false);
        let things = reading.telling_words();
        if things.is_empty() || is_about_dealer(&rest, index) || (cut.is_none() && reading.counts.is_empty())
        {
            return None;
        }
        let asks_one = asks_what_it_comes_to(&rest) && things.len() <= MOST_NAMED;
        let mut question = Self { discount: cut, ..Self::read(reading.rest.clone(), reading) };
        // `Quanto fica o Novarol com 5%?` asks for one of it.
        if asks_one && !question.reckons() && question.order.is_none() {
            question.counts.push(Count { number: Decimal::ONE, words: things, ..Count::default() });
        }
        Some(question)
    }

    /// Combines `query` with the conditions that a message contains.
    pub(crate) fn read(query: String, reading: MessageReading) -> Self {
        let MessageReading { order, budget, excluded, counts, asks_total, per, money, .. } = reading;
        Self { query, order, budget, excluded, counts, asks_total, per, money, ..Self::default() }
    }

    /// Whether the answer needs a calculation: a quantity, a total or a difference.
    pub fn reckons(&self) -> bool {
        !self.counts.is_empty() || self.asks_total || self.asks_difference || self.money.is_some()
    }

    /// Whether the question selects some of the hits of its query.
    pub fn is_narrower(&self) -> bool {
        let some = !self.records.is_empty() || !self.excluded.is_empty() || !self.counts.is_empty();
        some || self.order.is_some() || self.stock.is_some() || !self.alternatives.is_empty()
    }

    /// The text of the search, which finds everything that the question may refer to.
    pub fn search_text(&self) -> String {
        let text = match (&self.doubt, &self.own_words) {
            (Some(doubt), _) => format!("{} {}", doubt.words, doubt.names),
            // What may be named instead of the records is looked for beside them.
            (None, Some(words)) if !self.records.is_empty() => format!("{words} {}", self.query),
            _ if !self.other_names.is_empty() => format!("{} {}", self.other_names.join(" "), self.query),
            _ => return self.query.clone(),
        };
        text.chars().take(MAX_QUERY_CHARS).collect()
    }

    /// Settles which records the catalog question refers to, by the hits of [`CatalogQuestion::search_text`].
    #[must_use]
    pub fn settle(&self, hits: &[Hit], index: &SynonymIndex) -> Self {
        let names_other = |words: &&String| names_other_product(words, &self.query, hits, index);
        if let Some(words) = self.own_words.as_ref().filter(names_other) {
            return Self { query: words.clone(), own_words: None, records: Vec::new(), ..self.clone() };
        }
        if let Some(name) = find_name_of_other(&self.other_names, hits, index) {
            let other_names = Vec::new();
            return Self { query: name.to_owned(), other_names, records: Vec::new(), ..self.clone() };
        }
        let Some(doubt) = &self.doubt else { return self.clone() };
        let records = doubt.settle(hits, index);
        let query = if records.is_empty() { &doubt.words } else { &doubt.names };
        Self { query: query.clone(), records, doubt: None, ..self.clone() }
    }

    /// Keeps the hits that the question refers to, in the requested order, at most `limit`, and returns
    /// the query words that no hit contains. If the hits contain none of the records that the question
    /// refers to, such as deleted ones, these records have no effect. `strictly` also drops hits that
    /// share only a word with the question.
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
        if self.stock == Some(StockWish::AllOut) {
            self.keep_by_stock(hits);
            hits.truncate(limit.max(MOST_OUT));
            return Vec::new();
        }
        let mut missing = Vec::new();
        let unlisted = self.find_unlisted(hits, index);
        if hits.iter().any(|hit| place(hit).is_some()) {
            let counted = self.find_counted_beside(hits, index);
            let is_counted = |hit: &Hit| hit.item.as_ref().is_some_and(|item| counted.contains(&item.id));
            hits.retain(|hit| place(hit).is_some() || is_counted(hit));
            hits.sort_by_key(|hit| place(hit).unwrap_or(usize::MAX));
            self.leave_out(hits, index);
        } else {
            self.leave_out(hits, index);
            if strictly || self.order.is_some() {
                let wanted = WantedTerms::of_query(&self.query, index);
                match find_code(&self.query).filter(|_| strictly) {
                    Some(code) => missing.extend(self.keep_bearing(hits, &code, index)),
                    // A message without a search term requests nothing.
                    None if wanted.terms.is_empty() && strictly => hits.clear(),
                    None if wanted.terms.is_empty() => {}
                    None if strictly && self.keep_alternatives(hits, index) => {}
                    None => {
                        if strictly {
                            self.keep_of_own_words(hits, &wanted, index);
                        }
                        let several = choose_for_wishes(&self.query, hits, limit, index)
                            .filter(|_| strictly && self.order.is_none() && self.counts.is_empty())
                            // What is talked about is one thing, however it was said.
                            .filter(|_| self.topic.is_none());
                        let counted = self.find_counted_hits(hits, index);
                        missing = wanted.keep_fitting(hits);
                        add_hits(hits, counted);
                        if let Some(several) = several {
                            *hits = several;
                        }
                        if strictly && is_for_unknown_animal(&self.query, &missing) {
                            hits.clear();
                        }
                    }
                }
            }
        }
        keep_lacking(hits, &unlisted);
        self.keep_packed(hits);
        order_by_price(hits, self.order);
        if let Some(unit) = self.per.or_else(|| find_shared_unit(hits)).filter(|_| self.order.is_some()) {
            order_by_unit(hits, unit, self.order == Some(Sort::PriceDesc));
        }
        self.keep_by_stock(hits);
        if let Some(pick) = self.pick {
            pick.keep(hits);
        }
        hits.truncate(limit);
        // What is not wanted is not missed.
        missing.retain(|word| !self.excluded.contains(word));
        missing
    }

    /// Keeps the hits with an article number, their own or that of a package, or returns the number if no hit has it. If the query
    /// names other hits (`DEMO-FUN-0028 ou outro fungicida`), all hits stay.
    fn keep_bearing(&self, hits: &mut Vec<Hit>, code: &str, index: &SynonymIndex) -> Option<String> {
        let bears = |hit: &Hit| {
            let item = hit.item.as_ref();
            let id = item.and_then(|item| item.external_id.as_deref()).map(normalize_text);
            let is_packed_as = |package: &Package| {
                package.code.as_deref().is_some_and(|own| normalize_text(own).contains(code))
            };
            id.is_some_and(|id| id.contains(code))
                || item.is_some_and(|item| {
                    normalize_text(&item.name).contains(code) || item.packages_on_sale().any(is_packed_as)
                })
        };
        if !hits.iter().any(bears) {
            hits.clear();
            return Some(code.to_uppercase());
        }
        // `Perdão, digitei errado, é o DEMO-HER-0015` names nothing else.
        let wanted = WantedTerms::of_query(&self.query, index);
        let own = || {
            wanted.terms.iter().filter(|term| !code.contains(&term.said) && !names_nothing_of_its_own(term))
        };
        let is_named = |item: &Item| {
            let words = ItemWords::of(item);
            own().any(|term| words.holds(term) >= Holding::Listed)
        };
        let mut others = hits.iter().filter(|hit| !bears(hit)).filter_map(|hit| hit.item.as_ref());
        if !others.any(is_named) {
            hits.retain(bears);
        }
        None
    }

    /// The best hit for each quantity whose product the conversation has not shown yet, and for what is compared.
    fn find_counted_beside(&self, hits: &[Hit], index: &SynonymIndex) -> Vec<Uuid> {
        let mut items: Vec<&Item> = hits.iter().filter_map(|hit| hit.item.as_ref()).collect();
        // `4 rolos e 1 filtro` after hoses wants a filter for water and none for a mask: of equal ones that of their kind.
        let shown = items.iter().filter(|item| self.records.contains(&item.id));
        let kinds: Vec<Option<String>> = shown.map(|item| item.category.clone()).collect();
        items.sort_by_key(|item| !kinds.contains(&item.category));
        let best = |count: &Count| {
            let wanted = WantedTerms::of(&count.words, index);
            let best = wanted.best_of(items.iter().copied(), Holding::Made)?;
            let is_shown = |item: &&Item| {
                self.records.contains(&item.id) && wanted.is_held(&ItemWords::of(item), Holding::Made)
            };
            let level = |item: &Item| wanted.level_held(&ItemWords::of(item));
            // Of several things one may be called so that was not shown (`roçadeira`), though what was shown goes with it.
            let least = if self.counts.len() > 1 { level(best) } else { 0 };
            let is_known = count.record.is_some()
                || items.iter().copied().filter(is_shown).any(|item| level(item) >= least);
            (!is_known).then_some(best.id)
        };
        let beside = WantedTerms::of(&self.beside, index);
        let is_new = |item: &&Item| !self.records.contains(&item.id);
        let compared =
            beside.best_of(items.iter().copied().filter(is_new), Holding::Made).map(|item| item.id);
        self.counts.iter().filter_map(best).chain(compared).collect()
    }

    /// The best hit for each of several quantities: `o feromônio e a armadilha`, where one goes with the other and holds
    /// the words of both. None where one of them is nowhere.
    fn find_counted_hits(&self, hits: &[Hit], index: &SynonymIndex) -> Vec<Hit> {
        if self.counts.len() < 2 {
            return Vec::new();
        }
        let items: Vec<&Item> = hits.iter().filter_map(|hit| hit.item.as_ref()).collect();
        let named = self.counts.iter().filter(|count| !count.words.is_empty());
        let best = named.map(|count| {
            let wanted = WantedTerms::of(&count.words, index);
            wanted.best_of(items.iter().copied(), Holding::Made).map(|item| item.id)
        });
        let Some(best) = best.collect::<Option<Vec<Uuid>>>() else { return Vec::new() };
        let is_best = |hit: &&Hit| hit.item.as_ref().is_some_and(|item| best.contains(&item.id));
        hits.iter().filter(is_best).cloned().collect()
    }

    /// Keeps the best hit of each of several things that are compared, where there is one for each: of `Novarol ou
    /// Metoxilar` neither is the better answer.
    fn keep_alternatives(&self, hits: &mut Vec<Hit>, index: &SynonymIndex) -> bool {
        let items: Vec<&Item> = hits.iter().filter_map(|hit| hit.item.as_ref()).collect();
        let best = |words: &Vec<String>| {
            let wanted = WantedTerms::of(words, index);
            wanted.best_of(items.iter().copied(), Holding::Made).map(|item| item.id)
        };
        let mut best: Vec<Uuid> = self.alternatives.iter().filter_map(best).collect();
        let has_each = best.len() > 1 && best.len() == self.alternatives.len();
        best.sort_unstable();
        best.dedup();
        if !has_each || best.len() < self.alternatives.len() {
            return false;
        }
        hits.retain(|hit| hit.item.as_ref().is_some_and(|item| best.contains(&item.id)));
        true
    }

    /// Of hits those in the package that is asked for, where there are any.
    fn keep_packed(&self, hits: &mut Vec<Hit>) {
        let Some(package) = &self.package else { return };
        let stem = stems_of(package);
        let is_packed = |hit: &Hit| hit.item.as_ref().is_some_and(|item| is_packed_in(item, &stem));
        if hits.iter().any(is_packed) {
            hits.retain(is_packed);
        }
    }

    /// Keeps of the hits those that hold the message's own words and something of the topic before them, where there
    /// are any: `e o comprido?` after tomatoes.
    fn keep_of_own_words(&self, hits: &mut Vec<Hit>, wanted: &WantedTerms, index: &SynonymIndex) {
        let Some(own) = &self.own_words else { return };
        let own = WantedTerms::of_query(own, index);
        let is_of_topic =
            |term: &&Term| term.kind.is_some() && own.terms.iter().all(|own_term| own_term.said != term.said);
        let topic: Vec<&Term> = wanted.terms.iter().filter(is_of_topic).collect();
        let is_meant = |hit: &Hit| {
            let words = hit.item.as_ref().map(ItemWords::of).unwrap_or_default();
            let of_topic = topic.is_empty() || topic.iter().any(|term| words.holds(term) >= Holding::Listed);
            of_topic && own.is_held(&words, Holding::Described)
        };
        if hits.iter().any(is_meant) {
            hits.retain(is_meant);
        }
    }

    /// The terms that the person does not want and that no hit is listed or named by: only what descriptions say tells
    /// which hits are without them.
    fn find_unlisted(&self, hits: &[Hit], index: &SynonymIndex) -> Vec<Term> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let items: Vec<ItemWords> =
            hits.iter().filter_map(|hit| hit.item.as_ref()).map(ItemWords::of).collect();
        let terms = WantedTerms::of(&self.excluded, index).terms.into_iter();
        terms.filter(|term| items.iter().all(|item| item.holds(term) < Holding::Listed)).collect()
    }

    /// Drops the hits that the person does not want. A hit that mentions the unwanted word only in its
    /// description is dropped only if other hits remain.
    fn leave_out(&self, hits: &mut Vec<Hit>, index: &SynonymIndex) {
        for word in &self.excluded {
            let unwanted = WantedTerms::of(std::slice::from_ref(word), index);
            let find_holding = |hit: &Hit| {
                let words = hit.item.as_ref().map(ItemWords::of).unwrap_or_default();
                unwanted.terms.iter().map(|term| words.holds(term)).max().unwrap_or(Holding::Not)
            };
            hits.retain(|hit| find_holding(hit) < Holding::Listed);
            if hits.iter().any(|hit| find_holding(hit) == Holding::Not) {
                hits.retain(|hit| find_holding(hit) == Holding::Not);
            }
        }
    }
}

/// Most items out of stock that one answer may rest on; one more than it lists.
pub const MOST_OUT: usize = 21;
/// Keeps of the hits those whose description says that they are without a term, where any says so: `um sem poeira`.
fn keep_lacking(hits: &mut Vec<Hit>, terms: &[Term]) {
    for term in terms {
        let lacks = |hit: &Hit| hit.item.as_ref().is_some_and(|item| ItemWords::of(item).lacks(term));
        if hits.iter().any(lacks) {
            hits.retain(lacks);
        }
    }
}

/// Adds those of `more` that are not among the hits.
fn add_hits(hits: &mut Vec<Hit>, more: Vec<Hit>) {
    let id_of = |hit: &Hit| hit.item.as_ref().map(|item| item.id);
    for hit in more {
        if hits.iter().all(|known| id_of(known) != id_of(&hit)) {
            hits.push(hit);
        }
    }
}

/// Whether a thing is asked for that is for an animal of the `missing` words, which no item knows: `ração pra cachorro`.
fn is_for_unknown_animal(query: &str, missing: &[String]) -> bool {
    let folded = normalize_text(query);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_animal = |word: &str| {
        let stems = stems_of(word);
        let animals = [&WORDS.danger.pets, &WORDS.danger.livestock];
        missing.iter().any(|missing| missing == word) && animals.iter().any(|animals| animals.are_in(&stems))
    };
    let is_for = |word: &str| matches!(word, "pra" | "para" | "pro" | "de" | "do" | "da" | "for");
    // `Isca que não faz mal pra cachorro` is for something else.
    let is_spared = words.iter().any(|word| matches!(*word, "nao" | "sem" | "mal" | "not" | "safe"));
    !is_spared && words.windows(3).any(|run| is_for(run[1]) && is_animal(run[2]))
}

/// The folded article number in a query.
fn find_code(query: &str) -> Option<String> {
    let folded = normalize_text(query);
    let code = folded.split(' ').find(|chunk| is_article_number(chunk))?;
    Some(code.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
}

/// Maximum length of a follow-up in content words; a longer message is understandable on its own.
pub(crate) const MAX_CONTENT_WORDS: usize = 4;

/// Maximum length of a query that a follow-up inherits, in characters.
pub(crate) const MAX_QUERY_CHARS: usize = 400;

/// Whether the message asks about the dealer's business and names nothing in the catalog.
pub(crate) fn is_about_dealer(message: &str, index: &SynonymIndex) -> bool {
    let known = has_product_code(message) || is_agronomy(message, index);
    !known && WORDS.faq.are_in(&stems_of(message))
}

#[cfg(test)]
mod tests;
