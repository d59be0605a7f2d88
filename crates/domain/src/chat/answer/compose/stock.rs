//! What an answer says of the stock of an item: that nothing is left, and how much there is where that is asked.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::Item;
use crate::catalog::brief::NAME_CHARS;
use crate::catalog::stock::HitStock;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::reading::wanted::{WantedTerms, names_attribute};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::{Hit, Lang};
use crate::text::{normalize_text, plain_words};

/// `, acabou (contagem de 28/11)`, where nothing was left of the item when it was counted; where the message asks about
/// stock also `, em estoque: 12,5 gl (contagem de 28/11)` and `, sem contagem de estoque`.
pub(super) fn write_stock(
    found: &TurnFindings<'_>,
    item: &Item,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let is_of_item = |hit: &&Hit| hit.item.as_ref().is_some_and(|other| other.id == item.id);
    let stock = found.items.iter().find(is_of_item)?.stock.as_ref();
    let asks = || found.question.stock.is_some() || asks_of_stock(found, item);
    let Some(stock) = stock else { return asks().then(|| format!(", {}", text(Phrase::NotCounted))) };
    let count = format!("{} {}", text(Phrase::StockCount), write_count_day(stock, found.lang));
    if stock.is_out {
        let lack = if stock.is_recent { Phrase::OutOfStock } else { Phrase::OutOfStockBefore };
        return Some(format!(", {} ({count})", text(lack)));
    }
    if !asks() {
        return None;
    }
    // Counts in several packages or units have no sum.
    let quantity = write_quantity(stock, found.lang).map(|quantity| format!(": {quantity}"));
    let package = stock.package.as_deref().map(|label| format!("{}, ", escape_text(label)));
    let (quantity, package) = (quantity.unwrap_or_default(), package.unwrap_or_default());
    Some(format!(", {}{quantity} ({package}{count})", text(Phrase::InStock)))
}

/// `12,5 gl`; none where there is no sum.
fn write_quantity(stock: &HitStock, lang: Lang) -> Option<String> {
    let number = stock.quantity?.amount().normalize().to_string();
    let number = if lang == Lang::PtBr { number.replace('.', ",") } else { number };
    let unit = escape_text(&stock.unit);
    Some(if unit.is_empty() { number } else { format!("{number} {unit}") })
}

fn escape_text(text: &str) -> String {
    escape_line(&sanitize_field(text, NAME_CHARS))
}

/// The day of a count in the order of a language, with the year where it is long ago.
fn write_count_day(stock: &HitStock, lang: Lang) -> String {
    match (lang, stock.is_recent) {
        (Lang::PtBr, _) => stock.write_day(),
        (Lang::En, true) => stock.counted_on.format("%b %-d").to_string(),
        (Lang::En, false) => stock.counted_on.format("%b %-d, %Y").to_string(),
    }
}

/// Whether the message asks how much of the item there is.
fn asks_of_stock(found: &TurnFindings<'_>, item: &Item) -> bool {
    // The translation of `jugs` is asked for as `galões` is, and `left` stands in what was written.
    [found.message, found.written].iter().any(|message| {
        let stems = stems_of(message);
        names_stock(&stems)
            || counts_packages(message)
            || counts_item(message, item)
            || (WORDS.amount_at_hand.are_in(&stems) && !asks_content(found, item))
    })
}

/// Whether words of stock stand there; `as formigas acabaram com a roça` has none.
fn names_stock(stems: &[String]) -> bool {
    let with = stems_of("com");
    WORDS.stock.places(stems).into_iter().any(|at| {
        let behind = &stems[at + WORDS.stock.at_start(&stems[at..])..];
        !behind.starts_with(&with)
    })
}

/// `Quantos galões de Glufalta tem?`, `how many jugs do you have?`; `quantos litros tem o galão?` asks for its content.
fn counts_packages(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asked = words.windows(2).position(|pair| {
        let many = matches!(pair[0], "quantos" | "quantas" | "many");
        many && WORDS.packages.are_in(&stems_of(pair[1]))
    });
    asked.is_some_and(|at| {
        words[at + 2..].iter().any(|word| matches!(*word, "tem" | "temos" | "ha" | "have" | "there"))
    })
}

/// Words of places where stock is counted.
const PLACES: [&str; 12] = [
    "loja",
    "lojas",
    "deposito",
    "depositos",
    "filial",
    "filiais",
    "galpao",
    "galpoes",
    "armazem",
    "matriz",
    "store",
    "warehouse",
];
/// Verbs of having something to sell.
const HAVING: [&str; 12] = [
    "tem", "temos", "tinha", "ha", "existe", "existem", "resta", "restam", "sobra", "sobram", "have", "there",
];

/// `Quantos Capinorte 480 a gente tem?`, `Capinorte tem quantos na loja centro?`, `quanto de Trioproti tem no depósito 2?`:
/// how many of the item itself there are. `Quantos litros tem o Capinorte?` asks what a package holds, and `quantos hectares o
/// Capinorte faz?` what it does.
fn counts_item(message: &str, item: &Item) -> bool {
    let (folded, name) = (normalize_text(message), normalize_text(&item.name));
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_named = |word: &str| plain_words(&name).any(|part| part == word) && measure_of(word).is_none();
    let is_having = |word: &&str| HAVING.contains(word);
    let Some(at) =
        words.iter().position(|word| matches!(*word, "quanto" | "quantos" | "quantas" | "many" | "much"))
    else {
        return false;
    };
    let behind: Vec<&str> =
        words[at + 1..].iter().copied().filter(|word| !matches!(*word, "de" | "do" | "da" | "of")).collect();
    let has_before = words[..at].iter().any(is_having) && words[..at].iter().any(|word| is_named(word));
    let is_place = |word: &&str| matches!(*word, "na" | "no" | "em" | "aqui" | "la" | "in" | "at");
    match behind.first() {
        // `Capinorte 480 tem quantos?`
        None => has_before,
        Some(next) if is_place(next) => has_before,
        Some(next) => is_named(next) && behind.iter().any(is_having),
    }
}

/// What is counted stands beside the item for all places together, which is said where the message names one.
pub(super) fn place_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let folded = normalize_text(found.message);
    let names_place = plain_words(&folded).any(|word| PLACES.contains(&word));
    let is_told = |(item, _): &(&Item, u32)| {
        let is_of_item = |hit: &&Hit| hit.item.as_ref().is_some_and(|other| other.id == item.id);
        let is_counted = found.items.iter().find(is_of_item).is_some_and(|hit| hit.stock.is_some());
        is_counted && asks_of_stock(found, item)
    };
    (names_place && found.question.stock.is_none() && items.iter().any(is_told))
        .then(|| text(Phrase::AllPlaces))
}

/// `Quanto tem de nitrogênio na ureia?` asks what an attribute of the item says.
fn asks_content(found: &TurnFindings<'_>, item: &Item) -> bool {
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    wanted.terms.iter().any(|term| item.attributes.keys().any(|key| names_attribute(term, key)))
}
