//! Follow-ups: messages that only mean something after the one before (`e o mais barato?`).
//!
//! The catalog is never asked with the conversation's text around the query (SPEC §3.6), so such a
//! message would look for `barato`. Instead it is put together with the catalog question that it
//! goes on with, by words alone and without a model: the same messages always give the same query.

use super::rules::{Named, has_product_code, is_agronomy, named_groups};
use super::words::{WORDS, stems_of};
use super::{HistoryMessage, Role};
use crate::search::{Hit, Sort};
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};
use std::cmp::Ordering;

/// User messages that are looked back at.
const MAX_LOOKED_BACK: usize = 12;
/// Longest message that can be a follow-up, in content words: longer ones speak for themselves.
const MAX_CONTENT_WORDS: usize = 4;
/// Longest query that is carried on, in characters.
const MAX_QUERY_CHARS: usize = 400;

/// What a follow-up asks the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// A query that stands on its own.
    pub query: String,
    /// The order it asks for, to be applied to the hits that are shown: cheapest of what fits, not
    /// cheapest of all that shares a word.
    pub sort: Option<Sort>,
}

/// What `message` asks after `history` (oldest first); nothing where it speaks for itself, or where
/// there is nothing to go on with.
pub fn follow_up(message: &str, history: &[HistoryMessage], index: &SynonymIndex) -> Option<FollowUp> {
    let earlier: Vec<&str> = history
        .iter()
        .rev()
        .filter(|earlier| earlier.role == Role::User)
        .take(MAX_LOOKED_BACK)
        .map(|earlier| earlier.content.as_str())
        .collect();
    let topic = earlier.iter().rev().fold(None, |topic, earlier| next_topic(topic, earlier, index));
    let follow_up = going_on(message, &topic?, index)?;
    // `Quanto custa?` after a question about delivery asks for the freight.
    let last = earlier.iter().find(|earlier| !is_courtesy(earlier));
    let dealers = last.is_some_and(|last| is_about_dealer(last, index));
    (!dealers || follow_up.sort.is_some() || !telling_words(message).is_empty()).then_some(follow_up)
}

/// Puts hits in the order that a follow-up asks for, those without a price last. Applied to the best
/// hits of the query, where a search sorted by price would bring up the cheapest of everything that
/// shares a word with it.
pub fn in_order(hits: &mut [Hit], sort: Option<Sort>) {
    let price = |hit: &Hit| hit.item.as_ref().and_then(|item| item.price);
    let cheapest = |a: &Hit, b: &Hit| match (price(a), price(b)) {
        (Some(a), Some(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    match sort {
        Some(Sort::PriceAsc) => hits.sort_by(cheapest),
        Some(Sort::PriceDesc) => hits.sort_by(|a, b| match (price(a), price(b)) {
            (Some(_), Some(_)) => cheapest(b, a),
            _ => cheapest(a, b),
        }),
        Some(Sort::Relevance | Sort::Name | Sort::Newest) | None => {}
    }
}

/// The order by price that a message asks for.
pub fn price_order(message: &str) -> Option<Sort> {
    let stems = stems_of(message);
    if WORDS.cheapest.are_in(&stems) {
        Some(Sort::PriceAsc)
    } else if WORDS.dearest.are_in(&stems) {
        Some(Sort::PriceDesc)
    } else {
        None
    }
}

/// What the conversation asks the catalog after one more message.
fn next_topic(topic: Option<String>, message: &str, index: &SynonymIndex) -> Option<String> {
    if let Some(follow_up) = topic.as_deref().and_then(|topic| going_on(message, topic, index)) {
        return Some(follow_up.query);
    }
    // Courtesy and questions about the dealer leave the topic as it is.
    if telling_words(message).is_empty() || is_courtesy(message) || is_about_dealer(message, index) {
        return topic;
    }
    Some(message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_QUERY_CHARS).collect())
}

fn is_courtesy(message: &str) -> bool {
    WORDS.courtesy.outside(&stems_of(message)).is_empty()
}

/// Whether the message asks how the dealer works, and names nothing to be found in the catalog.
fn is_about_dealer(message: &str, index: &SynonymIndex) -> bool {
    let known = has_product_code(message) || is_agronomy(message, index);
    !known && WORDS.faq.are_in(&stems_of(message))
}

fn going_on(message: &str, topic: &str, index: &SynonymIndex) -> Option<FollowUp> {
    let stems = stems_of(message);
    if stems.is_empty() || is_courtesy(message) || has_product_code(message) {
        return None;
    }
    let told = telling_words(message);
    let sort = price_order(message);
    if told.is_empty() {
        return Some(FollowUp { query: topic.to_owned(), sort });
    }
    let leads = WORDS.lead.at_start(&stems) > 0;
    if !leads || told.len() > MAX_CONTENT_WORDS {
        return None;
    }
    Some(FollowUp { query: exchanged(topic, &told, index)?, sort })
}

/// The words of a message that name something to look for: no function words, no chatter, no words
/// of price and order, none that point back.
fn telling_words(message: &str) -> Vec<String> {
    let normalized = normalize_text(message);
    let words: Vec<&str> = plain_words(&normalized).collect();
    let stems = stems_of(message);
    let empty = [&WORDS.cheapest, &WORDS.dearest, &WORDS.reference];
    let outside: Vec<Vec<usize>> = empty.iter().map(|phrases| phrases.outside(&stems)).collect();
    words
        .iter()
        .enumerate()
        .filter(|(at, word)| {
            !is_stop_word(word) && !is_chatter(word) && outside.iter().all(|places| places.contains(at))
        })
        .map(|(_, word)| (*word).to_owned())
        .collect()
}

/// The topic with what the new words name in the place of its own: a crop for the crop, a purpose
/// or a pest for the purpose and the pest. Nothing where the words are not all of one of the two.
fn exchanged(topic: &str, told: &[String], index: &SynonymIndex) -> Option<String> {
    let new = named_groups(told, index);
    let crops = new.iter().all(|named| named.kind == Some(GroupKind::Culture));
    let purposes = new.iter().all(is_purpose);
    if !crops && !purposes {
        return None;
    }
    let old = named_groups(&telling_words(topic), index);
    // A pest may have its crop in its name: `ferrugem da soja`.
    let is_crop =
        |named: &Named, word: &str| named.kind == Some(GroupKind::Culture) || names_crop(word, index);
    let old = old
        .iter()
        .flat_map(|named| named.words.iter().map(move |word| (is_crop(named, word), word.as_str())));
    let kept: Vec<&str> = old.filter(|(crop, _)| *crop != crops).map(|(_, word)| word).collect();
    if kept.is_empty() {
        return None;
    }
    let new = new.iter().flat_map(|named| named.words.iter().map(String::as_str));
    let words: Vec<&str> =
        if crops { kept.into_iter().chain(new).collect() } else { new.chain(kept).collect() };
    Some(words.join(" ").chars().take(MAX_QUERY_CHARS).collect())
}

fn names_crop(word: &str, index: &SynonymIndex) -> bool {
    index.longest_phrase(&[word]).1.iter().any(|group| group.kind == GroupKind::Culture)
}

fn is_purpose(named: &Named) -> bool {
    matches!(named.kind, Some(GroupKind::Treatment | GroupKind::Generic))
}

#[cfg(test)]
mod tests {
    use super::super::sources::tests::item_hit;
    use super::*;
    use crate::synonyms::{SHIPPED, SynonymGroup};
    use proptest::prelude::*;

    fn index() -> SynonymIndex {
        let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
        SynonymIndex::new(&groups)
    }

    fn said(messages: &[&str]) -> Vec<HistoryMessage> {
        let both = |user: &&str| {
            [
                (Role::User, (*user).to_owned()),
                (Role::Assistant, "Temos adubo e herbicida para café [1].".to_owned()),
            ]
        };
        let all = messages.iter().flat_map(both);
        all.map(|(role, content)| HistoryMessage { role, content }).collect()
    }

    fn asked(earlier: &[&str], message: &str) -> Option<(String, Option<Sort>)> {
        follow_up(message, &said(earlier), &index()).map(|f| (f.query, f.sort))
    }

    const RUST: &str = "fungicida para ferrugem da soja";

    #[test]
    fn a_question_of_price_goes_on_with_the_topic() {
        for (message, sort) in [
            ("e o mais barato?", Some(Sort::PriceAsc)),
            ("Qual o mais em conta?", Some(Sort::PriceAsc)),
            ("e o mais caro?", Some(Sort::PriceDesc)),
            ("what about the cheapest one?", Some(Sort::PriceAsc)),
            ("quanto custa?", None),
            ("tem em estoque?", None),
            ("qual a diferença entre eles?", None),
            ("e o segundo?", None),
            ("qual a dose?", None),
            ("me mostra mais", None),
            ("tem outra opção?", None),
        ] {
            assert_eq!(asked(&[RUST], message), Some((RUST.into(), sort)), "{message}");
        }
    }

    #[test]
    fn what_stands_between_is_passed_over() {
        let earlier = ["oi", RUST, "obrigado!", "qual o prazo de entrega?", "e o mais caro?"];
        assert_eq!(asked(&earlier, "e o mais barato?"), Some((RUST.into(), Some(Sort::PriceAsc))));
    }

    #[test]
    fn after_a_question_about_the_dealer_the_dealer_is_meant() {
        let earlier = [RUST, "vocês entregam na fazenda?", "obrigado"];
        assert_eq!(asked(&earlier, "e quanto custa?"), None);
        assert_eq!(asked(&earlier, "e o mais barato?"), Some((RUST.into(), Some(Sort::PriceAsc))));
    }

    #[test]
    fn hits_come_in_the_order_asked_for() {
        let hits = || [("a", Some("20")), ("b", None), ("c", Some("10")), ("d", Some("30"))];
        let names = |sort| {
            let mut hits = hits().map(|(name, price)| item_hit(name, price, ""));
            in_order(&mut hits, sort);
            hits.map(|hit| hit.item.expect("an item").name).concat()
        };
        assert_eq!(names(None), "abcd");
        assert_eq!(names(Some(Sort::PriceAsc)), "cadb");
        assert_eq!(names(Some(Sort::PriceDesc)), "dacb");
    }

    #[test]
    fn crop_and_purpose_are_exchanged() {
        for (message, query) in [
            ("e para milho?", "fungicida ferrugem milho"),
            ("e no feijão?", "fungicida ferrugem feijao"),
            ("e contra oídio?", "oidio soja"),
            ("e herbicida?", "herbicida soja"),
            ("and for corn, cheaper?", ""),
        ] {
            let expected = (!query.is_empty()).then(|| (query.to_owned(), None));
            assert_eq!(asked(&[RUST], message), expected, "{message}");
        }
        assert_eq!(
            asked(&[RUST, "e para milho?"], "e o mais barato?"),
            Some(("fungicida ferrugem milho".into(), Some(Sort::PriceAsc)))
        );
        assert_eq!(asked(&["preciso de um fungicida"], "para soja"), Some(("fungicida soja".into(), None)));
    }

    #[test]
    fn what_speaks_for_itself_is_no_follow_up() {
        for message in [
            "fungicida mais barato para milho",
            "oi",
            "obrigado",
            "qual o prazo de entrega?",
            "tem prodence?",
            "e o 2,4-D?",
            "herbicida para milho safrinha",
            "👍",
        ] {
            assert_eq!(asked(&[RUST], message), None, "{message}");
        }
        assert_eq!(asked(&[], "e o mais barato?"), None);
        assert_eq!(asked(&["oi", "qual o prazo de entrega?"], "e o mais barato?"), None);
    }

    #[test]
    fn an_unknown_product_is_a_topic() {
        assert_eq!(asked(&["tem prodence?"], "quanto custa?"), Some(("tem prodence?".into(), None)));
    }

    proptest! {
        #[test]
        fn any_conversation_can_be_followed(
            earlier in proptest::collection::vec(any::<String>(), 0..5), message in any::<String>()
        ) {
            let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
            if let Some(follow_up) = follow_up(&message, &said(&earlier), &SynonymIndex::default()) {
                prop_assert!(!follow_up.query.is_empty() && follow_up.query.chars().count() <= MAX_QUERY_CHARS);
            }
        }
    }
}
