//! What of a text counts: stems of its words, and the character n-grams inside them.
//!
//! Words carry the meaning, n-grams catch misspelt brands, inflection and compounds. Text is
//! folded and split by the same rules as in lexical search. A feature is known only by a 64-bit
//! hash: a vocabulary of hashes needs no strings, and among some ten thousand features two with
//! the same hash are not to be expected (one chance in ten thousand million).

use std::collections::HashMap;

use celeiro_domain::text::{Stemmer, is_stop_word, normalize_text, plain_words};

/// Longer words are cut: a word without end must not become features without end.
const MAX_WORD_CHARS: usize = 64;
/// Of longer texts only the start counts (bytes).
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Which features are taken, and how the first line counts. Part of a stored model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FeatureRules {
    pub stemmer: Stemmer,
    pub gram_min: usize,
    pub gram_max: usize,
    pub gram_weight: f32,
    pub title_weight: f32,
}

/// The features of one word, in order, repeated where they occur repeatedly.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WordFeatures {
    pub stem: u64,
    pub grams: Vec<u64>,
}

/// The words of `text` (folded, without stop words) with their weights: the number of times they
/// occur, where the first line of several counts `title_weight` times. In a fixed order.
pub(super) fn weighted_words(text: &str, rules: &FeatureRules) -> Vec<(String, f32)> {
    let text = &text[..text.floor_char_boundary(MAX_TEXT_BYTES)];
    let text = text.trim_start();
    let (title, rest) = text.split_once('\n').unwrap_or(("", text));
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut words: Vec<(String, f32)> = Vec::new();
    for (part, weight) in [(title, rules.title_weight), (rest, 1.0)] {
        for word in plain_words(&normalize_text(part)).filter(|word| !is_stop_word(word)) {
            let place = *places.entry(word.to_owned()).or_insert_with(|| {
                words.push((word.to_owned(), 0.0));
                words.len() - 1
            });
            words[place].1 += weight;
        }
    }
    words
}

/// The stem and the n-grams of one folded word. `^` and `$` mark its ends, so that a beginning
/// is another feature than the same letters inside.
pub(super) fn word_features(word: &str, rules: &FeatureRules) -> WordFeatures {
    let cut: String = word.chars().take(MAX_WORD_CHARS).collect();
    let marked: Vec<char> = std::iter::once('^').chain(cut.chars()).chain(std::iter::once('$')).collect();
    let grams = (rules.gram_min..=rules.gram_max)
        .flat_map(|length| marked.windows(length))
        .map(|gram| fnv1a(b'g', gram.iter().collect::<String>().as_bytes()))
        .collect();
    WordFeatures { stem: fnv1a(b'w', rules.stemmer.stem(&cut).as_bytes()), grams }
}

/// A number that changes when these rules, or the rules of folding, splitting and stemming that
/// they rest on, change their minds about a probe text. Stored with a model: a model fitted
/// under other rules would be read with a vocabulary that no longer fits it.
pub(super) fn rules_fingerprint(rules: &FeatureRules) -> u64 {
    const PROBE: &str = "Açúcar-Mascavo 2,4-D\nAs sementes dos FERTILIZANTES não são 04-14-08; \
        pulverizadores minerais, aplicações, ﬁltros d'água 500 g/L straße THE batteries œuvre №7";
    weighted_words(PROBE, rules).iter().fold(0, |sum, (word, weight)| {
        let features = word_features(word, rules);
        let hashes = std::iter::once(features.stem).chain(features.grams);
        hashes.fold(sum ^ u64::from(weight.to_bits()), |sum, hash| fnv1a(b'p', &(sum ^ hash).to_le_bytes()))
    })
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo), over `kind` and `bytes`: the same on every machine and
/// in every release, as a stored vocabulary needs.
fn fnv1a(kind: u8, bytes: &[u8]) -> u64 {
    std::iter::once(&kind).chain(bytes).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RULES: FeatureRules = FeatureRules {
        stemmer: Stemmer::Inflection,
        gram_min: 3,
        gram_max: 5,
        gram_weight: 1.0,
        title_weight: 3.0,
    };

    fn weight(text: &str, word: &str) -> f32 {
        weighted_words(text, &RULES).iter().find(|(w, _)| w == word).map_or(0.0, |(_, weight)| *weight)
    }

    #[test]
    fn the_first_of_several_lines_counts_more() {
        assert_eq!(weight("Fungicida\nfungicida para soja", "fungicida"), 4.0);
        assert_eq!(weight("Fungicida\nfungicida para soja", "soja"), 1.0);
        assert_eq!(weight("fungicida para soja", "soja"), 1.0);
        assert_eq!(weight("fungicida para soja", "para"), 0.0);
    }

    #[test]
    fn inflected_words_share_their_stem_and_most_grams() {
        let (one, many) = (word_features("semente", &RULES), word_features("sementes", &RULES));
        assert_eq!(one.stem, many.stem);
        let shared = one.grams.iter().filter(|gram| many.grams.contains(gram)).count();
        assert!(shared * 10 >= one.grams.len() * 7);
    }

    #[test]
    fn ends_are_marked() {
        let (start, inside) = (word_features("sol", &RULES), word_features("girassol", &RULES));
        // `sol` and `ol$` and `sol$` are common; `^so`, `^sol`, `^sol$` are not.
        assert_eq!(start.grams.iter().filter(|gram| inside.grams.contains(gram)).count(), 3);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // Test vector of the authors: FNV-1a 64 of "a" is af63dc4c8601ec8c.
        assert_eq!(fnv1a(b'a', b""), 0xaf63_dc4c_8601_ec8c);
    }

    proptest! {
        #[test]
        fn any_text_gives_bounded_features(text in ".{0,300}") {
            for (word, weight) in weighted_words(&text, &RULES) {
                prop_assert!(weight >= 1.0);
                prop_assert!(word_features(&word, &RULES).grams.len() <= 3 * (MAX_WORD_CHARS + 2));
            }
        }
    }
}
