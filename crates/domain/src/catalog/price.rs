//! Prices: exact decimals, never negative, never infinite.

use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use specta::Type;
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
    /// `1.250` may be a thousand and more, or one and a quarter.
    #[error("with three digits behind one separator it may be thousands or decimals")]
    Ambiguous,
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

    /// The floating-point number that is nearest to the amount, for display and arithmetic that may
    /// round. By way of the digits: arithmetic would round on the way.
    pub fn to_f64(self) -> f64 {
        self.0.to_string().parse().unwrap_or(0.0)
    }

    /// The price that is written like this number: with the fewest digits that tell it from its
    /// neighbours. What [`Price::to_f64`] gives comes back as it was below 2^39 (5.4 × 10^11), where
    /// numbers lie closer together than the fourth decimals of prices.
    fn of_f64(number: f64) -> Result<Self, PriceError> {
        if !number.is_finite() {
            return Err(PriceError::NotANumber);
        }
        // A number beyond every decimal's digits is out of range for certain.
        Self::new(Decimal::from_str(&number.to_string()).map_err(|_| PriceError::OutOfRange)?)
    }

    /// The amount as a text that every reader takes for the same: three decimals would look like
    /// thousands, so they are written as four.
    pub fn unmistakable(self) -> String {
        if self.0.scale() == 3 { format!("{:.4}", self.0) } else { self.0.to_string() }
    }

    /// [`Price::read`] of a text that stands alone.
    ///
    /// # Errors
    /// [`PriceError`].
    pub fn parse(text: &str) -> Result<Self, PriceError> {
        Self::read(text, None)
    }

    /// Reads `1234.56`, `1.234,56`, `1,234.56`, `1.234.567` and `R$ 1.234,56`. One separator with
    /// three digits behind it (`1.250`) is a thousand and more or one and a quarter: `mark`, where
    /// the other prices around it have shown one, decides, and so does `R$`, which Brazilians write.
    ///
    /// # Errors
    /// [`PriceError`]; [`PriceError::Ambiguous`] where nothing decides.
    pub fn read(text: &str, mark: Option<DecimalMark>) -> Result<Self, PriceError> {
        let bare = Bare::of(text);
        let mark = mark.or(bare.in_reais.then_some(DecimalMark::Comma));
        let plain = match (bare.ambiguous_mark(), mark) {
            (None, _) => decimal_point(&bare.text).ok_or(PriceError::NotANumber)?,
            (Some(_), None) => return Err(PriceError::Ambiguous),
            (Some(sign), Some(mark)) if sign == mark => bare.text.replace(sign.sign(), "."),
            (Some(sign), Some(_)) => bare.text.replace(sign.sign(), ""),
        };
        Self::new(Decimal::from_str(&plain).map_err(|_| PriceError::NotANumber)?)
    }
}

/// The sign between whole units and their decimals; the other one then separates thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecimalMark {
    /// `1.234,56`, as in Brazil.
    Comma,
    /// `1,234.56`, as in programs.
    Point,
}

impl DecimalMark {
    /// What a price alone proves about the sign that its writer uses; `None` where it has none, or
    /// could be read either way.
    pub fn proven_by(text: &str) -> Option<Self> {
        let bare = Bare::of(text);
        if bare.ambiguous_mark().is_some() || decimal_point(&bare.text).is_none() {
            return None;
        }
        let last = bare.text.rfind(['.', ','])?;
        let sign = if bare.text[last..].starts_with(',') { Self::Comma } else { Self::Point };
        // A sign that stands there twice separates thousands.
        let twice = bare.text.matches(sign.sign()).count() > 1;
        Some(if twice { sign.other() } else { sign })
    }

    fn sign(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Point => '.',
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Comma => Self::Point,
            Self::Point => Self::Comma,
        }
    }
}

/// A price without blanks and currency sign.
struct Bare {
    text: String,
    in_reais: bool,
}

impl Bare {
    fn of(text: &str) -> Self {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let in_reais = text.starts_with("R$");
        Self { text: text.trim_start_matches("R$").trim_start_matches('$').to_owned(), in_reais }
    }

    /// The one separator of `1.250`, which has one to three digits before it, not beginning with a
    /// zero, and three behind it.
    fn ambiguous_mark(&self) -> Option<DecimalMark> {
        let at = self.text.find(['.', ','])?;
        let (whole, decimals) = (&self.text[..at], &self.text[at + 1..]);
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let fits = whole.len() <= 3 && decimals.len() == 3 && !whole.starts_with('0');
        let mark = if self.text[at..].starts_with(',') { DecimalMark::Comma } else { DecimalMark::Point };
        (fits && digits(whole) && digits(decimals)).then_some(mark)
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
            Given::Number(n) => Price::of_f64(n),
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
            ("1,234,567", "1234567"),
            ("0,123", "0.123"),
            ("R$ 1.250", "1250"),
            ("R$0.125", "0.125"),
            ("R$ 1,250", "1.25"),
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
        for text in ["1.000", "2.500", "12.500", "1,234", "$1.250"] {
            assert_eq!(Price::parse(text), Err(PriceError::Ambiguous), "{text}");
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
    fn prices_show_the_convention_of_their_writer() {
        for text in ["1.234,56", "12,5", "1.234.567", "0,125", "R$ 9,9", "1234,567"] {
            assert_eq!(DecimalMark::proven_by(text), Some(DecimalMark::Comma), "{text}");
        }
        for text in ["12.50", "1,234.56", "1,234,567", "0.125", "1234.567", "$9.9"] {
            assert_eq!(DecimalMark::proven_by(text), Some(DecimalMark::Point), "{text}");
        }
        for text in ["1.000", "1,000", "350", "", "a combinar", "1.2.3", "R$ 1.250"] {
            assert_eq!(DecimalMark::proven_by(text), None, "{text}");
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
