//! Prices: exact decimals, never negative, never infinite.

use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// An amount of money in 0..10^12 with at most four decimals. A number in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Price(Decimal);

/// Why a text or number is no price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// Not a number at all, or not a finite one.
    #[error("not a finite number")]
    NotANumber,
    /// Below zero, or 10^12 and more, or with more than four decimals.
    #[error("outside 0 to 999999999999.9999 with at most four decimals")]
    OutOfRange,
}

impl Price {
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

    /// The amount as a floating-point number, for display and arithmetic that may round.
    pub fn to_f64(self) -> f64 {
        self.0.to_f64().unwrap_or(0.0)
    }

    /// Reads `1234.56`, `1.234,56`, `1,234.56`, `1.234.567` and `R$ 1.234,56`. A separator that
    /// stands alone is the decimal one, point or comma; but behind `R$` a point with three digits
    /// after it is none: `R$ 1.250` is a thousand and more.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn parse(text: &str) -> Result<Self, PriceError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let in_reais = bare.starts_with("R$");
        let bare = bare.trim_start_matches("R$").trim_start_matches('$');
        let whole = if in_reais { whole_reais(bare) } else { None };
        let plain = whole.or_else(|| decimal_point(bare)).ok_or(PriceError::NotANumber)?;
        Self::new(Decimal::from_str(&plain).map_err(|_| PriceError::NotANumber)?)
    }
}

/// Rewrites a number with either convention of separators into one with a decimal point.
fn decimal_point(text: &str) -> Option<String> {
    let ok = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    if text.is_empty() || text.len() > 40 || !text.chars().all(ok) {
        return None;
    }
    let last = text.rfind(['.', ',']);
    let is_decimal = last.is_some_and(|at| text.matches(&text[at..=at]).count() == 1);
    let (whole, decimals) = match last.filter(|_| is_decimal) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    };
    let whole = without_thousands(whole)?;
    Some(if decimals.is_empty() { whole } else { format!("{whole}.{decimals}") })
}

/// `1.250` as Brazilians write it: one point, three digits behind it, one to three before.
fn whole_reais(text: &str) -> Option<String> {
    let (thousands, rest) = text.split_once('.')?;
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let fits = (1..=3).contains(&thousands.len()) && rest.len() == 3 && !thousands.starts_with('0');
    (fits && digits(thousands) && digits(rest)).then(|| format!("{thousands}{rest}"))
}

/// Removes thousands separators: all the same, three digits behind each, one to three before.
fn without_thousands(whole: &str) -> Option<String> {
    let Some(at) = whole.find(['.', ',']) else { return Some(whole.to_owned()) };
    let separator = whole[at..].chars().next()?;
    let mut groups = whole.trim_start_matches(['-', '+']).split(separator);
    let first_fits = groups.next().is_some_and(|g| (1..=3).contains(&g.len()));
    let rest_fits = groups.all(|g| g.len() == 3 && g.bytes().all(|b| b.is_ascii_digit()));
    (first_fits && rest_fits).then(|| whole.replace(separator, ""))
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
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Number(f64),
            Text(String),
        }
        let price = match Given::deserialize(deserializer)? {
            Given::Number(n) => Decimal::from_f64(n).ok_or(PriceError::NotANumber).and_then(Price::new),
            Given::Text(t) => Price::parse(&t),
        };
        price.map_err(serde::de::Error::custom)
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
            ("1,234", "1.234"),
            ("1,234,567", "1234567"),
            ("0,123", "0.123"),
            ("R$ 1.250", "1250"),
            ("R$0.125", "0.125"),
            ("1.234", "1.234"),
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
}
