//! One field of a draft, to be changed whatever record it belongs to.

use super::column::Column;
use super::completeness::is_filled;
use crate::catalog::faq::{APPROVAL_FORMS, FaqDraft, read_approval};
use crate::catalog::{
    FieldError, FieldErrorCode, ItemDraft, LIMITS, NumberError, Price, PriceError, Status, both_readings,
    json_number, read_number, split_tags,
};
use crate::text::normalize_text;
use chrono::{DateTime, Utc};
use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::{Map, Number, Value};

/// Characters that a text may grow to while it is changed; what may be stored is checked later.
const MAX_CHARS: usize = 4 * LIMITS.description;

/// A field that can be written.
pub(super) enum Slot<'a> {
    Text(&'a mut String),
    Optional(&'a mut Option<String>),
    Tags(&'a mut Vec<String>),
    Price(&'a mut Option<Price>),
    Status(&'a mut Status),
    Moment(&'a mut Option<DateTime<Utc>>),
    Deleted(&'a mut bool),
    Attribute(&'a mut Map<String, Value>, &'a str),
}

/// The field of an item that a column writes; none for a column that is counted or edited in the form.
pub(super) fn of_item<'a>(draft: &'a mut ItemDraft, column: &'a Column) -> Option<Slot<'a>> {
    Some(match column {
        Column::ExternalId => Slot::Optional(&mut draft.external_id),
        Column::Name => Slot::Text(&mut draft.name),
        Column::Description => Slot::Optional(&mut draft.description),
        Column::Notes => Slot::Optional(&mut draft.notes),
        Column::Category => Slot::Optional(&mut draft.category),
        Column::Manufacturer => Slot::Optional(&mut draft.manufacturer),
        Column::Price => Slot::Price(&mut draft.price),
        Column::Currency => Slot::Optional(&mut draft.currency),
        Column::Tags => Slot::Tags(&mut draft.tags),
        Column::Status => Slot::Status(&mut draft.status),
        Column::Attribute(key) => Slot::Attribute(&mut draft.attributes, key),
        Column::Question
        | Column::Answer
        | Column::ApprovedAt
        | Column::Approval
        | Column::Packages
        | Column::Stock
        | Column::UpdatedAt
        | Column::CreatedAt
        | Column::Version
        | Column::Completeness
        | Column::Deleted => return None,
    })
}

/// The field of a FAQ that a column writes; none for a column that is counted.
pub(super) fn of_faq<'a>(draft: &'a mut FaqDraft, column: &'a Column) -> Option<Slot<'a>> {
    Some(match column {
        Column::ExternalId => Slot::Optional(&mut draft.external_id),
        Column::Question => Slot::Text(&mut draft.question),
        Column::Answer => Slot::Text(&mut draft.answer),
        Column::ApprovedAt => Slot::Moment(&mut draft.approved_at),
        Column::Tags => Slot::Tags(&mut draft.tags),
        Column::Status => Slot::Status(&mut draft.status),
        _ => return None,
    })
}

/// What cannot be done: the code, the value, and what is allowed.
pub(super) struct SlotRefusal(pub FieldErrorCode, pub String, pub String);

impl SlotRefusal {
    pub(super) fn not_possible(allowed: &str) -> Self {
        Self(FieldErrorCode::NotPossible, String::new(), allowed.to_owned())
    }

    pub(super) fn at(self, field: &str) -> FieldError {
        FieldError::new(field, self.0, &self.1, self.2)
    }
}

impl Slot<'_> {
    /// Sets the value of a draft's field; a text is read as the field needs it.
    pub(super) fn set(self, value: &Value) -> Result<(), SlotRefusal> {
        match self {
            Slot::Text(text) => *text = read_text(value)?.unwrap_or_default(),
            Slot::Optional(text) => *text = read_text(value)?,
            Slot::Tags(tags) => *tags = read_list(value)?,
            Slot::Price(price) => *price = read_price(value)?,
            Slot::Status(status) => *status = read_status(value)?,
            Slot::Moment(at) => *at = read_moment(value)?,
            Slot::Deleted(deleted) => *deleted = read_yes_no(value)?,
            Slot::Attribute(map, key) => set_attribute(map, key, value)?,
        }
        Ok(())
    }

    /// Gives an attribute the value as it is, and empties it where the value says nothing; else [`Slot::set`].
    pub(super) fn put(self, value: &Value) -> Result<(), SlotRefusal> {
        match self {
            Slot::Attribute(map, key) if is_filled(value) => {
                map.insert(key.to_owned(), value.clone());
                Ok(())
            }
            slot => slot.set(value),
        }
    }

    /// Empties the field.
    pub(super) fn clear(self) -> Result<(), SlotRefusal> {
        match self {
            Slot::Text(text) => text.clear(),
            Slot::Optional(text) => *text = None,
            Slot::Tags(tags) => tags.clear(),
            Slot::Price(price) => *price = None,
            Slot::Moment(at) => *at = None,
            Slot::Attribute(map, key) => drop(map.remove(key)),
            Slot::Status(_) | Slot::Deleted(_) => return Err(SlotRefusal::not_possible("set")),
        }
        Ok(())
    }

    /// Adds to a list what it does not have.
    pub(super) fn add(self, values: &[String]) -> Result<(), SlotRefusal> {
        match self {
            Slot::Tags(tags) => {
                for value in values {
                    if !tags.iter().any(|tag| is_same_text(tag, value)) {
                        tags.push(value.clone());
                    }
                }
                Ok(())
            }
            Slot::Attribute(map, key) => match map.get_mut(key) {
                None | Some(Value::Null) => {
                    map.insert(key.to_owned(), values.iter().cloned().map(Value::String).collect());
                    Ok(())
                }
                Some(Value::Array(list)) => {
                    for value in values {
                        if !list.iter().any(|v| v.as_str().is_some_and(|v| is_same_text(v, value))) {
                            list.push(Value::String(value.clone()));
                        }
                    }
                    Ok(())
                }
                Some(_) => Err(SlotRefusal::not_possible("set, clear, replace")),
            },
            _ => Err(SlotRefusal::not_possible("set, clear")),
        }
    }

    /// Takes out of a list, compared folded.
    pub(super) fn remove(self, values: &[String]) -> Result<(), SlotRefusal> {
        let goes = |text: &str| values.iter().any(|value| is_same_text(text, value));
        match self {
            Slot::Tags(tags) => tags.retain(|tag| !goes(tag)),
            Slot::Attribute(map, key) => match map.get_mut(key) {
                None | Some(Value::Null) => {}
                Some(Value::Array(list)) => list.retain(|v| !v.as_str().is_some_and(goes)),
                Some(_) => return Err(SlotRefusal::not_possible("set, clear, replace")),
            },
            _ => return Err(SlotRefusal::not_possible("set, clear")),
        }
        Ok(())
    }

    /// Puts `with` in the place of a value that is exactly `find`, or of such an element of a list.
    pub(super) fn merge(self, find: &str, with: &str) -> Result<(), SlotRefusal> {
        let merge = |text: &mut String| {
            if text == find {
                with.clone_into(text);
            }
        };
        let merge_value = |value: &mut Value| {
            if value.as_str() == Some(find) {
                *value = Value::String(with.to_owned());
            }
        };
        match self {
            Slot::Text(text) => merge(text),
            Slot::Optional(text) => text.iter_mut().for_each(merge),
            Slot::Tags(tags) => tags.iter_mut().for_each(merge),
            Slot::Attribute(map, key) => match map.get_mut(key) {
                Some(Value::Array(list)) => list.iter_mut().for_each(merge_value),
                value => value.into_iter().for_each(merge_value),
            },
            _ => return Err(SlotRefusal::not_possible("set")),
        }
        Ok(())
    }

    /// Replaces a piece of a text wherever it stands, or an element of a list.
    pub(super) fn replace(self, find: &str, with: &str) -> Result<(), SlotRefusal> {
        match self {
            Slot::Text(text) => *text = replace_text(text, find, with)?,
            Slot::Optional(text) => {
                if let Some(old) = text {
                    *text = Some(replace_text(old, find, with)?);
                }
            }
            Slot::Tags(tags) => {
                for tag in tags.iter_mut().filter(|tag| is_same_text(tag, find)) {
                    with.clone_into(tag);
                }
            }
            Slot::Attribute(map, key) => match map.get_mut(key) {
                None | Some(Value::Null) => {}
                Some(Value::String(text)) => *text = replace_text(text, find, with)?,
                Some(Value::Array(list)) => {
                    for value in list.iter_mut().filter(|v| v.as_str().is_some_and(|v| is_same_text(v, find)))
                    {
                        *value = Value::String(with.to_owned());
                    }
                }
                Some(_) => return Err(SlotRefusal::not_possible("set, clear, percent")),
            },
            _ => return Err(SlotRefusal::not_possible("set")),
        }
        Ok(())
    }

    /// Raises or lowers a number by so many hundredths.
    pub(super) fn percent(self, percent: Decimal) -> Result<(), SlotRefusal> {
        match self {
            Slot::Price(price) => {
                if let Some(old) = *price {
                    *price = Some(raise_price(old, percent)?);
                }
                Ok(())
            }
            Slot::Attribute(map, key) => match map.get_mut(key) {
                None | Some(Value::Null) => Ok(()),
                Some(Value::Number(number)) => {
                    *number = raised_number(number, percent)?;
                    Ok(())
                }
                Some(other) => {
                    Err(SlotRefusal(FieldErrorCode::InvalidNumber, other.to_string(), "0..".into()))
                }
            },
            _ => Err(SlotRefusal::not_possible("set, clear")),
        }
    }
}

/// Whether two texts are equal when folded.
fn is_same_text(a: &str, b: &str) -> bool {
    normalize_text(a) == normalize_text(b)
}

/// A text that has grown out of all bounds is refused before it is made.
fn replace_text(text: &str, find: &str, with: &str) -> Result<String, SlotRefusal> {
    let times = text.matches(find).count();
    let length = text.len().saturating_add(times.saturating_mul(with.len()));
    if length > MAX_CHARS {
        return Err(SlotRefusal(
            FieldErrorCode::TooLong,
            text.to_owned(),
            format!("1..{}", LIMITS.description),
        ));
    }
    Ok(text.replace(find, with))
}

/// Cents, rounded half away from zero, unless the price was finer than that (four decimals then).
pub(super) fn raise_price(price: Price, percent: Decimal) -> Result<Price, SlotRefusal> {
    let old = price.amount();
    let decimals = if old.scale() > 2 { 4 } else { 2 };
    let factor = Decimal::ONE_HUNDRED.checked_add(percent).and_then(|f| f.checked_div(Decimal::ONE_HUNDRED));
    let new = factor.and_then(|factor| old.checked_mul(factor));
    let new = new.map(|n| n.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero));
    let spell_result = || new.map_or_else(|| format!("{old} {percent}%"), |n| n.to_string());
    new.and_then(|n| Price::new(n).ok())
        .ok_or_else(|| SlotRefusal(FieldErrorCode::InvalidPrice, spell_result(), PRICES.into()))
}

const PRICES: &str = "0..999999999999.9999";

/// The number raised by a percentage, to twelve digits.
fn raised_number(number: &Number, percent: Decimal) -> Result<Number, SlotRefusal> {
    let old = number.as_f64().unwrap_or(f64::NAN);
    let percent: f64 = percent.try_into().unwrap_or(f64::NAN);
    // Twelve digits: what a percentage adds behind them is noise of binary fractions.
    let new = format!("{:.11e}", old * (1.0 + percent / 100.0)).parse().unwrap_or(f64::NAN);
    let whole = new.fract() == 0.0 && new.abs() < 9e15;
    let new = if whole { Some(Number::from(new as i64)) } else { Number::from_f64(new) };
    new.ok_or_else(|| SlotRefusal(FieldErrorCode::InvalidNumber, number.to_string(), "0..".into()))
}

/// A value as text; null is none, and lists and objects are refused.
fn read_text(value: &Value) -> Result<Option<String>, SlotRefusal> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(_) | Value::Bool(_) => Ok(Some(value.to_string())),
        Value::Array(_) | Value::Object(_) => {
            Err(SlotRefusal(FieldErrorCode::NotText, value.to_string(), "text".into()))
        }
    }
}

/// A list of texts, or one text that is split as tags are.
fn read_list(value: &Value) -> Result<Vec<String>, SlotRefusal> {
    match value {
        Value::Array(list) => {
            list.iter().map(|v| Ok(read_text(v)?.unwrap_or_default())).collect::<Result<Vec<_>, _>>()
        }
        other => Ok(read_text(other)?.map_or_else(Vec::new, |text| split_tags(&text))),
    }
}

/// A price or none; the refusal of an ambiguous price names its readings.
fn read_price(value: &Value) -> Result<Option<Price>, SlotRefusal> {
    Price::from_json_or_blank(value).map_err(|error| {
        let (code, allowed) = match error {
            PriceError::Ambiguous(readings) => (FieldErrorCode::AmbiguousPrice, readings),
            PriceError::NotANumber | PriceError::OutOfRange => (FieldErrorCode::InvalidPrice, PRICES.into()),
        };
        let found = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        SlotRefusal(code, found, allowed)
    })
}

/// A status by its wire name.
fn read_status(value: &Value) -> Result<Status, SlotRefusal> {
    value.as_str().and_then(Status::parse).ok_or_else(|| {
        let allowed = Status::ALL.map(Status::as_str).join(" | ");
        let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        SlotRefusal(FieldErrorCode::InvalidStatus, shown, allowed)
    })
}

/// A moment of approval or, where blank, none.
fn read_moment(value: &Value) -> Result<Option<DateTime<Utc>>, SlotRefusal> {
    let Some(text) = read_text(value)?.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let read = read_approval(&text);
    read.map(Some).ok_or_else(|| SlotRefusal(FieldErrorCode::InvalidDate, text, APPROVAL_FORMS.into()))
}

/// A truth value, or its word.
fn read_yes_no(value: &Value) -> Result<bool, SlotRefusal> {
    match value {
        Value::Bool(yes) => Ok(*yes),
        Value::String(text) if text == "true" => Ok(true),
        Value::String(text) if text == "false" => Ok(false),
        other => Err(SlotRefusal(FieldErrorCode::NotPossible, other.to_string(), "true | false".into())),
    }
}

/// A text takes the type of what it replaces: a number stays one, and so does a list.
fn set_attribute(map: &mut Map<String, Value>, key: &str, value: &Value) -> Result<(), SlotRefusal> {
    let Value::String(text) = value else {
        if value.is_null() {
            map.remove(key);
        } else {
            map.insert(key.to_owned(), value.clone());
        }
        return Ok(());
    };
    if text.trim().is_empty() {
        map.remove(key);
        return Ok(());
    }
    let typed = match map.get(key) {
        Some(Value::Number(_)) => Value::Number(number_of(text)?),
        Some(Value::Bool(_)) => match normalize_text(text).as_str() {
            "true" | "sim" | "yes" => Value::Bool(true),
            "false" | "nao" | "no" => Value::Bool(false),
            _ => return Err(SlotRefusal(FieldErrorCode::NotPossible, text.clone(), "true | false".into())),
        },
        Some(Value::Array(_)) => split_tags(text).into_iter().map(Value::String).collect(),
        _ => Value::String(text.clone()),
    };
    map.insert(key.to_owned(), typed);
    Ok(())
}

/// A number as it was typed; one that could be two is none.
fn number_of(text: &str) -> Result<Number, SlotRefusal> {
    let text = text.trim();
    let number = match read_number(text, None) {
        Ok(number) => json_number(number),
        Err(NumberError::Ambiguous) => {
            return Err(SlotRefusal(FieldErrorCode::AmbiguousPrice, text.to_owned(), both_readings(text)));
        }
        // With an exponent, as programs write what is very large or small.
        Err(NumberError::NotANumber) => {
            let exponential = text.contains(['e', 'E']).then(|| text.parse().ok()).flatten();
            exponential.and_then(Number::from_f64)
        }
    };
    number.ok_or_else(|| SlotRefusal(FieldErrorCode::InvalidNumber, text.to_owned(), "1234.5".into()))
}
