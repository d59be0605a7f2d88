//! Letters of other scripts that look like Latin ones.

use unicode_security::skeleton;

/// The Latin letter that a foreign letter looks like; the letter itself where there is none.
pub fn latin_letter(c: char) -> char {
    if c.is_ascii() || !c.is_alphabetic() {
        return c;
    }
    let mut buffer = [0; 4];
    let mut alike = skeleton(c.encode_utf8(&mut buffer));
    match (alike.next(), alike.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_like_latin_ones_become_them_and_all_others_stay() {
        let read = |text: &str| text.chars().map(latin_letter).collect::<String>();
        assert_eq!(read("\u{440}\u{430}ssw\u{43e}rd"), "password");
        assert_eq!(read("ação №1 ж m0"), "ação №1 ж m0");
    }
}
