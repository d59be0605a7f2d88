//! Conditions on items.

use crate::catalog::stock::StockState;
use crate::catalog::{Price, PriceError};
use crate::named_value::read_named;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use std::collections::BTreeMap;
use std::fmt;

/// Conditions that every hit must meet. A hit must match one value of each field.
///
/// On the wire, a single text may replace a list, `brand`, `min_price` and `max_price` are aliases, and any
/// other key is the name of an attribute (`{"formulacao": "SC"}`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Filters {
    /// Categories; the comparison folds both sides.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub category: Vec<String>,
    /// Manufacturers; the comparison folds both sides.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub manufacturer: Vec<String>,
    /// Minimum price.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_price: Option<Price>,
    /// Maximum price.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_price: Option<Price>,
    /// Tags, of which the item must have all; the comparison folds both sides.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// States of the stock. A condition on an attribute named `stock` goes into `attributes`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stock: Vec<StockState>,
    /// Values by attribute, of which the item must have all; the comparison folds both sides.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

/// Error of a filter that cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("filter '{key}' cannot be '{value}': {allowed}")]
pub struct FilterError {
    /// Key of the filter.
    pub key: String,
    /// The refused value, shortened.
    pub value: String,
    /// Values that the filter accepts.
    pub allowed: FilterValues,
}

/// Values that a filter accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterValues {
    /// A text of at most 500 characters.
    ShortText,
    /// An object whose values are texts of at most 500 characters.
    Texts,
    /// A price.
    Price,
    /// `out`, `some` or `unknown`.
    StockState,
    /// Either of the two readings of an ambiguous price: `1250 | 1.25`.
    Readings(String),
}

impl fmt::Display for FilterValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let states = StockState::list_names();
        f.write_str(match self {
            FilterValues::ShortText => "a text of at most 500 characters",
            FilterValues::Texts => "an object of texts",
            FilterValues::Price => "0 to 999999999999.9999",
            FilterValues::StockState => &states,
            FilterValues::Readings(readings) => readings,
        })
    }
}

impl Filters {
    /// Name of the type for a deserializer of requests, which finds the reason of a refusal by this name.
    pub const WIRE_NAME: &'static str = "Filters";

    /// Whether the search has no filter.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds one `key=value` filter of a search, as on the command line.
    ///
    /// # Errors
    /// [`FilterError`] if the key does not accept the value.
    pub fn add(&mut self, key: &str, value: Value) -> Result<(), FilterError> {
        match key {
            "category" | "categoria" => self.category.extend(read_filter_texts(key, value)?),
            "manufacturer" | "brand" | "fabricante" | "marca" => {
                self.manufacturer.extend(read_filter_texts(key, value)?)
            }
            "tags" | "tag" => self.tags.extend(read_filter_texts(key, value)?),
            "minPrice" | "min_price" => self.min_price = read_filter_price(key, value)?,
            "maxPrice" | "max_price" => self.max_price = read_filter_price(key, value)?,
            "stock" => self.stock.extend(read_stock_states(key, value)?),
            "attributes" => self.add_attributes(key, value)?,
            other => {
                let name = other.strip_prefix("attributes.").unwrap_or(other);
                self.attributes.insert(without_nul(name.to_owned()), read_filter_text(key, value)?);
            }
        }
        Ok(())
    }

    fn add_attributes(&mut self, key: &str, value: Value) -> Result<(), FilterError> {
        match value {
            Value::Null => Ok(()),
            Value::Object(map) => map.into_iter().try_for_each(|(name, value)| {
                self.attributes.insert(without_nul(name), read_filter_text(key, value)?);
                Ok(())
            }),
            other => Err(filter_error(key, &other, FilterValues::Texts)),
        }
    }
}

impl<'de> Deserialize<'de> for Filters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = read_named(Self::WIRE_NAME, deserializer)?;
        let map = Map::deserialize(value).map_err(serde::de::Error::custom)?;
        map.try_into().map_err(serde::de::Error::custom)
    }
}

impl TryFrom<Map<String, Value>> for Filters {
    type Error = FilterError;

    fn try_from(map: Map<String, Value>) -> Result<Self, FilterError> {
        let mut filters = Filters::default();
        for (key, value) in map {
            if !value.is_null() {
                filters.add(&key, value)?;
            }
        }
        Ok(filters)
    }
}

/// Reads the alternatives of a filter: a list, or one text.
fn read_filter_texts(key: &str, value: Value) -> Result<Vec<String>, FilterError> {
    match value {
        Value::Array(list) => list.into_iter().map(|v| read_filter_text(key, v)).collect(),
        other => Ok(vec![read_filter_text(key, other)?]),
    }
}

/// Reads one value of a filter; numbers and booleans become text.
fn read_filter_text(key: &str, value: Value) -> Result<String, FilterError> {
    match value {
        Value::String(s) if s.chars().count() <= 500 => Ok(without_nul(s)),
        Value::Number(n) => Ok(n.to_string()),
        Value::Bool(b) => Ok(b.to_string()),
        other => Err(filter_error(key, &other, FilterValues::ShortText)),
    }
}

/// Reads the states of a stock filter: a list, or one.
fn read_stock_states(key: &str, value: Value) -> Result<Vec<StockState>, FilterError> {
    let states = match value {
        Value::Array(list) => list,
        one => vec![one],
    };
    let read = |value: Value| {
        let state = value.as_str().and_then(StockState::parse);
        state.ok_or_else(|| filter_error(key, &value, FilterValues::StockState))
    };
    states.into_iter().map(read).collect()
}

/// Removes U+0000, which no stored text contains and which PostgreSQL refuses in a comparison.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}

/// Reads the bound of a price filter; `None` if it is blank.
fn read_filter_price(key: &str, value: Value) -> Result<Option<Price>, FilterError> {
    Price::from_json_or_blank(&value).map_err(|refusal| {
        let allowed = match refusal {
            PriceError::Ambiguous(readings) => FilterValues::Readings(readings),
            PriceError::NotANumber | PriceError::OutOfRange => FilterValues::Price,
        };
        filter_error(key, &value, allowed)
    })
}

/// Creates the error of a filter, with the beginning of its value.
fn filter_error(key: &str, value: &Value, allowed: FilterValues) -> FilterError {
    FilterError { key: key.to_owned(), value: value.to_string().chars().take(120).collect(), allowed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Filters, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn reads_both_forms() {
        let f = read(r#"{"brand":"Bayer","category":["A","B"],"min_price":"1.000,50","color":"red","attributes":{"ram":8}}"#).unwrap();
        assert_eq!(f.manufacturer, ["Bayer"]);
        assert_eq!(f.category, ["A", "B"]);
        assert_eq!(f.min_price.unwrap().to_string(), "1000.5");
        assert_eq!(f.attributes["color"], "red");
        assert_eq!(f.attributes["ram"], "8");
        let again: Filters = serde_json::from_value(serde_json::to_value(&f).unwrap()).unwrap();
        assert_eq!(again, f);
    }

    #[test]
    fn stock_is_asked_for_by_its_states_and_an_attribute_of_that_name_among_attributes() {
        let f = read(r#"{"stock":["out"," some "],"attributes":{"stock":"alto"}}"#).unwrap();
        assert_eq!(f.stock, [StockState::Out, StockState::Left]);
        assert_eq!(f.attributes["stock"], "alto");
        let written = serde_json::to_value(&f).unwrap();
        assert_eq!(written["stock"], serde_json::json!(["out", "some"]));
        assert_eq!(serde_json::from_value::<Filters>(written).unwrap(), f);
        for state in StockState::ALL {
            let one = read(&format!(r#"{{"stock":"{}"}}"#, state.as_str())).unwrap();
            assert_eq!(one.stock, [state]);
            assert_eq!(serde_json::to_value(&one).unwrap()["stock"][0], state.as_str());
        }
        let in_words = read(r#"{"stock":["in_stock","out_of_stock"]}"#).unwrap();
        assert_eq!(in_words.stock, [StockState::Left, StockState::Out]);
        for bad in [r#"{"stock":"pouco"}"#, r#"{"stock":5}"#, r#"{"stock":["out",[]]}"#] {
            let said = read(bad).unwrap_err().to_string();
            assert!(said.contains("out, some, unknown"), "{said}");
        }
    }

    #[test]
    fn refuses_what_makes_no_sense() {
        for bad in [
            r#"{"minPrice":-1}"#,
            r#"{"minPrice":"NaN"}"#,
            r#"{"category":{"a":1}}"#,
            r#"{"attributes":[1]}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read(r#"{"category":null,"minPrice":""}"#).unwrap().is_empty());
    }
}
