//! What a message is classified by: its words, runs of words, parts of words, and words that stand
//! together anywhere in it.

use std::collections::HashSet;

/// Lengths of parts of words, in characters, with the word's ends marked.
const PARTS: std::ops::RangeInclusive<usize> = 3..=5;
/// Characters by which words that stand together are known: endings say little.
const ROOT: usize = 5;
/// Most different words whose pairs are formed.
const MOST_PAIRED: usize = 30;

/// Calls `note` with each feature of `words` once, in a fixed order.
pub(super) fn for_each_feature(words: &[String], mut note: impl FnMut(&str)) {
    let mut known = HashSet::new();
    let mut once = |feature: String| {
        if !known.contains(&feature) {
            note(&feature);
            known.insert(feature);
        }
    };
    let mut bounded = Vec::with_capacity(words.len() + 2);
    bounded.push("^");
    bounded.extend(words.iter().map(String::as_str));
    bounded.push("$");
    words.iter().for_each(|word| once(format!("w:{word}")));
    bounded.windows(2).for_each(|run| once(format!("b:{}_{}", run[0], run[1])));
    bounded.windows(3).for_each(|run| once(format!("s:{}_{}", run[0], run[2])));
    bounded.windows(3).for_each(|run| once(format!("t:{}_{}_{}", run[0], run[1], run[2])));
    for word in words {
        let marked: Vec<char> =
            std::iter::once('<').chain(word.chars()).chain(std::iter::once('>')).collect();
        for length in PARTS {
            marked.windows(length).for_each(|part| once(format!("c:{}", part.iter().collect::<String>())));
        }
    }
    let roots = list_word_roots(words);
    for (at, first) in roots.iter().enumerate() {
        roots[at + 1..].iter().for_each(|second| once(format!("p:{first}_{second}")));
    }
}

/// The beginnings of the longer words, each once, for features of pairs.
fn list_word_roots(words: &[String]) -> Vec<String> {
    let long = words.iter().filter(|word| word.chars().count() > 2);
    let mut roots: Vec<String> = long.map(|word| word.chars().take(ROOT).collect()).collect();
    roots.sort_unstable();
    roots.dedup();
    roots.truncate(MOST_PAIRED);
    roots
}

/// FNV-1a in 32 bits: the name of a feature in the weights, the same on every machine.
pub(super) fn hash_feature(feature: &str) -> u32 {
    feature.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
