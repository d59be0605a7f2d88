//! What changes an order that was summed: something is taken out, put in, exchanged, or held against money.

use super::lines::{
    ask_for_lines, count_of_text, count_packages, find_lines, package_in, read_first_number, text_from,
};
use super::{Shelf, SummedLine, find_counted, many_of, says_all};
use crate::catalog::Item;
use crate::chat::grounding::figures::tokens::{numbers_at, tokenize_figures, word_at};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::follow_up::pointing::find_holding;
use crate::chat::intent::reading::count_words::{find_number_after_with, measure_of, offers_price};
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::wanted::{Holding, ItemWords, WantedTerms};
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
/// Words that put something in the place of something else.
const SWAPPING: [&str; 8] =
    ["troca", "troque", "trocar", "muda", "substitui", "substitua", "substituir", "swap"];
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
        .filter(|limit| !is_other_number(message, *limit, shelf.sum))
        .map(|limit| CatalogQuestion { limit: Some(limit), ..ask_for_lines(shelf.sum, Vec::new()) });
    let mut changed = limited
        .or_else(|| exchange(message, reading, shelf))
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

/// `Cabe em 350?`, `passa de 2 mil?`: the money that the sum is held against.
fn read_limit(message: &str) -> Option<Decimal> {
    let written = write_digits(message);
    let folded = normalize_text(&written);
    let words: Vec<&str> = plain_words(&folded).collect();
    let tokens = tokenize_figures(&written);
    // `Faz por 1500?`
    let offers = (0..tokens.len()).any(|at| offers_price(&tokens, at));
    let holds = offers || words.iter().any(|word| HOLDING.contains(word));
    let named: Vec<String> = telling_words(&written)
        .into_iter()
        .filter(|word| !HOLDING.contains(&word.as_str()) && word != "mil" && !is_amount(word))
        .collect();
    if !holds || !named.is_empty() {
        return None;
    }
    let mut numbers = (0..tokens.len()).filter(|at| !numbers_at(&tokens, *at).is_empty());
    let (at, more) = (numbers.next()?, numbers.next());
    // `Mais 2`, `menos um`: a number that is no money.
    let amount = numbers_at(&tokens, at).first().copied()?;
    let thousands = word_at(&tokens, at + 1) == Some("mil");
    let amount = if thousands { amount * Decimal::ONE_THOUSAND } else { amount };
    (more.is_none() && amount >= Decimal::TEN).then_some(amount)
}

/// `E com 10?` of a sum far above that: another number of what was ordered, and no money. Of two lines it is not known which.
fn is_other_number(message: &str, limit: Decimal, lines: &[SummedLine<'_>]) -> bool {
    let price_of = |line: &SummedLine<'_>| line.item.least_price()?.amount().checked_mul(line.number);
    let sum = lines.iter().map(price_of).try_fold(Decimal::ZERO, |sum, part| sum.checked_add(part?));
    let is_plain = find_number_after_with(&tokenize_figures(&write_digits(message))).is_some();
    is_plain && sum.and_then(|sum| sum.checked_div(Decimal::TWO)).is_none_or(|half| limit < half)
}

fn is_amount(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
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
    // `Tira enxada e bota`: a thing that is called as a verb is, and is not counted, is taken out.
    let is_put = |part: &&str| puts_in(part) && read_first_number(part).1.is_some();
    let (put, taken): (Vec<&str>, Vec<&str>) = clause.split(" e ").partition(is_put);
    let (text, number) = read_first_number(&taken.join(" e "));
    let mut lines = shelf.sum.to_vec();
    let mut changed = false;
    let mut absent = Vec::new();
    // `Tira duas` of the one thing that was ordered.
    if let ([line], Some(number)) = (lines.as_mut_slice(), number)
        && telling_words(&text).is_empty()
        && number < line.number
    {
        line.number -= number;
        changed = true;
    }
    for part in taken {
        // `Tira a bota e duas enxadas`: each thing has a number of its own, or is gone.
        let (part, number) = read_first_number(part);
        let count = Count { unit: package_in(&part), words: telling_words(&part), ..Count::default() };
        let found = find_lines(&lines, &count, shelf);
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
    if !(changed || is_absent) || lines.is_empty() {
        return None;
    }
    let behind = list_put_in_behind(rest.get(clause.len()..).unwrap_or_default());
    let others = put_in_beside(put.into_iter().chain(behind), &mut lines, shelf);
    Some(CatalogQuestion { not_in_sum: absent, ..ask_for_lines_beside(&lines, others) })
}

/// `Põe 1 isolador`: whether the text begins with a word that puts something in, and not with one that goes on.
fn puts_in(text: &str) -> bool {
    let folded = normalize_text(text);
    let first = plain_words(&folded).next();
    first.is_some_and(|first| PUTTING_IN.contains(&first) && !matches!(first, "e" | "mais" | "tambem"))
}

/// The parts of what stands behind a thing that is taken out, where they say what is bought: `, só o arame e 1 isolador`.
fn list_put_in_behind(behind: &str) -> Vec<&str> {
    let folded = normalize_text(behind);
    let is_only = plain_words(&folded).next().is_some_and(|first| ONLY.contains(&first));
    if !is_only && !puts_in(behind) {
        return Vec::new();
    }
    behind.split(", ").flat_map(|part| part.split(" e ")).collect()
}

/// Puts what `parts` count into the lines, and returns what was never shown, which is looked for.
fn put_in_beside<'a, 's>(
    parts: impl Iterator<Item = &'a str>,
    lines: &mut Vec<SummedLine<'s>>,
    shelf: Shelf<'s>,
) -> Vec<Count> {
    let mut others = Vec::new();
    for part in parts {
        let (text, number) = read_first_number(part);
        let Some(number) = number else { continue };
        let mut words = telling_words(&text);
        words.retain(|word| !PUTTING_IN.contains(&word.as_str()) && !ONLY.contains(&word.as_str()));
        let count = Count { number, unit: package_in(&text), words, ..Count::default() };
        if count.words.is_empty() {
            continue;
        }
        if let Some(line) = find_lines(lines, &count, shelf).first() {
            if puts_in(part) {
                lines[*line].number += number;
            }
        } else {
            others.extend(put_in_shown(count, lines, shelf));
        }
    }
    others
}

/// Puts what is counted into the lines as one of its own, where it was shown; else returns it, to be looked for.
fn put_in_shown<'s>(count: Count, lines: &mut Vec<SummedLine<'s>>, shelf: Shelf<'s>) -> Option<Count> {
    let Some(item) = find_counted(&count, shelf).first().copied() else { return Some(count) };
    let number = count_packages(&count, item, None);
    lines.push(SummedLine { number, item, package: None });
    None
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
    let mut others: Vec<Count> = Vec::new();
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
        match (known.first(), count.words.is_empty()) {
            (Some(line), _) => {
                let packages = count_packages(&count, lines[*line].item, lines[*line].package);
                let before = if more { lines[*line].number } else { Decimal::ZERO };
                lines[*line].number = before + packages;
            }
            (None, true) if count.unit.is_none() && count.place.is_none() => return None,
            (None, _) => others.extend(put_in_shown(count, &mut lines, shelf)),
        }
    }
    // A new order that shares nothing with the last one, and does not say that it adds, is one of its own.
    if !more && !reading.counts.is_empty() && reading.counts.len() > 1 {
        return None;
    }
    Some(ask_for_lines_beside(&lines, others))
}

/// The order of these lines, and of others that were never shown and are looked for.
fn ask_for_lines_beside(lines: &[SummedLine<'_>], others: Vec<Count>) -> CatalogQuestion {
    let unknown = others.iter().flat_map(|count| count.words.iter().cloned()).collect();
    let mut question = ask_for_lines(lines, unknown);
    question.counts.extend(others);
    question
}

/// `A isca eu quis dizer a caixa`, `troca a luva pela de vaqueta`, `troca o Atralim por Nicoran`: another item in the place of
/// a line, in the number of it where none is said. What was not shown is looked for.
fn exchange(message: &str, reading: &MessageReading, shelf: Shelf<'_>) -> Option<CatalogQuestion> {
    let corrected = resolve_correction(message);
    let folded = normalize_text(message);
    let mut words = plain_words(&folded).skip_while(|word| LEADING.contains(word));
    let swaps = words.next().is_some_and(|word| SWAPPING.contains(&word));
    // `Troca o adubo pelo mais barato` asks which one that is.
    let is_open = swaps && reading.order.is_some();
    if (corrected == message && !swaps) || is_open {
        return None;
    }
    let mut said = telling_words(message);
    said.retain(|word| !SWAPPING.contains(&word.as_str()) && !LEADING.contains(&word.as_str()));
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
    let name = read_other_name(message).filter(|_| swaps);
    let mut lines = shelf.sum.to_vec();
    let Some((name, number)) = name else {
        let item = choose_other(&count, current, shelf)?;
        lines[line] = SummedLine { item, package: None, ..lines[line] };
        return Some(ask_for_lines(&lines, Vec::new()));
    };
    let number = number.unwrap_or(count.number);
    let named = Count { number, unit: package_in(&name), words: telling_words(&name), ..Count::default() };
    let wanted = WantedTerms::of(&named.words, shelf.index);
    let is_named =
        |item: &&Item| item.id != current.id && wanted.is_held(&ItemWords::of(item), Holding::Listed);
    let of_kind = choose_other(&count, current, shelf).filter(is_named);
    if let Some(item) = of_kind.or_else(|| find_counted(&named, shelf).into_iter().find(is_named)) {
        lines[line] = SummedLine { number, item, package: None };
        return Some(ask_for_lines(&lines, Vec::new()));
    }
    lines.remove(line);
    let mut question = ask_for_lines(&lines, named.words.clone());
    question.counts.insert(line, named);
    Some(question)
}

/// What `troca o Atralim por 2 Nicoran` puts in, by a name of its own, and how many of it where that is said. Nothing for
/// `pela de vaqueta`, which says more of the thing that is taken out.
fn read_other_name(message: &str) -> Option<(String, Option<Decimal>)> {
    let written = write_digits(message);
    let tokens = tokenize_figures(&written);
    let is_lead = |word: &str| matches!(word, "por" | "pelo" | "pela" | "pelos" | "pelas" | "for" | "with");
    let behind = (0..tokens.len()).find(|at| word_at(&tokens, *at).is_some_and(is_lead))? + 1;
    let is_of_same = matches!(word_at(&tokens, behind), Some("de" | "da" | "do" | "favor" | "quanto"));
    let number = numbers_at(&tokens, behind).first().copied();
    let name = text_from(&written, &tokens, behind + usize::from(number.is_some())).to_owned();
    (!is_of_same && !telling_words(&name).is_empty()).then_some((name, number))
}

/// Of the shown items the one that is meant in the place of `current`.
fn choose_other<'a>(count: &Count, current: &Item, shelf: Shelf<'a>) -> Option<&'a Item> {
    let mut others: Vec<&Item> =
        shelf.lists.iter().flatten().copied().filter(|item| item.id != current.id).collect();
    others.retain(|item| item.category == current.category);
    let packed = count.keep_in_package(others, |item| item);
    super::choose_best(&packed, &WantedTerms::of(&count.words, shelf.index)).into_iter().next()
}
