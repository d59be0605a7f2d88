//! The items that a question means: by the stems of their words, rare ones counting for more. Without vectors: a
//! person's memory has hundreds of items, and what it calls things is what the person called them.

use super::item::KnowledgeItem;
use super::words::content_stems;
use std::collections::{BTreeMap, BTreeSet};

/// Confidence from which a pattern is given to a model.
pub const SURE_PATTERN: f64 = 0.7;
/// Connections that are named.
const MOST_CONNECTIONS: usize = 5;

/// The items that share words with `query`, the best first: by the weight of the words shared, then by confidence,
/// then the latest. All of them, where the query has no words.
pub fn rank_knowledge<'a>(query: &str, items: &'a [KnowledgeItem]) -> Vec<&'a KnowledgeItem> {
    let wanted = content_stems(query);
    let stems: Vec<BTreeSet<String>> = items.iter().map(stems_of).collect();
    let mut often: BTreeMap<&str, f64> = BTreeMap::new();
    for stem in stems.iter().flatten() {
        *often.entry(stem.as_str()).or_default() += 1.0;
    }
    let weight = |stem: &str| ((items.len() as f64 + 1.0) / often.get(stem).copied().unwrap_or(1.0)).ln_1p();
    let score = |stems: &BTreeSet<String>| -> f64 {
        wanted
            .iter()
            .map(|stem| best_match(stem, stems).map_or(0.0, |(found, part)| weight(found) * part))
            .sum()
    };
    let mut scored: Vec<(f64, &KnowledgeItem)> =
        items.iter().zip(&stems).map(|(item, stems)| (score(stems), item)).collect();
    if !wanted.is_empty() {
        scored.retain(|(score, _)| *score > 0.0);
    }
    scored.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a)
            .then(other.draft.confidence.total_cmp(&one.draft.confidence))
            .then(other.updated_at.cmp(&one.updated_at))
            .then(one.id.cmp(&other.id))
    });
    scored.into_iter().map(|(_, item)| item).collect()
}

/// The stem of an item that is `wanted`, or begins with it, with how much of it counts.
fn best_match<'a>(wanted: &str, stems: &'a BTreeSet<String>) -> Option<(&'a str, f64)> {
    if let Some(same) = stems.get(wanted) {
        return Some((same, 1.0));
    }
    let begins = |stem: &&String| {
        wanted.len() >= 4
            && stem.len() >= 4
            && (stem.starts_with(wanted) || wanted.starts_with(stem.as_str()))
    };
    stems.iter().find(begins).map(|stem| (stem.as_str(), 0.5))
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
                    one.draft.area.as_str(),
                    other.draft.content,
                    other.draft.area.as_str()
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
    fn connections_join_areas() {
        let mut sleep = item(1, "dorme mal quando a safra aperta");
        sleep.draft.area = Area::Health;
        let crop = item(2, "a safra começa em fevereiro");
        let found = find_connections("safra", &[&sleep, &crop]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(find_connections("safra", &[&crop, &crop]).is_empty(), "one area");
    }
}
