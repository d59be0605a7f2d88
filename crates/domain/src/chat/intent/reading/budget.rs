//! The prices that a message allows: `até R$ 300`, `entre 100 e 200 reais`.
//!
//! Left out: amounts in other currencies, and amounts without a word that makes them a limit (`o de R$ 200`).

use super::count_words::is_package;
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
/// Words that make an amount one of which a little more or less will do.
const AROUND: [&str; 17] = [
    "na faixa de",
    "na faixa dos",
    "faixa de",
    "faixa dos",
    "em torno de",
    "em torno dos",
    "por volta de",
    "por volta dos",
    "na casa de",
    "na casa dos",
    "na base de",
    "na base dos",
    "beirando",
    "na media de",
    "around",
    "in the range of",
    "somewhere around",
];
/// The same, where only a currency tells that the amount is one of money: `cerca de 200 metros`.
const AROUND_MONEY: [&str; 8] =
    ["cerca de", "perto de", "perto dos", "mais ou menos", "uns", "umas", "about", "roughly"];
/// How far a price may be from an amount of which a little more or less will do, in percent.
const AROUND_PERCENT: Decimal = Decimal::from_parts(20, 0, 0, false, 0);
/// How far above an amount `duzentos e pouco` reaches, in percent.
const LITTLE_PERCENT: Decimal = Decimal::from_parts(25, 0, 0, false, 0);
/// How far `duzentos e tantos` does.
const SOME_PERCENT: Decimal = Decimal::from_parts(50, 0, 0, false, 0);
/// Least amount without a currency that `e pouco` or `na faixa de` makes one of money.
const LEAST_AROUND: Decimal = Decimal::from_parts(20, 0, 0, false, 0);
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
    /// Whether the message allows every price.
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

    /// Sets the message's price limits in the filters of a search.
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
        let first = tokens.partition_point(|token| token.range.end <= range.start);
        let last = tokens.partition_point(|token| token.range.start < range.end);
        if let Some((around, place)) = read_around(&tokens, first..last, figure.is_some()) {
            said.push(place);
            budget = around;
            continue;
        }
        let Some(price) = amount.and_then(|amount| Price::new(amount).ok()) else { continue };
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

/// The prices around an amount that is a rough one (`na faixa de 200`, `duzentos e pouco o saco`), and where it is said.
fn read_around(tokens: &[Token], amount: Range<usize>, is_money: bool) -> Option<(Budget, Range<usize>)> {
    let value = amount.clone().find_map(|at| numbers_at(tokens, at).first().copied())?;
    let join_words = |from: usize| -> Option<String> {
        let words: Option<Vec<&str>> = (from..amount.start).map(|at| word_at(tokens, at)).collect();
        words.map(|words| words.join(" "))
    };
    let stands = |phrases: &[&str]| {
        let mut places = (1..=LONGEST).rev().filter_map(|length| amount.start.checked_sub(length));
        places.find(|from| join_words(*from).is_some_and(|said| phrases.contains(&said.as_str())))
    };
    let more = read_some_more(tokens, amount.end);
    let end = more.map_or(amount.end, |(_, end)| end);
    let ends = is_money || (value >= LEAST_AROUND && ends_amount(tokens, end));
    let around = stands(&AROUND).or_else(|| stands(&AROUND_MONEY).filter(|_| is_money));
    if !ends || (around.is_none() && more.is_none()) {
        return None;
    }
    let share = |percent: Decimal| value.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED);
    let at_most = more.is_some() && stands(&AT_MOST).is_some();
    let (least, most) = match more {
        Some((percent, _)) => (Some(value).filter(|_| !at_most), value.checked_add(share(percent)?)?),
        None => (value.checked_sub(share(AROUND_PERCENT)?), value.checked_add(share(AROUND_PERCENT)?)?),
    };
    let least = least.and_then(|least| Price::new(least).ok());
    let begin = around.or_else(|| stands(&AT_MOST).filter(|_| at_most)).unwrap_or(amount.start);
    let place = tokens[begin].range.start..tokens[end - 1].range.end;
    Some((Budget { least, most: Some(Price::new(most).ok()?) }, place))
}

/// `… e pouco`, `… e tantos reais` behind an amount: how much more that may be in percent, and where it ends.
fn read_some_more(tokens: &[Token], at: usize) -> Option<(Decimal, usize)> {
    let percent = match (word_at(tokens, at), word_at(tokens, at + 1)) {
        (Some("e"), Some("pouco" | "poucos" | "pouca" | "poucas" | "pouquinho")) => LITTLE_PERCENT,
        (Some("e"), Some("tanto" | "tantos" | "tantas")) => SOME_PERCENT,
        _ => return None,
    };
    let currency =
        matches!(word_at(tokens, at + 2), Some("reais" | "real" | "conto" | "contos" | "pila" | "pilas"));
    Some((percent, at + 2 + usize::from(currency)))
}

/// Whether nothing stands behind an amount that it would be one of: its end, a sign, or what is sold for it.
fn ends_amount(tokens: &[Token], at: usize) -> bool {
    let is_sign = |sign: char| matches!(sign, '?' | '!' | '.' | ',' | ';' | ')' | '…');
    let is_currency = tokens.get(at.wrapping_sub(1)).is_some()
        && matches!(word_at(tokens, at - 1), Some("reais" | "real" | "conto" | "contos" | "pila" | "pilas"));
    let each = word_at(tokens, at) == Some("cada")
        || (matches!(word_at(tokens, at), Some("o" | "a" | "por" | "no" | "na" | "cada"))
            && word_at(tokens, at + 1).is_some_and(is_package));
    tokens.get(at).is_none() || sign_at(tokens, at).is_some_and(is_sign) || each || is_currency
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Most,
}

/// What makes the amount of the tokens `first..last` a limit, and where that is said.
fn read_price_bound(tokens: &[Token], first: usize, last: usize) -> Option<(Bound, Range<usize>)> {
    let begin = |length: usize| first.checked_sub(length);
    let join_words = |from: usize, to: usize| -> Option<String> {
        let words: Option<Vec<&str>> = (from..to).map(|at| word_at(tokens, at)).collect();
        words.map(|words| words.join(" "))
    };
    if let Some(found) = range_end(tokens, first, last) {
        return Some(found);
    }
    let before = |length: usize| Some((begin(length)?, join_words(begin(length)?, first)?));
    let behind = |length: usize| Some((last + length, join_words(last, last + length)?));
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
    let ends = ends_amount(tokens, at + 1);
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
