//! The words of a statement as they are written, with their capitals and the signs between digits.

use crate::text::normalize_text;

/// A word of a statement, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    /// Whether it is written with a capital.
    pub is_capital: bool,
}

impl Word {
    /// Stem of a statement's word in which singular and plural, and the genders, meet.
    pub fn stem(&self) -> String {
        let mut stem = self.text.as_str();
        if stem.len() > 4 {
            stem = stem.strip_suffix('s').unwrap_or(stem);
        }
        let cut = stem.strip_suffix(['a', 'e', 'o']).filter(|_| stem.len() >= 4);
        cut.unwrap_or(stem).to_owned()
    }

    /// Whether `list` contains the word of the statement.
    pub fn is_in(&self, list: &[&str]) -> bool {
        list.contains(&self.text.as_str())
    }
}

/// The words of a text. Digits keep the signs between them: `7:30`, `9.500`, `99812-3344`.
pub(super) fn read_words(text: &str) -> Vec<Word> {
    let signs: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(char::is_ascii_digit);
    let mut pieces = vec![String::new()];
    for (at, sign) in signs.iter().enumerate() {
        let joins = ".,:-/".contains(*sign) && is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1));
        let is_part = sign.is_alphanumeric() || *sign == '%' || joins;
        match pieces.last_mut().filter(|_| is_part) {
            Some(piece) => piece.push(*sign),
            None => pieces.push(String::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    let word = |piece: &String| Word {
        text: normalize_text(piece),
        is_capital: piece.chars().next().is_some_and(char::is_uppercase),
    };
    pieces.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_keep_the_signs_between_them_and_lose_those_behind() {
        let texts = |text: &str| read_words(text).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(texts("Às 7:30, vendeu 9.500 sacas!"), ["as", "7:30", "vendeu", "9.500", "sacas"]);
        assert_eq!(texts("tel. 99812-3344"), ["tel", "99812-3344"]);
        assert_eq!(texts("10% -- "), ["10%"]);
        assert_eq!(texts(""), Vec::<String>::new());
    }

    #[test]
    fn names_are_known_by_their_capital() {
        let capitals: Vec<bool> = read_words("o Ávila 3").iter().map(|word| word.is_capital).collect();
        assert_eq!(capitals, [false, true, false]);
    }

    #[test]
    fn singular_plural_and_genders_meet_in_one_stem() {
        let stem = |text: &str| Word { text: text.to_owned(), is_capital: false }.stem();
        assert_eq!((stem("sacas"), stem("saca"), stem("saco")), ("sac".into(), "sac".into(), "sac".into()));
        assert_eq!(stem("boi"), "boi", "a short word stays whole");
        assert_eq!(stem(""), "");
    }
}
