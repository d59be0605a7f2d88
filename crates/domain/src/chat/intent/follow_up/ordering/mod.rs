//! Orders over a conversation: `4 bombonas desse`, `3 rolos e 200 mourões`, `um de cada`, and what changes an
//! order that was summed before: `tira um rolo`, `põe mais uma caixa`, `cabe em 350?`.

mod changes;
mod lines;
mod meant;
mod shelf;
mod summed;

pub(super) use meant::find_in_lists;
pub(super) use shelf::Shelf;
pub(crate) use summed::{ShownSum, SummedLine, has_counted_lines, read_shown_cut, read_sum};

use super::coreference::of_items;
use super::pointing::find_holding;
use crate::catalog::Item;
use crate::chat::grounding::figures::tokens::tokenize_figures;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::enumeration::split_parts;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, WantedTerms};
use crate::chat::intent::reading::{MessageReading, points_at_several};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Sort;
use crate::text::{normalize_text, plain_words};
use meant::{find_counted, resolve_counts};
use rust_decimal::Decimal;

/// Sums up what was shown, by the counts of the message. What is named and was not shown is looked for beside it.
pub(super) fn count_shown(
    message: &str,
    reading: &MessageReading,
    shelf: Shelf<'_>,
) -> Option<CatalogQuestion> {
    // `Dá quanto o metro?` is no sum.
    if reading.per.is_some() && reading.counts.is_empty() {
        return None;
    }
    if let Some(changed) = changes::change_sum(message, reading, shelf) {
        return Some(changed);
    }
    let newest = shelf.lists.first()?;
    if let Some(beside) = changes::order_unshown(message, reading, shelf) {
        return Some(beside);
    }
    if reading.money.is_some() {
        return buy_for_money(reading, newest, shelf);
    }
    let asks = reading.asks_total
        || closes_order(message, reading, newest)
        || (!reading.asks_difference && asks_price_of_many(message));
    if let Some(each) = reading.counts.iter().find(|count| count.each) {
        return count_each(message, each, shelf);
    }
    if reading.counts.is_empty() {
        if !asks {
            return None;
        }
        // `A luva e a bota, quanto saem as duas?` names both itself.
        let names_them = many_of(message).is_some_and(|many| read_parts(&reading.rest).len() == many);
        let many = find_last_ones(message, shelf.lists).filter(|_| many_of(message).is_some());
        if let Some(many) = many.filter(|_| !names_them) {
            return add_beside(message, &many, shelf);
        }
        return sum_parts(message, reading, shelf);
    }
    let counts = keep_measure(message, mean_cheapest(reading, shelf), shelf);
    let (resolved, unknown) = resolve_counts(&counts, shelf);
    let mut many = find_many_beside(message, reading, shelf);
    // `Dos dois quero 3 do primeiro` counts one of them.
    if resolved.iter().flat_map(|(_, items)| items).any(|item| many.iter().any(|one| one.id == item.id)) {
        many.clear();
    }
    let mut meant: Vec<&Item> = many.clone();
    let mut counts: Vec<Count> = many.iter().map(|item| Count::of_record(Decimal::ONE, item.id)).collect();
    for (count, items) in resolved {
        // Alternatives of one count stay alternatives.
        let record = match items.as_slice() {
            [one] => Some(one.id),
            [first, ..] if reading.counts.len() > 1 || !many.is_empty() => Some(first.id),
            _ => None,
        };
        let items = if record.is_some() { &items[..1] } else { &items[..] };
        meant.extend(items);
        counts.push(Count { record, ..count });
    }
    if meant.is_empty() {
        return None;
    }
    // `15 sacos do mais barato`
    if let Some(order) = reading.order {
        sort_by_price(&mut meant, order);
        meant.truncate(1);
        counts.iter_mut().for_each(|count| count.record = None);
    }
    Some(ask_for(&meant, counts, unknown, reading.asks_total))
}

/// A sum that was shown, once more.
pub(super) fn ask_for_sum(sum: &ShownSum<'_>) -> CatalogQuestion {
    CatalogQuestion { not_in_sum: sum.gone.clone(), ..lines::ask_for_lines(&sum.lines, Vec::new()) }
}

/// `Fecha o kit com o refil`: an order of what is named, or of the one thing that was shown; `fecha domingo?` is none.
fn closes_order(message: &str, reading: &MessageReading, newest: &[&Item]) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).filter(|word| !matches!(*word, "pode" | "entao")).collect();
    let closes = matches!(
        words.as_slice(),
        ["fecha" | "fechar" | "fechamos", "o" | "a" | "os" | "as" | "esse" | "essa" | "um" | "uma", ..]
    );
    closes && (newest.len() == 1 || !reading.telling_words().is_empty())
}

/// `Os dois mais 4 sacos de cal`: the last ones that were shown, beside what is counted with its name.
fn find_many_beside<'a>(message: &str, reading: &MessageReading, shelf: Shelf<'a>) -> Vec<&'a Item> {
    let is_named = reading.counts.iter().all(|count| !count.words.is_empty() || count.place.is_some());
    let many = many_of(message).filter(|_| is_named && reading.order.is_none());
    let last = many.and_then(|many| Some((many, find_last_ones(message, shelf.lists)?)));
    last.filter(|(many, items)| items.len() == *many).map(|(_, items)| items).unwrap_or_default()
}

/// The counts of a message. `3 do mais barato com 3% de desconto` counts the cheapest of what was shown: words beside
/// it that nothing shown holds name no other thing.
fn mean_cheapest(reading: &MessageReading, shelf: Shelf<'_>) -> Vec<Count> {
    let mut counts = reading.counts.clone();
    if let [count] = counts.as_mut_slice()
        && reading.order.is_some()
        && count.place.is_none()
        && names_terms_of_sale(count)
        && find_counted(count, shelf).is_empty()
    {
        count.words.clear();
    }
    counts
}

/// `E 100?` after `50 metros quanto dá?` counts metres, too.
fn keep_measure(message: &str, mut counts: Vec<Count>, shelf: Shelf<'_>) -> Vec<Count> {
    let before = shelf.earlier.first().map(|before| MessageReading::of(before).counts).unwrap_or_default();
    if let ([count], [measured]) = (counts.as_mut_slice(), before.as_slice())
        && measured.is_measured()
        && count.unit.is_none()
        && count.words.is_empty()
        && count.place.is_none()
        && !WORDS.these.are_in(&stems_of(message))
    {
        count.unit.clone_from(&measured.unit);
    }
    counts
}

/// Whether the words of a count are shares and words of how the shop sells, and no thing.
fn names_terms_of_sale(count: &Count) -> bool {
    let is_number = |word: &String| word.bytes().all(|b| b.is_ascii_digit());
    count.words.iter().all(|word| is_number(word) || WORDS.faq.are_in(&stems_of(word)))
}

/// Asks for these counts of these items, and for what else is named.
fn ask_for(meant: &[&Item], counts: Vec<Count>, unknown: Vec<String>, asks_total: bool) -> CatalogQuestion {
    let mut distinct: Vec<&Item> = Vec::new();
    for item in meant {
        if distinct.iter().all(|known| known.id != item.id) {
            distinct.push(item);
        }
    }
    let question = of_items(&distinct);
    let query = std::iter::once(question.query).chain(unknown).collect::<Vec<_>>().join(" ");
    CatalogQuestion { query, counts, asks_total, ..question }
}

fn sort_by_price(items: &mut [&Item], order: Sort) {
    items.sort_by(|a, b| match order {
        Sort::PriceDesc => b.least_price().cmp(&a.least_price()),
        _ => {
            let (a, b) = (a.least_price(), b.least_price());
            (a.is_none(), a).cmp(&(b.is_none(), b))
        }
    });
}

/// `Quantos compro com 500?` of what was shown.
fn buy_for_money(reading: &MessageReading, newest: &[&Item], shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let told: Vec<String> = reading
        .telling_words()
        .into_iter()
        .filter(|word| !word.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    let items = match told.is_empty() {
        true => newest.to_vec(),
        false => find_in_lists(&WantedTerms::of(&told, shelf.index), shelf.lists),
    };
    (!items.is_empty()).then(|| CatalogQuestion { money: reading.money, ..of_items(&items) })
}

/// `Um de cada`: of each thing that the message before named, or of each that was shown.
/// Where `os dois` were not shown as two, nothing is reckoned.
fn count_each(message: &str, each: &Count, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let newest = shelf.lists.first()?;
    let named = choose_of_parts(message, shelf);
    let one_by_one = || if newest.len() == 1 { find_one_by_one(shelf.lists) } else { newest.clone() };
    let mut items = if named.len() > 1 { named } else { one_by_one() };
    if let Some(many) = many_of(message).filter(|many| *many != items.len()) {
        let packed = each.keep_in_package(items.clone(), |item| item);
        if packed.len() != many {
            return Some(of_items(&items));
        }
        items = packed;
    }
    let counts = items.iter().map(|item| Count::of_record(each.number, item.id)).collect();
    Some(ask_for(&items, counts, Vec::new(), true))
}

/// The items of the last answers that showed one each, the first that was shown first; of each means two at least, so
/// where one was shown alone, the first of the answer before it too.
fn find_one_by_one<'a>(lists: &[Vec<&'a Item>]) -> Vec<&'a Item> {
    let mut items: Vec<&Item> = Vec::new();
    for item in lists.iter().take_while(|list| list.len() == 1).flatten() {
        if items.iter().all(|known| known.id != item.id) {
            items.push(item);
        }
    }
    if items.len() == 1 {
        let before = lists.iter().filter_map(|list| list.first()).find(|item| item.id != items[0].id);
        items.extend(before);
    }
    items.reverse();
    items
}

/// The items of the newest answer that the parts of the message before it name, one for each, as the message
/// names them more closely: `a luva é aquela de vaqueta`.
fn choose_of_parts<'a>(message: &str, shelf: Shelf<'a>) -> Vec<&'a Item> {
    let (Some(newest), Some(before)) = (shelf.lists.first(), shelf.earlier.first()) else {
        return Vec::new();
    };
    let closer = read_parts(message);
    let mut chosen: Vec<&Item> = Vec::new();
    for part in read_parts(before) {
        let head = part.first().cloned().unwrap_or_default();
        let own = closer.iter().find(|words| words.iter().any(|word| stems_of(word) == stems_of(&head)));
        let candidates = own.into_iter().chain(std::iter::once(&part)).find_map(|words| {
            let held = choose_best(newest, &WantedTerms::of(words, shelf.index));
            held.into_iter().find(|item| chosen.iter().all(|known| known.id != item.id))
        });
        chosen.extend(candidates);
    }
    chosen
}

/// The items that hold the most of what is wanted, at least one term by name or in a list.
fn choose_best<'a>(items: &[&'a Item], wanted: &WantedTerms) -> Vec<&'a Item> {
    let level = |item: &Item| {
        let words = ItemWords::of(item);
        let any = wanted.terms.iter().any(|term| words.holds(term) >= Holding::Listed);
        if any { wanted.level_held(&words) } else { 0 }
    };
    let mut levels: Vec<(usize, &Item)> = items.iter().map(|item| (level(item), *item)).collect();
    levels.retain(|(level, _)| *level > 0);
    levels.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
    levels.into_iter().map(|(_, item)| item).collect()
}

/// `Soma tudo`, `kit + bota + respirador`: one of each thing that is named.
fn sum_parts(message: &str, reading: &MessageReading, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let parts = read_parts(&reading.rest);
    let of_before = choose_of_parts(message, shelf);
    if of_before.len() > 1 && (parts.len() < 2 || says_all(message)) {
        let counts = of_before.iter().map(|item| Count::of_record(Decimal::ONE, item.id)).collect();
        return Some(ask_for(&of_before, counts, Vec::new(), true));
    }
    if parts.len() > 1 {
        let counts: Vec<Count> = parts
            .into_iter()
            .map(|words| Count { number: Decimal::ONE, words, ..Count::default() })
            .collect();
        let (resolved, unknown) = resolve_counts(&counts, shelf);
        let meant: Vec<&Item> = resolved.iter().filter_map(|(_, items)| items.first().copied()).collect();
        // `O feromônio e a armadilha, quanto saem os dois?` of what was not shown is looked for.
        if meant.is_empty() {
            let is_sum = many_of(message) == Some(resolved.len());
            let counts = resolved.into_iter().map(|(count, _)| count).collect();
            let query = unknown.join(" ");
            return is_sum.then(|| CatalogQuestion {
                query,
                counts,
                asks_total: true,
                ..CatalogQuestion::default()
            });
        }
        let counts = resolved
            .into_iter()
            .map(|(count, items)| Count { record: items.first().map(|item| item.id), ..count })
            .collect();
        return Some(ask_for(&meant, counts, unknown, true));
    }
    // `A ureia e o adubo dá quanto?` names things; `dá quanto?` the newest.
    let told = reading.telling_words();
    let meant = match told.is_empty() {
        true => find_last_ones(message, shelf.lists)?,
        false => find_in_lists(&WantedTerms::of(&told, shelf.index), shelf.lists),
    };
    (!meant.is_empty()).then(|| CatalogQuestion { asks_total: true, ..of_items(&meant) })
}

/// `Os dois e um papel hidrossensível`: those that were shown, and what is named beside them.
fn add_beside(message: &str, many: &[&Item], shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let chosen = choose_of_parts(message, shelf);
    let many = if many_of(message) == Some(chosen.len()) { chosen } else { many.to_vec() };
    let mut meant = many.clone();
    let mut counts: Vec<Count> = many.iter().map(|item| Count::of_record(Decimal::ONE, item.id)).collect();
    let others: Vec<Count> = read_parts(message)
        .into_iter()
        .map(|words| Count { number: Decimal::ONE, words, ..Count::default() })
        .filter(|count| {
            let wanted = WantedTerms::of(&count.words, shelf.index);
            find_holding(&many, &wanted, Holding::Made).is_empty()
        })
        .collect();
    let (resolved, unknown) = resolve_counts(&others, shelf);
    for (count, items) in resolved {
        meant.extend(items.first());
        counts.push(Count { record: items.first().map(|item| item.id), ..count });
    }
    Some(ask_for(&meant, counts, unknown, true))
}

/// The words of each thing that a message names between signs and `e`.
fn read_parts(message: &str) -> Vec<Vec<String>> {
    let tokens = tokenize_figures(message);
    let parts = split_parts(&tokens);
    let text = |part: std::ops::Range<usize>| {
        let first = tokens.get(part.start).map_or(0, |token| token.range.start);
        let last = tokens.get(part.end - 1).map_or(0, |token| token.range.end);
        message.get(first..last).unwrap_or_default()
    };
    let is_number = |word: &String| word.bytes().all(|b| b.is_ascii_digit());
    let words = parts.into_iter().map(|part| {
        let mut words = telling_words(text(part));
        // `Quero 3 coisas: …`, `soma tudo`
        while words.first().is_some_and(is_number) {
            words.remove(0);
        }
        // `Os dois juntos` names no third thing.
        let is_together = |word: &str| matches!(word, "junto" | "juntos" | "junta" | "juntas" | "together");
        words.retain(|word| !is_together(word) && !WORDS.total.are_in(&stems_of(word)));
        words
    });
    words.filter(|words| !words.is_empty()).collect()
}

/// Whether the message means all that was spoken of.
fn says_all(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).any(|word| matches!(word, "tudo" | "todos" | "todas" | "all" | "everything"))
}

/// `Os dois, quanto fica?`, `as duas ficam em quanto?`
fn asks_price_of_many(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asks = words.windows(2).any(|pair| {
        matches!(
            pair,
            ["quanto", "fica" | "da" | "sai" | "e" | "ficam" | "custam" | "dao" | "saem"]
                | ["fica" | "ficam" | "da" | "dao" | "sai" | "saem" | "em" | "por", "quanto"]
                | ["how", "much"]
        )
    });
    asks && many_of(message).is_some()
}

/// Number that `os dois` or `the three` stand for in a message.
pub(super) fn many_of(message: &str) -> Option<usize> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let led = at.checked_sub(1).is_some_and(|before| points_at_several(words[before]));
        // `Os 2 kg` are an amount.
        let is_plain = led && words.get(at + 1).is_none_or(|next| measure_of(next).is_none());
        match *word {
            "ambos" | "ambas" | "both" => Some(2),
            "dois" | "duas" | "two" if led => Some(2),
            "tres" | "three" if led => Some(3),
            "2" if is_plain => Some(2),
            "3" if is_plain => Some(3),
            _ => None,
        }
    })
}

/// `Os dois`: the last two that were spoken of one by one, or else the newest list.
pub(super) fn find_last_ones<'a>(message: &str, lists: &[Vec<&'a Item>]) -> Option<Vec<&'a Item>> {
    let stems = stems_of(message);
    let has_word = |words: [&str; 4]| words.iter().any(|word| stems.contains(&stems_of(word)[0]));
    let many = match (has_word(["dois", "duas", "both", "two"]), has_word(["três", "three", "tres", "3"])) {
        (true, _) => 2,
        (_, true) => 3,
        _ if many_of(message) == Some(2) => 2,
        _ => return lists.first().cloned(),
    };
    let newest = lists.first()?;
    if newest.len() == many {
        return Some(newest.clone());
    }
    let mut last: Vec<&Item> = Vec::new();
    for one in lists.iter().filter_map(|list| list.first()) {
        if !last.iter().any(|item| item.id == one.id) {
            last.push(one);
        }
    }
    // Of a list that was asked of again (`o pozinho é de quanto?`) the other one is meant.
    if last.len() < many && newest.len() == 1 {
        for list in lists {
            last.extend(list.iter().find(|one| last.iter().all(|item| item.id != one.id)));
        }
    }
    last.truncate(many);
    (last.len() == many).then_some(last)
}

#[cfg(test)]
mod tests;
