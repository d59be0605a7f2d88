//! Written numbers: their decimal separators, and numbers with two readings.
//!
//! Prices and numbers have the same rule everywhere: a single separator with three digits behind it
//! (`1.250`, `R$ 1.250`, `42,000`) separates thousands or decimals, and the program never guesses a factor
//! of a thousand. Other numbers of the same column can prove the separator, or a person can choose it.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use specta::Type;
use std::str::FromStr;

/// Reason why a text is not a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Not a number, or not one that a decimal of 28 digits can hold.
    #[error("not a finite number")]
    NotANumber,
    /// A number such as `1.250`, with a thousands or a decimal separator.
    #[error("with three digits behind one separator it may be thousands or decimals")]
    Ambiguous,
}

/// Reads `1234.56`, `1.234,56`, `1,234.56` and `-1.234.567`, without blanks, currencies or exponents.
/// `mark` decides between two readings, and does not change the reading of an unambiguous text.
///
/// # Errors
/// [`NumberError`]; [`NumberError::Ambiguous`] without a `mark` that decides.
pub fn read_number(text: &str, mark: Option<DecimalMark>) -> Result<Decimal, NumberError> {
    let plain = match (ambiguous_mark(text), mark) {
        (None, _) => decimal_point(text).ok_or(NumberError::NotANumber)?,
        (Some(_), None) => return Err(NumberError::Ambiguous),
        (Some(sign), Some(mark)) if sign == mark => text.replace(sign.sign(), "."),
        (Some(sign), Some(_)) => text.replace(sign.sign(), ""),
    };
    Decimal::from_str(&plain).map_err(|_| NumberError::NotANumber)
}

/// The number in JSON, without a point if it is an integer. `None` if it is neither a 64-bit integer nor a
/// number of at most fifteen significant digits, which is what binary floating point keeps.
pub fn json_number(number: Decimal) -> Option<Number> {
    let number = number.normalize();
    match number.to_string().parse::<i64>() {
        Ok(whole) => Some(Number::from(whole)),
        Err(_) if number.mantissa().unsigned_abs() < 10_u128.pow(15) => {
            number.to_string().parse().ok().and_then(Number::from_f64)
        }
        Err(_) => None,
    }
}

/// Writes a number with only one reading: three decimals would look like thousands, so they become four.
pub fn unmistakable(number: Decimal) -> String {
    if number.scale() == 3 { format!("{number:.4}") } else { number.to_string() }
}

/// Writes a number of JSON with only one reading, and with `mark` as the decimal separator. `None` if a
/// decimal of 28 digits cannot hold it.
pub fn spell_number(number: &Number, mark: DecimalMark) -> Option<String> {
    let text = number.to_string();
    let decimal = Decimal::from_str(&text).or_else(|_| Decimal::from_scientific(&text)).ok()?;
    let plain = unmistakable(decimal.normalize());
    Some(if mark == DecimalMark::Comma { plain.replace('.', ",") } else { plain })
}

/// Both readings of an ambiguous text, in unambiguous notation: `1250 | 1.25`. Blank for any other text.
pub fn both_readings(text: &str) -> String {
    let bare = without_currency(text);
    if ambiguous_mark(&bare).is_none() {
        return String::new();
    }
    let marks = [DecimalMark::Comma, DecimalMark::Point];
    let mut readings: Vec<Decimal> =
        marks.iter().filter_map(|mark| read_number(&bare, Some(*mark)).ok()).collect();
    readings.sort_by_key(|b| std::cmp::Reverse(b.abs()));
    readings.iter().map(|number| unmistakable(number.normalize())).collect::<Vec<_>>().join(" | ")
}

/// Decimal separator; the other mark then separates thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DecimalMark {
    /// `1.234,56`, as in Brazil.
    Comma,
    /// `1,234.56`, as in programs.
    Point,
}

impl DecimalMark {
    /// The decimal separator that a single number or price proves. `None` if it has no separator or two
    /// readings.
    pub fn proven_by(text: &str) -> Option<Self> {
        let bare = without_currency(text);
        if ambiguous_mark(&bare).is_some() || decimal_point(&bare).is_none() {
            return None;
        }
        let last = bare.rfind(['.', ','])?;
        let sign = if bare[last..].starts_with(',') { Self::Comma } else { Self::Point };
        // A mark that occurs twice separates thousands.
        let twice = bare.matches(sign.sign()).count() > 1;
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

/// Removes blanks and the currency sign from an amount. The sign proves no separator: people write `R$
/// 1.250` for both readings.
pub(crate) fn without_currency(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    text.trim_start_matches("R$").trim_start_matches('$').to_owned()
}

/// The separator of an ambiguous number such as `1.250`: the only one, after one to three digits that do
/// not start with zero, and before three digits.
fn ambiguous_mark(text: &str) -> Option<DecimalMark> {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let at = text.find(['.', ','])?;
    let (whole, decimals) = (&text[..at], &text[at + 1..]);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let fits = whole.len() <= 3 && decimals.len() == 3 && !whole.starts_with('0');
    let mark = if text[at..].starts_with(',') { DecimalMark::Comma } else { DecimalMark::Point };
    (fits && digits(whole) && digits(decimals)).then_some(mark)
}

/// Rewrites a number with either decimal separator into one with a decimal point.
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

/// Removes thousands separators. They must be equal, with one to three digits before the first one and
/// three digits behind each.
fn without_thousands(whole: &str) -> Option<String> {
    let Some(at) = whole.find(['.', ',']) else { return Some(whole.to_owned()) };
    let separator = whole[at..].chars().next()?;
    let mut groups = whole.trim_start_matches(['-', '+']).split(separator);
    let first_fits = groups.next().is_some_and(|g| (1..=3).contains(&g.len()));
    let rest_fits = groups.all(|g| g.len() == 3 && g.bytes().all(|b| b.is_ascii_digit()));
    (first_fits && rest_fits).then(|| whole.replace(separator, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_json_is_written_as_every_reader_takes_it() {
        for (json, mark, text) in [
            ("1.25", DecimalMark::Comma, "1,25"),
            ("1.234", DecimalMark::Comma, "1,2340"),
            ("-1250", DecimalMark::Comma, "-1250"),
            ("1e-7", DecimalMark::Point, "0.0000001"),
        ] {
            let number: Number = serde_json::from_str(json).unwrap();
            assert_eq!(spell_number(&number, mark).as_deref(), Some(text), "{json}");
        }
    }

    #[test]
    fn a_factor_of_a_thousand_is_never_guessed() {
        for text in ["1.250", "1,250", "-1.250", "+42,000", "999.999"] {
            assert_eq!(read_number(text, None), Err(NumberError::Ambiguous), "{text}");
        }
        for (text, mark, want) in [
            ("1.250", DecimalMark::Comma, "1250"),
            ("1.250", DecimalMark::Point, "1.250"),
            ("-42,000", DecimalMark::Comma, "-42.000"),
            ("-42,000", DecimalMark::Point, "-42000"),
            ("3,75", DecimalMark::Point, "3.75"),
        ] {
            assert_eq!(read_number(text, Some(mark)).unwrap().to_string(), want, "{text}");
        }
    }

    #[test]
    fn what_could_be_two_is_told_as_both() {
        for (text, want) in [
            ("1.250", "1250 | 1.25"),
            ("R$ 1.250", "1250 | 1.25"),
            ("1,125", "1125 | 1.1250"),
            ("-12.500", "-12500 | -12.5"),
            ("1.25", ""),
            ("a", ""),
        ] {
            assert_eq!(both_readings(text), want, "{text}");
            for reading in want.split(" | ").filter(|reading| !reading.is_empty()) {
                assert!(read_number(reading, None).is_ok(), "{reading} is read as it is");
            }
        }
    }

    #[test]
    fn numbers_show_the_convention_of_their_writer() {
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
}
