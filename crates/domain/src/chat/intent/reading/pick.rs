//! Some of a list by price: `os dois mais baratos`, `o segundo mais barato`.

use crate::chat::intent::reading::digits::{points_at_several, write_digits};
use crate::chat::intent::wording::ordinals::place_of;
use crate::chat::intent::wording::telling::telling_words;
use crate::text::{normalize_text, plain_words, read_number};

/// Most items that are picked.
const MOST: usize = 8;

/// Which items of a list in the order of prices are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// How many of them are passed over.
    pub skip: usize,
    /// How many are wanted, from 1 to 8.
    pub many: usize,
}

impl Pick {
    /// Leaves of a list what is wanted; a list that ends before that stays as it is.
    pub(crate) fn keep<Entry>(self, list: &mut Vec<Entry>) {
        if self.skip < list.len() {
            list.drain(..self.skip);
            list.truncate(self.many);
        }
    }
}

/// Which items by price the message wants: so many, or the one at a place. None where it asks for the cheapest alone
/// (`o mais barato dos dois`), whose list shows what comes next.
pub(crate) fn read_pick(message: &str) -> Option<Pick> {
    let folded = normalize_text(&write_digits(message));
    let words: Vec<&str> = plain_words(&folded).collect();
    (1..words.len()).filter(|at| begins_superlative(&words[*at..])).find_map(|at| {
        let before = words[at - 1];
        // `Os três herbicidas mais baratos`
        if let [lead, number, thing] = words[at.saturating_sub(3)..at]
            && points_at_several(lead)
            && !telling_words(thing).is_empty()
            && let Some(many) = read_many(number)
        {
            return Some(Pick { skip: 0, many });
        }
        if let Some(place) = place_of(before).filter(|place| (2..=MOST).contains(place)) {
            return Some(Pick { skip: place - 1, many: 1 });
        }
        read_many(before).map(|many| Pick { skip: 0, many })
    })
}

/// How many a word says, from 2 to 8.
fn read_many(word: &str) -> Option<usize> {
    let in_words = || read_number(&[word]).and_then(|(number, _)| usize::try_from(number).ok());
    word.parse().ok().or_else(in_words).filter(|many| (2..=MOST).contains(many))
}

/// `Mais baratos`, `mais em conta`, `cheapest`.
fn begins_superlative(words: &[&str]) -> bool {
    match words {
        ["mais", "em", "conta", ..] => true,
        ["mais", word, ..] => ["barat", "car"].iter().any(|stem| {
            word.strip_prefix(*stem)
                .is_some_and(|ending| matches!(ending, "o" | "a" | "os" | "as" | "inho" | "inhos"))
        }),
        ["cheapest" | "dearest" | "priciest", ..] | ["most", "expensive", ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_of_the_cheapest_or_the_one_at_a_place_are_wanted() {
        for (message, skip, many) in [
            ("os dois mais baratos", 0, 2),
            ("me fala as 3 mais caras", 0, 3),
            ("os três herbicidas mais baratos", 0, 3),
            ("qual o segundo mais barato?", 1, 1),
            ("the two cheapest herbicides", 0, 2),
            ("the third most expensive", 2, 1),
        ] {
            assert_eq!(read_pick(message), Some(Pick { skip, many }), "{message}");
        }
        for message in [
            "o mais barato",
            "qual dos dois é o mais barato?",
            "o mais barato dos tres",
            "quero 2, o mais barato",
            "Capinorte 480 mais barato",
            "os dois mais completos",
            "5 sacos do adubo mais barato",
            "qual das 2 é mais cara?",
            "",
        ] {
            assert_eq!(read_pick(message), None, "{message}");
        }
    }

    #[test]
    fn a_list_that_ends_before_the_place_stays() {
        let keep = |skip, many| {
            let mut list = vec!["a", "b", "c"];
            Pick { skip, many }.keep(&mut list);
            list
        };
        assert_eq!(keep(1, 1), ["b"]);
        assert_eq!(keep(0, 2), ["a", "b"]);
        assert_eq!(keep(3, 1), ["a", "b", "c"]);
    }
}
