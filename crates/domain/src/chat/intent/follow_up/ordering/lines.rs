//! Lines of an order, and the words and numbers that a message has for one: its number, its package, its measure.

use super::{Shelf, SummedLine, ask_for, find_in_lists};
use crate::catalog::{BaseUnit, Item, Package};
use crate::chat::grounding::figures::tokens::{Token, numbers_at, tokenize_figures, word_at};
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::count_words::{is_package, measure_of};
use crate::chat::intent::reading::counting::{Count, read_counts};
use crate::chat::intent::reading::sale_unit::{content_of_item, dimension_of};
use crate::chat::intent::reading::wanted::WantedTerms;
use crate::chat::intent::wording::telling::telling_words;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;

/// One of what a text names, in the package or the measure that it names.
pub(super) fn count_of_text(text: &str) -> Count {
    let is_measure = |word: &&str| measure_of(word).is_some();
    let folded = normalize_text(text);
    let measure = plain_words(&folded).find(is_measure).map(str::to_owned);
    let mut words = telling_words(text);
    words.retain(|word| !is_measure(&word.as_str()));
    Count { number: Decimal::ONE, unit: package_in(text).or(measure), words, ..Count::default() }
}

/// How many packages of the item a count is, where it is one of a measure: 1 kg in sachets of 500 g are 2.
pub(super) fn count_packages(count: &Count, item: &Item, package: Option<&Package>) -> Decimal {
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

/// The order of these lines, beside which the things of `unknown` words are looked for.
pub(super) fn ask_for_lines(lines: &[SummedLine<'_>], unknown: Vec<String>) -> CatalogQuestion {
    let items: Vec<&Item> = lines.iter().map(|line| line.item).collect();
    let count = |line: &SummedLine<'_>| Count {
        package: line.package.map(|package| package.label.clone()),
        ..Count::of_record(line.number, line.item.id)
    };
    ask_for(&items, lines.iter().map(count).collect(), unknown, true)
}

/// The lines that the words mean, in that package.
pub(super) fn find_lines(lines: &[SummedLine<'_>], count: &Count, shelf: Shelf<'_>) -> Vec<usize> {
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

/// The text from a token on.
pub(super) fn text_from<'a>(text: &'a str, tokens: &[Token], at: usize) -> &'a str {
    tokens.get(at).and_then(|token| text.get(token.range.start..)).unwrap_or_default()
}

/// The text without its first number, and that; `um` and `one` count where they begin it.
pub(super) fn read_first_number(text: &str) -> (String, Option<Decimal>) {
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
pub(super) fn package_in(text: &str) -> Option<String> {
    let folded = normalize_text(text);
    plain_words(&folded).find(|word| is_package(word)).map(str::to_owned)
}
