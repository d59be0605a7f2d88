//! Several things in one message: `isca de formiga, óculos e um pluviômetro`.
//!
//! A message falls into its things only where each names one by itself and no item is all of them:
//! `fungicida para soja e milho` stays one.

use super::wanted::WantedTerms;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use crate::synonyms::SynonymIndex;
use crate::text::{normalize_text, plain_words};

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
    let compares = WORDS.comparison.are_in(&stems_of(query));
    let parts = if compares { split_comparison(query) } else { split_query(query) };
    if parts.len() < 2 || (!compares && asks_which_thing(&parts)) {
        return None;
    }
    let mut wishes: Vec<(WantedTerms, Vec<Hit>)> = Vec::new();
    for part in parts.into_iter().take(MOST_WISHES) {
        let wanted = WantedTerms::of_query(part, index);
        let mut fitting = hits.to_vec();
        wanted.keep_fitting(&mut fitting);
        if compares {
            keep_called(&wanted, &mut fitting);
        }
        // `Quero 3 coisas: …` names nothing yet.
        let counts = wanted.terms.first().is_some_and(|head| head.is_number());
        if !counts && wanted.names_one_of(&fitting) {
            wishes.push((wanted, fitting));
        }
    }
    // `Compara o Marandu com o Mombaça`: what has both among its weeds is neither of them.
    let is_called = |(wanted, hits): &(WantedTerms, Vec<Hit>)| hits.iter().any(|hit| wanted.is_name_of(hit));
    let are_called = compares && wishes.iter().all(is_called);
    let joint = |hit: &Hit| wishes.iter().filter(|(wanted, _)| wanted.is_listed_in(hit)).count() > 1;
    if wishes.len() < 2 || (!are_called && hits.iter().any(joint)) {
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

/// `Vaca de leite em lactação, que ração você tem?`: whether a part asks which thing of its name there is, for which the
/// others say what it is for.
fn asks_which_thing(parts: &[&str]) -> bool {
    let asks = |part: &&str| {
        let folded = normalize_text(part);
        let words: Vec<&str> = plain_words(&folded).collect();
        matches!(words.as_slice(), ["que" | "qual" | "quais" | "which" | "what", thing, ..]
            if !telling_words(thing).is_empty())
    };
    parts.iter().skip(1).any(asks)
}

/// Keeps of `hits` those that are called so; all where none is.
fn keep_called(wanted: &WantedTerms, hits: &mut Vec<Hit>) {
    if hits.iter().any(|hit| wanted.is_name_of(hit)) {
        hits.retain(|hit| wanted.is_name_of(hit));
    }
}

/// The parts of a query that compares: `o Marandu com o Mombaça`, `ureia x sulfato`.
fn split_comparison(query: &str) -> Vec<&str> {
    let parts = split_query(query).into_iter().flat_map(|part| part.split(" com o "));
    let parts = parts.flat_map(|part| part.split(" com a ")).flat_map(|part| part.split(" x "));
    let parts = parts.flat_map(|part| part.split(" vs ")).flat_map(|part| part.split(" versus "));
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
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
        let weeds = hit("Limpa Horta 1 L", &["enxada", "regador"]);
        let with_weeds: Vec<Hit> = hits.iter().cloned().chain([weeds]).collect();
        let chosen_of = |query: &str, hits: &[Hit]| {
            choose_for_wishes(query, hits, 6, &index).map(|hits| {
                hits.into_iter().filter_map(|hit| hit.item).map(|item| item.name).collect::<Vec<_>>()
            })
        };
        let choose_items = |query: &str| chosen_of(query, &hits);
        assert_eq!(
            choose_items("me vê uma enxada, um regador e bota"),
            Some(vec!["Enxada Larga".into(), "Regador 10 L".into(), "Bota Borracha 40".into()])
        );
        let named = ["Enxada Larga".to_owned(), "Regador 10 L".to_owned()];
        for query in ["compara a enxada com o regador", "enxada x regador, qual a diferença?"] {
            assert_eq!(chosen_of(query, &with_weeds).as_deref(), Some(&named[..]), "{query}");
        }
        for query in ["fungicida para soja e milho", "enxada", "preciso capinar o quintal, enxada", ""] {
            assert_eq!(choose_items(query), None, "{query}");
        }
        assert_eq!(choose_items("regador, que enxada vocês têm?"), None, "the enxada is asked for");
        assert!(choose_items("regador, enxada, vocês têm?").is_some());
    }
}
