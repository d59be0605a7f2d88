//! Parsing of JSON requests.
//!
//! A library's parse error is plain words, and the error of our own types would reach people in those words. The reader
//! here looks up values of such types by name first, and passes on the type's own error.

use crate::error::{AppError, Reason};
use celeiro_domain::catalog::{Price, PriceError};
use celeiro_domain::search::{FilterError, Filters};
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use std::fmt::Display;

/// Reads a request.
///
/// # Errors
/// `invalid_request` with the place in the request and what is wrong there.
pub fn read_request<T: DeserializeOwned>(request: &Value) -> Result<T, AppError> {
    read_value(request).map_err(|(reason, place)| {
        let refused = AppError::invalid_request(reason);
        match place {
            Some(place) => refused.detail("path", place),
            None => refused,
        }
    })
}

/// Reads a value that is a request, or in which others are.
///
/// # Errors
/// Why it cannot be read, and the path of the part that cannot where it is not the whole.
pub fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, (Reason, Option<String>)> {
    serde_path_to_error::deserialize(Part(value)).map_err(|error| {
        let place = error.path().to_string();
        let reason = error.into_inner().into_reason();
        // The path of the whole is a point.
        if place == "." { (reason, None) } else { (reason.about(&place), Some(place)) }
    })
}

/// Why a request cannot be read.
#[derive(Debug, thiserror::Error)]
enum ReadError {
    #[error(transparent)]
    Json(serde_json::Error),
    #[error(transparent)]
    Price(PriceError),
    #[error(transparent)]
    Filter(FilterError),
}

impl ReadError {
    fn into_reason(self) -> Reason {
        match self {
            ReadError::Json(error) => error.into(),
            ReadError::Price(error) => error.into(),
            ReadError::Filter(error) => error.into(),
        }
    }
}

impl serde::de::Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::Json(serde::de::Error::custom(message))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Json(serde::de::Error::invalid_type(found, expected))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Json(serde::de::Error::invalid_value(found, expected))
    }
}

/// A part of a request.
#[derive(Clone, Copy)]
struct Part<'de>(&'de Value);

impl<'de> Part<'de> {
    /// What the type of this name has against the value.
    fn check(self, name: &str) -> Result<(), ReadError> {
        match (name, self.0) {
            (Price::WIRE_NAME, value) => Price::from_json(value).map(drop).map_err(ReadError::Price),
            (Price::WIRE_NAME_OR_BLANK, value) => {
                Price::from_json_or_blank(value).map(drop).map_err(ReadError::Price)
            }
            (Filters::WIRE_NAME, Value::Object(map)) => {
                Filters::try_from(map.clone()).map(drop).map_err(ReadError::Filter)
            }
            _ => Ok(()),
        }
    }
}

impl<'de> IntoDeserializer<'de, ReadError> for Part<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => number.deserialize_any(visitor).map_err(ReadError::Json),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(list) => SeqDeserializer::new(list.iter().map(Part)).deserialize_any(visitor),
            Value::Object(map) => {
                let fields = map.iter().map(|(name, value)| (name.as_str(), Part(value)));
                MapDeserializer::new(fields).deserialize_any(visitor)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.check(name)?;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.0 {
            Value::String(variant) => {
                BorrowedStrDeserializer::new(variant).deserialize_enum(name, variants, visitor)
            }
            Value::Object(map) if map.len() == 1 => {
                let fields = map.iter().map(|(name, value)| (name.as_str(), Part(value)));
                MapAccessDeserializer::new(MapDeserializer::new(fields))
                    .deserialize_enum(name, variants, visitor)
            }
            // Neither is one: the library says so in its words.
            other => other.deserialize_enum(name, variants, visitor).map_err(ReadError::Json),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personal::vault::VaultPassword;
    use crate::personal::vault::notes::SaveVaultNote;
    use crate::settings::api::SetSetting;
    use celeiro_domain::search::{Lang, SearchRequest};
    use serde::Deserialize;
    use serde_json::json;
    use uuid::Uuid;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct TestRequest {
        #[serde(default)]
        price: Option<Price>,
        #[serde(default, deserialize_with = "Price::deserialize_or_blank")]
        perhaps: Option<Price>,
        #[serde(default)]
        prices: Vec<Price>,
        #[serde(default)]
        choice: Option<Choice>,
        #[serde(default)]
        count: u8,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Choice {
        None,
        Most(Price),
        Between { least: Price, most: Price },
    }

    /// The place of what cannot be read, and the reason in both languages.
    fn refusal<T: DeserializeOwned + std::fmt::Debug>(request: &Value) -> (String, [String; 2]) {
        let error = read_request::<T>(request).unwrap_err();
        let path =
            error.to_body(Lang::En).details.unwrap_or_default()["path"].as_str().unwrap_or(".").to_owned();
        (path, [Lang::PtBr, Lang::En].map(|lang| error.message(lang)))
    }

    #[test]
    fn a_price_that_is_none_is_told_in_both_languages_wherever_it_stands() {
        let readings = ["1250 ou 1,25", "1250 or 1.25"];
        let ambiguous = json!("1.250");
        for (request, place) in [
            (json!({ "price": ambiguous }), "price"),
            (json!({ "perhaps": ambiguous }), "perhaps"),
            (json!({ "prices": [1, ambiguous] }), "prices[1]"),
            (json!({ "choice": { "most": ambiguous } }), "choice.most"),
            (json!({ "choice": { "between": { "least": 1, "most": ambiguous } } }), "choice.between.most"),
        ] {
            let (path, said) = refusal::<TestRequest>(&request);
            assert_eq!(path, place, "{request}");
            for (said, readings) in said.iter().zip(readings) {
                assert!(said.contains(readings), "{request}: {said}");
            }
        }
        for price in [json!("abc"), json!(-5), json!(1e300), json!({}), json!(true)] {
            let (_, [pt, en]) = refusal::<TestRequest>(&json!({ "price": price }));
            assert!(
                pt.contains("preço") && en.contains("price lies") || en.contains("no price"),
                "{pt} {en}"
            );
        }
    }

    #[test]
    fn a_filter_that_cannot_be_is_told_in_both_languages() {
        for (filters, allowed) in [
            (json!({ "maxPrice": "1.250" }), "1250 ou 1,25"),
            (json!({ "maxPrice": -1 }), "0 a 999999999999,9999"),
            (json!({ "category": {} }), "texto"),
            (json!({ "attributes": 1 }), "textos"),
            // Words of ours in a value are the value's.
            (json!({ "maxPrice": "a': an object of texts" }), "0 a 999999999999,9999"),
        ] {
            let request = json!({ "query": "soja", "filters": filters });
            let (path, [pt, en]) = refusal::<SearchRequest>(&request);
            assert_eq!(path, "filters", "{filters}");
            assert!(
                pt.contains("o filtro") && pt.contains(allowed) && en.contains("the filter"),
                "{pt} {en}"
            );
        }
        let (path, _) = refusal::<SearchRequest>(&json!({ "query": "soja", "filters": [] }));
        assert_eq!(path, "filters");
    }

    #[test]
    fn a_key_or_a_note_of_another_shape_is_not_repeated() {
        let setting = json!({ "name": "OPENROUTER_API_KEY", "value": 4711 });
        let setting = read_request::<SetSetting>(&setting).err().unwrap();
        let note = json!({ "session": Uuid::nil(), "note": { "title": "x", "text": 4711 } });
        let note = read_request::<SaveVaultNote>(&note).err().unwrap();
        let password = read_request::<VaultPassword>(&json!({ "password": 4711 })).err().unwrap();
        for (error, place) in [(setting, "value"), (note, "note.text"), (password, "password")] {
            let body = serde_json::to_string(&error.to_body(Lang::En)).unwrap();
            assert!(body.contains(place) && !body.contains("4711"), "{body}");
        }
        assert!(read_request::<SetSetting>(&json!({ "name": "X", "value": null })).is_ok());
        assert!(read_request::<SetSetting>(&json!({ "name": "X" })).is_err());
    }

    /// Both readers say the same of everything else.
    #[test]
    fn a_request_is_read_as_the_library_reads_it() {
        for request in [
            json!({}),
            json!({ "price": 12.5, "prices": ["1.250,00", 7], "count": 3 }),
            json!({ "price": null, "perhaps": null, "choice": "none" }),
            json!({ "perhaps": " " }),
            json!({ "perhaps": "7" }),
            json!({ "choice": { "most": "12,5" } }),
            json!({ "choice": { "between": { "least": 1, "most": 2 } } }),
            json!({ "choice": { "none": null } }),
            json!({ "choice": { "most": 1, "none": null } }),
            json!({ "choice": { "most": [] , "x": 1 } }),
            json!({ "choice": "other" }),
            json!({ "choice": "most" }),
            json!({ "choice": 1 }),
            json!({ "choice": { "between": { "least": 1 } } }),
            json!({ "count": 256 }),
            json!({ "count": null }),
            json!({ "count": "1" }),
            json!({ "count": 1.5 }),
            json!({ "conut": 1 }),
            json!([]),
            json!(null),
            json!("text"),
        ] {
            let by_library: Result<TestRequest, _> = serde_path_to_error::deserialize(&request);
            match (read_request::<TestRequest>(&request), by_library) {
                (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{request}"),
                (Err(ours), Err(theirs)) => {
                    let place = match theirs.path().to_string() {
                        whole if whole == "." => String::new(),
                        place => format!("{place}: "),
                    };
                    let words = format!("{place}{}", theirs.inner());
                    assert_eq!(ours.reason(), Some(words.as_str()), "{request}");
                }
                (ours, theirs) => panic!("{request}: {ours:?} {theirs:?}"),
            }
        }
    }
}
