//! Prices: exact decimals, never negative, never infinite.

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

/// Why a text or number is no price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// Not a number at all, or not a finite one.
    #[error("not a finite number")]
    NotANumber,
    /// Below zero, or 10^12 and more, or with more than four decimals.
    #[error("outside 0 to 999999999999.9999 with at most four decimals")]
    OutOfRange,
    /// `1.250` may be a thousand and more, or one and a quarter; both readings, as [`both_readings`] writes
    /// them.
    #[error("with three digits behind one separator it may be thousands or decimals: {0}")]
    Ambiguous(String),
}

impl Price {
    /// Its name for a reader of requests, which finds the reason of a refusal by it: see
    /// [`Price::from_json`].
    pub const WIRE_NAME: &'static str = "Price";
    /// The same for what [`Price::deserialize_or_blank`] reads.
    pub const WIRE_NAME_OR_BLANK: &'static str = "PriceOrBlank";

    /// Accepts a decimal in range.
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

    /// The exact amount.
    pub fn amount(self) -> Decimal {
        self.0
    }

    /// The floating-point number that is nearest to the amount, for display and arithmetic that may
    /// round. By way of the digits: arithmetic would round on the way.
    pub fn to_f64(self) -> f64 {
        self.0.to_string().parse().unwrap_or(0.0)
    }

    /// The price that is written like this number: with the fewest digits that distinguish it from its
    /// neighbours. What [`Price::to_f64`] gives comes back as it was below 2^39 (5.4 × 10^11), where
    /// numbers lie closer together than the fourth decimals of prices.
    fn of_f64(number: f64) -> Result<Self, PriceError> {
        if !number.is_finite() {
            return Err(PriceError::NotANumber);
        }
        // A number beyond every decimal's digits is out of range for certain.
        Self::new(Decimal::from_str(&number.to_string()).map_err(|_| PriceError::OutOfRange)?)
    }

    /// The price that a JSON value is: a number, or a text as [`Price::parse`] reads it.
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

    /// The same where null and a blank text stand for no price.
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

    /// Reads [`Price::from_json_or_blank`].
    ///
    /// # Errors
    /// The deserializer's.
    pub fn deserialize_or_blank<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Self>, D::Error> {
        let value = read_named(Self::WIRE_NAME_OR_BLANK, deserializer)?;
        Self::from_json_or_blank(&value).map_err(serde::de::Error::custom)
    }

    /// The amount as a text that every reader takes for the same; see [`unmistakable`].
    pub fn unmistakable(self) -> String {
        unmistakable(self.0)
    }

    /// The amount with two decimals; half a cent counts as one.
    pub fn with_cents(self) -> String {
        format!("{:.2}", self.0.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
    }

    /// [`Price::read`] of a text that stands alone.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn parse(text: &str) -> Result<Self, PriceError> {
        Self::read(text, None)
    }

    /// Reads `1234.56`, `1.234,56`, `1,234.56`, `1.234.567` and `R$ 1.234,56`. One separator with
    /// three digits behind it (`1.250`, `R$ 1.250`) is a thousand and more or one and a quarter: `mark`,
    /// where the other prices around it have shown one or a person chose it, decides.
    ///
    /// # Errors
    /// [`PriceError`]; [`PriceError::Ambiguous`] where nothing decides.
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

    /// A factor of a thousand is never guessed.
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
            // What can be read in one way alone is read so, whatever stands around it.
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
        /// As a number on the wire a price keeps all of its decimals.
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
