//! Conversion between values of the domain and values that a column accepts.
//!
//! PostgreSQL refuses U+0000 in text and in JSON, but texts of people, models and servers may contain
//! it. U+FFFD replaces it, so that no answer is lost. An invalid number from a provider (a negative
//! cost) becomes NULL for the same reason.

use crate::StoreError;
use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde_json::Value;
use std::borrow::Cow;

/// Replaces each U+0000 of a text with U+FFFD.
pub(crate) fn encode_text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{FFFD}")) } else { Cow::Borrowed(text) }
}

/// Serializes `value` to JSON, and replaces each U+0000 in keys and strings with U+FFFD.
pub(crate) fn encode_json(value: &impl Serialize) -> Result<Value, StoreError> {
    let mut value = serde_json::to_value(value).map_err(|e| StoreError::Other(e.to_string()))?;
    replace_nul(&mut value);
    Ok(value)
}

/// Replaces U+0000 in keys and strings at any depth. A map is rebuilt only if one of its keys has U+0000,
/// because a turn's trace has very many keys.
fn replace_nul(value: &mut Value) {
    match value {
        Value::String(string) if string.contains('\0') => *string = encode_text(string).into_owned(),
        Value::Array(values) => values.iter_mut().for_each(replace_nul),
        Value::Object(map) => {
            if map.keys().any(|key| key.contains('\0')) {
                let entries = std::mem::take(map).into_iter();
                *map = entries.map(|(key, value)| (encode_text(&key).into_owned(), value)).collect();
            }
            map.values_mut().for_each(replace_nul);
        }
        _ => {}
    }
}

/// Returns the amount if it is finite and not negative.
pub(crate) fn valid_amount(amount: Option<f64>) -> Option<f64> {
    amount.filter(|amount| amount.is_finite() && *amount >= 0.0)
}

/// The stored name of an enum variant: its wire name.
pub(crate) fn wire_name(value: &impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => Ok(name),
        other => Err(StoreError::Other(format!("not a name: {other:?}"))),
    }
}

/// Parses the stored name of an enum variant.
pub(crate) fn decode_name<T: DeserializeOwned>(name: &str) -> Result<T, StoreError> {
    let name: StrDeserializer<'_, serde::de::value::Error> = name.into_deserializer();
    T::deserialize(name).map_err(|e| StoreError::Other(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::chat::FeedbackReason;
    use serde_json::json;

    #[test]
    fn nul_is_replaced_at_any_depth() {
        let value = json!({ "a\0": ["b\0c", { "d": "\\u0000" }, 1.5, null] });
        let stored = super::encode_json(&value).unwrap();
        assert_eq!(stored, json!({ "a\u{FFFD}": ["b\u{FFFD}c", { "d": "\\u0000" }, 1.5, null] }));
    }

    #[test]
    fn names_are_those_of_the_wire() {
        assert_eq!(wire_name(&FeedbackReason::WrongItem).unwrap(), "wrong-item");
        assert_eq!(decode_name::<FeedbackReason>("wrong-item").unwrap(), FeedbackReason::WrongItem);
        assert!(decode_name::<FeedbackReason>("WrongItem").is_err());
    }

    #[test]
    fn an_impossible_amount_is_not_known() {
        assert_eq!(valid_amount(Some(0.25)), Some(0.25));
        for impossible in [-0.1, f64::NAN, f64::INFINITY] {
            assert_eq!(valid_amount(Some(impossible)), None);
        }
    }
}
