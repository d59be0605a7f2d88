//! What an attribute that is not defined likely is, by the values that items have.

use super::definition::{MAX_ALLOWED, MAX_ALLOWED_CHARS};
use super::{DefinedFieldType, FieldDefinition, SearchWeight};
use crate::sheet::is_filled;
use crate::text::normalize_text;
use serde_json::Value;
use std::collections::HashSet;

/// Different values that a choice has at most.
const MAX_CHOICES: usize = 12;
/// So many items have each value of a choice in the mean.
const ITEMS_OF_A_CHOICE: u32 = 3;
/// Characters from which on a text is a long one.
const LONG_TEXT: usize = 200;

/// What a field likely is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGuess {
    /// Its type.
    pub field_type: DefinedFieldType,
    /// The values of a choice, the commonest first.
    pub allowed: Vec<String>,
}

/// Guesses from different values and how many items have each, the commonest first. A text where nothing says more.
pub fn guess_field(values: &[(Value, u32)]) -> FieldGuess {
    let plain = |field_type| FieldGuess { field_type, allowed: Vec::new() };
    let filled: Vec<&(Value, u32)> = values.iter().filter(|(value, _)| is_filled(value)).collect();
    if filled.is_empty() {
        return plain(DefinedFieldType::Text);
    }
    let all = |is_so: fn(&Value) -> bool| filled.iter().all(|(value, _)| is_so(value));
    if all(Value::is_array) {
        return guess_list(&filled);
    }
    if all(Value::is_boolean) || all(is_written_truth) {
        return plain(DefinedFieldType::YesNo);
    }
    // A code of digits is read before a number: it counts nothing.
    let coded =
        [DefinedFieldType::Gtin, DefinedFieldType::Ncm, DefinedFieldType::Date, DefinedFieldType::Link];
    let reads = |field_type| {
        let field = probe(field_type);
        filled.iter().all(|(value, _)| field.read_value(value, None).is_ok())
    };
    let found = coded.into_iter().find(|field_type| match field_type {
        // Eight digits without points may be any code.
        DefinedFieldType::Ncm => {
            all(|value| value.as_str().is_some_and(|text| text.contains('.'))) && reads(*field_type)
        }
        _ => reads(*field_type),
    });
    if let Some(field_type) = found {
        return plain(field_type);
    }
    if all(Value::is_number) {
        return plain(DefinedFieldType::Number);
    }
    let texts: Vec<(&str, u32)> =
        filled.iter().filter_map(|(value, count)| Some((value.as_str()?, *count))).collect();
    if texts.len() < filled.len() {
        return plain(DefinedFieldType::Text);
    }
    if texts.iter().any(|(text, _)| text.contains('\n') || text.chars().count() > LONG_TEXT) {
        return plain(DefinedFieldType::LongText);
    }
    let choices = list_choices(texts.iter().map(|(text, _)| *text));
    let items: u32 = texts.iter().map(|(_, count)| *count).sum();
    let is_choice = choices.len() <= MAX_CHOICES
        && choices.iter().all(|text| text.chars().count() <= MAX_ALLOWED_CHARS)
        && items >= ITEMS_OF_A_CHOICE.saturating_mul(choices.len() as u32);
    match is_choice {
        true => FieldGuess { field_type: DefinedFieldType::Choice, allowed: choices },
        false => plain(DefinedFieldType::Text),
    }
}

/// Several choices; where there are very many, or long ones, any texts are allowed.
fn guess_list(lists: &[&(Value, u32)]) -> FieldGuess {
    let entries = lists.iter().filter_map(|(value, _)| value.as_array()).flatten();
    let choices = list_choices(entries.filter_map(Value::as_str));
    let is_listed = choices.len() <= MAX_ALLOWED / 4
        && choices.iter().all(|text| text.chars().count() <= MAX_ALLOWED_CHARS);
    FieldGuess {
        field_type: DefinedFieldType::Choices,
        allowed: if is_listed { choices } else { Vec::new() },
    }
}

/// Each text once, as it is spelled first.
fn list_choices<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = HashSet::new();
    let different = texts.filter(|text| seen.insert(normalize_text(text)));
    different.map(|text| text.trim().to_owned()).collect()
}

/// A word that answers yes or no; digits alone may count something.
fn is_written_truth(value: &Value) -> bool {
    let is_word = |text: &&str| text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    value.as_str().filter(is_word).and_then(super::read_truth).is_some()
}

fn probe(field_type: DefinedFieldType) -> FieldDefinition {
    FieldDefinition {
        key: String::new(),
        name: String::new(),
        unit: None,
        field_type,
        allowed: Vec::new(),
        group: None,
        position: 0,
        filterable: true,
        search_weight: SearchWeight::Normal,
        required_in: Vec::new(),
    }
}
