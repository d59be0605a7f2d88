//! The items that a question means: by the stems of their words, rare ones counting for more. What shares no word with
//! the question is found by vectors, where there are any: see [`super::joined`].

use super::item::KnowledgeItem;
use super::words::content_stems;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Confidence from which a pattern is given to a model.
pub const SURE_PATTERN: f64 = 0.7;
/// Connections that are named.
const MOST_CONNECTIONS: usize = 5;
/// Letters of a stem from which it counts for those that begin with it, in part.
const LEAST_BEGINNING: usize = 4;
/// How much of it.
const BEGINNING_PART: f64 = 0.5;

/// Which items have which stems, so that a memory of thousands need not be read word by word for each question.
#[derive(Debug, Clone, Default)]
pub struct WordIndex {
    /// Places of the items that have a stem, rising.
    places: BTreeMap<String, Vec<usize>>,
    items: usize,
}

impl WordIndex {
    /// The index of `items`, by their places in the list.
    pub fn new(items: &[KnowledgeItem]) -> Self {
        let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, item) in items.iter().enumerate() {
            for stem in stems_of(item) {
                places.entry(stem).or_default().push(at);
            }
        }
        Self { places, items: items.len() }
    }

    /// Scores each memory item by the words that it shares with `query`, 0 or more; `None` where the query has no
    /// words.
    pub fn score(&self, query: &str) -> Option<Vec<f64>> {
        let wanted = content_stems(query);
        if wanted.is_empty() {
            return None;
        }
        let mut scores = vec![0.0; self.items];
        // The item's number is that of the last stem of the query that it matched.
        let mut matched = vec![0; self.items];
        for (number, stem) in wanted.iter().enumerate() {
            let same = self.places.get_key_value(stem.as_str()).map(|found| (found, 1.0));
            let akin = self.stems_akin(stem).map(|found| (found, BEGINNING_PART));
            for ((_, places), part) in same.into_iter().chain(akin) {
                let weight = ((self.items as f64 + 1.0) / places.len() as f64).ln_1p() * part;
                for at in places {
                    if matched[*at] != number + 1 {
                        matched[*at] = number + 1;
                        scores[*at] += weight;
                    }
                }
            }
        }
        Some(scores)
    }

    /// The stems that begin with `wanted`, or that it begins with, in their order; `wanted` itself left out.
    fn stems_akin<'a>(&'a self, wanted: &'a str) -> impl Iterator<Item = (&'a String, &'a Vec<usize>)> {
        let ends = (LEAST_BEGINNING..wanted.len()).filter(move |end| wanted.is_char_boundary(*end));
        let shorter = ends.filter_map(move |end| self.places.get_key_value(&wanted[..end]));
        let begins = move |(stem, _): &(&'a String, &'a Vec<usize>)| stem.starts_with(wanted);
        let longer = self.places.range(wanted.to_owned()..).take_while(begins);
        let longer =
            longer.filter(move |(stem, _)| wanted.len() >= LEAST_BEGINNING && stem.as_str() != wanted);
        shorter.chain(longer)
    }
}

/// The items that share words with `query`, the best first: by the weight of the words shared, then by confidence,
/// then the latest. All of them, where the query has no words.
pub fn rank_knowledge<'a>(query: &str, items: &'a [KnowledgeItem]) -> Vec<&'a KnowledgeItem> {
    let places = rank_by_words(query, items, &WordIndex::new(items), |_| true);
    places.into_iter().map(|at| &items[at]).collect()
}

/// Ranks memory items by the words of `query` with an index that was made before, as places in the list. It ranks
/// those that `wants` names.
pub fn rank_by_words(
    query: &str,
    items: &[KnowledgeItem],
    index: &WordIndex,
    wants: impl Fn(&KnowledgeItem) -> bool,
) -> Vec<usize> {
    let scores = index.score(query);
    let score = |at: usize| scores.as_ref().map_or(0.0, |scores| scores[at]);
    let is_found = |at: &usize| (scores.is_none() || score(*at) > 0.0) && wants(&items[*at]);
    let mut places: Vec<usize> = (0..items.len()).filter(is_found).collect();
    places
        .sort_by(|a, b| score(*b).total_cmp(&score(*a)).then_with(|| compare_items(&items[*a], &items[*b])));
    places
}

/// The surer one first, then the later one.
fn compare_items(one: &KnowledgeItem, other: &KnowledgeItem) -> Ordering {
    other
        .draft
        .confidence
        .total_cmp(&one.draft.confidence)
        .then(other.updated_at.cmp(&one.updated_at))
        .then(one.id.cmp(&other.id))
}

fn stems_of(item: &KnowledgeItem) -> BTreeSet<String> {
    let sub_area = item.draft.sub_area.as_deref().unwrap_or_default();
    content_stems(&format!("{} {sub_area}", item.draft.content))
}

/// Pairs of items of different areas that share a word with each other, or both with the topic, as sentences.
pub fn find_connections(topic: &str, items: &[&KnowledgeItem]) -> Vec<String> {
    let topic = content_stems(topic);
    let stems: Vec<BTreeSet<String>> = items.iter().map(|item| stems_of(item)).collect();
    let mut out = Vec::new();
    for (at, one) in items.iter().enumerate() {
        for (other_at, other) in items.iter().enumerate().skip(at + 1) {
            if one.draft.area == other.draft.area {
                continue;
            }
            let is_shared = stems[at].intersection(&stems[other_at]).next().is_some();
            let is_on_topic =
                [at, other_at].iter().all(|place| stems[*place].intersection(&topic).next().is_some());
            if is_shared || is_on_topic {
                out.push(format!(
                    "{} ({}) ↔ {} ({})",
                    one.draft.content,
                    one.draft.area.word(),
                    other.draft.content,
                    other.draft.area.word()
                ));
            }
            if out.len() == MOST_CONNECTIONS {
                return out;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::item::tests::item;
    use super::*;
    use crate::personal::decision::Area;

    #[test]
    fn inflected_words_find_it_and_the_rare_word_counts_for_more() {
        let items = [
            item(1, "Joana prefere entrega às sextas"),
            item(2, "prefere café sem açúcar"),
            item(3, "a entrega atrasou na safra"),
        ];
        let first = |query: &str| rank_knowledge(query, &items).first().map(|item| item.id.as_u128());
        assert_eq!(first("entregas da Joana"), Some(1));
        assert_eq!(first("cafés"), Some(2));
        assert_eq!(first("safras atrasadas"), Some(3));
        assert_eq!(first("trator"), None);
        assert_eq!(rank_knowledge("", &items).len(), 3, "no words: all of them");
    }

    #[test]
    fn a_word_counts_once_for_an_item_the_whole_word_more_than_its_beginning() {
        let items = [item(1, "zorbik zorbik"), item(2, "zorbik azul"), item(3, "zorbikulmax")];
        let index = WordIndex::new(&items);
        let scores = index.score("zorbikulmax").unwrap();
        assert!(scores[2] > scores[0] && scores[0] > 0.0, "{scores:?}");
        assert_eq!(scores[0].to_bits(), scores[1].to_bits(), "however often it stands there");
        assert_eq!(rank_by_words("zorbikulmax", &items, &index, |item| item.id.as_u128() < 3), [0, 1]);
        assert_eq!(index.score("").map(|scores| scores.len()), None);
    }

    #[test]
    fn connections_join_areas() {
        let mut sleep = item(1, "dorme mal quando a safra aperta");
        sleep.draft.area = Area::Health;
        let crop = item(2, "a safra começa em fevereiro");
        let found = find_connections("safra", &[&sleep, &crop]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(find_connections("safra", &[&crop, &crop]).is_empty(), "one area");
    }
}
