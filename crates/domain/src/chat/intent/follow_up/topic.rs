//! What a conversation is about: the topic of its messages, and how a message goes on with it.

use super::pointing::begins_as_pointer;
use crate::catalog::Item;
use crate::chat::ChatSource;
use crate::chat::intent::catalog_question::{
    CatalogQuestion, MAX_CONTENT_WORDS, MAX_QUERY_CHARS, is_about_dealer,
};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::wording::message_facts::{NamedTerms, has_product_code, named_groups};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{normalize_text, plain_words};

/// `Tem produto pra corrigir isso?`: what was said before is meant, not a thing that was shown.
pub(super) fn points_at_said(message: &str) -> bool {
    let folded = normalize_text(message);
    let points =
        plain_words(&folded).any(|word| matches!(word, "isso" | "disso" | "nisso" | "that" | "this"));
    points && !points_at_own_thing(message)
}

/// `And diesel fuel, do you sell that?`: what stands before the comma is meant, whatever was said before.
fn points_at_own_thing(message: &str) -> bool {
    let Some((thing, question)) = message.rsplit_once(',') else { return false };
    let folded = normalize_text(question);
    let words: Vec<&str> = plain_words(&folded).collect();
    let is_offer = |pair: &[&str]| {
        matches!(pair[0], "vende" | "vendem" | "tem" | "sell" | "have" | "carry")
            && matches!(pair[1], "isso" | "that" | "this")
    };
    words.windows(2).any(is_offer) && !telling_words(thing).is_empty()
}

/// The records of what was shown that still exist, list by list.
pub(super) fn find_records<'a>(shown: &[Vec<ChatSource>], items: &'a [Item]) -> Vec<Vec<&'a Item>> {
    let record = |source: &ChatSource| items.iter().find(|item| item.id == source.id);
    let lists = shown.iter().map(|list| list.iter().filter_map(record).collect::<Vec<_>>());
    lists.filter(|list| !list.is_empty()).collect()
}

/// What the conversation asks the catalog after one more message.
pub(super) fn next_topic(
    topic: Option<CatalogQuestion>,
    message: &str,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if let Some(follow_up) = topic.as_ref().and_then(|topic| go_on_with_topic(message, topic, index)) {
        return Some(follow_up);
    }
    // Courtesy and questions about the dealer leave the topic as it is.
    let reading = if topic.is_some() { MessageReading::of(message) } else { MessageReading::alone(message) };
    let these = WORDS.these.are_in(&stems_of(message));
    let points = topic.is_some() && (begins_as_pointer(message) || these);
    if points || reading.telling_words().is_empty() || is_courtesy(message) || is_about_dealer(message, index)
    {
        return topic;
    }
    let words: Vec<&str> = reading.rest.split_whitespace().collect();
    let query = words.join(" ").chars().take(MAX_QUERY_CHARS).collect();
    let (budget, order, excluded) = (reading.budget, reading.order, reading.excluded);
    Some(CatalogQuestion { query, budget, order, excluded, ..CatalogQuestion::default() })
}

/// Whether the message holds words of courtesy and no others.
pub(super) fn is_courtesy(message: &str) -> bool {
    WORDS.courtesy.outside(&stems_of(message)).is_empty()
}

/// What a message asks that goes on with a topic: its crop or purpose exchanged, or less of it.
pub(super) fn go_on_with_topic(
    message: &str,
    topic: &CatalogQuestion,
    index: &SynonymIndex,
) -> Option<CatalogQuestion> {
    if stems_of(message).is_empty() || is_courtesy(message) || has_product_code(message) {
        return None;
    }
    let reading = MessageReading::of(message);
    let told = reading.telling_words();
    // `Fora pimenta` still asks for the cheapest of what remains.
    let narrows = !reading.excluded.is_empty() && told.is_empty();
    let question = |query: String| {
        let excluded = topic.excluded.iter().chain(&reading.excluded).cloned().collect();
        let order = reading.order.or(topic.order.filter(|_| narrows));
        let budget = reading.budget.or(topic.budget);
        CatalogQuestion { query, order, budget, excluded, ..CatalogQuestion::default() }
    };
    if told.is_empty() {
        return Some(question(topic.query.clone()));
    }
    let leads = WORDS.lead.at_start(&stems_of(&reading.rest)) > 0;
    if !leads || told.len() > MAX_CONTENT_WORDS {
        return None;
    }
    exchange_term(&topic.query, &told, index).map(question)
}

/// The topic with what the new words name in the place of its own: a crop for the crop, a purpose
/// or a pest for the purpose and the pest. Nothing where the words are not all of one of the two.
fn exchange_term(topic: &str, told: &[String], index: &SynonymIndex) -> Option<String> {
    let new = named_groups(told, index);
    let crops = new.iter().all(|named| named.kind == Some(GroupKind::Culture));
    let purposes = new.iter().all(is_purpose);
    if !crops && !purposes {
        return None;
    }
    let old = named_groups(&telling_words(topic), index);
    // A pest may have its crop in its name: `ferrugem da soja`.
    let is_crop =
        |named: &NamedTerms, word: &str| named.kind == Some(GroupKind::Culture) || names_crop(word, index);
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

/// Whether the word is a crop of the synonyms.
fn names_crop(word: &str, index: &SynonymIndex) -> bool {
    index.longest_phrase(&[word]).1.iter().any(|group| group.kind == GroupKind::Culture)
}

/// Whether the terms name what a product is for, and not a crop.
fn is_purpose(named: &NamedTerms) -> bool {
    matches!(named.kind, Some(GroupKind::Treatment | GroupKind::Generic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_the_question_is_meant_and_not_what_was_said_before() {
        for message in ["and diesel fuel, do you sell that?", "e trator, vocês vendem isso?"] {
            assert!(!points_at_said(message), "{message}");
        }
        for message in
            ["vocês vendem isso?", "tá, vocês têm isso?", "tem produto pra corrigir isso?", "what is that?"]
        {
            assert!(points_at_said(message), "{message}");
        }
    }
}
