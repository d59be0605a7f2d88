//! Numbers under bars: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14 (DUN).

use crate::text::normalize_text;
use serde_json::{Map, Value};

/// Names of attributes and of columns, folded and without what separates their words, that hold a number under bars.
const EAN_NAMES: [&str; 13] = [
    "ean",
    "ean13",
    "gtin",
    "gtin13",
    "eangtin",
    "cean",
    "codean",
    "codigoean",
    "codbarras",
    "coddebarras",
    "codigobarras",
    "codigodebarras",
    "barcode",
];

/// The lengths that there are, as errors name them.
pub(super) const GTIN_FORMS: &str = "GTIN-8 | GTIN-12 | GTIN-13 | GTIN-14";

const LENGTHS: [usize; 4] = [8, 12, 13, 14];

/// Whether `digits` is a number of one of these lengths whose last digit checks the others.
pub(crate) fn is_gtin(digits: &str) -> bool {
    let digits = digits.as_bytes();
    if !LENGTHS.contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let weighted = digits.iter().rev().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum > 0 && sum.is_multiple_of(10)
}

/// The number that a text is, without the blanks and hyphens that people group its digits by; `None` where it is no GTIN.
pub fn find_gtin(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.')).collect();
    is_gtin(&digits).then_some(digits)
}

/// The number `digits` in each length that it may be written in, as with zeros before it; none where it is no GTIN.
pub fn spell_gtin(digits: &str) -> Vec<String> {
    if !is_gtin(digits) {
        return Vec::new();
    }
    let bare = digits.trim_start_matches('0');
    LENGTHS
        .into_iter()
        .filter(|length| *length >= bare.len())
        .map(|length| format!("{bare:0>length$}"))
        .collect()
}

/// Whether an attribute or a column of this name holds numbers under bars.
pub fn names_ean(name: &str) -> bool {
    let folded: String = normalize_text(name).chars().filter(|c| c.is_alphanumeric()).collect();
    EAN_NAMES.contains(&folded.as_str())
}

/// The number under the bars of an item, from its attributes, without what groups its digits; it may be no GTIN.
pub fn read_ean_attribute(attributes: &Map<String, Value>) -> Option<String> {
    let (_, value) = attributes.iter().find(|(key, _)| names_ean(key))?;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_u64()?.to_string(),
        _ => return None,
    };
    let digits: String = text.chars().filter(|c| !matches!(c, ' ' | '-' | '.')).collect();
    Some(digits).filter(|digits| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_spelled_in_each_length_that_holds_it() {
        let thirteen = ["7891000315507", "07891000315507"];
        assert_eq!(spell_gtin("7891000315507"), thirteen);
        assert_eq!(spell_gtin("07891000315507"), thirteen);
        assert_eq!(spell_gtin("036000291452"), ["036000291452", "0036000291452", "00036000291452"]);
        assert_eq!(spell_gtin("7891000315508"), Vec::<String>::new());
    }

    #[test]
    fn the_last_digit_checks_the_others() {
        for digits in ["96385074", "036000291452", "7891000315507", "7891234567895", "17891000315504"] {
            assert!(is_gtin(digits), "{digits}");
            let (whole, last) = digits.split_at(digits.len() - 1);
            let other = (last.parse::<u32>().unwrap() + 1) % 10;
            assert!(!is_gtin(&format!("{whole}{other}")), "{whole}{other}");
        }
    }

    #[test]
    fn digits_in_groups_are_a_number() {
        assert_eq!(find_gtin(" 789-1000 31550.7 ").as_deref(), Some("7891000315507"));
        assert_eq!(find_gtin("7891000315507 l"), None);
    }

    #[test]
    fn bars_are_known_by_what_the_trade_calls_them() {
        for name in ["EAN", "Cód. Barras", "Código de barras", "codigo_barras", "GTIN-13", "cEAN", "Bar code"]
        {
            assert!(names_ean(name), "{name}");
        }
        for name in ["Código", "Barras de cereal", "Oceano", ""] {
            assert!(!names_ean(name), "{name}");
        }
    }

    #[test]
    fn nothing_else_is_one() {
        for text in
            ["", "7", "789100031550", "78910003155070", "0000000000000", "7,89E+12", "٩٦٣٨٥٠٧٤", "9638507a"]
        {
            assert!(!is_gtin(text), "{text}");
        }
    }
}
