//! The tags that the neighbours carry together.

use super::neighbours::{draft_text, mean_coverage};
use super::{Neighbour, calibration::Calibration};
use crate::catalog::ItemDraft;
use crate::text::{normalize_text, plain_words};
use std::collections::BTreeMap;

/// Most tags that are suggested at once.
pub const MOST_TAGS: usize = 12;

/// A tag that neighbours have.
#[derive(Debug, Clone, PartialEq)]
pub struct TagGuess {
    /// The tag, as its nearest owner writes it.
    pub tag: String,
    /// Strength of the evidence, 0..1, before calibration.
    pub raw: f64,
    /// Whether the draft or its files say the word themselves.
    pub named: bool,
    /// How often such a tag is right.
    pub confidence: f64,
    /// The neighbours that have it, nearest first.
    pub owners: Vec<usize>,
}

/// Every tag of the neighbours, surest first. `said` is what the item's own files say.
pub fn tag_guesses(
    draft: &ItemDraft,
    said: &str,
    neighbours: &[Neighbour],
    calibration: &Calibration,
) -> Vec<TagGuess> {
    let all: f64 = neighbours.iter().map(|neighbour| neighbour.weight).sum();
    if all <= 0.0 {
        return Vec::new();
    }
    let own = spaced(&format!("{}\n{said}", draft_text(draft)));
    let mut owners: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, neighbour) in neighbours.iter().enumerate() {
        for tag in &neighbour.item.tags {
            let places = owners.entry(normalize_text(tag)).or_default();
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
    }
    owners.remove("");
    let mut guesses: Vec<TagGuess> = owners
        .into_iter()
        .filter_map(|(folded, places)| {
            let share = places.iter().map(|at| neighbours[*at].weight).sum::<f64>() / all;
            let raw = super::category::strength(share, places.len(), mean_coverage(neighbours, &places));
            let named = own.contains(&spaced(&folded));
            let curve = if named { &calibration.named_tag } else { &calibration.tag };
            let first = &neighbours[*places.first()?].item.tags;
            let tag = first.iter().find(|tag| normalize_text(tag) == folded)?.clone();
            Some(TagGuess { tag, raw, named, confidence: curve.at(raw), owners: places })
        })
        .collect();
    guesses.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(b.raw.total_cmp(&a.raw)));
    guesses
}

/// The words of a text between blanks, so that a phrase is found only where its words begin and end.
fn spaced(text: &str) -> String {
    let folded = normalize_text(text);
    format!(" {} ", plain_words(&folded).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::neighbours::tests::neighbours;
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn guesses(name: &str, said: &str, tags: &[&[&str]]) -> Vec<TagGuess> {
        let draft = ItemDraft { name: name.into(), ..ItemDraft::default() };
        let near = neighbours(tags.iter().map(|tags| json!({ "tags": tags })).collect());
        tag_guesses(&draft, said, &near, Calibration::shipped())
    }

    #[test]
    fn spellings_of_one_tag_are_one_tag() {
        let found = guesses("x", "", &[&["Ferrugem"], &["ferrugem", "soja"], &["FERRUGEM"]]);
        assert_eq!((found[0].tag.as_str(), found[0].owners.len()), ("Ferrugem", 3));
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_tag_that_the_draft_or_its_files_say_is_told_apart() {
        let found = guesses(
            "Fungicida para soja",
            "cancro cítrico",
            &[&["soja", "cancro cítrico", "citrico", "café"]],
        );
        let named: Vec<&str> = found.iter().filter(|g| g.named).map(|g| g.tag.as_str()).collect();
        assert_eq!(named.len(), 3, "{named:?}");
        assert!(!named.contains(&"café"));
        assert!(guesses("sojas", "", &[&["soja"]]).iter().all(|g| !g.named), "whole words only");
    }

    proptest! {
        #[test]
        fn only_tags_of_neighbours_are_guessed(
            tags in proptest::collection::vec(proptest::collection::vec("[a-eÁ ]{0,3}", 0..5), 0..8), name in "[a-e ]{1,9}"
        ) {
            let slices: Vec<Vec<&str>> = tags.iter().map(|tags| tags.iter().map(String::as_str).collect()).collect();
            let found = guesses(&name, "", &slices.iter().map(Vec::as_slice).collect::<Vec<_>>());
            for guess in &found {
                prop_assert!(tags.iter().flatten().any(|tag| *tag == guess.tag));
                prop_assert!((0.0..=1.0).contains(&guess.raw) && (0.0..=1.0).contains(&guess.confidence));
            }
            prop_assert!(found.windows(2).all(|pair| pair[0].confidence >= pair[1].confidence));
        }
    }
}
