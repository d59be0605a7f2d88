//! Numbers under bars: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14 (DUN).

/// The lengths that there are, as errors name them.
pub(super) const GTIN_FORMS: &str = "GTIN-8 | GTIN-12 | GTIN-13 | GTIN-14";

/// Whether `digits` is a number of one of these lengths whose last digit checks the others.
pub(super) fn is_gtin(digits: &str) -> bool {
    let digits = digits.as_bytes();
    if !matches!(digits.len(), 8 | 12 | 13 | 14) || !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let weighted = digits.iter().rev().zip([1, 3].into_iter().cycle());
    let sum: u32 = weighted.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum > 0 && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn nothing_else_is_one() {
        for text in
            ["", "7", "789100031550", "78910003155070", "0000000000000", "7,89E+12", "٩٦٣٨٥٠٧٤", "9638507a"]
        {
            assert!(!is_gtin(text), "{text}");
        }
    }
}
