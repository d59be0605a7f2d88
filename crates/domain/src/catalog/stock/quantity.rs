//! Quantities of stock: exact decimals, never negative.

use crate::catalog::{DecimalMark, NumberError, both_readings, read_number};
use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What is allowed, as errors name it.
pub const QUANTITIES: &str = "0..999999999999.999";

/// How much there is, in 0..10^12 with at most three decimals. A number in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StockQuantity(Decimal);

/// Why a text or number is no quantity.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// Not a number at all.
    #[error("not a finite number")]
    NotANumber,
    /// Below zero, too large, or with more than three decimals.
    #[error("outside 0 to 999999999999.999 with at most three decimals")]
    OutOfRange,
    /// `1.250` may be a thousand and more, or one and a quarter; both readings.
    #[error("with three digits behind one separator it may be thousands or decimals: {0}")]
    Ambiguous(String),
}

impl StockQuantity {
    /// Nothing.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// Accepts a decimal in range.
    ///
    /// # Errors
    /// [`QuantityError::OutOfRange`].
    pub fn new(amount: Decimal) -> Result<Self, QuantityError> {
        let amount = amount.normalize();
        let in_range = !amount.is_sign_negative() || amount.is_zero();
        if in_range && amount < Decimal::from(1_000_000_000_000_u64) && amount.scale() <= 3 {
            Ok(Self(amount.abs()))
        } else {
            Err(QuantityError::OutOfRange)
        }
    }

    /// Reads a stock quantity: `12`, `12,5`, `1.234,5`; `mark` decides about what could be read in two ways.
    ///
    /// # Errors
    /// [`QuantityError`]; [`QuantityError::Ambiguous`] where nothing decides.
    pub fn read(text: &str, mark: Option<DecimalMark>) -> Result<Self, QuantityError> {
        let amount = read_number(text.trim(), mark).map_err(|error| match error {
            NumberError::NotANumber => QuantityError::NotANumber,
            NumberError::Ambiguous => QuantityError::Ambiguous(both_readings(text)),
        })?;
        Self::new(amount)
    }

    /// The quantity that a JSON value is: a number, or a text as [`StockQuantity::read`] reads it. What the sums of a
    /// sheet leave far behind the third decimal is no part of it: 12.299999999999999 is 12.3.
    ///
    /// # Errors
    /// [`QuantityError`].
    pub fn from_json(value: &Value) -> Result<Self, QuantityError> {
        match value {
            Value::Number(number) => {
                let read = Decimal::from_str(&number.to_string())
                    .or_else(|_| Decimal::from_scientific(&number.to_string()));
                let amount = read.map_err(|_| QuantityError::OutOfRange)?;
                let rounded = amount.round_dp(3);
                let is_meant = (amount - rounded).abs() < Decimal::new(1, 6);
                Self::new(if is_meant { rounded } else { amount })
            }
            Value::String(text) => Self::read(text, None),
            _ => Err(QuantityError::NotANumber),
        }
    }

    /// The exact amount of the stock quantity.
    pub fn amount(self) -> Decimal {
        self.0
    }

    /// Whether the stock quantity is zero.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// Both together; `None` where that is more than a quantity may be.
    pub fn plus(self, other: Self) -> Option<Self> {
        Self::new(self.0.checked_add(other.0)?).ok()
    }
}

impl fmt::Display for StockQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for StockQuantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.to_string().parse().unwrap_or(0.0))
    }
}

impl<'de> Deserialize<'de> for StockQuantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_json(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// A `number` in TypeScript.
impl specta::Type for StockQuantity {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        i32::definition(types)
    }
}

impl JsonSchema for StockQuantity {
    fn schema_name() -> Cow<'static, str> {
        "StockQuantity".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "exclusiveMaximum": 1e12 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn quantities_of_both_countries_are_read_exactly() {
        for (text, amount) in
            [("12", "12"), (" 12,5 ", "12.5"), ("1.234,5", "1234.5"), ("0", "0"), ("-0", "0")]
        {
            assert_eq!(StockQuantity::read(text, None).unwrap().to_string(), amount, "{text}");
        }
        let read = StockQuantity::read("1.250", Some(DecimalMark::Comma)).unwrap();
        assert_eq!(read.to_string(), "1250");
        assert_eq!(serde_json::to_value(read).unwrap(), json!(1250.0));
        for (sum, amount) in [(0.1 + 0.2, "0.3"), (12.299999999999999, "12.3"), (7.0, "7")] {
            assert_eq!(StockQuantity::from_json(&json!(sum)).unwrap().to_string(), amount);
        }
    }

    #[test]
    fn what_is_no_quantity_says_why() {
        use QuantityError::{Ambiguous, NotANumber, OutOfRange};
        assert!(matches!(StockQuantity::read("1.250", None), Err(Ambiguous(_))));
        for text in ["", "doze", "NaN", "1e3"] {
            assert_eq!(StockQuantity::read(text, None), Err(NotANumber), "{text}");
        }
        for value in [json!(-1), json!(1e12), json!(0.0004), json!(1e300)] {
            assert_eq!(StockQuantity::from_json(&value), Err(OutOfRange), "{value}");
        }
        assert_eq!(StockQuantity::from_json(&json!([1])), Err(NotANumber));
    }
}
