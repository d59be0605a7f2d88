//! The category that the neighbours vote for.

use crate::assist::neighbours::mean_coverage;
use crate::assist::{Neighbour, calibration::Calibration};
use crate::text::normalize_text;
use std::collections::BTreeMap;

/// The outcome of a vote.
#[derive(Debug, Clone, PartialEq)]
pub struct Vote {
    /// The category, as most of its voters write it.
    pub value: String,
    /// Strength of the evidence, 0..1, before calibration.
    pub raw: f64,
    /// How often such a vote is right.
    pub confidence: f64,
    /// The neighbours that voted for it, nearest first.
    pub voters: Vec<usize>,
    /// Neighbours that voted at all.
    pub of: usize,
}

/// The category with most weight behind it; nothing where no neighbour has one.
pub fn category_vote(neighbours: &[Neighbour], calibration: &Calibration) -> Option<Vote> {
    let polls = poll_categories(neighbours);
    let weight = |voters: &[usize]| voters.iter().map(|at| neighbours[*at].weight).sum::<f64>();
    // The last of equals: the map is in order of name, and the choice must not hang on chance.
    let (folded, _) = polls.iter().max_by(|a, b| weight(a.1).total_cmp(&weight(b.1)))?;
    count_category_votes(neighbours, &polls, folded, calibration)
}

/// Vote of the neighbours for one category, compared folded; nothing where no neighbour has it.
pub fn category_supported(
    neighbours: &[Neighbour],
    category: &str,
    calibration: &Calibration,
) -> Option<Vote> {
    count_category_votes(neighbours, &poll_categories(neighbours), &normalize_text(category), calibration)
}

/// Folded category to the places of its voters.
fn poll_categories(neighbours: &[Neighbour]) -> BTreeMap<String, Vec<usize>> {
    let mut polls: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, neighbour) in neighbours.iter().enumerate() {
        if let Some(category) = &neighbour.item.category {
            polls.entry(normalize_text(category)).or_default().push(at);
        }
    }
    polls
}

/// The vote for one category: its share of all weight, made a confidence.
fn count_category_votes(
    neighbours: &[Neighbour],
    polls: &BTreeMap<String, Vec<usize>>,
    folded: &str,
    calibration: &Calibration,
) -> Option<Vote> {
    let voters = polls.get(folded)?.clone();
    let of = |places: &[usize]| places.iter().map(|at| neighbours[*at].weight).sum::<f64>();
    let all: f64 = polls.values().map(|places| of(places)).sum();
    if all <= 0.0 {
        return None;
    }
    let share = of(&voters) / all;
    let raw = vote_strength(share, voters.len(), mean_coverage(neighbours, &voters));
    Some(Vote {
        value: commonest_spelling(neighbours, &voters),
        raw,
        confidence: calibration.category.at(raw),
        of: polls.values().map(Vec::len).sum(),
        voters,
    })
}

/// Agreement, discounted where few agree and where what agrees is hardly like the draft.
pub(in crate::assist) fn vote_strength(share: f64, count: usize, coverage: f64) -> f64 {
    let many = count as f64 / (count as f64 + 1.0);
    (share * many * (0.5 + 0.5 * coverage)).clamp(0.0, 1.0)
}

/// The commonest way in which the voters write it; of equals the nearest.
fn commonest_spelling(neighbours: &[Neighbour], voters: &[usize]) -> String {
    let written: Vec<&str> =
        voters.iter().filter_map(|at| neighbours[*at].item.category.as_deref()).collect();
    let count = |text: &str| written.iter().filter(|other| **other == text).count();
    let mut best = "";
    for text in &written {
        if best.is_empty() || count(text) > count(best) {
            best = text;
        }
    }
    best.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::neighbours::tests::neighbours;
    use proptest::prelude::*;
    use serde_json::json;

    fn votes(categories: &[Option<&str>]) -> Vec<Neighbour> {
        neighbours(categories.iter().map(|category| json!({ "category": category })).collect())
    }

    #[test]
    fn the_heavier_side_wins_however_it_is_written() {
        let near = votes(&[Some("Herbicidas"), Some("herbicidas"), Some("Herbicidas"), Some("Adubos"), None]);
        let vote = category_vote(&near, Calibration::shipped_table()).expect("a vote");
        assert_eq!((vote.value.as_str(), vote.voters, vote.of), ("Herbicidas", vec![0, 1, 2], 4));
        assert_eq!(category_vote(&votes(&[None]), Calibration::shipped_table()), None);
    }

    #[test]
    fn a_category_that_no_neighbour_has_is_carried_by_nothing() {
        let near = votes(&[Some("Herbicidas")]);
        assert!(category_supported(&near, "HERBICIDAS", Calibration::shipped_table()).is_some());
        assert_eq!(category_supported(&near, "Naves", Calibration::shipped_table()), None);
    }

    proptest! {
        #[test]
        fn a_vote_names_a_category_of_its_voters_and_agreement_makes_it_stronger(
            picks in proptest::collection::vec(0usize..3, 1..20), weights in proptest::collection::vec(0.01f64..1.0, 20)
        ) {
            let names = ["A", "B", "C"];
            let mut near = votes(&picks.iter().map(|at| Some(names[*at])).collect::<Vec<_>>());
            for (neighbour, weight) in near.iter_mut().zip(&weights) {
                neighbour.weight = *weight;
            }
            let calibration = Calibration::shipped_table();
            let vote = category_vote(&near, calibration).expect("a vote");
            prop_assert!(vote.voters.iter().all(|at| near[*at].item.category.as_deref() == Some(&vote.value)));
            prop_assert!((0.0..=1.0).contains(&vote.raw) && (0.0..=1.0).contains(&vote.confidence));
            let unanimous = near.iter().cloned().map(|mut n| { n.item.category = Some(vote.value.clone()); n });
            let stronger = category_vote(&unanimous.collect::<Vec<_>>(), calibration).expect("a vote");
            prop_assert!(stronger.raw >= vote.raw - 1e-12 && stronger.confidence >= vote.confidence - 1e-12);
        }
    }
}
