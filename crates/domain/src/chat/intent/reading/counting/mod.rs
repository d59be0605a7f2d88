//! How many of something a message asks for: `4 bombonas desse`, `dez sacos de ureia`, `price for 24?`.
//!
//! The size of a package is no count: `o de 20 litros`, `saco de 25`.

use crate::catalog::{BaseUnit, Item, Package};
use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::intent::reading::count_words::{
    NEEDING, OF_SIZE, ORDERING, OTHER_COUNTED, PRICING, find_number_after_with, find_ordering, is_length,
    is_measure, is_package, measure_of, offers_price, offers_price_of_each, orders_at, points_at_thing,
    points_back,
};
use crate::chat::intent::reading::digits::points_at_several;
use crate::chat::intent::reading::enumeration::{joins_with, split_parts, write_tokens};
use crate::chat::intent::reading::installments::TIMES;
use crate::chat::intent::reading::sale_unit::{content_of_item, dimension_of};
use crate::chat::intent::wording::ordinals::place_of;
use crate::chat::intent::wording::telling::{cut_out, telling_words};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use std::ops::Range;
use uuid::Uuid;

/// So many of something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// How many, at least 1.
    pub number: Decimal,
    /// What is counted: a package (`saco`), or a measure (`kg`); nothing where the thing itself is.
    pub unit: Option<String>,
    /// The words that name the thing, folded; none where it was spoken of before.
    pub words: Vec<String>,
    /// The record that is counted, where it is known which one.
    pub record: Option<Uuid>,
    /// The label of the record's package that is counted, where it was named before.
    pub package: Option<String>,
    /// The thing's place in what was shown, from 1: `4 do primeiro`; `LAST_PLACE` is that of the last one.
    pub place: Option<usize>,
    /// Whether each of several things is counted: `um de cada`.
    pub each: bool,
}

impl Count {
    /// Creates the count of a record that a message asks for.
    pub(crate) fn of_record(number: Decimal, record: Uuid) -> Self {
        Self { number, record: Some(record), ..Self::default() }
    }

    /// Whether its measure is one of length.
    pub(crate) fn is_length(&self) -> bool {
        self.unit.as_deref().is_some_and(is_length)
    }

    /// Whether the message counts by a measure, and not by packages or things.
    pub(crate) fn is_measured(&self) -> bool {
        self.is_length() || self.unit.as_deref().is_some_and(is_measure)
    }

    /// Whether the item is sold in the package that is counted.
    pub(crate) fn is_packed(&self, item: &Item) -> bool {
        let stems = self.unit.as_deref().map(stems_of).unwrap_or_default();
        is_packed_in(item, &stems)
    }

    /// Of `entries` those whose item is sold in that package, or can be measured so; all where none is.
    pub(crate) fn keep_in_package<'a, Entry: Copy>(
        &self,
        entries: Vec<Entry>,
        item_of: impl Fn(Entry) -> &'a Item,
    ) -> Vec<Entry> {
        let Some(unit) = &self.unit else { return entries };
        let stems = stems_of(unit);
        let is_sold_so = |item: &Item| match measure_of(unit) {
            Some((base, _)) => holds_measure(item, base),
            None => is_packed_in(item, &stems),
        };
        let packed: Vec<Entry> =
            entries.iter().copied().filter(|entry| is_sold_so(item_of(*entry))).collect();
        if packed.is_empty() { entries } else { packed }
    }
}

/// Whether the packages of an item say how much they hold in a base unit (`kg`, `l`): 2 t are so many bags of 50 kg.
fn holds_measure(item: &Item, base: &str) -> bool {
    let is_base = |package: &Package| {
        let content = package.content().map(|content| content.in_base().0);
        matches!((base, content), ("kg", Some(BaseUnit::Kilogram)) | ("l", Some(BaseUnit::Litre)))
    };
    content_of_item(item, dimension_of(base)).is_some() || item.packages_on_sale().any(is_base)
}

/// Whether the name of an item, or the label of one of its packages on sale, has these stems in their order.
pub(crate) fn is_packed_in(item: &Item, stems: &[String]) -> bool {
    let labels = item.packages_on_sale().map(|package| package.label.as_str());
    !stems.is_empty()
        && std::iter::once(item.name.as_str())
            .chain(labels)
            .any(|text| stems_of(text).windows(stems.len()).any(|run| run == stems))
}

/// Most counts that one message is read for.
const MOST_COUNTS: usize = 20;
/// Largest number that is taken for a count.
const MOST: u32 = 1_000_000;

/// Fewest digits of a number that is a code where nothing says what it counts.
const CODE_DIGITS: usize = 5;

/// The counts of a message, and the message without them but with the things that they count. A number that stands
/// alone counts only where `goes_on`: what it counts was spoken of before, and else it is a code.
pub(crate) fn read_counts(message: &str, goes_on: bool) -> (String, Vec<Count>) {
    read_all_counts(message, goes_on, false)
}

/// The same for a message that certainly buys, as one does that takes something off the price: `2 Novarol` counts there.
pub(crate) fn read_bought_counts(message: &str, goes_on: bool) -> (String, Vec<Count>) {
    read_all_counts(message, goes_on, true)
}

fn read_all_counts(message: &str, goes_on: bool, is_bought: bool) -> (String, Vec<Count>) {
    let tokens = tokenize_figures(message);
    let stems = stems_of(message);
    let asks_total = is_bought || WORDS.total.are_in(&stems) || asks_price(&tokens);
    let parts = split_parts(&tokens);
    let begins =
        |at: usize| parts.iter().any(|part| part.contains(&at) && is_part_start(&tokens, part.start, at));
    let several =
        (0..tokens.len()).filter(|at| !numbers_at(&tokens, *at).is_empty() && begins(*at)).count() > 1;
    let points_at_many = (1..tokens.len()).any(|at| is_many(&tokens, at));
    let mut places: Vec<usize> = Vec::new();
    for at in 0..tokens.len() {
        if places.len() == MOST_COUNTS {
            break;
        }
        if word_at(&tokens, at + 1).is_none() && is_written_as_code(message, &tokens[at]) {
            continue;
        }
        let heads = begins(at) && is_head_count(&tokens, at, several || asks_total || points_at_many);
        if is_each(&tokens, at) || heads || is_count(&tokens, at, !places.is_empty(), asks_total) {
            places.push(at);
        }
    }
    if places.is_empty() && goes_on {
        places.extend(find_lone_number(&tokens).filter(|at| !is_written_as_code(message, &tokens[*at])));
    }
    if places.is_empty() {
        return (message.to_owned(), Vec::new());
    }
    let (mut counts, mut said) = (Vec::new(), Vec::new());
    for (nth, part) in parts.iter().enumerate() {
        let within: Vec<usize> = places.iter().copied().filter(|at| part.contains(at)).collect();
        if within.is_empty() && counts.len() < MOST_COUNTS {
            // `O rolo da tela com 2 sacos de ração` wants one of the first.
            let joins = word_at(&tokens, part.end) == Some("com");
            counts.extend(read_single(&tokens, part.clone(), (asks_total && nth > 0) || joins));
        }
        for (nth, at) in within.iter().enumerate() {
            let Some(number) = number_of(&tokens, *at) else { continue };
            let is_unit = |unit: &&str| is_package(unit) || is_measure(unit) || is_length(unit);
            let unit = word_at(&tokens, at + 1).filter(is_unit);
            let begin = at + 1 + usize::from(unit.is_some());
            let end = within.get(nth + 1).copied().unwrap_or(part.end);
            // What orders names nothing to look for: `bote aí 3 rolos`.
            let first =
                find_ordering(&tokens, *at).filter(|first| is_imperative(&tokens, *first)).unwrap_or(*at);
            said.push(tokens[first].range.start..tokens[begin - 1].range.end);
            counts.push(read_thing(&tokens, begin..end, number, unit));
        }
    }
    // `Vê 6 pares da verde` and `da verde, 6 pares`: the thing may stand before its number.
    let ordered_from = find_ordering(&tokens, places[0]).unwrap_or(places[0]);
    let mut before: Vec<&str> = (0..ordered_from).filter_map(|at| word_at(&tokens, at)).collect();
    // `Bota 3 rolos` orders, and asks for no boots.
    before.pop_if(|last| ORDERING.contains(last));
    let mut before = telling_words(&before.join(" "));
    // `E em toneladas, 2 toneladas dá quanto?` names no thing.
    before.retain(|word| !is_measure(word));
    // Of several the first, unless it points back: `vai de cletodim: fecha 10 e 2 caixas de luva`.
    let may_stand_before = match counts.as_slice() {
        [_] => true,
        [_, _, ..] => before.len() <= MOST_BEFORE && !points_back_behind(&tokens, places[0]),
        [] => false,
    };
    let is_only_one = counts.len() == 1;
    if let Some(first) = counts.first_mut().filter(|_| may_stand_before)
        && first.words.is_empty()
        && first.place.is_none()
        && !first.each
    {
        first.words = before;
        if is_only_one {
            first.place = find_place_before(&tokens, ordered_from);
        }
    }
    (cut_out(message, &said), name_each(&tokens, &parts, places[0], counts))
}

/// `Novarol e Virospod, quero 2 de cada`: so many of each thing that the message itself names; the counts as they are where
/// it names no two. The number stands at `at`.
fn name_each(tokens: &[Token], parts: &[Range<usize>], at: usize, counts: Vec<Count>) -> Vec<Count> {
    let Some(each) = counts.iter().find(|count| count.each && count.words.is_empty()) else { return counts };
    // What has a number of its own is no part of what is counted alike.
    if counts.iter().any(|count| !count.each && count.number != Decimal::ONE) {
        return counts;
    }
    // What stands behind says which of what was named: `1 de cada, a cal é a de balde`.
    let others = parts.iter().take_while(|part| !part.contains(&at));
    let words = others.map(|part| telling_words(&write_tokens(tokens, part.clone())));
    let things: Vec<Count> = words
        .filter(|words| !words.is_empty())
        .take(MOST_COUNTS)
        .map(|words| Count { words, each: false, ..each.clone() })
        .collect();
    if things.len() > 1 { things } else { counts }
}

/// `Então vai o primeiro. 15 sacos`: the place that is named before the number.
fn find_place_before(tokens: &[Token], end: usize) -> Option<usize> {
    (1..end).rev().find_map(|at| {
        let is_led = matches!(word_at(tokens, at - 1), Some("o" | "a" | "do" | "da" | "the"));
        word_at(tokens, at).filter(|_| is_led).and_then(place_of)
    })
}

/// Most words before the first of several counts that name its thing.
const MOST_BEFORE: usize = 2;

/// `10 desse`, `3 sacos dele`: whether what is counted at `at` was spoken of before.
fn points_back_behind(tokens: &[Token], at: usize) -> bool {
    let behind = |next: usize| word_at(tokens, at + next).is_some_and(points_back);
    behind(1) || (behind(2) && word_at(tokens, at + 1).is_some_and(is_package))
}

/// Whether the word that orders says nothing else: `quanto 3 sacos` asks.
fn is_imperative(tokens: &[Token], at: usize) -> bool {
    !matches!(word_at(tokens, at), None | Some("por" | "for" | "x" | "quanto" | "sao" | "dao" | "tipo"))
}

/// `Os dois mais 4 sacos`: a number in words that counts what was shown.
fn is_many(tokens: &[Token], at: usize) -> bool {
    let led = at.checked_sub(1).and_then(|before| word_at(tokens, before)).is_some_and(points_at_several);
    led && matches!(word_at(tokens, at), Some("dois" | "duas" | "tres" | "two" | "three"))
}

/// The thing that the tokens name, so many times.
fn read_thing(tokens: &[Token], range: Range<usize>, number: Decimal, unit: Option<&str>) -> Count {
    let begin = range.start;
    let text = match (tokens.get(begin), tokens.get(range.end.saturating_sub(1))) {
        (Some(_), Some(_)) if range.start < range.end => write_tokens(tokens, range),
        _ => String::new(),
    };
    let folded = normalize_text(&text);
    let words: Vec<&str> = plain_words(&folded).collect();
    let place = words.windows(2).find_map(|pair| {
        let led = matches!(
            pair[0],
            "do" | "da"
                | "o"
                | "a"
                | "of"
                | "the"
                | "desse"
                | "dessa"
                | "deste"
                | "desta"
                | "daquele"
                | "daquela"
        );
        led.then(|| place_of(pair[1])).flatten()
    });
    let each = words.iter().any(|word| matches!(*word, "cada" | "each"));
    let (unit, words) = (unit.map(str::to_owned), telling_words(&text));
    Count { number, unit, words, place, each, ..Count::default() }
}

/// A part of an order that has no number: `uma lona`, and beside a question for the sum `o respirador`.
fn read_single(tokens: &[Token], part: Range<usize>, listed: bool) -> Option<Count> {
    let one = part.clone().find(|at| {
        matches!(word_at(tokens, *at), Some("um" | "uma" | "one")) && is_part_start(tokens, part.start, *at)
    });
    // `O rolo da tela` is a roll of it.
    let article = part
        .clone()
        .find(|at| matches!(word_at(tokens, *at), Some("o" | "a")) && is_part_start(tokens, part.start, *at));
    let is_of = |at: usize| matches!(word_at(tokens, at + 1), Some("de" | "da" | "do"));
    let article = article.filter(|at| word_at(tokens, at + 1).is_some_and(is_package) && is_of(at + 1));
    let begin = one.or(article).map_or(part.start, |at| at + 1);
    let unit = one.or(article).and_then(|_| word_at(tokens, begin)).filter(|unit| is_package(unit));
    let count = read_thing(tokens, begin + usize::from(unit.is_some())..part.end, Decimal::ONE, unit);
    // A share is no thing: `3 rolos e 8% no total`.
    let has_letters = |word: &String| word.chars().any(char::is_alphabetic);
    let is_share =
        part.clone().any(|at| sign_at(tokens, at) == Some('%')) && !count.words.iter().any(has_letters);
    let named = !is_share && (!count.words.is_empty() || count.place.is_some());
    (named && (one.is_some() || listed)).then_some(count)
}

/// Whether nothing that names a thing stands before `at` in its part.
fn is_part_start(tokens: &[Token], start: usize, at: usize) -> bool {
    (start..at).all(|at| {
        word_at(tokens, at).is_some_and(|word| {
            (telling_words(word).is_empty() || orders_at(tokens, at)) && !follows_size_word(tokens, at + 1)
        })
    })
}

/// Whether the word before `at` makes a number a size, a place or a limit. `Quanto dá 3 sacos` asks what they come to,
/// `me dá 3 sacos` orders them.
fn follows_size_word(tokens: &[Token], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| word_at(tokens, at));
    let is_verb = matches!(
        (before(3), before(2), before(1)),
        (_, Some("quanto" | "me"), Some("da")) | (Some("quanto"), Some("que"), Some("da"))
    );
    // `Total de 4 do primeiro`, `preço de 3 sacos`
    let is_priced = before(1) == Some("de") && before(2).is_some_and(|word| PRICING.contains(&word));
    // `… com 2 sacos de ração` is one thing more.
    let is_joined = before(1) == Some("com") && joins_with(tokens, at - 1);
    !is_verb && !is_priced && !is_joined && before(1).is_some_and(|word| OF_SIZE.contains(&word))
}

/// `10234`, `007`: whether a number is written as codes are. A round number counts.
fn is_written_as_code(message: &str, token: &Token) -> bool {
    let written = message.get(token.range.clone()).unwrap_or_default();
    let is_plain = written.len() > 1 && written.bytes().all(|b| b.is_ascii_digit());
    is_plain && (written.starts_with('0') || (written.len() >= CODE_DIGITS && !written.ends_with("00")))
}

/// `4 do primeiro`, `1 dessa alface`, and in an enumeration or a question for the sum `5 bandejas`.
fn is_head_count(tokens: &[Token], at: usize, enumerated: bool) -> bool {
    let whole = numbers_at(tokens, at).first().is_some_and(|number| {
        *number >= Decimal::ONE && *number <= Decimal::from(MOST) && number.fract().is_zero()
    });
    if !whole || touches_sign(tokens, at) {
        return false;
    }
    match word_at(tokens, at + 1) {
        Some(next) if points_at_thing(next) => true,
        Some(next) => {
            enumerated
                && !OTHER_COUNTED.contains(&next)
                && !is_measure(next)
                && (is_package(next) || !telling_words(next).is_empty())
        }
        None => false,
    }
}

/// `Um de cada`, `um rolo de cada`, `two of each`.
fn is_each(tokens: &[Token], at: usize) -> bool {
    let of = at + 1 + usize::from(word_at(tokens, at + 1).is_some_and(is_package));
    let follows =
        matches!((word_at(tokens, of), word_at(tokens, of + 1)), (Some("de" | "of"), Some("cada" | "each")));
    follows && number_of(tokens, at).is_some()
}

/// The number at `at`; `um` is one.
fn number_of(tokens: &[Token], at: usize) -> Option<Decimal> {
    let one = matches!(word_at(tokens, at), Some("um" | "uma" | "one"));
    numbers_at(tokens, at).first().copied().or(one.then_some(Decimal::ONE))
}

/// `Quanto fica?`, `how much?` beside things.
fn asks_price(tokens: &[Token]) -> bool {
    let words: Vec<&str> = (0..tokens.len()).filter_map(|at| word_at(tokens, at)).collect();
    words.windows(2).any(|pair| {
        matches!(
            pair,
            ["quanto", "fica" | "da" | "sai" | "custa" | "e" | "ficaria" | "daria"] | ["how", "much"]
        )
    })
}

/// Whether the number is part of a code, a formula, a share or a ratio.
fn touches_sign(tokens: &[Token], at: usize) -> bool {
    let touches = |sign: Option<char>| matches!(sign, Some('-' | '/' | '%' | '$' | '°' | 'º' | 'ª' | '#'));
    at.checked_sub(1).is_some_and(|before| {
        touches(sign_at(tokens, before)) || sign_at(tokens, before) == Some('+') && at == 1
    }) || touches(sign_at(tokens, at + 1))
}

/// `E 15?`, `uns 8 então`: the one number of a message that names nothing else.
fn find_lone_number(tokens: &[Token]) -> Option<usize> {
    let mut places = (0..tokens.len()).filter(|at| !numbers_at(tokens, *at).is_empty());
    let (at, more) = (places.next()?, places.next());
    let words: Vec<&str> = (0..tokens.len()).filter_map(|at| word_at(tokens, at)).collect();
    // `Qual das 2 é mais cara?` counts nothing, `manda as 12` does.
    let is_few = numbers_at(tokens, at).first().is_some_and(|number| *number <= Decimal::from(3));
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    let points = is_few && before.is_some_and(points_at_several);
    // `E com 10?` is another number of what was spoken of; `em 3x` parts its price.
    let is_other_number = find_number_after_with(tokens) == Some(at);
    let sized = points || (follows_size_word(tokens, at) && !is_other_number) || is_part_of_price(tokens, at);
    let sized = sized || offers_price(tokens, at) || offers_price_of_each(tokens, at);
    let whole = numbers_at(tokens, at).first().is_some_and(|number| {
        *number >= Decimal::ONE && *number <= Decimal::from(MOST) && number.fract().is_zero()
    });
    let alone = more.is_none() && telling_words(&words.join(" ")).is_empty();
    let signs = (0..tokens.len())
        .filter_map(|at| sign_at(tokens, at))
        .all(|sign| matches!(sign, '?' | '!' | '.' | ','));
    (alone && whole && signs && !sized && words.len() <= 6).then_some(at)
}

/// `Em 3x`, `em 3 vezes`: whether the number at `at` says in how many parts a price is paid.
fn is_part_of_price(tokens: &[Token], at: usize) -> bool {
    let led = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    matches!(led, Some("em" | "in")) && word_at(tokens, at + 1).is_some_and(|word| TIMES.contains(&word))
}

/// What a length may be of: `3 metros de altura`.
const SIZES: [&str; 9] =
    ["altura", "largura", "comprimento", "profundidade", "alcance", "lado", "raio", "diametro", "distancia"];

/// `Fecha 10 e 2 do outro`: whether the word at `at` joins the number before it with one more.
fn is_joined(tokens: &[Token], at: usize) -> bool {
    let joins = matches!(word_at(tokens, at), Some("e" | "com" | "mais" | "and" | "plus"));
    let one = matches!(word_at(tokens, at + 1), Some("um" | "uma" | "one"));
    joins && (one || !numbers_at(tokens, at + 1).is_empty())
}

/// Whether the token counts something; `follows` where another count stands before it.
fn is_count(tokens: &[Token], at: usize, follows: bool, asks_total: bool) -> bool {
    let number = numbers_at(tokens, at).first().copied();
    if numbers_at(tokens, at).is_empty()
        || number.is_none_or(|number| number < Decimal::ONE || number > Decimal::from(MOST))
    {
        return false;
    }
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    // `Preciso de 6 rolos` orders; `o de 20 litros` is a size.
    let needed = at.checked_sub(2).and_then(|needed| word_at(tokens, needed));
    let needed = needed.filter(|needed| before == Some("de") && NEEDING.contains(needed));
    let before = needed.or(before);
    let next = word_at(tokens, at + 1).filter(|_| !is_joined(tokens, at + 1));
    // A code, a formula, a share, a ratio.
    let touches =
        |sign: Option<char>| matches!(sign, Some('-' | '/' | '+' | '%' | '$' | '°' | 'º' | 'ª' | '#'));
    if at.checked_sub(1).is_some_and(|before| touches(sign_at(tokens, before)))
        || touches(sign_at(tokens, at + 1))
    {
        return false;
    }
    if needed.is_none() && follows_size_word(tokens, at) {
        return false;
    }
    let behind = word_at(tokens, at + 2);
    let ordered =
        find_ordering(tokens, at).is_some() || needed.is_some_and(|needed| ORDERING.contains(&needed));
    let follows_other = follows
        && (matches!(before, Some("e" | "mais" | "and"))
            || at.checked_sub(1).is_some_and(|before| sign_at(tokens, before) == Some(',')));
    match next {
        Some(unit) if is_package(unit) => true,
        // `50 quilos dele`, `quero 50 kg`, `30 toneladas dá quanto?`; `40 kg?` asks for a size.
        Some(unit) if is_measure(unit) => ordered || behind.is_some_and(points_back) || asks_total,
        Some(unit) if is_length(unit) => {
            let is_sized = before == Some("x") || matches!(behind, Some("x" | "por"));
            let of_thing = behind.is_some_and(points_at_thing) || behind.is_some_and(points_back);
            let of_size = word_at(tokens, at + 3).is_some_and(|word| SIZES.contains(&word));
            (ordered || (of_thing && asks_total)) && !is_sized && !of_size
        }
        Some(next) if points_back(next) => true,
        // `3 de 20 litros`: so many of that size.
        Some("de") if !numbers_at(tokens, at + 2).is_empty() => {
            word_at(tokens, at + 3).is_some_and(is_measure)
        }
        // `10 sacos de ureia e 5 de cloreto`
        Some("de") if follows_other => word_at(tokens, at + 2)
            .is_some_and(|thing| !is_measure(thing) && !telling_words(thing).is_empty()),
        // `Fecha 3`, `price for 24?`
        None => numbers_at(tokens, at + 1).is_empty() && ordered,
        // `3 rolos e 200 mourões`, `quero 2 enxadas`
        Some(next) => {
            let joined = matches!(before, Some("e" | "mais" | "and"));
            (joined && follows || ordered)
                && !OTHER_COUNTED.contains(&next)
                && !telling_words(next).is_empty()
        }
    }
}

#[cfg(test)]
mod tests;
