//! What so many of something cost: `4 × R$ 612,50 = R$ 2.450,00`, and several things together.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::Item;
use crate::catalog::brief::NAME_CHARS;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::field;
use crate::chat::grounding::money::{amount, write_amount};
use crate::chat::intent::counting::{Count, measure_of};
use crate::chat::intent::wanted::{Held, ItemWords, Wanted};
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;

/// Most items that one count is reckoned for.
const MOST_ITEMS: usize = 6;

/// One line of a sum.
struct Line<'a> {
    count: Decimal,
    item: &'a Item,
    mark: u32,
}

/// The sums that the message asks for over `items`; nothing where it counts nothing that is there.
pub(super) fn sum_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let question = found.question;
    if let [(first, a), (second, b)] = items
        && question.asks_difference
    {
        return difference_line(found, (first, *a), (second, *b), text);
    }
    let counted = share_out(found, items);
    let mut lines: Vec<Line<'_>> = counted
        .into_iter()
        .flat_map(|(count, items)| {
            let line = |(item, mark)| Line { count: count_packages(count, item), item, mark };
            items.into_iter().take(MOST_ITEMS).map(line)
        })
        .collect();
    if question.counts.is_empty() && question.asks_total && !question.records.is_empty() {
        let each = items.iter().copied().take(MOST_ITEMS);
        lines = each.map(|(item, mark)| Line { count: Decimal::ONE, item, mark }).collect();
    }
    if lines.is_empty() {
        return None;
    }
    let mut said: Vec<String> = lines.iter().map(|line| sum_line(found, line, text)).collect();
    // Alternatives of one count are not bought together.
    let together = question.counts.len() > 1 || (question.counts.is_empty() && lines.len() > 1);
    if together {
        said.push(total_line(found, &lines, text));
    }
    Some(said.join("\n"))
}

/// Which items each count means: those that hold its words, or for a count without words those that no
/// other count names.
fn share_out<'a>(
    found: &'a TurnFindings<'_>,
    items: &[(&'a Item, u32)],
) -> Vec<(&'a Count, Vec<(&'a Item, u32)>)> {
    let several = found.question.counts.len() > 1;
    let named = |count: &Count| {
        let wanted = Wanted::of(&count.words, found.index);
        let holds = |item: &Item| wanted.is_held(&ItemWords::of(item), Held::Made);
        // Of several things each is one item.
        let one = wanted.best_of(items.iter().map(|(item, _)| *item), Held::Made).filter(|_| several);
        let mut held: Vec<(&Item, u32)> = items.iter().copied().filter(|(item, _)| holds(item)).collect();
        held.retain(|(item, _)| one.is_none_or(|one| one.id == item.id));
        held
    };
    let counts = &found.question.counts;
    let taken: Vec<u32> = counts.iter().flat_map(named).map(|(_, mark)| mark).collect();
    counts
        .iter()
        .map(|count| match count.words.is_empty() {
            false => (count, named(count)),
            true => {
                let free = items.iter().copied().filter(|(_, mark)| !taken.contains(mark)).collect();
                (count, count.keep_in_package(free, |(item, _)| item))
            }
        })
        .collect()
}

/// How many packages make the count: 50 kg of a product in bags of 1 kg are 50, in bags of 20 kg 3.
fn count_packages(count: &Count, item: &Item) -> Decimal {
    let measure = count.unit.as_deref().and_then(measure_of);
    let size = measure.and_then(|(base, factor)| Some((factor, package_size(item, base)?)));
    match size {
        Some((factor, size)) if !size.is_zero() => (count.number * factor / size).ceil(),
        _ => count.number,
    }
}

/// The size of an item's package in `base` (`kg`, `l`), as its name ends.
fn package_size(item: &Item, base: &str) -> Option<Decimal> {
    let name = normalize_text(&item.name);
    let words: Vec<&str> = plain_words(&name).collect();
    let mut sizes = words.windows(2).filter_map(|pair| {
        let (measure, factor) = measure_of(pair[1])?;
        let number: Decimal = pair[0].replace(',', ".").parse().ok()?;
        (measure == base).then_some(number * factor)
    });
    // Sold loose, by the tonne.
    let loose = || (base == "kg" && words.contains(&"tonelada")).then_some(Decimal::ONE_THOUSAND);
    sizes.next_back().or_else(loose)
}

/// `- 4 × **Name** (R$ 612,50) = R$ 2.450,00 [1]`
fn sum_line(found: &TurnFindings<'_>, line: &Line<'_>, text: &impl Fn(Phrase) -> String) -> String {
    let Line { count, item, mark } = line;
    let name = escape_line(&field(&item.name, NAME_CHARS));
    let currency = field(&item.currency, 8);
    let Some(price) = item.price else {
        return format!("- {count} × **{name}** · {} [{mark}]", text(Phrase::NoPrice));
    };
    let each = amount(price, &currency, found.lang);
    match price.amount().checked_mul(*count) {
        Some(sum) => {
            let sum = write_amount(sum, &currency, found.lang);
            format!("- {count} × **{name}** ({each}) = {sum} [{mark}]")
        }
        None => format!("- {count} × **{name}** ({each}) [{mark}]"),
    }
}

/// What one costs more than the other; nothing where a price is missing.
fn difference_line(
    found: &TurnFindings<'_>,
    first: (&Item, u32),
    second: (&Item, u32),
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let (a, b) = (first.0.price?.amount(), second.0.price?.amount());
    let currency = field(&first.0.currency, 8);
    let line = |(item, mark): (&Item, u32), price| {
        let name = escape_line(&field(&item.name, NAME_CHARS));
        format!("- **{name}** · {} [{mark}]", write_amount(price, &currency, found.lang))
    };
    let difference = write_amount((a - b).abs(), &currency, found.lang);
    (first.0.currency == second.0.currency).then(|| {
        format!("{}\n{}\n\n{} {difference}", line(first, a), line(second, b), text(Phrase::Difference))
    })
}

fn total_line(found: &TurnFindings<'_>, lines: &[Line<'_>], text: &impl Fn(Phrase) -> String) -> String {
    let currency = &lines[0].item.currency;
    let one_currency = lines.iter().all(|line| &line.item.currency == currency);
    let sums = lines.iter().map(|line| line.item.price?.amount().checked_mul(line.count));
    let sum = sums.filter(|_| one_currency).try_fold(Decimal::ZERO, |sum, part| sum.checked_add(part?));
    match sum.filter(|sum| !sum.is_zero()) {
        Some(sum) => {
            format!("\n{} {}", text(Phrase::Total), write_amount(sum, &field(currency, 8), found.lang))
        }
        None => format!("\n{}", text(Phrase::NoTotal)),
    }
}
