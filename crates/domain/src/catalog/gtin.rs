//! Numbers under bars: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN) and GTIN-14 (DUN).

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
    fn nothing_else_is_one() {
        for text in
            ["", "7", "789100031550", "78910003155070", "0000000000000", "7,89E+12", "٩٦٣٨٥٠٧٤", "9638507a"]
        {
            assert!(!is_gtin(text), "{text}");
        }
    }
}
