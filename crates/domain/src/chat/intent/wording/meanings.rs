//! Words of one meaning in questions to the shop: `onde estoco`, `como guardo` and `armazenagem` ask alike.
//!
//! Synonyms of the catalog widen searches and rank items; these only compare a message with frequent
//! questions (`data/desk_meanings.json`).

use crate::text::{Stemmer, normalize_text};
use std::collections::HashMap;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../../data/desk_meanings.json");

/// The first stem of its group by the stem of each word.
static MEANINGS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    let groups: Vec<Vec<String>> = serde_json::from_str(DATA).unwrap_or_default();
    groups
        .iter()
        .filter_map(|group| Some((stem(group.first()?), group)))
        .flat_map(|(first, group)| group.iter().map(move |word| (stem(word), first.clone())))
        .collect()
});

fn stem(word: &str) -> String {
    Stemmer::Derivation.stem(&normalize_text(word))
}

/// The stem of a folded word, or of the first word that means the same.
pub(crate) fn stem_by_meaning(word: &str) -> String {
    let stem = Stemmer::Derivation.stem(word);
    MEANINGS.get(&stem).cloned().unwrap_or(stem)
}

/// Whether another word means the same as the folded `word`.
pub(crate) fn is_of_meaning(word: &str) -> bool {
    MEANINGS.contains_key(&Stemmer::Derivation.stem(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_meaning_have_one_stem() {
        for (a, b) in [
            ("estocar", "armazenagem"),
            ("freight", "entregam"),
            ("roca", "propriedade"),
            ("gorgulho", "caruncho"),
            ("venceu", "validade"),
        ] {
            assert_eq!(stem_by_meaning(a), stem_by_meaning(b), "{a} {b}");
            assert!(is_of_meaning(a));
        }
        assert_ne!(stem_by_meaning("soja"), stem_by_meaning("milho"));
        assert!(!is_of_meaning("soja"));
    }
}
