//! A word of the topic that was wrong: `era na soja, não no milho`.
//!
//! The right word takes the place of the wrong one; what else the topic says, and its limit of price, stays.

use crate::chat::intent::catalog_question::{CatalogQuestion, MAX_QUERY_CHARS};
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::stems_of;
use crate::text::{normalize_text, plain_words};

/// Most words that take the place of one.
const MOST_RIGHT: usize = 2;
/// Words before the one that was wrong.
const LEADING: [&str; 12] = ["e", "era", "no", "na", "do", "da", "de", "em", "pra", "pro", "para", "for"];

/// The topic with the right word in the place of the one that the message denies; nothing where it denies no word of the
/// topic, or names none for it.
pub(super) fn contradict_topic(message: &str, topic: &CatalogQuestion) -> Option<CatalogQuestion> {
    let parts: Vec<&str> = message.split_whitespace().collect();
    let stem = |part: &str| stems_of(part).into_iter().next().unwrap_or_default();
    let is_leading = |part: &str| plain_words(&normalize_text(part)).all(|word| LEADING.contains(&word));
    let denies = |part: &&str| matches!(plain_words(&normalize_text(part)).next(), Some("nao" | "not"));
    let at = parts.iter().position(denies)?;
    let wrong = (at + 1..parts.len()).find(|next| !is_leading(parts[*next]))?;
    let denied = stem(parts[wrong]);
    let is_denied = |word: &str| !denied.is_empty() && stem(word) == denied;
    let said = [&parts[..at], &parts[wrong + 1..]].concat().join(" ");
    let mut right = telling_words(&said);
    right.retain(|word| !is_leading(word));
    let stands = topic.query.split_whitespace().any(is_denied) && !telling_words(parts[wrong]).is_empty();
    let is_new = |word: &String| {
        !is_denied(word) && !topic.query.split_whitespace().any(|old| stem(old) == stem(word))
    };
    if !stands || !(1..=MOST_RIGHT).contains(&right.len()) || !right.iter().all(is_new) {
        return None;
    }
    let right = right.join(" ");
    let words =
        topic.query.split_whitespace().map(|word| if is_denied(word) { right.as_str() } else { word });
    let query = words.collect::<Vec<_>>().join(" ").chars().take(MAX_QUERY_CHARS).collect();
    let reading = MessageReading::of(&said);
    let (order, budget) = (reading.order.or(topic.order), reading.budget.or(topic.budget));
    Some(CatalogQuestion {
        query,
        order,
        budget,
        excluded: topic.excluded.clone(),
        ..CatalogQuestion::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Price;
    use crate::chat::intent::reading::budget::Budget;

    #[test]
    fn the_right_word_takes_the_place_of_the_wrong_one_and_the_limit_stays() {
        let budget = Budget { least: None, most: Price::parse("200").ok() };
        let query = "lagarta no milho".to_owned();
        let topic = CatalogQuestion { query, budget, ..CatalogQuestion::default() };
        for message in ["era na soja, não no milho", "não milho, soja", "não é no milho, é na soja"] {
            let question = contradict_topic(message, &topic).unwrap_or_else(|| panic!("{message}"));
            assert_eq!((question.query.as_str(), question.budget), ("lagarta no soja", budget), "{message}");
        }
        for message in [
            "milho não",
            "não, obrigado",
            "não serve pra soja?",
            "e pra soja?",
            "não pega no milho verde alto irrigado?",
            "",
        ] {
            assert_eq!(contradict_topic(message, &topic), None, "{message}");
        }
    }
}
