//! How far a mistyped word is from a known one.

use super::normalize_text;

/// Edits in which a mistyped word of this length may differ from the one that was meant: 1 below
/// six characters, else 2; none for words under four characters and for codes, where every
/// character counts.
pub fn typo_allowance(word: &str) -> usize {
    let chars = word.chars().count();
    if chars < 4 || word.chars().any(char::is_numeric) {
        0
    } else if chars < 6 {
        1
    } else {
        2
    }
}

/// Edits between two words, two swapped neighbours counted as one (optimal string alignment).
pub fn typo_distance(typed: &str, known: &str) -> usize {
    strsim::osa_distance(typed, known)
}

/// Names that [`name_nearest`] names.
const MOST_NAMED: usize = 6;
/// Characters of a name that are compared: the time to compare grows with the product of both lengths.
const COMPARED_CHARS: usize = 80;

/// At most 6 of the known names, separated by commas, those nearest to `typed` first, and `…` for the others.
/// Empty if there are none.
pub fn name_nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let fold = |name: &str| {
        let compared: String = name.trim().chars().take(COMPARED_CHARS).collect();
        normalize_text(&compared)
    };
    let typed = fold(typed);
    let mut names: Vec<&str> = known.into_iter().collect();
    names.sort_by_cached_key(|name| typo_distance(&typed, &fold(name)));
    let rest = if names.len() > MOST_NAMED { ", …" } else { "" };
    names.truncate(MOST_NAMED);
    names.join(", ") + rest
}

/// Letters that sound alike in Portuguese and are written for each other.
const SOUNDING_ALIKE: [&str; 13] =
    ["ei", "ou", "sz", "sc", "zc", "ck", "cq", "gj", "lu", "mn", "xs", "iy", "vw"];
/// Rows of a keyboard.
const KEYS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Whether one letter may have been written for another by a slip: they sound alike or lie side by side on a
/// keyboard. Words of equal length that differ in one other letter are two words: `brinco` and `branco`.
/// Words that differ otherwise may be slips.
pub fn may_be_slip(typed: &str, known: &str) -> bool {
    let mut differing = typed.chars().zip(known.chars()).filter(|(a, b)| a != b);
    if typed.chars().count() != known.chars().count() {
        return true;
    }
    match (differing.next(), differing.next()) {
        (Some((a, b)), None) => sound_alike(a, b) || lie_side_by_side(a, b),
        _ => true,
    }
}

fn sound_alike(a: char, b: char) -> bool {
    SOUNDING_ALIKE.iter().any(|pair| pair.contains(a) && pair.contains(b))
}

fn lie_side_by_side(a: char, b: char) -> bool {
    let place = |key: char| {
        let mut rows = KEYS.iter().zip(0_i32..);
        rows.find_map(|(row, nth)| Some((nth, i32::try_from(row.find(key)?).ok()?)))
    };
    match (place(a), place(b)) {
        (Some(a), Some(b)) => (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(typo_distance("froceps", "forceps"), 1);
        assert_eq!(typo_distance("gluucci", "glucci"), 1);
    }

    #[test]
    fn the_nearest_names_come_first_and_no_more_than_six_are_named() {
        assert_eq!(name_nearest("Símple", ["default", "rrf", "simple"]), "simple, default, rrf");
        assert_eq!(name_nearest("h", ["a", "b", "c", "d", "e", "f", "g", "h"]), "h, a, b, c, d, e, …");
        assert_eq!(name_nearest("a", ["b", "c", "d", "e", "f", "g"]), "b, c, d, e, f, g");
        assert_eq!(name_nearest("a", []), "");
    }

    #[test]
    fn a_letter_is_mistaken_for_one_that_sounds_or_lies_near() {
        for (typed, known) in
            [("fungecida", "fungicida"), ("hervicida", "herbicida"), ("herbicda", "herbicida")]
        {
            assert!(may_be_slip(typed, known), "{typed}");
        }
        assert!(!may_be_slip("brinco", "branco"));
    }

    #[test]
    fn short_words_and_codes_are_taken_literally() {
        assert_eq!(["npk", "2,4-d", "soja", "fungicida"].map(typo_allowance), [0, 0, 1, 2]);
    }
}
