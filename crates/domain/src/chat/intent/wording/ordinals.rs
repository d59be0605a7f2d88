//! Words for places in a list: `o segundo`, `the last one`.

/// A place in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// From 1.
    At(usize),
    /// The last one.
    Last,
}

/// The place of the last one of a list, however long it is.
pub(crate) const LAST_PLACE: usize = usize::MAX;

/// The place that a word names, from 1.
pub(crate) fn place_of(word: &str) -> Option<usize> {
    Some(match parse_ordinal(word)? {
        Place::At(place) => place,
        Place::Last => LAST_PLACE,
    })
}

/// The place that a word such as `segundo` or `last` means.
pub(crate) fn parse_ordinal(word: &str) -> Option<Place> {
    const WORDS: [(&str, usize); 27] = [
        ("primeiro", 1),
        ("primeira", 1),
        ("segundo", 2),
        ("segunda", 2),
        ("terceiro", 3),
        ("terceira", 3),
        ("quarto", 4),
        ("quarta", 4),
        ("quinto", 5),
        ("quinta", 5),
        ("sexto", 6),
        ("sexta", 6),
        ("first", 1),
        ("second", 2),
        ("third", 3),
        ("fourth", 4),
        ("fifth", 5),
        ("sixth", 6),
        ("1o", 1),
        ("2o", 2),
        ("3o", 3),
        ("4o", 4),
        ("1a", 1),
        ("2a", 2),
        ("3a", 3),
        ("1st", 1),
        ("2nd", 2),
    ];
    if matches!(word, "ultimo" | "ultima" | "last") {
        return Some(Place::Last);
    }
    WORDS.iter().find(|(name, _)| *name == word).map(|(_, place)| Place::At(*place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_in_both_genders_and_languages() {
        for (word, place) in
            [("primeira", 1), ("segundo", 2), ("sexta", 6), ("third", 3), ("2nd", 2), ("3a", 3)]
        {
            assert_eq!(place_of(word), Some(place), "{word}");
        }
        assert_eq!((place_of("ultimo"), place_of("last")), (Some(LAST_PLACE), Some(LAST_PLACE)));
        for word in ["dois", "setimo", "Segundo", ""] {
            assert_eq!(place_of(word), None, "{word}");
        }
    }

    #[test]
    fn the_last_one_has_no_number() {
        assert!(matches!(parse_ordinal("ultima"), Some(Place::Last)));
        assert!(matches!(parse_ordinal("quinto"), Some(Place::At(5))));
        assert!(parse_ordinal("penultima").is_none());
    }
}
