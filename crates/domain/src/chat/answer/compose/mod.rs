//! An answer without any model: put together from what the search found, marked as such, inventing
//! nothing.
//!
//! Every word in it is either one of [`Phrase`] (texts of the program, translated by crate `app`
//! under `chat.composed`) or stands in a record. Records are text from outside: Markdown in names
//! is escaped, and brackets cannot pass for marks.

mod attributes;
mod quotes;
mod sums;

use self::attributes::asked_attributes;
use self::quotes::quote_item;
use self::sums::sum_part;
use super::sanitize::{cut_text, field, strip_marks};
use crate::catalog::Item;
use crate::catalog::faq::Faq;
use crate::chat::answer::phrase::Phrase;
use crate::chat::grounding::money::amount;
use crate::chat::intent::catalog_question::{CatalogQuestion, telling_words};
use crate::chat::intent::message_facts::content_words;
use crate::chat::intent::plan::Intent;
use crate::chat::intent::safety::{Concern, is_about_poisoning};
use crate::chat::intent::wanted::{Held, ItemWords, Wanted};
use crate::chat::intent::words::{WORDS, stems_of};
use crate::search::{Hit, Lang, Source};
use crate::synonyms::SynonymIndex;
use crate::text::{Stemmer, normalize_text};
use rustc_hash::FxHashSet;

/// Most items that are listed.
const MAX_ITEMS: usize = 8;
/// Most questions that are listed where none fits well.
const MAX_QUESTIONS: usize = 3;
/// Longest answer of a FAQ that is quoted, in characters.
const ANSWER_CHARS: usize = 4_000;
/// Most words that are said to be in no item.
const MAX_MISSING: usize = 3;
/// Most items whose records are quoted.
const MOST_QUOTED: usize = 3;
/// Longest name that is listed, in characters.
const NAME_CHARS: usize = 200;
/// Least share of the message's words that a FAQ must hold in question and tags to answer it, where
/// the message may mean the catalog.
const STRONG_SHARE: f64 = 0.6;
/// The same where the message means the dealer: of question, tags and answer together, and of question
/// and tags alone, for an answer speaks of many things beside what it answers.
const DEALER_SHARES: (f64, f64) = (0.65, 0.5);
/// Least share of a FAQ's question that a message must hold which is no question itself: `fungicida
/// para ferrugem da soja` does not ask how rust is managed.
const ASKED_SHARE: f64 = 0.6;
/// Least share of the message's words that a FAQ must hold to be named as something that may help.
const NEAR_SHARE: f64 = 0.5;

/// What there is to answer from.
#[derive(Debug, Clone, Copy)]
pub struct TurnFindings<'a> {
    /// The message.
    pub message: &'a str,
    /// What may be wrong with a person: the help that needs stands before the answer already.
    pub concern: Option<Concern>,
    /// What it is taken for.
    pub intent: Intent,
    /// Hits of the catalog, in the order in which [`crate::chat::types::sources::number`] had them.
    pub items: &'a [Hit],
    /// Hits of the FAQs, likewise.
    pub faqs: &'a [Hit],
    /// What the catalog was asked.
    pub question: &'a CatalogQuestion,
    /// What the FAQs were asked: the message, or what it goes on with too.
    pub faq_query: &'a str,
    /// Words of it that no item holds.
    pub missing: &'a [String],
    /// The words that mean the same.
    pub index: &'a SynonymIndex,
    /// The language of prices.
    pub lang: Lang,
}

/// The answer, Markdown with marks. `text` gives a phrase in the person's language.
pub fn compose(found: &TurnFindings<'_>, text: impl Fn(Phrase) -> String) -> String {
    if let Some(concern) = found.concern {
        return quote_help(found, concern, &text).unwrap_or_default();
    }
    match found.intent {
        Intent::Greeting => return text(courtesy(found.message)),
        Intent::OffTopic => return text(Phrase::OffTopic),
        Intent::Catalog | Intent::Faq | Intent::General => {}
    }
    let mut parts: Vec<String> = faq_part(found, &text).into_iter().collect();
    let answered = is_answered(found);
    if !answered {
        parts.extend(missing_part(found, &text).filter(|_| parts.is_empty()));
        parts.extend(items_part(found, &text));
    }
    parts.extend(maybe_part(found, &text));
    // How much of a product is used stands on its label, whatever else was found.
    if WORDS.dose.are_in(&stems_of(found.message)) && !answered && !parts.contains(&text(Phrase::Label)) {
        parts.insert(0, text(Phrase::Label));
    }
    if parts.is_empty() {
        match found.message.chars().any(char::is_alphanumeric) {
            true => parts.extend([text(Phrase::NotFound), text(Phrase::Nothing)]),
            false => parts.push(text(Phrase::Unclear)),
        }
    }
    parts.push(format!("_{}_", text(Phrase::Note)));
    parts.join("\n\n")
}

/// After a poisoning, what the shop's FAQs say about it; nothing that is for sale.
fn quote_help(
    found: &TurnFindings<'_>,
    concern: Concern,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let faq = found.faqs.iter().find_map(|hit| hit.faq.as_ref()).filter(|_| concern == Concern::Poisoning)?;
    (is_about_poisoning(&faq.question) && is_strong(found, faq))
        .then(|| format!("{}\n\n_{}_", quote_faq(found, faq), text(Phrase::Note)))
}

/// What a message that is only courtesy is answered.
fn courtesy(message: &str) -> Phrase {
    let stems = stems_of(message);
    if WORDS.insult.are_in(&stems) {
        Phrase::Scolded
    } else if WORDS.farewell.are_in(&stems) {
        Phrase::Farewell
    } else if WORDS.thanks.are_in(&stems) {
        Phrase::Thanks
    } else {
        Phrase::Greeting
    }
}

/// Whether a FAQ answers a message about the dealer, which then asks for no items.
fn is_answered(found: &TurnFindings<'_>) -> bool {
    let Some(faq) = found.faqs.iter().find_map(|hit| hit.faq.as_ref()) else { return false };
    let words = stems_of(found.message);
    let dealer = WORDS.faq.are_in(&words) && !WORDS.agronomy.are_in(&words);
    // `Quanto custa o frete?` asks for a price too, and the question holds all of it.
    let whole = || stems(found.message).is_subset(&stems(&asked_by(faq)));
    // `Qual a garantia?` of a sprayer is answered by its record too.
    found.question.records.is_empty()
        && dealer
        && is_strong(found, faq)
        && (!WORDS.shopping.are_in(&words) || whole())
}

/// The first FAQ's answer where it answers the message; else, for a message about the dealer, the
/// questions that may help.
fn faq_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let faqs: Vec<&Faq> = found.faqs.iter().filter_map(|hit| hit.faq.as_ref()).collect();
    let first_mark = first_faq_mark(found);
    let first = faqs.first()?;
    if is_strong(found, first) {
        return Some(quote_faq(found, first));
    }
    if found.intent != Intent::Faq {
        return None;
    }
    let near = found.faqs.iter().filter(|hit| hit.faq.is_some()).zip(first_mark..);
    let questions: Vec<String> = near
        .filter(|(hit, _)| has_a_word(hit))
        .filter_map(|(hit, mark)| Some(format!("- {}", question_line(hit.faq.as_ref()?, mark))))
        .take(MAX_QUESTIONS)
        .collect();
    (!questions.is_empty()).then(|| format!("{}\n\n{}", text(Phrase::Questions), questions.join("\n")))
}

/// Beside items: the first FAQ, where it does not answer the message but may help.
fn maybe_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let faq = found.faqs.iter().find_map(|hit| hit.faq.as_ref())?;
    let near = share(&asked_stems(found), &stems(&asked_by(faq))) >= NEAR_SHARE;
    let asks = WORDS.questions.are_in(&stems_of(found.message)) && found.question.counts.is_empty();
    (near && found.intent == Intent::General && !is_strong(found, faq)).then(|| match asks {
        true => format!("{}\n\n{}", text(Phrase::Maybe), quote_faq(found, faq)),
        false => format!("{}\n\n- {}", text(Phrase::Maybe), question_line(faq, first_faq_mark(found))),
    })
}

fn question_line(faq: &Faq, mark: usize) -> String {
    format!("{} [{mark}]", escape_line(&field(&faq.question, NAME_CHARS)))
}

/// The mark of the first FAQ: items come before.
fn first_faq_mark(found: &TurnFindings<'_>) -> usize {
    found.items.iter().filter(|hit| hit.item.is_some()).count() + 1
}

/// The first FAQ, question and answer.
fn quote_faq(found: &TurnFindings<'_>, faq: &Faq) -> String {
    let question = escape_line(&field(&faq.question, NAME_CHARS));
    let answer = cut_text(strip_marks(&faq.answer).trim(), ANSWER_CHARS);
    format!("**{question}**\n\n{answer} [{}]", first_faq_mark(found))
}

fn asked_by(faq: &Faq) -> String {
    format!("{} {}", faq.question, faq.tags.join(" "))
}

/// Whether a FAQ holds enough of what the message asks to be its answer.
fn is_strong(found: &TurnFindings<'_>, faq: &Faq) -> bool {
    let asked = asked_stems(found);
    let held = stems(&asked_by(faq));
    // Who says all that a question says asks it, whatever else they say.
    let question = stems(&faq.question);
    if question.len() > 1 && question.is_subset(&asked) {
        return true;
    }
    match found.intent {
        Intent::Faq => {
            let whole = held.union(&stems(&faq.answer)).cloned().collect();
            share(&asked, &whole) >= DEALER_SHARES.0 && share(&asked, &held) >= DEALER_SHARES.1
        }
        Intent::Greeting | Intent::Catalog | Intent::General | Intent::OffTopic => {
            let words = stems_of(found.message);
            let asks = WORDS.questions.are_in(&words) || WORDS.faq.are_in(&words);
            share(&asked, &held) >= STRONG_SHARE
                && (asks || share(&stems(&faq.question), &asked) >= ASKED_SHARE)
        }
    }
}

/// What the FAQs are asked for: a message that names nothing goes on with what was said before.
fn asked_stems(found: &TurnFindings<'_>) -> FxHashSet<String> {
    let own = stems(found.message);
    if own.len() > 1 { own } else { stems(found.faq_query) }
}

/// Which part of `words` is among `held`; none of nothing.
fn share(words: &FxHashSet<String>, held: &FxHashSet<String>) -> f64 {
    if words.is_empty() { 0.0 } else { words.intersection(held).count() as f64 / words.len() as f64 }
}

fn stems(text: &str) -> FxHashSet<String> {
    let packages = content_words(text).into_iter().filter(|word| WORDS.packages.are_in(&stems_of(word)));
    telling_words(text)
        .into_iter()
        .chain(packages)
        // `Que horas abre?` asks for what the answer gives, not for what it says.
        .filter(|word| !matches!(word.as_str(), "hora" | "horas"))
        .map(|word| Stemmer::Derivation.stem(&word))
        .collect()
}

fn items_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let marked = found.items.iter().filter(|hit| hit.item.is_some()).zip(1..);
    let items: Vec<(&Item, u32)> = marked
        .filter(|(hit, _)| has_a_word(hit) || !found.question.records.is_empty())
        .filter_map(|(hit, mark)| hit.item.as_ref().map(|item| (item, mark)))
        .collect();
    if items.is_empty() {
        return None;
    }
    if let Some(sums) = sum_part(found, &items, text) {
        return Some(sums);
    }
    let (listed, more) = items.split_at(items.len().min(MAX_ITEMS));
    let (lines, quoted) = item_lines(found, listed, text);
    let mut parts = vec![text(Phrase::Items), lines.join("\n")];
    if !more.is_empty() {
        parts.push(text(Phrase::More));
    }
    if listed.iter().any(|(item, _)| protects_crops(item)) {
        parts.push(text(Phrase::Label));
    } else if !quoted && asks_of_records(found) {
        parts.push(text(Phrase::NotStated));
    }
    Some(parts.join("\n\n"))
}

/// A line for each item, with what its record says where the message asks about few; and whether any
/// record says something.
fn item_lines(
    found: &TurnFindings<'_>,
    items: &[(&Item, u32)],
    text: &impl Fn(Phrase) -> String,
) -> (Vec<String>, bool) {
    let mut any = false;
    let quotes = items.len() <= MOST_QUOTED;
    let lines = items.iter().map(|(item, mark)| {
        let line = item_line(found, item, *mark, text);
        let quote = quote_item(found, item).filter(|_| quotes);
        any |= quote.is_some() || line.matches(" · ").count() > 2;
        match quote {
            Some(quote) => format!("{line}\n  {quote}"),
            None => line,
        }
    });
    (lines.collect(), any)
}

/// Whether the message asks something of records that were shown, beside their price.
fn asks_of_records(found: &TurnFindings<'_>) -> bool {
    let wanted = Wanted::of(&telling_words(found.message), found.index);
    let items: Vec<ItemWords> =
        found.items.iter().filter_map(|hit| hit.item.as_ref()).map(ItemWords::of).collect();
    // `E a americana?` names the item; what its record holds was not asked in vain.
    let unanswered = wanted.terms.iter().any(|term| items.iter().all(|item| item.holds(term) == Held::Not));
    unanswered && !found.question.records.is_empty() && found.question.order.is_none()
}

/// What the message names and no item of the catalog is.
fn missing_part(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> Option<String> {
    let words: Vec<String> =
        found.missing.iter().take(MAX_MISSING).map(|word| escape_line(&field(word, NAME_CHARS))).collect();
    (!words.is_empty()).then(|| format!("{} **{}**.", text(Phrase::Missing), words.join("**, **")))
}

/// Whether a hit holds a word of the message: vectors alone find something for any message.
fn has_a_word(hit: &Hit) -> bool {
    let hits = hit.lexical_signals.as_ref().is_some_and(|signals| !signals.tokens_hit.is_empty());
    hits || hit.source != Source::Vector
}

/// What categories of products with a label for use are called, in part, folded.
const PROTECTION: [&str; 7] =
    ["herbicid", "fungicid", "inseticid", "acaricid", "nematicid", "defensiv", "biol"];

fn protects_crops(item: &Item) -> bool {
    let category = item.category.as_deref().map(normalize_text).unwrap_or_default();
    PROTECTION.iter().any(|part| category.contains(part))
}

/// `- **Name** · R$ 1.234,56 · Manufacturer · embalagem: 20 L [1]`: attributes where they are asked for.
fn item_line(found: &TurnFindings<'_>, item: &Item, mark: u32, text: &impl Fn(Phrase) -> String) -> String {
    let lang = found.lang;
    let name = escape_line(&field(&item.name, NAME_CHARS));
    let price = item
        .price
        .map_or_else(|| text(Phrase::NoPrice), |price| amount(price, &field(&item.currency, 8), lang));
    let maker = item.manufacturer.as_deref().map(|maker| escape_line(&field(maker, NAME_CHARS)));
    let maker =
        maker.filter(|maker| !maker.is_empty()).map(|maker| format!(" · {maker}")).unwrap_or_default();
    let attributes = asked_attributes(found, item);
    format!("- **{name}** · {price}{maker}{attributes} [{mark}]")
}

/// One line of text as Markdown that shows just that text.
pub(crate) fn escape_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '~' | '#' | '&' | '!' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests;
