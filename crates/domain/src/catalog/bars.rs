//! The bars of a number, module by module, as scanners read them: EAN-13 and UPC-A, EAN-8, and ITF-14 for the numbers
//! of cases.

use super::gtin::is_gtin;

/// The seven modules of each digit of the left half, from the left; a set bit is dark.
const LEFT: [u8; 10] = [
    0b000_1101, 0b001_1001, 0b001_0011, 0b011_1101, 0b010_0011, 0b011_0001, 0b010_1111, 0b011_1011,
    0b011_0111, 0b000_1011,
];
/// By the first of thirteen digits, which of the next six stand mirrored: it has no bars of its own.
const MIRRORED: [u8; 10] = [
    0b00_0000, 0b00_1011, 0b00_1101, 0b00_1110, 0b01_0011, 0b01_1001, 0b01_1100, 0b01_0101, 0b01_0110,
    0b01_1010,
];
/// Which of the five bars, or blanks, of a digit of a case are wide.
const WIDE: [u8; 10] =
    [0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010];
/// Modules of a wide bar of a case.
const WIDE_MODULES: usize = 3;

/// The bars of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bars {
    /// The modules from the left, dark where true; the first and the last are dark.
    pub modules: Vec<bool>,
    /// Blank modules that scanners need on the left.
    pub quiet_left: u8,
    /// Blank modules that scanners need on the right.
    pub quiet_right: u8,
}

/// The bars of a GTIN-8, 12, 13 or 14 of digits alone; `None` for everything else, and where the last digit does not
/// check the others. One of fourteen digits that begins with 0 is the number of a single piece: it gets the bars of the
/// other thirteen.
pub fn encode_bars(gtin: &str) -> Option<Bars> {
    if !is_gtin(gtin) {
        return None;
    }
    let digits: Vec<usize> = gtin.bytes().map(|digit| usize::from(digit - b'0')).collect();
    Some(match digits.as_slice() {
        [0, single @ ..] if digits.len() == 14 => encode_thirteen(single),
        _ if digits.len() == 14 => encode_case(&digits),
        _ if digits.len() == 13 => encode_thirteen(&digits),
        _ if digits.len() == 12 => encode_halves(0, &digits, (9, 9)),
        _ => encode_halves(0, &digits, (7, 7)),
    })
}

fn encode_thirteen(digits: &[usize]) -> Bars {
    let (first, rest) = digits.split_at(1);
    encode_halves(MIRRORED[first[0]], rest, (11, 7))
}

/// Two halves between guards; the set bits of `mirrored`, of six, are the mirrored digits of the left one.
fn encode_halves(mirrored: u8, digits: &[usize], (quiet_left, quiet_right): (u8, u8)) -> Bars {
    let (left, right) = digits.split_at(digits.len() / 2);
    let mut modules = Vec::with_capacity(95);
    push_bits(&mut modules, 0b101, 3);
    for (at, digit) in left.iter().enumerate() {
        // Mirrored digits have the blanks of the right half, read from its end.
        let is_mirrored = (mirrored >> (5 - at)) & 1 == 1;
        let bits = if is_mirrored { reverse_seven(!LEFT[*digit]) } else { LEFT[*digit] };
        push_bits(&mut modules, bits, 7);
    }
    push_bits(&mut modules, 0b01010, 5);
    for digit in right {
        push_bits(&mut modules, !LEFT[*digit], 7);
    }
    push_bits(&mut modules, 0b101, 3);
    Bars { modules, quiet_left, quiet_right }
}

/// Pairs of digits, the first as bars, the second as the blanks between them.
fn encode_case(digits: &[usize]) -> Bars {
    let mut modules = Vec::with_capacity(135);
    push_bits(&mut modules, 0b1010, 4);
    for pair in digits.chunks_exact(2) {
        for at in (0..5).rev() {
            for (digit, is_dark) in [(pair[0], true), (pair[1], false)] {
                let width = if (WIDE[digit] >> at) & 1 == 1 { WIDE_MODULES } else { 1 };
                modules.extend(std::iter::repeat_n(is_dark, width));
            }
        }
    }
    push_bits(&mut modules, 0b11101, 5);
    Bars { modules, quiet_left: 10, quiet_right: 10 }
}

/// Appends the last `count` bits, the highest first.
fn push_bits(modules: &mut Vec<bool>, bits: u8, count: u8) {
    modules.extend((0..count).rev().map(|at| (bits >> at) & 1 == 1));
}

/// The last seven bits, the lowest first.
fn reverse_seven(bits: u8) -> u8 {
    bits.reverse_bits() >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(gtin: &str) -> String {
        let bars = encode_bars(gtin).expect("bars");
        bars.modules.iter().map(|is_dark| if *is_dark { '1' } else { '0' }).collect()
    }

    #[test]
    fn numbers_have_the_bars_that_are_printed_on_packages() {
        assert_eq!(
            draw("7501031311309"),
            "10101100010100111001100101001110111101011001101010100001011001101100110100001011100101110100101"
        );
        assert_eq!(draw("55123457"), "1010110001011000100110010010011010101000010101110010011101000100101");
    }

    #[test]
    fn zeros_before_a_number_leave_its_bars_as_they_are() {
        let bars = draw("036000291452");
        assert_eq!(
            bars,
            "10100011010111101010111100011010001101000110101010110110011101001100110101110010011101101100101"
        );
        assert_eq!(draw("0036000291452"), bars);
        assert_eq!(draw("07891000315507"), draw("7891000315507"));
    }

    #[test]
    fn numbers_of_cases_stand_in_pairs_between_their_guards() {
        let bars = draw("17891000315504");
        assert_eq!(bars.len(), 4 + 7 * 18 + 5);
        // 1 in bars, 7 in the blanks between them.
        assert_eq!(&bars[..22], "1010111010101000111000");
        assert!(bars.ends_with("11101"));
    }

    #[test]
    fn what_is_no_number_has_no_bars() {
        for text in ["", "7501031311308", "750103131130", "7 501031311309", "0000000000000", "٩٦٣٨٥٠٧٤"]
        {
            assert_eq!(encode_bars(text), None, "{text}");
        }
    }
}
