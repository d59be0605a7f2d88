//! How a message goes on with the prices of what was shown: what it allows, what is cheaper, the first of a sorted list.

use super::comparing::compares_with_shown;
use crate::catalog::Item;
use crate::chat::ChatSource;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::budget::Budget;
use crate::search::Sort;
use crate::text::{normalize_text, plain_words};

/// Whether one of the records that a follow-up points at has a price that the message allows.
pub(super) fn is_any_allowed(pointed: &CatalogQuestion, items: &[Item]) -> bool {
    let is_meant = |item: &&Item| pointed.records.contains(&item.id);
    let mut meant = items.iter().filter(is_meant).peekable();
    meant.peek().is_none() || meant.any(|item| pointed.budget.allows(item))
}

/// `E um mais em conta que esse?`: at most at the price of the one that was spoken of.
pub(super) fn limit_below_shown(
    message: &str,
    question: CatalogQuestion,
    lists: &[Vec<&Item>],
) -> CatalogQuestion {
    let below = question.order == Some(Sort::PriceAsc) && question.budget.is_open();
    let [one] = lists.first().map(Vec::as_slice).unwrap_or_default() else { return question };
    if !below || !compares_with_shown(message) {
        return question;
    }
    CatalogQuestion { budget: Budget { least: None, most: one.least_price() }, ..question }
}

/// `Quero 3 desse` after what was sorted by price: the lists with the first of the newest alone before them. None where
/// the message points at several, or nothing was sorted.
pub(super) fn first_of_sorted(
    message: &str,
    earlier: &[&str],
    shown: &[Vec<ChatSource>],
) -> Option<Vec<Vec<ChatSource>>> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let points_at_one = words.iter().any(|word| POINTING_AT_ONE.contains(word))
        || words.windows(2).any(|pair| matches!(pair, ["that" | "this", "one"]));
    let newest = shown.first().filter(|newest| newest.len() > 1)?;
    let is_sorted = MessageReading::of(earlier.first()?).order.is_some();
    (points_at_one && is_sorted)
        .then(|| std::iter::once(newest[..1].to_vec()).chain(shown.iter().cloned()).collect())
}

/// Words that point at one thing. `Esta` is none, which folds as `está` does.
const POINTING_AT_ONE: [&str; 14] = [
    "esse", "essa", "este", "ela", "desse", "dessa", "deste", "desta", "dele", "dela", "nele", "nela", "it",
    "ele",
];
