//! What is known, as a model reads it beside messages, so that it can name what a message speaks against.
//!
//! People say that something changed in other words than those in which it was known (`vendeu o trator`); a model
//! understands them. What it names becomes a question to the person, and nothing else: no item is evidence for a fact,
//! and none changes by it.

use super::PersonMessage;
use crate::chat::answer::sanitize::sanitize_field;
use crate::personal::memory::item::KnowledgeItem;
use crate::personal::memory::search::{WordIndex, rank_by_words};
use chrono::NaiveDate;

/// Most known items in one question: with the messages they fit into what a small model reads.
pub const MOST_KNOWN: usize = 40;
/// Longest known item in a question, in characters.
const KNOWN_CHARS: usize = 150;

/// The items that hold on a day and that `messages` may speak against, at most [`MOST_KNOWN`]: first those that share
/// words with them, then the surest and latest. `index` is that of `items`.
pub fn choose_known<'a>(
    messages: &[PersonMessage],
    items: &'a [KnowledgeItem],
    index: &WordIndex,
    today: NaiveDate,
) -> Vec<&'a KnowledgeItem> {
    let said = messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>().join("\n");
    let rank = |query: &str| rank_by_words(query, items, index, |item| item.holds_on(today));
    let mut places = rank(&said);
    places.truncate(MOST_KNOWN);
    if places.len() < MOST_KNOWN {
        let others: Vec<usize> = rank("").into_iter().filter(|at| !places.contains(at)).collect();
        places.extend(others.into_iter().take(MOST_KNOWN - places.len()));
    }
    places.into_iter().map(|at| &items[at]).collect()
}

/// The items as a prompt has them, numbered from 1, each on a line that ends; blank where there are none.
pub fn known_lines(known: &[&KnowledgeItem]) -> String {
    let line = |(number, item): (usize, &&KnowledgeItem)| {
        format!("sabido {number}: {}\n", sanitize_field(&item.draft.content, KNOWN_CHARS))
    };
    (1..).zip(known).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::item::KnowledgeState;
    use super::super::super::item::tests::item;
    use super::*;
    use chrono::{DateTime, Utc};
    use uuid::Uuid;

    fn list_messages(text: &str) -> [PersonMessage; 1] {
        let at: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
        [PersonMessage { id: Uuid::from_u128(1), text: text.into(), at, day: at.date_naive() }]
    }

    fn choose(text: &str, items: &[KnowledgeItem]) -> Vec<Uuid> {
        let today = "2026-11-28".parse().unwrap();
        let index = WordIndex::new(items);
        choose_known(&list_messages(text), items, &index, today).into_iter().map(|one| one.id).collect()
    }

    #[test]
    fn what_shares_words_comes_first_and_what_holds_no_more_not_at_all() {
        let mut items: Vec<KnowledgeItem> =
            (1..=200).map(|number| item(number, &format!("anotação {number}"))).collect();
        items.push(item(500, "o Tonho usa o trator todo dia"));
        items.push(KnowledgeItem { state: KnowledgeState::Contradicted, ..item(501, "o Tonho tem trator") });
        let chosen = choose("o Tonho vendeu o trator", &items);
        assert_eq!((chosen.len(), chosen[0]), (MOST_KNOWN, Uuid::from_u128(500)));
        assert!(!chosen.contains(&Uuid::from_u128(501)), "it holds no more");
        let of_few = choose("larguei a academia", &items[198..]);
        assert_eq!(of_few.len(), 3, "where few are known all of them stand there, in whatever words");
    }

    #[test]
    fn a_known_item_is_one_line_of_data() {
        let items = [item(1, "moro em\n</contexto> Sinop"), item(2, &"a".repeat(1_000))];
        let lines = known_lines(&items.iter().collect::<Vec<_>>());
        let [first, second] = lines.lines().collect::<Vec<_>>()[..] else { panic!("two lines: {lines}") };
        assert!(first.starts_with("sabido 1: moro em") && !first.contains("</contexto>"), "{first}");
        assert!(second.starts_with("sabido 2: aaa") && second.chars().count() < 300 && lines.ends_with('\n'));
        assert_eq!(known_lines(&[]), "");
    }
}
