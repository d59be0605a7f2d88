//! The prices that a message allows: `até R$ 300`, `entre 100 e 200 reais`.
//!
//! Left out: amounts in other currencies, and amounts without a word that makes them a limit (`o de R$ 200`).

use crate::catalog::{Item, Price};
use crate::chat::grounding::figures::tokens::{Token, What, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::grounding::figures::{ANY_MONEY, extract_figures};
use crate::search::Filters;
use rust_decimal::Decimal;
use std::ops::Range;

/// Words that make the amount behind them the most that is paid, folded.
const AT_MOST: [&str; 49] = [
    "ate",
    "ate uns",
    "ate no maximo",
    "no maximo",
    "no maximo ate",
    "maximo",
    "maximo de",
    "abaixo de",
    "abaixo dos",
    "menos de",
    "menos que",
    "por menos de",
    "menor que",
    "menor de",
    "inferior a",
    "mais barato que",
    "mais barata que",
    "mais baratos que",
    "mais barato do que",
    "limite de",
    "limite",
    "orcamento de",
    "orcamento e de",
    "tenho",
    "so tenho",
    "tenho so",
    "gastar",
    "gastar ate",
    "por ate",
    "de ate",
    "com ate",
    "nao passe de",
    "passe de",
    "passar de",
    "under",
    "below",
    "up to",
    "less than",
    "no more than",
    "not more than",
    "nao mais que",
    "nao mais de",
    "que nao passe de",
    "nao passando de",
    "at most",
    "cheaper than",
    "max",
    "maximum",
    "budget of",
];
/// Words that make the amount behind them the least.
const AT_LEAST: [&str; 18] = [
    "acima de",
    "acima dos",
    "mais de",
    "mais que",
    "a partir de",
    "a partir dos",
    "maior que",
    "superior a",
    "no minimo",
    "minimo de",
    "minimo",
    "pelo menos",
    "over",
    "above",
    "more than",
    "at least",
    "starting at",
    "mais caro que",
];
/// Words behind an amount that say the same.
const OR_LESS: [&str; 8] =
    ["ou menos", "no maximo", "pra baixo", "para baixo", "or less", "or cheaper", "at most", "de limite"];
const OR_MORE: [&str; 5] = ["ou mais", "pra cima", "para cima", "or more", "no minimo"];
/// Longest of these, in words.
const LONGEST: usize = 4;
/// An amount without a currency is taken for money from here on: `até 3` is none.
const LEAST_BARE: Decimal = Decimal::from_parts(5, 0, 0, false, 0);

/// From which price to which, both included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// The least price.
    pub least: Option<Price>,
    /// The greatest price.
    pub most: Option<Price>,
}

impl Budget {
    /// Whether every price will do.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// This one, or where it is open the one before.
    pub fn or(self, before: Self) -> Self {
        if self.is_open() { before } else { self }
    }

    /// Whether the item, or a package of it on sale, has a price within.
    pub fn allows(self, item: &Item) -> bool {
        let is_within = |price: Price| {
            self.least.is_none_or(|least| least <= price) && self.most.is_none_or(|most| price <= most)
        };
        let packages = item.packages_on_sale().map(|package| package.price);
        self.is_open() || std::iter::once(item.price).chain(packages).flatten().any(is_within)
    }

    /// Sets the prices in the conditions of a search.
    pub fn limit(self, filters: &mut Filters) {
        (filters.min_price, filters.max_price) = (self.least, self.most);
    }
}

/// The prices that a message allows, and where it says so.
pub(super) fn read_budget(message: &str) -> (Budget, Vec<Range<usize>>) {
    let tokens = tokenize_figures(message);
    let money = extract_figures(message);
    let (mut budget, mut said) = (Budget::default(), Vec::new());
    for at in (0..tokens.len()).filter(|at| matches!(tokens[*at].what, What::Number(_))) {
        let holds = |range: &Range<usize>| ranges_overlap(range, &tokens[at].range);
        let figure = money.iter().find(|figure| holds(&figure.range));
        let (range, amount) = match figure {
            Some(figure) if matches!(figure.unit.as_str(), "BRL" | ANY_MONEY) => {
                (figure.range.clone(), figure.values.first().copied())
            }
            Some(_) => continue,
            None => (tokens[at].range.clone(), read_bare_amount(&tokens, at)),
        };
        let Some(price) = amount.and_then(|amount| Price::new(amount).ok()) else { continue };
        let first = tokens.partition_point(|token| token.range.end <= range.start);
        let last = tokens.partition_point(|token| token.range.start < range.end);
        let Some((bound, place)) = read_price_bound(&tokens, first, last) else { continue };
        match bound {
            Bound::Most => budget.most = Some(price),
            Bound::Least => budget.least = Some(price),
        }
        said.push(place.start.min(range.start)..place.end.max(range.end));
    }
    match (budget.least, budget.most) {
        // `De 500 até 300`
        (Some(least), Some(most)) if least > most => (Budget { least: Some(most), most: Some(least) }, said),
        _ => (budget, said),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Most,
}

/// What makes the amount of the tokens `first..last` a limit, and where that is said.
fn read_price_bound(tokens: &[Token], first: usize, last: usize) -> Option<(Bound, Range<usize>)> {
    let begin = |length: usize| first.checked_sub(length);
    let joined = |from: usize, to: usize| -> Option<String> {
        let words: Option<Vec<&str>> = (from..to).map(|at| word_at(tokens, at)).collect();
        words.map(|words| words.join(" "))
    };
    if let Some(found) = range_end(tokens, first, last) {
        return Some(found);
    }
    let before = |length: usize| Some((begin(length)?, joined(begin(length)?, first)?));
    let behind = |length: usize| Some((last + length, joined(last, last + length)?));
    for length in (1..=LONGEST).rev() {
        if let Some((from, said)) = before(length) {
            let place = tokens[from].range.start..tokens[first].range.start;
            if AT_MOST.contains(&said.as_str()) {
                return Some((Bound::Most, place));
            }
            if AT_LEAST.contains(&said.as_str()) {
                return Some((Bound::Least, place));
            }
        }
    }
    for length in (1..=LONGEST).rev() {
        if let Some((to, said)) = behind(length) {
            let place = tokens[first].range.start..tokens[to - 1].range.end;
            if OR_LESS.contains(&said.as_str()) {
                return Some((Bound::Most, place));
            }
            if OR_MORE.contains(&said.as_str()) {
                return Some((Bound::Least, place));
            }
        }
    }
    None
}

/// Whether the amount is an end of `entre 100 e 200 reais`, `de R$ 100 a R$ 200`.
fn range_end(tokens: &[Token], first: usize, last: usize) -> Option<(Bound, Range<usize>)> {
    let to = |at: usize| matches!(word_at(tokens, at), Some("e" | "a" | "ate" | "and" | "to"));
    let from = |at: usize| matches!(word_at(tokens, at), Some("entre" | "between" | "de" | "from"));
    let number_behind = |at: usize| (at..at + 3).any(|at| !numbers_at(tokens, at).is_empty());
    let opens = first.checked_sub(1).filter(|at| from(*at));
    if let Some(open) = opens.filter(|_| to(last) && number_behind(last + 1)) {
        return Some((Bound::Least, tokens[open].range.start..tokens[last].range.end));
    }
    let joined = first.checked_sub(1).filter(|at| to(*at))?;
    let opened = (joined.saturating_sub(5)..joined).rev().find(|at| from(*at))?;
    let between = (opened..joined).any(|at| !numbers_at(tokens, at).is_empty());
    between.then(|| (Bound::Most, tokens[opened].range.start..tokens[first].range.start))
}

/// An amount without a currency: `até 200`, at the end of what is said or in a range of money, and
/// large enough to be a price.
fn read_bare_amount(tokens: &[Token], at: usize) -> Option<Decimal> {
    let value = numbers_at(tokens, at).first().copied().filter(|value| *value >= LEAST_BARE)?;
    let ends = tokens.get(at + 1).is_none()
        || matches!(sign_at(tokens, at + 1), Some('?' | '!' | '.' | ',' | ';' | ')' | '…'));
    let ranged = matches!(word_at(tokens, at + 1), Some("e" | "a" | "ate" | "and" | "to"))
        && matches!(word_at(tokens, at + 3), Some("reais" | "real" | "conto" | "contos" | "pila"));
    let slang = matches!(word_at(tokens, at + 1), Some("conto" | "contos" | "pila" | "pilas" | "mangos"));
    // `entre 100 e 200`: without a currency at either end.
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    let opened = matches!(before, Some("entre" | "between"))
        && tokens.get(at + 3).is_none_or(|next| matches!(next.what, What::Sign(_)));
    (ends || ranged || slang || opened).then_some(value)
}

/// Whether two ranges share a byte.
pub(super) fn ranges_overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(amount: i64) -> Option<Price> {
        Price::new(Decimal::from(amount)).ok()
    }

    fn limits(message: &str) -> (Option<Price>, Option<Price>) {
        let (budget, _) = read_budget(message);
        (budget.least, budget.most)
    }

    #[test]
    fn words_before_or_behind_an_amount_say_which_end_it_is() {
        assert_eq!(limits("fungicida até R$ 300"), (None, price(300)));
        assert_eq!(limits("fungicida por R$ 300 ou menos"), (None, price(300)));
        assert_eq!(limits("adubo a partir de R$ 100"), (price(100), None));
        assert_eq!(limits("adubo de R$ 100 pra cima"), (price(100), None));
        assert_eq!(limits("entre 100 e 200 reais"), (price(100), price(200)));
    }

    #[test]
    fn a_range_that_is_said_from_its_greater_end_is_turned_round() {
        assert_eq!(limits("de 500 até 300 reais"), (price(300), price(500)));
    }

    #[test]
    fn an_amount_without_a_word_for_a_limit_and_a_small_number_without_a_currency_limit_nothing() {
        for message in ["o de R$ 200", "mostre até 3", "herbicida para soja"] {
            assert_eq!(read_budget(message), (Budget::default(), Vec::new()), "{message}");
        }
    }

    #[test]
    fn the_place_of_a_limit_begins_with_its_words_and_ends_with_the_amount() {
        let message = "soja até R$ 300 hoje";
        let (_, places) = read_budget(message);
        assert_eq!(places.len(), 1);
        assert_eq!(&message[places[0].clone()], "até R$ 300");
    }

    #[test]
    fn a_budget_that_says_nothing_leaves_the_one_before_in_force() {
        let before = Budget { least: None, most: price(300) };
        let now = Budget { least: price(50), most: None };
        assert_eq!(Budget::default().or(before), before);
        assert_eq!(now.or(before), now);
        let mut filters = Filters::default();
        before.limit(&mut filters);
        assert_eq!((filters.min_price, filters.max_price), (None, price(300)));
    }

    #[test]
    fn ranges_that_only_touch_share_no_byte() {
        assert!(ranges_overlap(&(0..3), &(2..4)));
        assert!(!ranges_overlap(&(0..2), &(2..4)));
        assert!(!ranges_overlap(&(2..4), &(0..2)));
    }
}
