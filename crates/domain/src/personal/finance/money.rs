//! Amounts and percentages: decimals of two places.

use crate::catalog::{
    DecimalMark, FieldError, FieldErrorCode, NumberError, both_readings, read_number, without_currency,
};
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::iter::Sum;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// The amounts that can be entered, for error messages.
pub const AMOUNTS: &str = "0.01..9999999999.99";
const AMOUNTS_AND_NOTHING: &str = "0..9999999999.99";

/// An amount in reais with two places. A number in JSON: one of fifteen digits keeps them all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Money(Decimal);

/// A share in hundredths, rounded to two places, halves away from zero. A number in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Percent(Decimal);

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(Decimal::ZERO);

    /// Creates an amount of money from hundredths of a real.
    pub fn of_cents(cents: i64) -> Self {
        Self(Decimal::new(cents, 2))
    }

    /// The amount of money in reais.
    pub fn amount(self) -> Decimal {
        self.0
    }

    /// Multiplies the amount of money by a count, such as of instalments.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self(self.0.checked_mul(count.into()).unwrap_or(Decimal::MAX))
    }

    /// The amount with two places, as programs write it: `1250.00`.
    pub fn to_plain(self) -> String {
        format!("{:.2}", self.0)
    }

    /// The share that it is of `whole`; none where that is nothing.
    pub fn percent_of(self, whole: Money) -> Option<Percent> {
        let share = self.0.checked_div(whole.0)?.checked_mul(Decimal::ONE_HUNDRED)?;
        Some(Percent::of(share))
    }

    /// How often `part` fits into it, a begun one counted whole; none where `part` is nothing or less, or where it
    /// is more often than a number of 32 bits counts.
    pub fn times_begun(self, part: Money) -> Option<u32> {
        if part <= Money::ZERO {
            return None;
        }
        self.0.checked_div(part.0)?.ceil().try_into().ok()
    }
}

impl Percent {
    /// Nothing.
    pub const ZERO: Percent = Percent(Decimal::ZERO);

    fn of(share: Decimal) -> Self {
        Self(share.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero))
    }

    /// Computes the percentage of `part` in `whole`; none where that is 0.
    pub fn of_count(part: u32, whole: u32) -> Option<Self> {
        let share = Decimal::from(part).checked_mul(Decimal::ONE_HUNDRED)?.checked_div(whole.into())?;
        Some(Self::of(share))
    }

    /// Mean of several percentages; 0 of none.
    pub fn mean(shares: &[Percent]) -> Self {
        let sum: Decimal = shares.iter().map(|share| share.0).sum();
        sum.checked_div(Decimal::from(shares.len())).map_or(Self::ZERO, Self::of)
    }

    /// The percentage as a decimal number.
    pub fn share(self) -> Decimal {
        self.0
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

macro_rules! number_on_the_wire {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // By way of the digits: arithmetic would round.
                serializer.serialize_f64(self.0.to_string().parse().unwrap_or_default())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = serde_json::Number::deserialize(deserializer)?;
                let decimal = Decimal::from_str(&number.to_string()).map_err(serde::de::Error::custom)?;
                if decimal.normalize().scale() > 2 {
                    return Err(serde::de::Error::custom("more than two places"));
                }
                Ok(Self(decimal))
            }
        }

        impl specta::Type for $name {
            fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
                i32::definition(types)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "number" })
            }
        }
    };
}
number_on_the_wire!(Money);
number_on_the_wire!(Percent);

/// An amount as it is given, not yet checked: a number, or a text such as `R$ 1.250,00`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AmountText(pub String);

impl Serialize for AmountText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for AmountText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text)),
            Value::Number(number) => Ok(Self(plain_digits(&number.to_string()))),
            _ => Err(serde::de::Error::custom("an amount is a number or a text")),
        }
    }
}

/// A JSON number without the `.0` of whole floats, which would read as decimals that a person wrote.
fn plain_digits(number: &str) -> String {
    match Decimal::from_str(number) {
        Ok(decimal) if decimal.scale() == 3 => format!("{decimal:.4}"),
        Ok(decimal) => decimal.to_string(),
        Err(_) => number.to_owned(),
    }
}

impl specta::Type for AmountText {
    fn definition(types: &mut specta::Types) -> specta::datatype::DataType {
        String::definition(types)
    }
}

impl JsonSchema for AmountText {
    fn schema_name() -> Cow<'static, str> {
        "AmountText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"] })
    }
}

impl From<Money> for AmountText {
    fn from(amount: Money) -> Self {
        Self(amount.to_plain())
    }
}

/// Reads an amount above 0; none where it is blank. `mark` decides about `1.250`.
pub(super) fn read_positive(
    given: Option<&AmountText>,
    field: &str,
    errors: &mut Vec<FieldError>,
) -> Option<Money> {
    read_amount(given, field, AMOUNTS, errors)
}

/// Reads an amount of money where 0 is allowed.
pub(super) fn read_not_negative(
    given: Option<&AmountText>,
    field: &str,
    errors: &mut Vec<FieldError>,
) -> Option<Money> {
    read_amount(given, field, AMOUNTS_AND_NOTHING, errors)
}

fn read_amount(
    given: Option<&AmountText>,
    field: &str,
    allowed: &str,
    errors: &mut Vec<FieldError>,
) -> Option<Money> {
    let text = given.map(|given| given.0.trim()).filter(|text| !text.is_empty())?;
    match read_text(text, None) {
        Ok(amount) if amount > Money::ZERO || (amount == Money::ZERO && allowed == AMOUNTS_AND_NOTHING) => {
            Some(amount)
        }
        Err(NumberError::Ambiguous) => {
            let code = FieldErrorCode::AmbiguousPrice;
            errors.push(FieldError::new(field, code, text, both_readings(text)));
            None
        }
        Ok(_) | Err(NumberError::NotANumber) => {
            errors.push(FieldError::new(field, FieldErrorCode::InvalidNumber, text, allowed));
            None
        }
    }
}

/// Reads an amount of two places below 10^10 in either notation; `mark` decides about `1.250`.
///
/// # Errors
/// [`NumberError`].
pub fn read_text(text: &str, mark: Option<DecimalMark>) -> Result<Money, NumberError> {
    let amount = read_number(&without_currency(text), mark)?.normalize();
    let in_range = amount.scale() <= 2 && amount.abs() < Decimal::from(10_000_000_000_u64);
    if in_range { Ok(Money(amount)) } else { Err(NumberError::NotANumber) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(json: &str) -> Result<Option<Money>, FieldErrorCode> {
        let given: AmountText = serde_json::from_str(json).unwrap();
        let mut errors = Vec::new();
        let read = read_positive(Some(&given), "amount", &mut errors);
        errors.pop().map_or(Ok(read), |error| Err(error.code))
    }

    #[test]
    fn amounts_are_read_in_both_notations_and_bad_ones_are_not_guessed() {
        for (json, cents) in [
            ("450.00", 45_000),
            ("450", 45_000),
            ("0.01", 1),
            ("\"R$ 1.234,56\"", 123_456),
            ("\"12,5\"", 1_250),
            ("9999999999.99", 999_999_999_999),
        ] {
            assert_eq!(read(json), Ok(Some(Money::of_cents(cents))), "{json}");
        }
        for bad in [
            "0",
            "-1",
            "1e18",
            "1000000000000000000",
            "\"NaN\"",
            "\"inf\"",
            "0.001",
            "10.005",
            "1.234",
            "\"x\"",
        ] {
            assert_eq!(read(bad), Err(FieldErrorCode::InvalidNumber), "{bad}");
        }
        assert_eq!(read("\"1.250\""), Err(FieldErrorCode::AmbiguousPrice));
        assert_eq!(read("\" \""), Ok(None));
        assert!(serde_json::from_str::<AmountText>("[1]").is_err());
    }

    #[test]
    fn nothing_divides_nothing() {
        let one = Money::of_cents(100);
        assert_eq!((one.percent_of(Money::ZERO), Percent::of_count(1, 0)), (None, None));
        assert_eq!((one.times_begun(Money::ZERO), Percent::mean(&[])), (None, Percent::ZERO));
        assert_eq!(Money::of_cents(101).times_begun(one), Some(2));
        assert_eq!(serde_json::to_string(&Percent::of_count(1, 3)).unwrap(), "33.33");
    }

    proptest! {
        #[test]
        fn amounts_survive_the_wire(cents in -999_999_999_999_999_i64..999_999_999_999_999) {
            let amount = Money::of_cents(cents);
            let wire = serde_json::to_string(&amount).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&wire).unwrap(), amount);
            let value = serde_json::to_value(amount).unwrap();
            prop_assert_eq!(serde_json::from_value::<Money>(value).unwrap(), amount);
        }

        #[test]
        fn what_is_written_is_read_again(cents in 1_i64..999_999_999_999) {
            let amount = Money::of_cents(cents);
            prop_assert_eq!(read_text(&amount.to_plain(), None), Ok(amount));
            let json = serde_json::to_string(&amount).unwrap();
            prop_assert_eq!(read(&json), Ok(Some(amount)));
        }

        #[test]
        fn sums_have_no_error(cents in proptest::collection::vec(-1_000_000_i64..1_000_000, 0..50)) {
            let sum: Money = cents.iter().map(|cents| Money::of_cents(*cents)).sum();
            prop_assert_eq!(sum, Money::of_cents(cents.iter().sum()));
        }
    }
}
