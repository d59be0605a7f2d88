//! Values read by the type of their field: what fits is written as the type stores it, nothing is bent until it fits.

use super::{DefinedFieldType, FieldDefinition};
use crate::catalog::faq::{APPROVAL_FORMS, YEARS, read_approval};
use crate::catalog::gtin::GTIN_FORMS;
use crate::catalog::{
    DecimalMark, FieldErrorCode, NumberError, Price, PriceError, both_readings, is_gtin, is_invisible,
    json_number, read_number, spell_gtin, split_tags,
};
use crate::sheet::is_filled;
use crate::text::normalize_text;
use chrono::{DateTime, Datelike};
use serde_json::Value;

/// Characters of a text of one line at most.
const MAX_TEXT: usize = 2_000;
/// Characters of a text of several lines at most.
const MAX_LONG_TEXT: usize = 20_000;
/// Characters of an address at most.
const MAX_LINK: usize = 2_000;
/// Entries of a list at most.
const MAX_ENTRIES: usize = 200;
/// Characters of the allowed values that an error repeats.
const MAX_NAMED_CHARS: usize = 400;
/// How a code of the Mercosur nomenclature is written.
const NCM_FORM: &str = "0000.00.00";
/// What answers yes or no.
const TRUTHS: &str = "sim | não | true | false | 1 | 0";

/// Why a value is not of its field's type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldMisfit {
    /// What is wrong.
    pub code: FieldErrorCode,
    /// What is allowed, in a form that needs no translation.
    pub allowed: String,
}

impl FieldMisfit {
    fn new(code: FieldErrorCode, allowed: impl Into<String>) -> Self {
        Self { code, allowed: allowed.into() }
    }
}

impl FieldDefinition {
    /// The value as the field stores it; a value that says nothing stays as it is. `mark` is the sign before decimals
    /// where the texts around show one.
    ///
    /// # Errors
    /// [`FieldMisfit`].
    pub fn read_value(&self, value: &Value, mark: Option<DecimalMark>) -> Result<Value, FieldMisfit> {
        if !is_filled(value) {
            return Ok(value.clone());
        }
        match self.field_type {
            DefinedFieldType::Text => read_text(value, MAX_TEXT).map(Value::String),
            DefinedFieldType::LongText => read_text(value, MAX_LONG_TEXT).map(Value::String),
            DefinedFieldType::Number => self.read_amount(value, mark),
            DefinedFieldType::Price => read_price(value, mark),
            DefinedFieldType::Date => read_day(value),
            DefinedFieldType::YesNo => read_yes_no(value),
            DefinedFieldType::Choice => self.read_choice(&text_of(value)?).map(Value::String),
            DefinedFieldType::Choices => self.read_choices(value),
            DefinedFieldType::Gtin => read_gtin(value),
            DefinedFieldType::Ncm => read_ncm(value),
            DefinedFieldType::Link => read_link(&text_of(value)?),
        }
    }

    /// A number; the unit of the field may stand behind it.
    fn read_amount(&self, value: &Value, mark: Option<DecimalMark>) -> Result<Value, FieldMisfit> {
        let no_number = || FieldMisfit::new(FieldErrorCode::InvalidNumber, "1234.5");
        let text = match value {
            Value::Number(_) => return Ok(value.clone()),
            Value::String(text) => self.without_unit(text),
            _ => return Err(no_number()),
        };
        match read_number(text, mark) {
            Ok(number) => json_number(number).map(Value::Number).ok_or_else(no_number),
            Err(NumberError::Ambiguous) => {
                Err(FieldMisfit::new(FieldErrorCode::AmbiguousPrice, both_readings(text)))
            }
            Err(NumberError::NotANumber) => Err(no_number()),
        }
    }

    /// The text up to the unit of the field.
    fn without_unit<'a>(&self, text: &'a str) -> &'a str {
        let text = text.trim();
        let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | ' ');
        let end = text.find(|c: char| !is_of_number(c)).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        let folded = normalize_text(rest);
        let is_unit = |unit: &String| unit == rest || (!folded.is_empty() && normalize_text(unit) == folded);
        if self.unit.as_ref().is_some_and(is_unit) { number.trim_end() } else { text }
    }

    /// An allowed value, as the field spells it.
    fn read_choice(&self, text: &str) -> Result<String, FieldMisfit> {
        let folded = normalize_text(text);
        let found = self.allowed.iter().find(|one| one.as_str() == text.trim());
        let found = found.or_else(|| self.allowed.iter().find(|one| normalize_text(one) == folded));
        found.cloned().ok_or_else(|| FieldMisfit::new(FieldErrorCode::InvalidValue, self.name_choices()))
    }

    fn read_choices(&self, value: &Value) -> Result<Value, FieldMisfit> {
        let no_list = || FieldMisfit::new(FieldErrorCode::InvalidValue, "a; b");
        let texts: Vec<String> = match value {
            Value::Array(list) => list.iter().map(text_of).collect::<Result<_, _>>()?,
            // `2,4-D; soja` is an allowed value where the field lists it so.
            Value::String(text) if self.read_choice(text).is_ok() => vec![text.clone()],
            Value::String(text) => split_tags(text),
            Value::Number(number) => vec![number.to_string()],
            Value::Null | Value::Bool(_) | Value::Object(_) => return Err(no_list()),
        };
        if texts.len() > MAX_ENTRIES {
            return Err(FieldMisfit::new(FieldErrorCode::TooLong, format!("0..{MAX_ENTRIES}")));
        }
        let mut read: Vec<Value> = Vec::with_capacity(texts.len());
        for text in texts {
            let entry = Value::String(if self.allowed.is_empty() { text } else { self.read_choice(&text)? });
            if !read.contains(&entry) {
                read.push(entry);
            }
        }
        Ok(Value::Array(read))
    }

    /// The allowed values, as many as an error has room for.
    fn name_choices(&self) -> String {
        let mut named = String::new();
        for (at, value) in self.allowed.iter().enumerate() {
            let separator = if at == 0 { "" } else { " | " };
            if named.len() + separator.len() + value.len() > MAX_NAMED_CHARS {
                named.push_str(" | …");
                break;
            }
            named.push_str(separator);
            named.push_str(value);
        }
        named
    }
}

/// Reads yes or no from the text of a defined field.
pub fn read_truth(text: &str) -> Option<bool> {
    match normalize_text(text.trim()).as_str() {
        "sim" | "s" | "yes" | "y" | "1" | "x" | "true" | "verdadeiro" => Some(true),
        "nao" | "n" | "no" | "0" | "false" | "falso" => Some(false),
        _ => None,
    }
}

/// The text of a value that is one or may be written as one.
fn text_of(value: &Value) -> Result<String, FieldMisfit> {
    match value {
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(_) | Value::Null | Value::Array(_) | Value::Object(_) => {
            Err(FieldMisfit::new(FieldErrorCode::NotText, "text"))
        }
    }
}

/// A text as it is written; a number becomes its digits.
fn read_text(value: &Value, most: usize) -> Result<String, FieldMisfit> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => text_of(other)?,
    };
    if text.chars().count() > most {
        return Err(FieldMisfit::new(FieldErrorCode::TooLong, format!("1..{most}")));
    }
    Ok(text)
}

fn read_price(value: &Value, mark: Option<DecimalMark>) -> Result<Value, FieldMisfit> {
    let read = match value {
        Value::String(text) => Price::read(text, mark),
        other => Price::from_json(other),
    };
    let price = read.map_err(|error| match error {
        PriceError::Ambiguous(readings) => FieldMisfit::new(FieldErrorCode::AmbiguousPrice, readings),
        PriceError::NotANumber | PriceError::OutOfRange => no_price(),
    })?;
    match value {
        Value::Number(_) => Ok(value.clone()),
        _ => json_number(price.amount()).map(Value::Number).ok_or_else(no_price),
    }
}

fn no_price() -> FieldMisfit {
    FieldMisfit::new(FieldErrorCode::InvalidPrice, "0..999999999999.9999")
}

fn read_day(value: &Value) -> Result<Value, FieldMisfit> {
    let read = value.as_str().and_then(|text| match DateTime::parse_from_rfc3339(text.trim()) {
        // An evening in Brazil is the next day elsewhere.
        Ok(moment) => Some(moment.date_naive()).filter(|day| YEARS.contains(&day.year())),
        Err(_) => read_approval(text).map(|moment| moment.date_naive()),
    });
    let day = read.ok_or_else(|| FieldMisfit::new(FieldErrorCode::InvalidDate, APPROVAL_FORMS))?;
    Ok(Value::String(day.to_string()))
}

fn read_yes_no(value: &Value) -> Result<Value, FieldMisfit> {
    let read = match value {
        Value::Bool(is_yes) => Some(*is_yes),
        Value::String(text) => read_truth(text),
        Value::Number(number) => read_truth(&number.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    read.map(Value::Bool).ok_or_else(|| FieldMisfit::new(FieldErrorCode::NotPossible, TRUTHS))
}

/// Digits without the blanks and strokes that people put between them; a number may have lost the zero before it.
fn read_gtin(value: &Value) -> Result<Value, FieldMisfit> {
    let no_gtin = || FieldMisfit::new(FieldErrorCode::InvalidValue, GTIN_FORMS);
    let text = text_of(value)?;
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if is_gtin(&digits) {
        return Ok(Value::String(digits));
    }
    let lacks_zero = value.is_number() && matches!(digits.len(), 7 | 11);
    let spelled = if lacks_zero { spell_gtin(&format!("{digits:0>14}")) } else { Vec::new() };
    spelled.into_iter().next().map(Value::String).ok_or_else(no_gtin)
}

/// Eight digits, with or without points; a number may have lost the zero before it.
fn read_ncm(value: &Value) -> Result<Value, FieldMisfit> {
    let no_ncm = || FieldMisfit::new(FieldErrorCode::InvalidValue, NCM_FORM);
    let text = text_of(value)?;
    let digits: String = text.chars().filter(|c| *c != '.').collect();
    let digits = if value.is_number() && digits.len() == 7 { format!("0{digits}") } else { digits };
    let is_code = digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_code || digits.starts_with("00") {
        return Err(no_ncm());
    }
    let (chapter, rest) = digits.split_at(4);
    let (item, last) = rest.split_at(2);
    Ok(Value::String(format!("{chapter}.{item}.{last}")))
}

/// An address with a host; one that names a user before it shows another host than it opens.
fn read_link(text: &str) -> Result<Value, FieldMisfit> {
    let no_link = || FieldMisfit::new(FieldErrorCode::InvalidValue, "https://…");
    if text.chars().count() > MAX_LINK {
        return Err(FieldMisfit::new(FieldErrorCode::TooLong, format!("1..{MAX_LINK}")));
    }
    let (scheme, rest) = text.split_once("://").ok_or_else(no_link)?;
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_clean =
        !text.chars().any(|c| c.is_whitespace() || is_invisible(c) || matches!(c, '\\' | '<' | '>' | '"'));
    let is_host = host.contains('.') && !host.contains('@') && !host.starts_with('.') && !host.ends_with('.');
    if is_web && is_clean && is_host { Ok(Value::String(text.to_owned())) } else { Err(no_link()) }
}
