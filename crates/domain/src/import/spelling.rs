//! Values that others resemble: written alike but for case, accents, signs, plural; or mistyped.

use crate::text::{Stemmer, is_stop_word, normalize_text, typo_allowance, typo_distance};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::cmp::Reverse;

/// How two values resemble each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// The same words but for case, accents, signs and plural.
    Same,
    /// A letter or two of a word are different.
    Mistyped,
}

/// A field whose values people write in several ways.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum MergedField {
    /// The category of an item.
    Category,
    /// The manufacturer of an item.
    Manufacturer,
    /// One of the tags.
    Tags,
}

/// A value in use that resembles a commoner one of the same field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimilarValue {
    /// The field.
    pub field: MergedField,
    /// The value.
    pub value: String,
    /// Records that have it.
    pub records: u32,
    /// The commoner value.
    pub near: String,
    /// Records that have that one.
    pub near_records: u32,
    /// How the two resemble each other.
    pub likeness: Likeness,
}

/// The values of a field that resemble a commoner one; `values` with their numbers of records, the
/// commonest first. Of two that are as common, the one in capitals alone is the variant.
pub fn similar_values(field: MergedField, values: &[(String, u32)]) -> Vec<SimilarValue> {
    let mut values = values.to_vec();
    values.sort_by_key(|(value, count)| (Reverse(*count), is_in_capitals(value)));
    let mut index = SpellingIndex::default();
    let weight = |place: usize| (values.len() - place) as u64;
    for (place, (value, _)) in values.iter().enumerate() {
        index.add(value, weight(place));
    }
    let records: FxHashMap<&str, u32> =
        values.iter().map(|(value, count)| (value.as_str(), *count)).collect();
    let similar = |(place, (value, count)): (usize, &(String, u32))| {
        let (near, likeness) = index.nearest(value, weight(place))?;
        let near_records = records.get(near).copied().unwrap_or_default();
        let (value, near) = (value.clone(), near.to_owned());
        Some(SimilarValue { field, value, records: *count, near, near_records, likeness })
    };
    values.iter().enumerate().filter_map(similar).collect()
}

/// Whether a value has no small letter: of two spellings as common as each other it is the variant.
pub fn is_in_capitals(value: &str) -> bool {
    !value.chars().any(char::is_lowercase)
}

/// Edits that a value may be away from another.
const MOST_EDITS: usize = 2;

/// Values in use, to be found by what resembles them.
#[derive(Debug, Default)]
pub struct SpellingIndex {
    values: Vec<KnownSpelling>,
    by_stems: FxHashMap<String, Vec<usize>>,
    /// By number of words and first letter, which a slip of the finger hardly ever meets.
    by_shape: FxHashMap<(usize, char), Vec<usize>>,
}

#[derive(Debug)]
struct KnownSpelling {
    value: String,
    weight: u64,
    words: Vec<String>,
}

impl SpellingIndex {
    /// Adds a known value to the index of spellings; of several that resemble another, the one of most `weight` is
    /// meant.
    pub fn add(&mut self, value: &str, weight: u64) {
        let words = fold_value_words(value);
        let at = self.values.len();
        self.by_stems.entry(join_word_stems(&words)).or_default().push(at);
        if let Some(shape) = word_shape(&words) {
            self.by_shape.entry(shape).or_default().push(at);
        }
        self.values.push(KnownSpelling { value: value.to_owned(), weight, words });
    }

    /// Finds the known spelling that `value` resembles, among those of more weight than `weight`.
    pub fn nearest(&self, value: &str, weight: u64) -> Option<(&str, Likeness)> {
        let words = fold_value_words(value);
        let others = |at: &&usize| self.values[**at].weight > weight && self.values[**at].value != value;
        let heaviest = |at: &usize| self.values[*at].weight;
        let same = self.by_stems.get(&join_word_stems(&words)).into_iter().flatten().filter(others).copied();
        if let Some(at) = same.max_by_key(heaviest) {
            return Some((&self.values[at].value, Likeness::Same));
        }
        let near = self.by_shape.get(&word_shape(&words)?).into_iter().flatten().filter(others);
        let mut best: Option<(usize, u64, usize)> = None;
        for at in near {
            let Some(edits) = edits(&words, &self.values[*at].words) else { continue };
            let weight = self.values[*at].weight;
            if best.is_none_or(|(fewest, most, _)| (edits, most) < (fewest, weight)) {
                best = Some((edits, weight, *at));
            }
        }
        best.map(|(_, _, at)| (self.values[at].value.as_str(), Likeness::Mistyped))
    }
}

/// Folded words, without those that say nothing; signs separate, but for single letters: `S.A.` is `sa`.
fn fold_value_words(value: &str) -> Vec<String> {
    let folded = normalize_text(value);
    let mut all: Vec<String> = Vec::new();
    let mut after_letter = false;
    for part in folded.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
        let is_letter = part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
        match all.last_mut() {
            Some(last) if is_letter && after_letter => last.push_str(part),
            _ => all.push(part.to_owned()),
        }
        after_letter = is_letter;
    }
    let telling: Vec<String> = all.iter().filter(|word| !is_stop_word(word)).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// The same for all spellings of a value: its words without their endings, one behind the other.
fn join_word_stems(words: &[String]) -> String {
    words.iter().map(|word| Stemmer::Inflection.stem(word)).collect()
}

/// How many words and their first letter: values that differ in it are not compared.
fn word_shape(words: &[String]) -> Option<(usize, char)> {
    Some((words.len(), words.first()?.chars().next()?))
}

/// Edits between the words of two values; `None` where they are no slips of the finger.
fn edits(a: &[String], b: &[String]) -> Option<usize> {
    let mut all = 0;
    for (a, b) in a.iter().zip(b) {
        if a.chars().count().abs_diff(b.chars().count()) > MOST_EDITS {
            return None;
        }
        let edits = typo_distance(a, b);
        if edits > typo_allowance(a).min(typo_allowance(b)) {
            return None;
        }
        all += edits;
    }
    (all > 0 && all <= MOST_EDITS).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(known: &[&str], value: &str) -> Option<(String, Likeness)> {
        let mut index = SpellingIndex::default();
        known.iter().for_each(|one| index.add(one, 10));
        index.nearest(value, 0).map(|(value, likeness)| (value.to_owned(), likeness))
    }

    #[test]
    fn a_value_in_use_resembles_a_commoner_one_and_never_a_rarer() {
        let values = [("Herbicidas", 9), ("HERBICIDA", 3), ("Adubos", 2), ("Herbicida", 1)];
        let values = values.map(|(value, count)| (value.to_owned(), count));
        let similar = similar_values(MergedField::Category, &values);
        let pairs: Vec<(&str, &str, u32)> =
            similar.iter().map(|one| (one.value.as_str(), one.near.as_str(), one.near_records)).collect();
        assert_eq!(pairs, [("HERBICIDA", "Herbicidas", 9), ("Herbicida", "Herbicidas", 9)]);
        assert!(similar.iter().all(|one| one.likeness == Likeness::Same));
    }

    #[test]
    fn of_two_as_common_the_one_in_capitals_is_the_variant() {
        let values = [("HERBICIDAS", 2), ("Herbicidas", 2)].map(|(value, count)| (value.to_owned(), count));
        let similar = similar_values(MergedField::Category, &values);
        assert_eq!((similar[0].value.as_str(), similar[0].near.as_str()), ("HERBICIDAS", "Herbicidas"));
        assert_eq!(similar.len(), 1);
    }

    #[test]
    fn spellings_of_one_value_meet() {
        let known = ["Herbicidas", "Cercas", "Controle de pragas", "Bayer S.A.", "Nutrição animal", "EPI"];
        for (written, meant) in [
            ("HERBICIDA", "Herbicidas"),
            ("herbicidas ", "Herbicidas"),
            ("cercas", "Cercas"),
            ("Cerca", "Cercas"),
            ("Controle pragas", "Controle de pragas"),
            ("BAYER SA", "Bayer S.A."),
            ("Nutricao  Animal", "Nutrição animal"),
            ("EPIs", "EPI"),
        ] {
            assert_eq!(nearest(&known, written), Some((meant.to_owned(), Likeness::Same)), "{written}");
        }
    }

    #[test]
    fn slips_are_near_and_other_things_are_not() {
        let known = ["Inseticidas", "Adubos", "Sementes de milho", "Linha 10"];
        assert_eq!(nearest(&known, "Insecticidas"), Some(("Inseticidas".into(), Likeness::Mistyped)));
        assert_eq!(
            nearest(&known, "Semetnes de milho"),
            Some(("Sementes de milho".into(), Likeness::Mistyped))
        );
        for other in ["Cubos", "Sementes de soja", "Linha 11", "Acaricidas"] {
            assert_eq!(nearest(&known, other), None, "{other}");
        }
    }

    #[test]
    fn of_several_the_heaviest_is_meant_and_none_that_is_lighter() {
        let mut index = SpellingIndex::default();
        index.add("Cercas", 40);
        index.add("CERCAS", 2);
        assert_eq!(index.nearest("cercas", 1), Some(("Cercas", Likeness::Same)));
        assert_eq!(index.nearest("CERCAS", 2), Some(("Cercas", Likeness::Same)));
        assert_eq!(index.nearest("Cercas", 40), None);
    }
}
