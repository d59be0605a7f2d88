//! FAQs in a composed answer: the one that answers the message, or those that may help.

use super::faq_question::{AskedQuestion, Fit, question_with_tags, share, stem_telling_words};
use super::findings::{TurnFindings, escape_line, has_a_word, is_named_in};
use crate::catalog::brief::NAME_CHARS;
use crate::catalog::faq::Faq;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::{cut_text, sanitize_field, strip_marks};
use crate::chat::intent::plan::Intent;
use crate::chat::intent::safety::{Concern, is_about_poisoning};
use crate::chat::intent::wording::message_facts::{content_words, named_groups};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use std::cmp::Ordering;

/// Most questions that are listed where none fits well.
const MAX_QUESTIONS: usize = 3;
/// Longest answer of a FAQ that is quoted, in characters.
const ANSWER_CHARS: usize = 4_000;
/// Least share of the message's words that a FAQ must hold in question and tags to answer it, where
/// the message may mean the catalog.
const STRONG_SHARE: f64 = 0.6;
/// The same where the message means the dealer: of question, tags and answer together, and of question
/// and tags alone, for an answer speaks of many things beside what it answers.
const DEALER_SHARES: (f64, f64) = (0.65, 0.5);
/// Least share of a FAQ's question that a message must hold which is no question itself: `fungicida
/// para ferrugem da soja` does not ask how rust is managed.
const ASKED_SHARE: f64 = 0.6;
/// Least share of a FAQ's question that a message must say to ask it, whatever else it says.
const WHOLE_SHARE: f64 = 0.75;
/// Least share of the message's words that a FAQ must hold to be named as something that may help.
const NEAR_SHARE: f64 = 0.5;

/// A FAQ and its mark.
#[derive(Clone, Copy)]
struct MarkedFaq<'a> {
    faq: &'a Faq,
    mark: usize,
}

/// After a poisoning, what the shop's FAQs say about it; nothing that is for sale.
pub(super) fn quote_help(
    found: &TurnFindings<'_>,
    concern: Concern,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let first = mark_faqs(found).next().filter(|_| concern == Concern::Poisoning)?;
    (is_about_poisoning(&first.faq.question) && is_strong(found, first.faq))
        .then(|| format!("{}\n\n_{}_", quote_faq(first), text(Phrase::Note)))
}

/// Whether a FAQ answers a message about the dealer, which then asks for no items.
pub(super) fn is_answered(found: &TurnFindings<'_>) -> bool {
    let Some(MarkedFaq { faq, .. }) = find_nearest(found) else { return false };
    if found.question.of_dealer {
        return is_strong(found, faq);
    }
    let words = stems_of(found.message);
    let is_gist = !found.question.reckons() && read_asked(found).is_gist_of(faq);
    if is_gist && !WORDS.shopping.are_in(&words) && !names_product(found) {
        return true;
    }
    let dealer = WORDS.faq.are_in(&words) && !WORDS.agronomy.are_in(&words);
    // `Quanto custa o frete?` asks for a price too, and the question holds all of it.
    let whole = || stem_telling_words(found.message).is_subset(&stem_telling_words(&question_with_tags(faq)));
    // `Qual a garantia?` of a sprayer is answered by its record too.
    found.question.records.is_empty()
        && dealer
        && is_strong(found, faq)
        && (!WORDS.shopping.are_in(&words) || whole())
}

/// Whether the message is about what was shown, or names a kind of product or one that was found.
fn names_product(found: &TurnFindings<'_>) -> bool {
    let mut items = found.items.iter().filter_map(|hit| hit.item.as_ref());
    !found.question.records.is_empty()
        || items.any(|item| is_named_in(found, item))
        || named_groups(&content_words(found.message), found.index).iter().any(|named| named.kind.is_some())
}

/// The FAQ that answers the message, with its answer; else, for a message about the dealer, those that
/// may help, the nearest with its answer where it shares enough with the message.
pub(super) fn faq_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let nearest = find_nearest(found)?;
    // `Fecha 3` orders; what was talked about before is no question any more.
    if found.question.reckons() {
        return None;
    }
    if is_strong(found, nearest.faq) {
        return Some(quote_faq(nearest));
    }
    if found.intent != Intent::Faq {
        return None;
    }
    let quoted = (share_of(found, nearest.faq) >= NEAR_SHARE).then_some(nearest);
    let questions = mark_faqs(found)
        .filter(|near| {
            has_a_word_of(found, near.mark) && quoted.is_none_or(|quoted| quoted.mark != near.mark)
        })
        .map(|near| format!("- {}", question_line(near)))
        .take(MAX_QUESTIONS - usize::from(quoted.is_some()));
    let lines: Vec<String> =
        quoted.map(quote_faq).into_iter().chain([questions.collect::<Vec<_>>().join("\n")]).collect();
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| format!("{}\n\n{}", text(Phrase::Questions), lines.join("\n\n")))
}

/// Beside items: the nearest FAQ, where it does not answer the message but may help.
pub(super) fn maybe_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let nearest = find_nearest(found)?;
    let near = share_of(found, nearest.faq) >= NEAR_SHARE;
    let asks = WORDS.questions.are_in(&stems_of(found.message));
    (near && !found.question.reckons() && found.intent == Intent::General && !is_strong(found, nearest.faq))
        .then(|| match asks {
            true => format!("{}\n\n{}", text(Phrase::Maybe), quote_faq(nearest)),
            false => format!("{}\n\n- {}", text(Phrase::Maybe), question_line(nearest)),
        })
}

/// The FAQs with their marks; items come before.
fn mark_faqs<'a>(found: &TurnFindings<'a>) -> impl Iterator<Item = MarkedFaq<'a>> {
    let first = found.items.iter().filter(|hit| hit.item.is_some()).count() + 1;
    let faqs = found.faqs.iter().filter_map(|hit| hit.faq.as_ref());
    faqs.zip(first..).map(|(faq, mark)| MarkedFaq { faq, mark })
}

fn has_a_word_of(found: &TurnFindings<'_>, mark: usize) -> bool {
    let first = found.items.iter().filter(|hit| hit.item.is_some()).count() + 1;
    found.faqs.iter().filter(|hit| hit.faq.is_some()).nth(mark - first).is_some_and(has_a_word)
}

/// The FAQ that fits what is asked best, the first of equals.
fn find_nearest<'a>(found: &TurnFindings<'a>) -> Option<MarkedFaq<'a>> {
    let asked = read_asked(found);
    let mut nearest: Option<(MarkedFaq<'a>, Fit)> = None;
    for faq in mark_faqs(found) {
        let fit = asked.fit(faq.faq, is_dealers(found));
        if nearest.as_ref().is_none_or(|(_, best)| fit.compare(best) == Ordering::Greater) {
            nearest = Some((faq, fit));
        }
    }
    nearest.map(|(faq, _)| faq)
}

/// The share of what is asked that a FAQ holds in question and tags; for a message about the dealer also in one clause
/// of its answer.
fn share_of(found: &TurnFindings<'_>, faq: &Faq) -> f64 {
    read_asked(found).share_in(faq, is_dealers(found))
}

/// Whether the message means the dealer, whose answers say many things beside what their questions ask.
fn is_dealers(found: &TurnFindings<'_>) -> bool {
    found.intent == Intent::Faq
}

/// What the FAQs are asked for: a message that names nothing goes on with what was said before.
fn read_asked(found: &TurnFindings<'_>) -> AskedQuestion {
    AskedQuestion::read(found.message, found.faq_query)
}

/// A FAQ's question with its mark.
fn question_line(near: MarkedFaq<'_>) -> String {
    format!("{} [{}]", escape_line(&sanitize_field(&near.faq.question, NAME_CHARS)), near.mark)
}

/// A FAQ, question and answer.
fn quote_faq(near: MarkedFaq<'_>) -> String {
    let question = escape_line(&sanitize_field(&near.faq.question, NAME_CHARS));
    let answer = cut_text(strip_marks(&near.faq.answer).trim(), ANSWER_CHARS);
    format!("**{question}**\n\n{answer} [{}]", near.mark)
}

/// Whether a FAQ holds enough of what the message asks to be its answer.
fn is_strong(found: &TurnFindings<'_>, faq: &Faq) -> bool {
    let asking = read_asked(found);
    if asking.is_explained_by(faq) || asking.is_gist_of(faq) || asking.is_compared_by(faq) {
        return true;
    }
    let asked = &asking.stems;
    let held = stem_telling_words(&question_with_tags(faq));
    // Who says all that a question says asks it, whatever else they say.
    let question = stem_telling_words(&faq.question);
    if question.len() > 1 && share(&question, asked) >= WHOLE_SHARE {
        return true;
    }
    match found.intent {
        Intent::Faq => {
            let whole = held.union(&stem_telling_words(&faq.answer)).cloned().collect();
            let is_asked = share(asked, &whole) >= DEALER_SHARES.0 && share(asked, &held) >= DEALER_SHARES.1;
            is_asked || asking.clause_share(faq) > 0.0
        }
        Intent::Greeting | Intent::Catalog | Intent::General | Intent::OffTopic => {
            let words = stems_of(found.message);
            let asks = WORDS.questions.are_in(&words) || WORDS.faq.are_in(&words);
            // Who wants the cheapest wants a product.
            let buys = found.question.order.is_some() || !found.question.budget.is_open();
            !buys
                && share(asked, &held) >= STRONG_SHARE
                && (asks || share(&stem_telling_words(&faq.question), asked) >= ASKED_SHARE)
        }
    }
}

/// Puts the FAQs first that fit what is asked best, and keeps `limit` of them. The message and the query are those of
/// [`TurnFindings`].
pub fn keep_nearest_faqs(message: &str, faq_query: &str, hits: &mut Vec<Hit>, limit: usize) {
    let asked = AskedQuestion::read(message, faq_query);
    let mut fits: Vec<(Option<Fit>, Hit)> = std::mem::take(hits)
        .into_iter()
        .map(|hit| (hit.faq.as_ref().map(|faq| asked.fit(faq, true)), hit))
        .collect();
    fits.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => b.compare(a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    fits.truncate(limit);
    hits.extend(fits.into_iter().map(|(_, hit)| hit));
}
