//! Items that a message compares, side by side, field by field.

use super::attributes::{label_value, value_text};
use super::findings::{TurnFindings, escape_line, price_text};
use super::packages::priced_part;
use super::stock::write_stock;
use super::unit_price::unit_price;
use crate::catalog::Item;
use crate::catalog::brief::NAME_CHARS;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::normalize_text;

/// Most items that fit beside each other.
const MOST_ITEMS: usize = 4;
/// Most attributes that are compared.
const MOST_ATTRIBUTES: usize = 12;
/// Longest value of a cell, in characters.
const CELL_CHARS: usize = 80;
/// In the place of a value that a record does not have.
const NONE: &str = "–";

/// The items of `items` that the message compares, as a table; `None` where it compares nothing, or it is not
/// clear what.
pub(super) fn comparison_part(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    if !WORDS.comparison.are_in(&stems_of(found.message)) {
        return None;
    }
    let compared = choose_compared(found, items);
    if !(2..=MOST_ITEMS).contains(&compared.len()) {
        return None;
    }
    let names = compared.iter().map(|(item, mark)| {
        let name = escape_line(&sanitize_field(&item.name, NAME_CHARS));
        format!("**{name}**{} [{mark}]", write_stock(found, item, text).unwrap_or_default())
    });
    let head = write_row("", names);
    let line = format!("|{}", "---|".repeat(compared.len() + 1));
    let mut rows = vec![head, line];
    let mut add = |label: &str, values: Vec<Option<String>>| {
        if values.iter().any(Option::is_some) {
            let cells = values.into_iter().map(|value| value.unwrap_or_else(|| NONE.to_owned()));
            rows.push(write_row(label, cells));
        }
    };
    let of = |value: fn(&Item) -> Option<&str>| {
        compared.iter().map(|(item, _)| value(item).map(write_value)).collect::<Vec<_>>()
    };
    let prices = compared.iter().map(|(item, _)| {
        let price = priced_part(found, item, price_text(item, found.lang, text));
        Some(unit_price(found, item).map_or(price.clone(), |unit| format!("{price} ({unit})")))
    });
    add(&text(Phrase::PriceLabel), prices.collect());
    add(&text(Phrase::CategoryLabel), of(|item| item.category.as_deref()));
    add(&text(Phrase::MakerLabel), of(|item| item.manufacturer.as_deref()));
    for name in list_attributes(&compared) {
        let mut label = String::new();
        let values = compared.iter().map(|(item, _)| {
            let value = value_text(item.attributes.get(name)?, found.lang)?;
            let (what, value) = label_value(name, &value);
            label = what;
            Some(write_value(&value))
        });
        let values = values.collect();
        add(&write_value(&label), values);
    }
    Some(format!("{}\n\n{}", text(Phrase::SideBySide), rows.join("\n")))
}

/// Those that the message names, by a code or by the first word of their names; else those that it points at;
/// else all, where they are few.
fn choose_compared<'a>(found: &TurnFindings<'_>, items: &[(&'a Item, u32)]) -> Vec<(&'a Item, u32)> {
    let message = normalize_text(found.message);
    let words: Vec<&str> = message.split_whitespace().collect();
    let is_named = |(item, _): &&(&Item, u32)| {
        let code = item.external_id.as_deref().map(normalize_text).unwrap_or_default();
        let name = normalize_text(&item.name);
        let first = name.split_whitespace().next().unwrap_or_default();
        (!code.is_empty() && message.contains(&code)) || (first.chars().count() > 3 && words.contains(&first))
    };
    let named: Vec<_> = items.iter().filter(is_named).copied().collect();
    if named.len() > 1 {
        return named;
    }
    let is_meant = |(item, _): &&(&Item, u32)| found.question.records.contains(&item.id);
    let meant: Vec<_> = items.iter().filter(is_meant).copied().collect();
    if meant.len() > 1 { meant } else { items.to_vec() }
}

/// The names of the attributes, those that most of the items have first.
fn list_attributes<'a>(compared: &[(&'a Item, u32)]) -> Vec<&'a str> {
    let mut names: Vec<(&str, usize)> = Vec::new();
    for name in compared.iter().flat_map(|(item, _)| item.attributes.keys()) {
        match names.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names.into_iter().map(|(name, _)| name).take(MOST_ATTRIBUTES).collect()
}

fn write_row(label: &str, cells: impl Iterator<Item = String>) -> String {
    format!("| {label} | {} |", cells.collect::<Vec<_>>().join(" | "))
}

/// A value as one cell; [`field`] leaves no bar in it.
fn write_value(value: &str) -> String {
    escape_line(&sanitize_field(value, CELL_CHARS))
}
