//! Prices: exact, non-negative and finite decimals.

use super::number::{DecimalMark, NumberError, both_readings, read_number, unmistakable, without_currency};
use crate::named_value::read_named;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// An amount of money in 0..10^12 with at most four decimals. A number in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Price(Decimal);

/// Reason why a text or number is not a price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// Not a finite number.
    #[error("not a finite number")]
    NotANumber,
    /// Negative, 10^12 or more, or with more than four decimals.
    #[error("outside 0 to 999999999999.9999 with at most four decimals")]
    OutOfRange,
    /// A text such as `1.250`, with a thousands or a decimal separator; carries both readings in the
    /// notation of [`both_readings`].
    #[error("with three digits behind one separator it may be thousands or decimals: {0}")]
    Ambiguous(String),
}

impl Price {
    /// Name of the type for a deserializer of requests, which finds the reason of a refusal by this name;
    /// see [`Price::from_json`].
    pub const WIRE_NAME: &'static str = "Price";
    /// [`Price::WIRE_NAME`] for [`Price::deserialize_or_blank`].
    pub const WIRE_NAME_OR_BLANK: &'static str = "PriceOrBlank";

    /// Creates a price from a decimal in range.
    ///
    /// # Errors
    /// [`PriceError::OutOfRange`].
    pub fn new(amount: Decimal) -> Result<Self, PriceError> {
        let in_range = !amount.is_sign_negative() || amount.is_zero();
        let amount = amount.normalize();
        if in_range && amount < Decimal::from(1_000_000_000_000_u64) && amount.scale() <= 4 {
            Ok(Self(amount.abs()))
        } else {
            Err(PriceError::OutOfRange)
        }
    }

    /// The exact amount of the price.
    pub fn amount(self) -> Decimal {
        self.0
    }

    /// The floating-point number nearest to the amount, for display and for arithmetic that may round. The
    /// conversion parses the digits, because arithmetic would round in between.
    pub fn to_f64(self) -> f64 {
        self.0.to_string().parse().unwrap_or(0.0)
    }

    /// The price with the shortest decimal notation of `number`. Restores the argument of [`Price::to_f64`]
    /// below 2^39 (5.4 × 10^11); above, four decimals are finer than the distance of neighbouring numbers.
    fn of_f64(number: f64) -> Result<Self, PriceError> {
        if !number.is_finite() {
            return Err(PriceError::NotANumber);
        }
        // A number with more digits than a decimal can hold is out of range.
        Self::new(Decimal::from_str(&number.to_string()).map_err(|_| PriceError::OutOfRange)?)
    }

    /// Reads a price from a JSON number, or from a JSON text in the notation of [`Price::parse`].
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn from_json(value: &Value) -> Result<Self, PriceError> {
        match value {
            Value::Number(number) => Self::of_f64(number.as_f64().ok_or(PriceError::NotANumber)?),
            Value::String(text) => Self::parse(text),
            _ => Err(PriceError::NotANumber),
        }
    }

    /// [`Price::from_json`] that returns `None` for null and for a blank text.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn from_json_or_blank(value: &Value) -> Result<Option<Self>, PriceError> {
        match value {
            Value::Null => Ok(None),
            Value::String(text) if text.trim().is_empty() => Ok(None),
            value => Self::from_json(value).map(Some),
        }
    }

    /// Deserializes a price with [`Price::from_json_or_blank`].
    ///
    /// # Errors
    /// The deserializer's own, and [`PriceError`] as a custom error.
    pub fn deserialize_or_blank<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Self>, D::Error> {
        let value = read_named(Self::WIRE_NAME_OR_BLANK, deserializer)?;
        Self::from_json_or_blank(&value).map_err(serde::de::Error::custom)
    }

    /// Writes the price so that it has only one reading; see [`unmistakable`].
    pub fn unmistakable(self) -> String {
        unmistakable(self.0)
    }

    /// The amount with two decimals; half a cent is rounded up.
    pub fn with_cents(self) -> String {
        format!("{:.2}", self.0.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
    }

    /// Reads a price by [`Price::read`] without a known decimal separator.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn parse(text: &str) -> Result<Self, PriceError> {
        Self::read(text, None)
    }

    /// Reads a price as people write it: `1234.56`, `1.234,56`, `1,234.56`, `1.234.567` and `R$ 1.234,56`. A single
    /// separator with three digits behind it (`1.250`, `R$ 1.250`) has two readings; `mark`, the separator that other
    /// prices of the file prove or that a person chose, decides between them.
    ///
    /// # Errors
    /// [`PriceError`]; [`PriceError::Ambiguous`] without a `mark` that decides.
    pub fn read(text: &str, mark: Option<DecimalMark>) -> Result<Self, PriceError> {
        let amount = read_number(&without_currency(text), mark).map_err(|error| match error {
            NumberError::NotANumber => PriceError::NotANumber,
            NumberError::Ambiguous => PriceError::Ambiguous(both_readings(text)),
        })?;
        Self::new(amount)
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = read_named(Self::WIRE_NAME, deserializer)?;
        Self::from_json(&value).map_err(serde::de::Error::custom)
    }
}

impl specta::Type for Price {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        i32::definition(types)
    }
}

impl JsonSchema for Price {
    fn schema_name() -> Cow<'static, str> {
        "Price".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "exclusiveMaximum": 1e12 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_conventions_are_read() {
        for (text, want) in [
            ("1234.56", "1234.56"),
            ("1.234,56", "1234.56"),
            ("1,234.56", "1234.56"),
            ("R$ 1.234.567,8", "1234567.8"),
            ("12,5", "12.5"),
            ("1,234,567", "1234567"),
            ("0,123", "0.123"),
            ("R$0.125", "0.125"),
            ("R$ 1.250,00", "1250"),
            ("1.234.567", "1234567"),
            ("1234.567", "1234.567"),
            ("0", "0"),
        ] {
            assert_eq!(Price::parse(text).unwrap().to_string(), want, "{text}");
        }
        for bad in [
            "",
            "abc",
            "NaN",
            "inf",
            "1,2,3",
            "1.2.3,4",
            "1,23,456",
            "-5",
            "1e3",
            "1.00001",
            "=1+1",
            "9999999999999",
        ] {
            assert!(Price::parse(bad).is_err(), "{bad}");
        }
    }

    /// The program never guesses a factor of a thousand.
    #[test]
    fn three_digits_behind_one_separator_need_a_proof() {
        for text in ["1.000", "2.500", "12.500", "1,234", "$1.250", "R$ 1.250", "R$ 1,250"] {
            assert_eq!(Price::parse(text), Err(PriceError::Ambiguous(both_readings(text))), "{text}");
        }
        for (text, mark, want) in [
            ("1.000", DecimalMark::Comma, "1000"),
            ("2.500", DecimalMark::Point, "2.5"),
            ("1,234", DecimalMark::Comma, "1.234"),
            ("1,234", DecimalMark::Point, "1234"),
            ("R$ 1.250", DecimalMark::Point, "1.25"),
            // `mark` does not change the reading of an unambiguous text.
            ("12.50", DecimalMark::Comma, "12.5"),
            ("0,125", DecimalMark::Point, "0.125"),
        ] {
            assert_eq!(Price::read(text, Some(mark)).unwrap().to_string(), want, "{text}");
        }
    }

    #[test]
    fn high_prices_are_taken_and_told_as_they_are() {
        for text in ["549755813887.9999", "549755813887.9997", "99999999999.9999", "0.0001"] {
            let price: Price = serde_json::from_str(text).unwrap();
            assert_eq!(price, Price::parse(text).unwrap());
            assert_eq!(serde_json::to_string(&price).unwrap(), text);
        }
        for text in ["1000000000000", "1e300", "0.00001", "-1"] {
            assert!(serde_json::from_str::<Price>(text).is_err(), "{text}");
        }
    }

    proptest::proptest! {
        /// A price keeps all decimals on the wire, as a number.
        #[test]
        fn prices_survive_the_wire(ten_thousandths in 0_i64..(1_i64 << 39) * 10_000) {
            let price = Price::new(Decimal::new(ten_thousandths, 4)).unwrap();
            let wire = serde_json::to_string(&price).unwrap();
            proptest::prop_assert_eq!(serde_json::from_str::<Price>(&wire).unwrap(), price);
        }
    }

    #[test]
    fn what_is_written_is_read_as_the_same_price() {
        for text in ["1.2345", "1234.567", "12.5", "999999999999.9999", "0.001", "7"] {
            let price = Price::parse(text).unwrap();
            assert_eq!(Price::parse(&price.unmistakable()), Ok(price), "{text}");
        }
        let price = Price::read("1.250", Some(DecimalMark::Comma)).unwrap();
        assert_eq!(price.unmistakable(), "1250");
        let price = Price::new(Decimal::new(1_234, 3)).unwrap();
        assert_eq!((price.unmistakable().as_str(), Price::parse("1.2340")), ("1.2340", Ok(price)));
    }
}
