//! What so many of something cost: `4 × R$ 612,50 = R$ 2.450,00`, and several things together.

use super::findings::{TurnFindings, escape_line, price_text};
use super::packages::{Piece, escape_label, priced_part};
use super::stock::write_stock;
use crate::catalog::brief::NAME_CHARS;
use crate::catalog::{BaseUnit, Item};
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::figures::tokens::{numbers_at, tokenize_figures, word_at};
use crate::chat::grounding::money::{format_amount, write_amount};
use crate::chat::intent::reading::count_words::{is_length, measure_of};
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::discount::{PriceCut, asks_in_cash, find_stated_share};
use crate::chat::intent::reading::installments::divide_sum;
use crate::chat::intent::reading::measure_words::names_nothing_of_its_own;
use crate::chat::intent::reading::sale_unit::{Dimension, content_of_item, counts_pieces, dimension_of};
use crate::chat::intent::reading::wanted::{Holding, ItemWords, WantedTerms};
use crate::chat::intent::wording::words::stems_of;
use crate::search::Lang;
use rust_decimal::Decimal;

/// The currency of money where nothing was found whose currency it could have.
const USUAL_CURRENCY: &str = "BRL";
/// Most words that are said to be in no line.
const MOST_UNKNOWN: usize = 3;
/// Most items that one count is reckoned for.
const MOST_ITEMS: usize = 6;

/// One line of a sum.
struct Line<'a> {
    count: Decimal,
    item: &'a Item,
    mark: u32,
    piece: Piece<'a>,
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
    if let Some(money) = question.money {
        return bought_part(found, items, money, text);
    }
    let counted = share_out(found, items);
    let mut lines: Vec<Line<'_>> = counted
        .into_iter()
        .flat_map(|(count, items)| {
            let line = |(item, mark)| {
                let piece = Piece::of_count(found, item, count);
                Some(Line { count: count_packages(count, item, piece)?, item, mark, piece })
            };
            items.into_iter().take(MOST_ITEMS).filter_map(line)
        })
        .collect();
    if question.counts.is_empty() && question.asks_total && !question.records.is_empty() {
        let each = items.iter().copied().take(MOST_ITEMS);
        let line = |(item, mark)| Line { count: Decimal::ONE, item, mark, piece: Piece::choose(found, item) };
        lines = each.map(line).collect();
    }
    if question.counts.is_empty() && lines.is_empty() {
        lines.extend(read_length_line(found, items));
    }
    if lines.is_empty() {
        return None;
    }
    let beside = [absent_part(found, text), unknown_part(found, items, text)];
    let beside = beside.into_iter().flatten().map(|beside| format!("{beside}\n"));
    // Alternatives of one count are not bought together.
    let together = question.counts.len() > 1 || (question.counts.is_empty() && lines.len() > 1);
    let is_open = !together && lines.len() > 1;
    let told = lines.iter().map(|line| {
        let own = discount_line(found, std::slice::from_ref(line), text);
        let own = own.filter(|_| is_open && question.discount.is_some());
        let own = own.map(|own| format!("\n  {own}")).unwrap_or_default();
        format!("{}{own}", sum_line(found, line, text))
    });
    let mut said: Vec<String> = beside.chain(told).collect();
    if together {
        said.push(total_line(found, &lines, text));
    }
    if let Some(limit) = question.limit {
        said.extend(limit_line(found, &lines, limit, text));
    }
    if together || lines.len() == 1 {
        said.extend(discount_line(found, &lines, text).map(|line| format!("\n{line}")));
        said.extend(installment_line(found, &lines, text));
    }
    Some(said.join("\n"))
}

/// `Mangote de sucção 12 metros`: so many metres of the one thing that is found and is sold by the metre. Of anything else a
/// length at the end is its size: `mangueira 50 metros`.
fn read_length_line<'a>(found: &TurnFindings<'_>, items: &[(&'a Item, u32)]) -> Option<Line<'a>> {
    let [(item, mark)] = *items else { return None };
    if found.question.order.is_some() || content_of_item(item, Dimension::Length)? != Decimal::ONE {
        return None;
    }
    let tokens = tokenize_figures(found.message);
    let unit = (0..tokens.len()).rev().find(|at| word_at(&tokens, *at).is_some())?;
    let at = unit.checked_sub(1).filter(|_| word_at(&tokens, unit).is_some_and(is_length))?;
    let count = numbers_at(&tokens, at).first().copied().filter(|count| *count > Decimal::ONE)?;
    let before = at.checked_sub(1).and_then(|before| word_at(&tokens, before));
    let is_size = matches!(before, Some("de" | "x" | "por" | "a" | "cada" | "of" | "by"));
    let piece = Piece::choose(found, item);
    (!is_size).then_some(Line { count, item, mark, piece })
}

/// The words of what is counted and stands in no line: nothing of `items` holds them. Nothing where each count has its
/// line, or the words of one are held by several items.
pub(super) fn unknown_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let free = items.iter().filter(|(item, _)| !is_of_other_count(found, item));
    let held: Vec<ItemWords> = free.map(|(item, _)| ItemWords::of(item)).collect();
    let mut words: Vec<String> = Vec::new();
    for count in found.question.counts.iter().filter(|count| count.record.is_none()) {
        let wanted = WantedTerms::of(&count.words, found.index);
        if held.iter().any(|item| wanted.is_held(item, Holding::Made)) {
            continue;
        }
        let own = wanted.terms.iter().filter(|term| !names_nothing_of_its_own(term));
        let unknown = own.filter(|term| held.iter().all(|item| item.holds(term) == Holding::Not));
        words.extend(unknown.map(|term| term.said.clone()));
    }
    name_words(Phrase::Missing, &words, text)
}

/// `Não está na soma: **grampos**.`: what was to be taken out and stands in no line.
fn absent_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    name_words(Phrase::NotInSum, &found.question.not_in_sum, text)
}

/// `Não encontrei no catálogo: **grampo**.`: a phrase and the first of the words that it stands before.
pub(super) fn name_words(
    phrase: Phrase,
    words: &[String],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let words = words.iter().take(MOST_UNKNOWN);
    let words: Vec<String> = words.map(|word| escape_line(&sanitize_field(word, NAME_CHARS))).collect();
    (!words.is_empty()).then(|| format!("{} **{}**.", text(phrase), words.join("**, **")))
}

/// Whether one of several counts means the item: what another names in other words is another thing.
fn is_of_other_count(found: &TurnFindings<'_>, item: &Item) -> bool {
    found.question.counts.len() > 1 && found.question.counts.iter().any(|count| count.record == Some(item.id))
}

/// Which items each count means: those that hold its words, or for a count without words those that no
/// other count names.
fn share_out<'a>(
    found: &'a TurnFindings<'_>,
    items: &[(&'a Item, u32)],
) -> Vec<(&'a Count, Vec<(&'a Item, u32)>)> {
    let several = found.question.counts.len() > 1;
    let find_items = |count: &Count| {
        let wanted = WantedTerms::of(&count.words, found.index);
        let holds = |item: &Item| {
            !is_of_other_count(found, item) && wanted.is_held(&ItemWords::of(item), Holding::Made)
        };
        // Of several things each is one item.
        if let Some(record) = count.record {
            return items.iter().copied().filter(|(item, _)| item.id == record).collect();
        }
        let free = items.iter().map(|(item, _)| *item).filter(|item| !is_of_other_count(found, item));
        let one = wanted.best_of(free, Holding::Made).filter(|_| several);
        let mut held: Vec<(&Item, u32)> = items.iter().copied().filter(|(item, _)| holds(item)).collect();
        held.retain(|(item, _)| one.is_none_or(|one| one.id == item.id));
        held
    };
    let counts = &found.question.counts;
    let taken: Vec<u32> = counts.iter().flat_map(find_items).map(|(_, mark)| mark).collect();
    counts
        .iter()
        .map(|count| match (count.record, count.words.is_empty()) {
            (Some(record), _) => {
                (count, items.iter().copied().filter(|(item, _)| item.id == record).collect())
            }
            (None, false) => (count, find_items(count)),
            (None, true) => {
                let free = items.iter().copied().filter(|(_, mark)| !taken.contains(mark)).collect();
                (count, count.keep_in_package(free, |(item, _)| item))
            }
        })
        .collect()
}

/// How many packages make the count: 50 kg of a product in bags of 1 kg are 50, in bags of 20 kg 3, and 250 tubes in
/// boxes of 100 are 3. Nothing for a length of what is not sold by length.
fn count_packages(count: &Count, item: &Item, piece: Piece<'_>) -> Option<Decimal> {
    let measure = count.unit.as_deref().and_then(measure_of);
    let size = match measure {
        Some((base, factor)) => Some((factor, content_of_piece(item, piece, dimension_of(base)))),
        None if count.is_length() => Some((Decimal::ONE, Some(content_of_item(item, Dimension::Length)?))),
        None => content_in_pieces(count, item, piece).map(|size| (Decimal::ONE, Some(size))),
    };
    match size {
        Some((factor, Some(size))) if !size.is_zero() => Some((count.number * factor / size).ceil()),
        _ => Some(count.number),
    }
}

/// How many pieces a package holds, where the count is one of pieces: the thing itself is named and not its package
/// (`250 tubetes`), and there are as many as fill one.
fn content_in_pieces(count: &Count, item: &Item, piece: Piece<'_>) -> Option<Decimal> {
    let is_piece = |word: &str| matches!(word, "un" | "und" | "unidade" | "unidades" | "peca" | "pecas");
    if piece.package.is_some() || count.unit.as_deref().is_some_and(|unit| !is_piece(unit)) {
        return None;
    }
    let stems: Vec<String> = count.words.iter().flat_map(|word| stems_of(word)).collect();
    let is_head = stems_of(&item.name).first().is_some_and(|head| stems.contains(head));
    let names_pieces = is_head || count.words.iter().any(|word| counts_pieces(word));
    let size = content_of_item(item, Dimension::Pieces).filter(|size| *size > Decimal::ONE)?;
    (names_pieces && count.number >= size).then_some(size)
}

/// How much of `dimension` a piece holds.
fn content_of_piece(item: &Item, piece: Piece<'_>, dimension: Dimension) -> Option<Decimal> {
    let Some(package) = piece.package else { return content_of_item(item, dimension) };
    let (base, amount) = package.content()?.in_base();
    let fits = matches!(
        (dimension, base),
        (Dimension::Mass, BaseUnit::Kilogram) | (Dimension::Volume, BaseUnit::Litre)
    );
    fits.then_some(amount)
}

/// How many of each item the money buys, and what is left of it.
fn bought_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    money: Decimal,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for (item, mark) in items.iter().copied().take(MOST_ITEMS) {
        let piece = Piece::choose(found, item);
        let Some(price) = piece.price.map(|price| price.amount()).filter(|price| !price.is_zero()) else {
            continue;
        };
        let count = money.checked_div(price)?.floor();
        let line = Line { count, item, mark, piece };
        let left = price.checked_mul(count).and_then(|sum| money.checked_sub(sum))?;
        let left = write_amount(left, &sanitize_field(&item.currency, 8), found.lang);
        said.push(format!("{} · {} {left}", sum_line(found, &line, text), text(Phrase::Left)));
    }
    (!said.is_empty()).then(|| said.join("\n"))
}

/// Whether the sum keeps within a limit, and by how much; nothing where a price is missing.
fn limit_line(
    found: &TurnFindings<'_>,
    lines: &[Line<'_>],
    limit: Decimal,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let sum = add_up(lines)?;
    let write = |amount| write_amount(amount, &sanitize_field(&lines[0].item.currency, 8), found.lang);
    let (phrase, rest) = if sum <= limit { (Phrase::Left, limit - sum) } else { (Phrase::Over, sum - limit) };
    let shown =
        if lines.len() > 1 { String::new() } else { format!("{} {}\n", text(Phrase::Total), write(sum)) };
    Some(format!("{shown}{} {}\n{} {}", text(Phrase::Limit), write(limit), text(phrase), write(rest)))
}

/// `Com desconto de 3%: R$ 9.350,80`: what is left of the sum, with the share that the message names, or that the shop
/// states where the message asks for the price in cash.
fn discount_line(
    found: &TurnFindings<'_>,
    lines: &[Line<'_>],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let find_share = || {
        let answers = found.faqs.iter().filter_map(|hit| hit.faq.as_ref());
        let mut shares = answers.filter_map(|faq| find_stated_share(&faq.answer));
        shares.next().filter(|_| asks_in_cash(found.written))
    };
    let cut = found.question.discount.or_else(|| find_share().map(PriceCut::Share))?;
    let currency = &lines.first()?.item.currency;
    let left = write_amount(
        cut.take_off(add_up(lines)?, count_pieces(lines)?)?,
        &sanitize_field(currency, 8),
        found.lang,
    );
    Some(format!("{} {}: {left}", text(Phrase::Discount), write_cut(found, cut, currency, text)))
}

/// `7,5%`, `R$ 50,00`, `R$ 10,00 cada`: what is taken off.
fn write_cut(
    found: &TurnFindings<'_>,
    cut: PriceCut,
    currency: &str,
    text: &impl Fn(Phrase) -> String,
) -> String {
    let write = |amount| write_amount(amount, &sanitize_field(currency, 8), found.lang);
    match cut {
        PriceCut::Share(share) => {
            let share = share.normalize().to_string();
            let share = if found.lang == Lang::PtBr { share.replace('.', ",") } else { share };
            format!("{share}%")
        }
        PriceCut::Amount(amount) => write(amount),
        PriceCut::Each(amount) => format!("{} {}", write(amount), text(Phrase::Each)),
    }
}

/// `Não calculei o desconto de 7%.`: what the message wants taken off and `parts` of the answer have taken off nothing, for a
/// price is missing, or it is not known how many of what are meant.
pub(super) fn undiscounted_part(
    found: &TurnFindings<'_>,
    parts: &[String],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let first = found.items.iter().find_map(|hit| hit.item.as_ref());
    let currency = first.map_or(USUAL_CURRENCY, |item| item.currency.as_str());
    let cut = write_cut(found, found.question.discount?, currency, text);
    let told = format!("{} {cut}:", text(Phrase::Discount));
    let is_told = parts.iter().any(|part| part.contains(&told));
    (!is_told).then(|| format!("{} {cut}.", text(Phrase::NotDiscounted)))
}

/// `Em partes iguais, sem juros: 2 × R$ 33,33 + R$ 33,34`: the sum, or what a discount leaves of it, divided. The last part
/// takes the cents that are left.
fn installment_line(
    found: &TurnFindings<'_>,
    lines: &[Line<'_>],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let parts = found.question.installments?;
    let sum = add_up(lines)?;
    let pieces = count_pieces(lines)?;
    let sum = found.question.discount.map_or(Some(sum), |cut| cut.take_off(sum, pieces))?;
    let currency = sanitize_field(&lines.first()?.item.currency, 8);
    let (part, last) = divide_sum(sum, parts)?;
    let write = |amount| write_amount(amount, &currency, found.lang);
    let told = if part == last {
        format!("{parts} × {}", write(part))
    } else {
        format!("{} × {} + {}", parts - 1, write(part), write(last))
    };
    Some(format!("\n{} {told}", text(Phrase::Installments)))
}

/// How many pieces the lines have together.
fn count_pieces(lines: &[Line<'_>]) -> Option<Decimal> {
    lines.iter().try_fold(Decimal::ZERO, |pieces, line| pieces.checked_add(line.count))
}

/// The sum of the lines; nothing where a price is missing or the currencies differ.
fn add_up(lines: &[Line<'_>]) -> Option<Decimal> {
    let currency = &lines.first()?.item.currency;
    let one_currency = lines.iter().all(|line| &line.item.currency == currency);
    let sums = lines.iter().map(|line| line.piece.price?.amount().checked_mul(line.count));
    sums.filter(|_| one_currency).try_fold(Decimal::ZERO, |sum, part| sum.checked_add(part?))
}

/// `- 4 × **Name** (R$ 612,50) = R$ 2.450,00 [1]`, with the package where one is named, and behind the name that it is
/// out of stock. Where it is not known which of several is meant, all of them are told, and nothing is multiplied.
fn sum_line(found: &TurnFindings<'_>, line: &Line<'_>, text: &impl Fn(Phrase) -> String) -> String {
    let Line { count, item, mark, piece } = line;
    let name = escape_line(&sanitize_field(&item.name, NAME_CHARS));
    let currency = sanitize_field(&item.currency, 8);
    let stock = write_stock(found, item, text).unwrap_or_default();
    let Some(price) = piece.price else {
        let priced = priced_part(found, item, price_text(item, found.lang, text));
        let is_packed = item.packages_on_sale().next().is_some();
        let count = if is_packed { String::new() } else { format!("{count} × ") };
        return format!("- {count}**{name}**{stock} · {priced} [{mark}]");
    };
    let each = format_amount(price, &currency, found.lang);
    let each = piece.package.map_or(each.clone(), |package| format!("{}: {each}", escape_label(package)));
    match price.amount().checked_mul(*count) {
        Some(sum) => {
            let sum = write_amount(sum, &currency, found.lang);
            format!("- {count} × **{name}**{stock} ({each}) = {sum} [{mark}]")
        }
        None => format!("- {count} × **{name}**{stock} ({each}) [{mark}]"),
    }
}

/// What one costs more than the other; nothing where a price is missing.
fn difference_line(
    found: &TurnFindings<'_>,
    first: (&Item, u32),
    second: (&Item, u32),
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let price_of = |item| Some(Piece::choose(found, item).price?.amount());
    let (a, b) = (price_of(first.0)?, price_of(second.0)?);
    let currency = sanitize_field(&first.0.currency, 8);
    let line = |(item, mark): (&Item, u32), price| {
        let name = escape_line(&sanitize_field(&item.name, NAME_CHARS));
        let stock = write_stock(found, item, text).unwrap_or_default();
        format!("- **{name}**{stock} · {} [{mark}]", write_amount(price, &currency, found.lang))
    };
    let difference = write_amount((a - b).abs(), &currency, found.lang);
    (first.0.currency == second.0.currency).then(|| {
        format!("{}\n{}\n\n{} {difference}", line(first, a), line(second, b), text(Phrase::Difference))
    })
}

fn total_line(found: &TurnFindings<'_>, lines: &[Line<'_>], text: &impl Fn(Phrase) -> String) -> String {
    let currency = &lines[0].item.currency;
    match add_up(lines).filter(|sum| !sum.is_zero()) {
        Some(sum) => {
            format!(
                "\n{} {}",
                text(Phrase::Total),
                write_amount(sum, &sanitize_field(currency, 8), found.lang)
            )
        }
        None => format!("\n{}", text(Phrase::NoTotal)),
    }
}
