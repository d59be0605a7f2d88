//! What a message asks of an item, as its attributes say it: `qual a embalagem?`, `resiste a nematoide?`.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::Item;
use crate::catalog::attribute_label::AttributeLabel;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::intent::reading::wanted::{WantedTerms, names_attribute};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::stems_of;
use crate::search::Lang;
use serde_json::Value;

/// Longest attribute that is told, in characters, and most of one item.
const ATTRIBUTE_CHARS: usize = 160;
const MAX_ATTRIBUTES: usize = 3;
/// Most attributes of a record that is told as a whole.
const MOST_OF_RECORD: usize = 12;
/// Most items whose attributes are told by what they hold.
const MAX_ITEMS: usize = 3;

/// The attributes of an item that the message names, or that hold what it asks of records that were shown.
pub(super) fn asked_attributes(found: &TurnFindings<'_>, item: &Item) -> String {
    let asked = stems_of(found.message);
    let few = !found.question.records.is_empty() && found.items.len() <= MAX_ITEMS;
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    let name = stems_of(&item.name);
    let holds = |value: &Value| {
        let stems = value_text(value, found.lang).map(|text| stems_of(&text)).unwrap_or_default();
        few && wanted.terms.iter().any(|term| term.stands_in(&stems) && !term.stands_in(&name))
    };
    // `Receita` is no word of the attribute's name and asks for it all the same.
    let is_asked = |name: &str| {
        let own = stems_of(&name.replace('_', " ")).iter().any(|stem| stem.len() > 3 && asked.contains(stem));
        own || wanted.terms.iter().any(|term| names_attribute(term, name))
    };
    item.attributes
        .iter()
        .filter(|(name, value)| is_asked(name) || holds(value))
        .filter_map(|(name, value)| Some(format!(" · {}", write_attribute(name, value, found.lang)?)))
        .take(MAX_ATTRIBUTES)
        .collect()
}

/// All attributes of an item on one line, for a question that names none of them: what is asked in other
/// words may be among them. None where the item has none.
pub(super) fn write_all_attributes(item: &Item, lang: Lang) -> Option<String> {
    let attributes = item.attributes.iter().filter_map(|(name, value)| write_attribute(name, value, lang));
    let line = attributes.take(MOST_OF_RECORD).collect::<Vec<_>>().join(" · ");
    (!line.is_empty()).then_some(line)
}

fn write_attribute(name: &str, value: &Value, lang: Lang) -> Option<String> {
    let (name, value) = label_value(name, &value_text(value, lang)?);
    let (name, value) = (sanitize_field(&name, ATTRIBUTE_CHARS), sanitize_field(&value, ATTRIBUTE_CHARS));
    Some(format!("{}: {}", escape_line(&name), escape_line(&value)))
}

/// The label of an attribute and its value: `garantia_meses`, `12` is `Garantia`, `12 meses`.
pub(super) fn label_value(key: &str, value: &str) -> (String, String) {
    let label = AttributeLabel::of(key);
    let is_number = value.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match label.unit.filter(|_| is_number) {
        Some("%") => (label.name, format!("{value}%")),
        Some(unit) => (label.name, format!("{value} {unit}")),
        None => (label.to_string(), value.to_owned()),
    }
}

/// A text, a number, a yes or no, or a list; nothing for what people do not read.
pub(super) fn value_text(value: &Value, lang: Lang) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(holds) => Some(
            match (lang, holds) {
                (Lang::PtBr, true) => "sim",
                (Lang::PtBr, false) => "não",
                (Lang::En, true) => "yes",
                (Lang::En, false) => "no",
            }
            .to_owned(),
        ),
        Value::Array(values) => {
            let parts: Vec<String> = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            (!parts.is_empty()).then(|| parts.join(", "))
        }
        Value::Null | Value::Object(_) => None,
    }
}
