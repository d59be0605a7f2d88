//! How far a mistyped word is from a known one.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_neighbours_count_once() {
        assert_eq!(typo_distance("froceps", "forceps"), 1);
        assert_eq!(typo_distance("gluucci", "glucci"), 1);
    }

    #[test]
    fn short_words_and_codes_are_taken_literally() {
        assert_eq!(["npk", "2,4-d", "soja", "fungicida"].map(typo_allowance), [0, 0, 1, 2]);
    }
}
