//! Several things in one message: `isca de formiga, óculos e um pluviômetro`.
//!
//! A message falls into its things only where each names one by itself and no item is all of them:
//! `fungicida para soja e milho` stays one.

use super::wanted::WantedTerms;
use crate::search::Hit;
use crate::synonyms::SynonymIndex;

/// Most things that one message is read for.
const MOST_WISHES: usize = 6;
/// Most items that are shown of one of several things.
const MOST_OF_EACH: usize = 3;

/// Of `hits` those that fit each thing that `query` names, thing by thing, at most `limit`; `None` where it
/// names one thing.
pub(crate) fn choose_for_wishes(
    query: &str,
    hits: &[Hit],
    limit: usize,
    index: &SynonymIndex,
) -> Option<Vec<Hit>> {
    let parts = split_query(query);
    if parts.len() < 2 {
        return None;
    }
    let mut wishes: Vec<(WantedTerms, Vec<Hit>)> = Vec::new();
    for part in parts.into_iter().take(MOST_WISHES) {
        let wanted = WantedTerms::of_query(part, index);
        let mut fitting = hits.to_vec();
        wanted.keep_fitting(&mut fitting);
        // `Quero 3 coisas: …` names nothing yet.
        let counts = wanted.terms.first().is_some_and(|head| head.is_number());
        if !counts && wanted.names_one_of(&fitting) {
            wishes.push((wanted, fitting));
        }
    }
    let joint = |hit: &Hit| wishes.iter().filter(|(wanted, _)| wanted.is_listed_in(hit)).count() > 1;
    if wishes.len() < 2 || hits.iter().any(joint) {
        return None;
    }
    let each = (limit / wishes.len()).clamp(1, MOST_OF_EACH);
    let mut chosen: Vec<Hit> = Vec::new();
    for (_, fitting) in wishes {
        let id = |hit: &Hit| hit.item.as_ref().map(|item| item.id);
        let new: Vec<Hit> = fitting
            .into_iter()
            .filter(|hit| chosen.iter().all(|known| id(known) != id(hit)))
            .take(each)
            .collect();
        chosen.extend(new);
    }
    Some(chosen)
}

/// The parts of a query between signs and words that join.
fn split_query(query: &str) -> Vec<&str> {
    let signs = query.split([',', ';', '+', '?', '!', ':']);
    let joined = signs.flat_map(|part| part.split(" e ")).flat_map(|part| part.split(" and "));
    joined.map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;
    use crate::synonyms::{SHIPPED, SynonymGroup};
    use uuid::Uuid;

    #[test]
    fn several_things_are_chosen_one_by_one() {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        let index = SynonymIndex::new(&groups);
        let mut ids = 1..;
        let mut hit = |name: &str, tags: &[&str]| {
            let mut hit = item_hit(name, Some("10"), "");
            if let Some(item) = hit.item.as_mut() {
                item.id = Uuid::from_u128(ids.next().expect("an id"));
                item.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
            }
            hit
        };
        let hits = [
            hit("Enxada Larga", &["capina"]),
            hit("Bota Borracha 40", &["EPI"]),
            hit("Regador 10 L", &["horta"]),
            hit("Ferrugen 200 SC", &["fungicida", "soja", "milho"]),
            hit("Milho Híbrido saco", &["semente", "milho"]),
        ];
        let chosen = |query: &str| {
            choose_for_wishes(query, &hits, 6, &index).map(|hits| {
                hits.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect::<Vec<_>>()
            })
        };
        assert_eq!(
            chosen("me vê uma enxada, um regador e bota"),
            Some(vec!["Enxada Larga".into(), "Regador 10 L".into(), "Bota Borracha 40".into()])
        );
        for query in ["fungicida para soja e milho", "enxada", "preciso capinar o quintal, enxada", ""] {
            assert_eq!(chosen(query), None, "{query}");
        }
    }
}
