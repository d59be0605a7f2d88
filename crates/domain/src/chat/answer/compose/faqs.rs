//! FAQs in a composed answer: the one that answers the message, or those that may help.

use super::findings::{TurnFindings, escape_line, has_a_word};
use crate::catalog::brief::NAME_CHARS;
use crate::catalog::faq::Faq;
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::{cut_text, sanitize_field, strip_marks};
use crate::chat::intent::plan::Intent;
use crate::chat::intent::safety::{Concern, is_about_poisoning};
use crate::chat::intent::wording::meanings::{is_of_meaning, stem_by_meaning};
use crate::chat::intent::wording::message_facts::content_words;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use rustc_hash::FxHashSet;

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
/// Least share of the message's words, and fewest of them, that one clause of a FAQ's answer must hold to answer a message
/// about the dealer, whatever its question asks: `tem desconto à vista?`
const CLAUSE_SHARE: f64 = 0.65;
const CLAUSE_WORDS: usize = 2;
/// What a clause of the answer weighs beside question and tags.
const CLAUSE_WEIGHT: f64 = 0.6;
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
    let dealer = WORDS.faq.are_in(&words) && !WORDS.agronomy.are_in(&words);
    // `Quanto custa o frete?` asks for a price too, and the question holds all of it.
    let whole = || stem_telling_words(found.message).is_subset(&stem_telling_words(&question_with_tags(faq)));
    // `Qual a garantia?` of a sprayer is answered by its record too.
    found.question.records.is_empty()
        && dealer
        && is_strong(found, faq)
        && (!WORDS.shopping.are_in(&words) || whole())
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

/// The FAQ whose question and tags hold the most of what is asked, the first of equals.
fn find_nearest<'a>(found: &TurnFindings<'a>) -> Option<MarkedFaq<'a>> {
    let mut nearest: Option<(MarkedFaq<'a>, f64)> = None;
    for faq in mark_faqs(found) {
        let share = share_of(found, faq.faq);
        if nearest.as_ref().is_none_or(|(_, most)| share > *most) {
            nearest = Some((faq, share));
        }
    }
    nearest.map(|(faq, _)| faq)
}

/// The share of what is asked that a FAQ holds in question and tags; for a message about the dealer also in one clause
/// of its answer.
fn share_of(found: &TurnFindings<'_>, faq: &Faq) -> f64 {
    let asked = asked_stems(found);
    let is_dealers = found.intent == Intent::Faq;
    if is_dealers {
        share_held(&asked, faq)
    } else {
        share(&asked, &stem_telling_words(&question_with_tags(faq)))
    }
}

/// The part of `asked` that a FAQ holds in question and tags, or in one clause of its answer, which counts less.
fn share_held(asked: &FxHashSet<String>, faq: &Faq) -> f64 {
    share(asked, &stem_telling_words(&question_with_tags(faq))).max(clause_share(asked, faq) * CLAUSE_WEIGHT)
}

/// The greatest part of `asked` that one clause of the answer holds; none where that is too little to say anything.
fn clause_share(asked: &FxHashSet<String>, faq: &Faq) -> f64 {
    let clauses = faq.answer.split(['.', ';', '!', '?', '\n']).map(stem_telling_words);
    let held = clauses.map(|clause| clause.intersection(asked).count()).max().unwrap_or(0);
    let share = if asked.is_empty() { 0.0 } else { held as f64 / asked.len() as f64 };
    if held >= CLAUSE_WORDS && share >= CLAUSE_SHARE { share } else { 0.0 }
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

/// What a FAQ is compared by with a question: its question and tags.
fn question_with_tags(faq: &Faq) -> String {
    format!("{} {}", faq.question, faq.tags.join(" "))
}

/// Whether a FAQ holds enough of what the message asks to be its answer.
fn is_strong(found: &TurnFindings<'_>, faq: &Faq) -> bool {
    let asked = asked_stems(found);
    let held = stem_telling_words(&question_with_tags(faq));
    // Who says all that a question says asks it, whatever else they say.
    let question = stem_telling_words(&faq.question);
    if question.len() > 1 && share(&question, &asked) >= WHOLE_SHARE {
        return true;
    }
    match found.intent {
        Intent::Faq => {
            let whole = held.union(&stem_telling_words(&faq.answer)).cloned().collect();
            let is_asked =
                share(&asked, &whole) >= DEALER_SHARES.0 && share(&asked, &held) >= DEALER_SHARES.1;
            is_asked || clause_share(&asked, faq) > 0.0
        }
        Intent::Greeting | Intent::Catalog | Intent::General | Intent::OffTopic => {
            let words = stems_of(found.message);
            let asks = WORDS.questions.are_in(&words) || WORDS.faq.are_in(&words);
            // Who wants the cheapest wants a product.
            let buys = found.question.order.is_some() || !found.question.budget.is_open();
            !buys
                && share(&asked, &held) >= STRONG_SHARE
                && (asks || share(&stem_telling_words(&faq.question), &asked) >= ASKED_SHARE)
        }
    }
}

/// What the FAQs are asked for: a message that names nothing goes on with what was said before.
fn asked_stems(found: &TurnFindings<'_>) -> FxHashSet<String> {
    read_asked(found.message, found.faq_query)
}

fn read_asked(message: &str, faq_query: &str) -> FxHashSet<String> {
    let own = stem_telling_words(message);
    if own.len() > 1 { own } else { stem_telling_words(faq_query) }
}

/// Puts the FAQs first that hold the most of what is asked, and keeps `limit` of them. The message and the
/// query are those of [`TurnFindings`].
pub fn keep_nearest_faqs(message: &str, faq_query: &str, hits: &mut Vec<Hit>, limit: usize) {
    let asked = read_asked(message, faq_query);
    let mut shares: Vec<(f64, Hit)> = std::mem::take(hits)
        .into_iter()
        .map(|hit| {
            let share = hit.faq.as_ref().map_or(0.0, |faq| share_held(&asked, faq));
            (share, hit)
        })
        .collect();
    shares.sort_by(|a, b| b.0.total_cmp(&a.0));
    shares.truncate(limit);
    hits.extend(shares.into_iter().map(|(_, hit)| hit));
}

/// Numbers and measures tell nothing of what is asked: `entregam a 90 km?`
fn is_quantity(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || matches!(word, "km" | "kg" | "reais")
}

/// Which part of `words` is among `held`; none of nothing.
fn share(words: &FxHashSet<String>, held: &FxHashSet<String>) -> f64 {
    if words.is_empty() { 0.0 } else { words.intersection(held).count() as f64 / words.len() as f64 }
}

/// The stems by which a question and a FAQ are compared: telling words, names of packages, and words of
/// one meaning as one.
fn stem_telling_words(text: &str) -> FxHashSet<String> {
    let compared = content_words(text)
        .into_iter()
        .filter(|word| WORDS.packages.are_in(&stems_of(word)) || is_of_meaning(word));
    telling_words(text)
        .into_iter()
        .chain(compared)
        // `Que horas abre?` asks for what the answer gives, not for what it says.
        .filter(|word| !matches!(word.as_str(), "hora" | "horas") && !is_quantity(word))
        .map(|word| stem_by_meaning(&word))
        .collect()
}
