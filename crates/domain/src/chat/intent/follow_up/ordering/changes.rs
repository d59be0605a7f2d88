//! What changes an order that was summed: something is taken out, put in, exchanged, or held against money.

use super::{Shelf, SummedLine, ask_for, find_counted, find_in_lists, many_of, says_all};
use crate::catalog::{BaseUnit, Item, Package};
use crate::chat::grounding::figures::tokens::{Token, numbers_at, tokenize_figures, word_at};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::follow_up::pointing::find_holding;
use crate::chat::intent::reading::count_words::{is_package, measure_of};
use crate::chat::intent::reading::counting::{Count, read_counts};
use crate::chat::intent::reading::sale_unit::{content_of_item, dimension_of};
use crate::chat::intent::reading::wanted::{Holding, WantedTerms};
use crate::chat::intent::reading::{MessageReading, resolve_correction, write_digits};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;

/// Words that take something out of an order.
const TAKING_OUT: [&str; 19] = [
    "tira", "tire", "tirar", "tirando", "retira", "retirar", "remove", "remover", "cancela", "desconta",
    "sem", "menos", "corta", "without", "drop", "remove", "skip", "exclui", "esquece",
];
/// Those of them that say nothing else: `sem problema` takes nothing out.
const TAKING_OUT_ALONE: [&str; 12] = [
    "tira", "tire", "tirar", "retira", "retirar", "remove", "remover", "cancela", "exclui", "corta", "drop",
    "take",
];
/// Words before one of these at the beginning of a message.
const LEADING: [&str; 9] = ["e", "entao", "mas", "pode", "agora", "ah", "nao", "and", "please"];
/// Most words of a thing that is to be taken out and is not there.
const MOST_ABSENT: usize = 3;
/// Words that put something in.
const PUTTING_IN: [&str; 20] = [
    "poe",
    "bota",
    "coloca",
    "inclui",
    "acrescenta",
    "adiciona",
    "junta",
    "soma",
    "mais",
    "tambem",
    "add",
    "plus",
    "include",
    "e",
    "manda",
    "quero",
    "ponha",
    "inclua",
    "coloque",
    "leva",
];
/// Words that hold a sum against money.
const HOLDING: [&str; 18] = [
    "cabe",
    "cabem",
    "passa",
    "passam",
    "ultrapassa",
    "estoura",
    "fit",
    "fits",
    "over",
    "exceed",
    "exceeds",
    "dentro",
    "ate",
    "com",
    "tenho",
    "menos",
    "mais",
    "under",
];
/// Words that leave nothing but what follows.
const ONLY: [&str; 6] = ["so", "somente", "apenas", "only", "just", "soh"];

/// The order after the message; nothing where there is no order, or the message does not change it.
pub(super) fn change_sum(
    message: &str,
    reading: &MessageReading,
    shelf: Shelf<'_>,
) -> Option<CatalogQuestion> {
    if shelf.sum.is_empty() {
        return None;
    }
    let limited = read_limit(message)
        .map(|limit| CatalogQuestion { limit: Some(limit), ..ask_for_lines(shelf.sum, Vec::new()) });
    let mut changed = limited
        .or_else(|| exchange(message, shelf))
        .or_else(|| take_out(message, shelf))
        .or_else(|| keep_only(message, shelf))
        .or_else(|| put_in(message, reading, shelf))
        .or_else(|| repeat_sum(message, reading, shelf))?;
    // What was summed before and cannot be any more is not dropped in silence.
    changed.not_in_sum.extend(shelf.gone.iter().cloned());
    Some(changed)
}

/// `Soma tudo`, `quanto deu?` while the sum is what was shown last: the sum once more. `Soma tudo` after one more thing
/// was shown: that one too.
fn repeat_sum(message: &str, reading: &MessageReading, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let names_nothing = reading.telling_words().iter().all(|word| WORDS.total.are_in(&stems_of(word)));
    let asks_else = reading.order.is_some() || reading.money.is_some() || !reading.counts.is_empty();
    // `Os dois` may be others than those of the sum.
    if !reading.asks_total || !names_nothing || asks_else || many_of(message).is_some() {
        return None;
    }
    let folded = normalize_text(message);
    let asks_result = plain_words(&folded).any(|word| matches!(word, "deu" | "ficou"));
    let in_sum = |item: &Item| shelf.sum.iter().any(|line| line.item.id == item.id);
    let newest = shelf.lists.first().map(Vec::as_slice).unwrap_or_default();
    if asks_result || newest.iter().all(|item| in_sum(item)) {
        return Some(ask_for_lines(shelf.sum, Vec::new()));
    }
    match newest {
        [one] if says_all(message) => {
            let lines =
                [shelf.sum, &[SummedLine { number: Decimal::ONE, item: one, package: None }]].concat();
            Some(ask_for_lines(&lines, Vec::new()))
        }
        _ => None,
    }
}

/// `E mais 2 kg de grampo` after alternatives, of which nothing is bought yet: an order of what was not shown.
pub(super) fn order_unshown(
    message: &str,
    reading: &MessageReading,
    shelf: Shelf<'_>,
) -> Option<CatalogQuestion> {
    let folded = normalize_text(message);
    let adds = plain_words(&folded).take(2).any(|word| matches!(word, "mais" | "add" | "plus"));
    if !adds || !reading.counts.is_empty() || reading.order.is_some() || !reading.budget.is_open() {
        return None;
    }
    let (text, number) = read_first_number(message);
    let count = Count { number: number?, ..count_of_text(&text) };
    (count.unit.is_some() && !count.words.is_empty() && find_counted(&count, shelf).is_empty()).then(|| {
        let query = count.words.join(" ");
        CatalogQuestion { query, counts: vec![count], ..CatalogQuestion::default() }
    })
}

/// One of what a text names, in the package or the measure that it names.
fn count_of_text(text: &str) -> Count {
    let is_measure = |word: &&str| measure_of(word).is_some();
    let folded = normalize_text(text);
    let measure = plain_words(&folded).find(is_measure).map(str::to_owned);
    let mut words = telling_words(text);
    words.retain(|word| !is_measure(&word.as_str()));
    Count { number: Decimal::ONE, unit: package_in(text).or(measure), words, ..Count::default() }
}

/// How many packages of the item a count is, where it is one of a measure: 1 kg in sachets of 500 g are 2.
fn count_packages(count: &Count, item: &Item, package: Option<&Package>) -> Decimal {
    let measure = count.unit.as_deref().and_then(measure_of);
    let packages = measure.and_then(|(base, factor)| {
        let content = match package {
            Some(package) => content_of_package(package, base)?,
            None => content_of_item(item, dimension_of(base))?,
        };
        count.number.checked_mul(factor)?.checked_div(content)
    });
    packages.map_or(count.number, |packages| packages.ceil())
}

/// How much a package holds in a base unit (`kg`, `l`).
fn content_of_package(package: &Package, base: &str) -> Option<Decimal> {
    let (unit, amount) = package.content()?.in_base();
    matches!((base, unit), ("kg", BaseUnit::Kilogram) | ("l", BaseUnit::Litre)).then_some(amount)
}

pub(super) fn ask_for_lines(lines: &[SummedLine<'_>], unknown: Vec<String>) -> CatalogQuestion {
    let items: Vec<&Item> = lines.iter().map(|line| line.item).collect();
    let count = |line: &SummedLine<'_>| Count {
        package: line.package.map(|package| package.label.clone()),
        ..Count::of_record(line.number, line.item.id)
    };
    ask_for(&items, lines.iter().map(count).collect(), unknown, true)
}

/// `Cabe em 350?`, `passa de 2 mil?`: the money that the sum is held against.
fn read_limit(message: &str) -> Option<Decimal> {
    let written = write_digits(message);
    let folded = normalize_text(&written);
    let words: Vec<&str> = plain_words(&folded).collect();
    let holds = words.iter().any(|word| HOLDING.contains(word));
    let named: Vec<String> = telling_words(&written)
        .into_iter()
        .filter(|word| !HOLDING.contains(&word.as_str()) && word != "mil" && !is_amount(word))
        .collect();
    if !holds || !named.is_empty() {
        return None;
    }
    let tokens = tokenize_figures(&written);
    let mut numbers = (0..tokens.len()).filter(|at| !numbers_at(&tokens, *at).is_empty());
    let (at, more) = (numbers.next()?, numbers.next());
    // `Mais 2`, `menos um`: a number that is no money.
    let amount = numbers_at(&tokens, at).first().copied()?;
    let thousands = word_at(&tokens, at + 1) == Some("mil");
    let amount = if thousands { amount * Decimal::ONE_THOUSAND } else { amount };
    (more.is_none() && amount >= Decimal::TEN).then_some(amount)
}

fn is_amount(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
}

/// The lines that the words mean, in that package.
fn find_lines(lines: &[SummedLine<'_>], count: &Count, shelf: Shelf<'_>) -> Vec<usize> {
    let items: Vec<&Item> = lines.iter().map(|line| line.item).collect();
    let found = match count.words.is_empty() {
        true if count.unit.is_some() => {
            let packed = count.keep_in_package(items.clone(), |item| item);
            if packed.len() < items.len() { packed } else { Vec::new() }
        }
        true => Vec::new(),
        false => {
            let wanted = WantedTerms::of(&count.words, shelf.index);
            find_in_lists(&wanted, std::slice::from_ref(&items))
        }
    };
    let is_found = |line: &SummedLine<'_>| found.iter().any(|item| item.id == line.item.id);
    (0..lines.len()).filter(|at| is_found(&lines[*at])).collect()
}

/// `Tira um rolo do arame`, `sem a bota`: less of a line, or the line gone.
fn take_out(message: &str, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let written = write_digits(message);
    let tokens = tokenize_figures(&written);
    let at = (0..tokens.len()).find(|at| {
        let taken = word_at(&tokens, *at).is_some_and(|word| TAKING_OUT.contains(&word));
        let off =
            matches!((word_at(&tokens, *at), word_at(&tokens, at + 1)), (Some("take"), Some("off" | "out")));
        taken || off
    })?;
    let rest = text_from(&written, &tokens, at + 1);
    if begins_with_share_or_money(rest) {
        return None;
    }
    // What stands behind a sign is something else: `sem a turfa, só as caixas`.
    let clause = first_clause(rest);
    let (text, number) = read_first_number(clause);
    let mut lines = shelf.sum.to_vec();
    let mut changed = false;
    let mut absent = Vec::new();
    // `Tira duas` of the one thing that was ordered.
    if let ([line], Some(number)) = (lines.as_mut_slice(), number)
        && telling_words(&text).is_empty()
        && number < line.number
    {
        line.number -= number;
        return Some(ask_for_lines(&lines, Vec::new()));
    }
    for part in clause.split(" e ") {
        // `Tira a bota e duas enxadas`: each thing has a number of its own, or is gone.
        let (part, number) = read_first_number(part);
        let count = Count { unit: package_in(&part), words: telling_words(&part), ..Count::default() };
        let found = find_lines(&lines.clone(), &count, shelf);
        if found.is_empty() {
            absent.extend(count.words.iter().cloned());
        }
        for line in found.into_iter().rev() {
            changed = true;
            match number.filter(|number| *number < lines[line].number) {
                Some(number) => lines[line].number -= number,
                None => {
                    lines.remove(line);
                }
            }
        }
    }
    let begins = (0..at).all(|at| word_at(&tokens, at).is_some_and(|word| LEADING.contains(&word)));
    let says_so = begins && word_at(&tokens, at).is_some_and(|word| TAKING_OUT_ALONE.contains(&word));
    let is_absent = says_so && (1..=MOST_ABSENT).contains(&absent.len()) && !speaks_of_else(clause);
    if !is_absent {
        absent.clear();
    }
    ((changed || is_absent) && !lines.is_empty())
        .then(|| CatalogQuestion { not_in_sum: absent, ..ask_for_lines(&lines, Vec::new()) })
}

/// The text before the first sign that ends a clause; one within a number ends none.
fn first_clause(text: &str) -> &str {
    let ends = |(at, sign): &(usize, char)| {
        let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
        matches!(sign, ',' | ';' | '.' | '?' | '!') && next.is_none_or(|next| !next.is_ascii_digit())
    };
    let end = text.char_indices().find(ends).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// `Desconta 5%`, `tira 20 reais`: a share or money, and no number of packages.
fn begins_with_share_or_money(rest: &str) -> bool {
    let words: Vec<String> = rest.split_whitespace().take(4).map(normalize_text).collect();
    let first = words.iter().take(2).position(|word| word.contains('$') || is_amount(word));
    first.is_some_and(|first| {
        let after = words.get(first + 1).map_or("", |word| word.trim_end_matches(['?', '.', ',', '!']));
        words[first].contains(['$', '%'])
            || matches!(after, "%" | "reais" | "real" | "conto" | "contos" | "pila" | "por" | "percent")
    })
}

/// `Tira uma dúvida`, `pode retirar na loja?`: words that take nothing out of an order.
fn speaks_of_else(clause: &str) -> bool {
    let folded = normalize_text(clause);
    plain_words(&folded).any(|word| matches!(word, "duvida" | "duvidas" | "loja" | "filial" | "balcao"))
}

/// `Só as caixas`: nothing but what is named.
fn keep_only(message: &str, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let written = write_digits(message);
    let tokens = tokenize_figures(&written);
    let at = (0..tokens.len()).find(|at| word_at(&tokens, *at).is_some_and(|word| ONLY.contains(&word)))?;
    let rest = text_from(&written, &tokens, at + 1);
    let (text, number) = read_first_number(rest);
    let count = Count { unit: package_in(&text), words: telling_words(&text), ..Count::default() };
    let found = find_lines(shelf.sum, &count, shelf);
    let mut lines: Vec<SummedLine<'_>> = found.iter().map(|at| shelf.sum[*at]).collect();
    if let ([line], Some(number)) = (lines.as_mut_slice(), number) {
        line.number = number;
    }
    (!lines.is_empty() && (lines.len() < shelf.sum.len() || number.is_some()))
        .then(|| ask_for_lines(&lines, Vec::new()))
}

/// `Põe mais um pacote de isolador`, `e mais 2 sacos desse`: more lines, or more of one.
fn put_in(message: &str, reading: &MessageReading, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let adds = words.iter().take(3).any(|word| PUTTING_IN.contains(word))
        || words.last().is_some_and(|last| matches!(*last, "tambem" | "too"));
    // `Não, são 5 enxadas`: another number of what stands in the sum.
    let says_other =
        matches!(words.as_slice(), ["sao" | "eram" | "era", ..] | ["nao", "sao" | "eram" | "era", ..]);
    let corrects = says_other
        && !reading.counts.is_empty()
        && reading.counts.iter().all(|count| !find_lines(shelf.sum, count, shelf).is_empty());
    if !(adds || corrects)
        || reading.order.is_some()
        || !reading.budget.is_open()
        || !reading.excluded.is_empty()
    {
        return None;
    }
    let more = words.contains(&"mais") || words.contains(&"tambem") || words.contains(&"add");
    let counts = match reading.counts.is_empty() {
        false => reading.counts.clone(),
        // `Põe mais um pacote de isolador`
        true => {
            let (text, number) = read_first_number(message);
            let verb = words.first().is_some_and(|first| *first != "e" && PUTTING_IN.contains(first));
            let counted = number.is_some() || (verb && (more || words.len() <= 5));
            // `Bota mais um regador` puts in a watering can, and no boots.
            let text = if verb { text.split_once(' ').map_or("", |(_, rest)| rest) } else { &text };
            let one = Count { number: number.unwrap_or(Decimal::ONE), ..count_of_text(text) };
            // `E mais 5 kg` is more of what was ordered; `e de 5 kg?` asks for another package.
            let is_more_of_it = more && one.unit.as_deref().and_then(measure_of).is_some();
            if counted && (is_more_of_it || !one.words.is_empty()) { vec![one] } else { return None }
        }
    };
    let mut lines = shelf.sum.to_vec();
    let mut unknown = Vec::new();
    let mut others = Vec::new();
    for count in counts {
        let is_measured = count.unit.as_deref().and_then(measure_of).is_some();
        let points = is_measured && count.words.is_empty() && count.place.is_none();
        // `1 kg dela` is the one thing that was ordered, measured, unless something else was shown since.
        let newest = shelf.lists.first().map(Vec::as_slice).unwrap_or_default();
        let known = match lines.as_slice() {
            [line] if points && newest.iter().any(|item| item.id == line.item.id) => vec![0],
            _ if points => return None,
            _ => find_lines(&lines, &count, shelf),
        };
        let find_shown_item = || find_counted(&count, shelf).first().copied();
        match (known.first(), count.words.is_empty()) {
            (Some(line), _) => {
                let packages = count_packages(&count, lines[*line].item, lines[*line].package);
                let before = if more { lines[*line].number } else { Decimal::ZERO };
                lines[*line].number = before + packages;
            }
            (None, true) if count.unit.is_none() && count.place.is_none() => return None,
            (None, _) => match find_shown_item() {
                Some(item) => {
                    let number = count_packages(&count, item, None);
                    lines.push(SummedLine { number, item, package: None });
                }
                None => {
                    unknown.extend(count.words.iter().cloned());
                    others.push(count);
                }
            },
        }
    }
    // A new order that shares nothing with the last one, and does not say that it adds, is one of its own.
    if !more && !reading.counts.is_empty() && reading.counts.len() > 1 {
        return None;
    }
    let mut question = ask_for_lines(&lines, unknown);
    question.counts.extend(others);
    Some(question)
}

/// `A isca eu quis dizer a caixa`, `troca a luva pela de vaqueta`: another item in the place of a line.
fn exchange(message: &str, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let corrected = resolve_correction(message);
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let swaps =
        words.first().is_some_and(|word| matches!(*word, "troca" | "trocar" | "muda" | "swap" | "substitui"));
    if corrected == message && !swaps {
        return None;
    }
    let said = telling_words(message);
    let line = shelf.sum.iter().position(|line| {
        let holds = |word: &String| {
            let wanted = WantedTerms::of(std::slice::from_ref(word), shelf.index);
            !find_holding(&[line.item], &wanted, Holding::Listed).is_empty()
        };
        said.first().is_some_and(holds)
    })?;
    let meant = if swaps { message } else { &*corrected };
    let head = said.first().cloned();
    let told: Vec<String> = head.into_iter().chain(telling_words(meant)).collect();
    let unit = package_in(meant);
    let current = shelf.sum[line].item;
    let count = Count { number: shelf.sum[line].number, unit, words: told, ..Count::default() };
    let other = choose_other(&count, current, shelf)?;
    let mut lines = shelf.sum.to_vec();
    lines[line] = SummedLine { item: other, package: None, ..lines[line] };
    Some(ask_for_lines(&lines, Vec::new()))
}

/// Of the shown items the one that is meant in the place of `current`.
fn choose_other<'a>(count: &Count, current: &Item, shelf: Shelf<'a>) -> Option<&'a Item> {
    let mut others: Vec<&Item> =
        shelf.lists.iter().flatten().copied().filter(|item| item.id != current.id).collect();
    others.retain(|item| item.category == current.category);
    let packed = count.keep_in_package(others, |item| item);
    super::choose_best(&packed, &WantedTerms::of(&count.words, shelf.index)).into_iter().next()
}

/// The text from a token on.
fn text_from<'a>(text: &'a str, tokens: &[Token], at: usize) -> &'a str {
    tokens.get(at).and_then(|token| text.get(token.range.start..)).unwrap_or_default()
}

/// The text without its first number, and that; `um` and `one` count where they begin it.
fn read_first_number(text: &str) -> (String, Option<Decimal>) {
    let (rest, counts) = read_counts(text, true);
    let tokens = tokenize_figures(text);
    let at = (0..tokens.len()).find(|at| {
        let one = matches!(word_at(&tokens, *at), Some("um" | "uma" | "one"));
        one || !numbers_at(&tokens, *at).is_empty()
    });
    let Some(at) = at.filter(|at| *at <= 3) else { return (rest, counts.first().map(|count| count.number)) };
    let number = numbers_at(&tokens, at).first().copied().unwrap_or(Decimal::ONE);
    let before = text.get(..tokens[at].range.start).unwrap_or_default();
    (format!("{before}{}", text_from(text, &tokens, at + 1)), Some(number))
}

/// The kind of package that a text names.
fn package_in(text: &str) -> Option<String> {
    let folded = normalize_text(text);
    plain_words(&folded).find(|word| is_package(word)).map(str::to_owned)
}
