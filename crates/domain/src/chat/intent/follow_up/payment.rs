//! How a sum is paid: what a message takes off it or takes back, and in how many equal parts it is told.

use super::coreference::of_items;
use super::ordering::{ShownSum, ask_for_sum, has_counted_lines, read_shown_cut};
use super::topic::find_records;
use crate::catalog::Item;
use crate::chat::ChatSource;
use crate::chat::intent::catalog_question::CatalogQuestion;
use crate::chat::intent::reading::MessageReading;
use crate::chat::intent::reading::counting::Count;
use crate::chat::intent::reading::discount::{
    PriceCut, find_stated_share, read_other_share, read_plain_share, read_price_cut, take_cut_back,
};
use crate::chat::intent::reading::installments::read_installments;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// What a message says of how a sum is paid.
#[derive(Debug, Default)]
pub(super) struct SaidTerms {
    /// The message without it, where it says anything of the kind.
    pub rest: Option<String>,
    /// What is to be taken off.
    pub cut: Option<PriceCut>,
    /// Whether what was taken off before is not any more.
    is_undone: bool,
    /// In how many equal parts the sum is paid.
    pub installments: Option<u32>,
}

impl SaidTerms {
    /// What is taken off what the message asks for: what it says itself, or what the shop states in the answer before, or
    /// what that answer has taken off a sum that the message changes.
    pub(super) fn discount_after(&self, answer: &str, changes_sum: bool) -> Option<PriceCut> {
        if self.is_undone {
            return None;
        }
        let find_shown_cut = || read_shown_cut(answer).filter(|_| changes_sum);
        self.cut.or_else(|| find_stated_share(answer).map(PriceCut::Share)).or_else(find_shown_cut)
    }
}

/// What a message says of how a sum is paid; parts only of a sum that `answer` has told.
pub(super) fn read_terms(message: &str, answer: &str) -> SaidTerms {
    let cut = read_shown_cut(answer);
    let is_cut = cut.is_some();
    // `E com 10?` is another share where the last one was in percent.
    let read_plain = || read_plain_share(message).filter(|_| matches!(cut, Some(PriceCut::Share(_))));
    // `Não, era 5%`
    let read_other = || {
        let other = read_other_share(message).filter(|_| is_cut).or_else(read_plain);
        other.map(|cut| (String::new(), cut))
    };
    let said_cut = read_price_cut(message).or_else(read_other);
    // `Tira o desconto` of a sum that has none leaves it as it is.
    let is_undone = is_cut || (said_cut.is_none() && has_counted_lines(answer));
    if let Some(rest) = take_cut_back(message).filter(|_| is_undone) {
        return SaidTerms { rest: Some(rest), is_undone, ..SaidTerms::default() };
    }
    let (rest, cut) = match said_cut {
        Some((rest, cut)) => (Some(rest), Some(cut)),
        None => (None, None),
    };
    let said = rest.as_deref().unwrap_or(message);
    match read_installments(said).filter(|_| has_counted_lines(answer)) {
        Some((rest, parts)) if names_nothing(&rest) => {
            SaidTerms { rest: Some(rest), cut, installments: Some(parts), is_undone: false }
        }
        _ => SaidTerms { rest, cut, ..SaidTerms::default() },
    }
}

/// An earlier message without what it takes off a price, which is no topic.
pub(super) fn without_cut(message: Cow<'_, str>) -> Cow<'_, str> {
    match read_price_cut(&message) {
        Some((rest, _)) if !telling_words(&rest).is_empty() => Cow::Owned(rest),
        _ => message,
    }
}

/// Whether a message names no thing, no number and no wish of its own: `fica quanto?`
pub(super) fn names_nothing(message: &str) -> bool {
    let reading = MessageReading::of(message);
    reading.counts.is_empty()
        && reading.order.is_none()
        && reading.per.is_none()
        && reading.money.is_none()
        && reading.budget.is_open()
        && reading.excluded.is_empty()
        && reading.telling_words().iter().all(|word| WORDS.total.are_in(&stems_of(word)))
}

/// `Tira 5%`, `100 reais de desconto nisso`, `divide em 3`: the sum of the last answer once more, or one of the one thing
/// that it showed, or what it showed, of which it is not known how many are meant.
pub(super) fn reckon_again(
    answer: &str,
    sum: &ShownSum<'_>,
    shown: &[Vec<ChatSource>],
    items: &[Item],
) -> Option<CatalogQuestion> {
    if has_counted_lines(answer) && !sum.lines.is_empty() {
        return Some(ask_for_sum(sum));
    }
    let newest = find_records(shown.get(..1)?, items);
    newest.first().map(|newest| count_one(of_items(newest)))
}

/// One of the one thing that is asked for, where nothing is counted.
pub(super) fn count_one(question: CatalogQuestion) -> CatalogQuestion {
    match question.records.as_slice() {
        [one] if !question.reckons() && question.doubt.is_none() => {
            let counts = vec![Count::of_record(Decimal::ONE, *one)];
            CatalogQuestion { counts, ..question }
        }
        _ => question,
    }
}
