//! The tags that the neighbours carry together.
//!
//! How sure a tag is hangs on the catalog: how many tags its items have, and whether their texts name
//! them. So each neighbour is held back in turn and its tags are guessed from the others, and the
//! curves are bent to what comes out. That costs no search and no storage, follows every change of
//! the catalog, and comes out the same every time.

use super::category::vote_strength;
use crate::assist::Neighbour;
use crate::assist::calibration::{Calibration, Curve, SeenOutcomes};
use crate::assist::neighbours::{draft_text, like_draft};
use crate::catalog::ItemDraft;
use crate::text::{normalize_text, plain_words};
use rustc_hash::FxHashSet;
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

/// Guesses the tags of an item from its neighbours, surest first. `said` is what the item's own files say.
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
    let carried = count_carried(neighbours);
    let (tag_curve, named_curve) = local_curves(draft, neighbours, &carried, all, calibration);
    let own = Words::of(&format!("{}\n{said}", draft_text(draft)));
    let mut guesses: Vec<TagGuess> = carried
        .into_iter()
        .filter_map(|(folded, carried)| {
            let raw = carried.strength(all);
            let named = own.name(&carried.phrase);
            let curve = if named { &named_curve } else { &tag_curve };
            let first = &neighbours[*carried.places.first()?].item.tags;
            let tag = first.iter().find(|tag| normalize_text(tag) == folded)?.clone();
            Some(TagGuess { tag, raw, named, confidence: curve.at(raw), owners: carried.places })
        })
        .collect();
    guesses.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(b.raw.total_cmp(&a.raw)));
    guesses
}

/// A tag and those who have it.
struct CarriedTag {
    /// As it is looked for in texts.
    phrase: String,
    /// The neighbours, nearest first.
    places: Vec<usize>,
    /// What they weigh together.
    weight: f64,
    /// Their coverage by weight, as a sum.
    covered: f64,
}

impl CarriedTag {
    /// Strength of the evidence among neighbours that weigh `all` together.
    fn strength(&self, all: f64) -> f64 {
        let coverage = if self.weight > 0.0 { self.covered / self.weight } else { 0.0 };
        vote_strength(self.weight / all, self.places.len(), coverage)
    }

    /// The same without the neighbour at `place`; nothing where no other has the tag.
    fn strength_without(&self, place: usize, neighbour: &Neighbour, all: f64) -> Option<(f64, bool)> {
        let has = self.places.binary_search(&place).is_ok();
        let (less, fewer) = if has { (neighbour.weight, 1) } else { (0.0, 0) };
        let count = self.places.len() - fewer;
        let (weight, rest) = (self.weight - less, all - neighbour.weight);
        if count == 0 || weight <= 0.0 || rest <= 0.0 {
            return None;
        }
        let coverage = (self.covered - less * neighbour.coverage) / weight;
        Some((vote_strength(weight / rest, count, coverage), has))
    }
}

/// Folded tags and those who have them.
fn count_carried(neighbours: &[Neighbour]) -> BTreeMap<String, CarriedTag> {
    let mut found: BTreeMap<String, CarriedTag> = BTreeMap::new();
    for (at, neighbour) in neighbours.iter().enumerate() {
        for tag in &neighbour.item.tags {
            let folded = normalize_text(tag);
            if folded.is_empty() {
                continue;
            }
            let carried = found.entry(folded).or_insert_with_key(|folded| CarriedTag {
                phrase: space_words(folded),
                places: Vec::new(),
                weight: 0.0,
                covered: 0.0,
            });
            if carried.places.last() != Some(&at) {
                carried.places.push(at);
                carried.weight += neighbour.weight;
                carried.covered += neighbour.weight * neighbour.coverage;
            }
        }
    }
    found
}

/// The curves for tags that are not named and that are, bent to what each neighbour's tags are when
/// it is held back. Neighbours without any tag say nothing: theirs may only be missing.
fn local_curves(
    draft: &ItemDraft,
    neighbours: &[Neighbour],
    carried: &BTreeMap<String, CarriedTag>,
    all: f64,
    calibration: &Calibration,
) -> (Curve, Curve) {
    let (mut plain, mut named) = (Vec::new(), Vec::new());
    for (at, neighbour) in neighbours.iter().enumerate().filter(|(_, n)| !n.item.tags.is_empty()) {
        let own = Words::of(&like_draft(&neighbour.item, draft));
        for tag in carried.values() {
            if let Some((raw, right)) = tag.strength_without(at, neighbour, all) {
                let seen = SeenOutcomes { raw, right, weight: neighbour.weight };
                if own.name(&tag.phrase) { named.push(seen) } else { plain.push(seen) }
            }
        }
    }
    (calibration.tag.draw_toward(&plain), calibration.named_tag.draw_toward(&named))
}

/// A text in which phrases are looked for.
struct Words {
    text: String,
    single: FxHashSet<String>,
}

impl Words {
    fn of(text: &str) -> Self {
        let text = space_words(text);
        let single = text.split_whitespace().map(str::to_owned).collect();
        Self { text, single }
    }

    /// Whether the text says the phrase, which stands between blanks.
    fn name(&self, phrase: &str) -> bool {
        // Most phrases fail at their first word, which is cheaper to look up than to search for.
        let first = phrase.split_whitespace().next();
        first.is_none_or(|word| self.single.contains(word)) && self.text.contains(phrase)
    }
}

/// The words of a text between blanks, so that a phrase is found only where its words begin and end.
fn space_words(text: &str) -> String {
    let folded = normalize_text(text);
    format!(" {} ", plain_words(&folded).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::neighbours::tests::neighbours;
    use proptest::prelude::*;
    use serde_json::json;

    fn guesses(name: &str, said: &str, tags: &[&[&str]]) -> Vec<TagGuess> {
        let draft = ItemDraft { name: name.into(), ..ItemDraft::default() };
        let near = neighbours(tags.iter().map(|tags| json!({ "tags": tags })).collect());
        tag_guesses(&draft, said, &near, Calibration::shipped_table())
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

    #[test]
    fn a_catalog_whose_items_share_few_tags_makes_the_same_evidence_less_sure() {
        let own = [&["a", "b"][..], &["c", "d"], &["e", "f"], &["g", "h"], &["i", "j"], &["k", "l"]];
        let shared = [&["a", "b"][..]; 6];
        let scattered = guesses("x", "", &own);
        let agreed = guesses("x", "", &shared);
        assert!(scattered.iter().all(|guess| guess.confidence < 0.1), "{scattered:?}");
        assert!(agreed.iter().all(|guess| guess.confidence > 0.8), "{agreed:?}");
    }

    #[test]
    fn where_texts_name_what_items_are_not_tagged_with_naming_counts_for_little() {
        let items = |tagged: &[&str]| {
            let mut fields = vec![json!({ "name": "Produto soja", "tags": tagged }); 6];
            fields.push(json!({ "name": "Produto", "tags": ["soja"] }));
            tag_guesses(
                &ItemDraft { name: "Adubo soja".into(), ..ItemDraft::default() },
                "",
                &neighbours(fields),
                Calibration::shipped_table(),
            )
        };
        let sure = |found: &[TagGuess]| found.iter().find(|g| g.tag == "soja").map(|g| g.confidence);
        assert!(sure(&items(&["adubo"])) < Some(0.2));
        assert!(sure(&items(&["adubo", "soja"])) > Some(0.8));
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
