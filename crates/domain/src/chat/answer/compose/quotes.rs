//! What a record says on a question, in its own sentences.

use super::findings::{TurnFindings, escape_line, is_named_in};
use crate::catalog::Item;
use crate::chat::answer::sanitize::{cut_text, strip_marks};
use crate::chat::intent::reading::wanted::{Term, WantedTerms};
use crate::chat::intent::wording::meanings::{is_of_meaning, stem_by_meaning};
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{Stemmer, normalize_text, plain_words};

/// Most sentences that are quoted of one item.
const MOST_SENTENCES: usize = 2;
/// Longest quotation, in characters.
const QUOTE_CHARS: usize = 600;

/// The sentences of the item's description that hold the most of what the message asks, in their order;
/// none where no sentence holds any.
pub(super) fn quote_item(found: &TurnFindings<'_>, item: &Item) -> Option<String> {
    let description = item.description.as_deref()?;
    let terms = find_asked_terms(found, item);
    let sentences: Vec<&str> = split_sentences(description);
    if let Some(quote) = quote_of_price(found, item, &sentences) {
        return Some(quote);
    }
    let implied = list_implied_words(found);
    let is_implied = sentences.iter().any(|sentence| count_held(sentence, &[], &implied) > 0);
    let names_nothing = telling_words(found.message).is_empty() && asks_in_general(found);
    if !is_implied && (names_nothing || (terms.is_empty() && asks_what_for(found, item))) {
        return quote_sentences(&sentences[..sentences.len().min(MOST_SENTENCES)]);
    }
    let held: Vec<usize> = sentences.iter().map(|sentence| count_held(sentence, &terms, &implied)).collect();
    let most = held.iter().copied().max().filter(|most| *most > 0)?;
    let best = sentences.iter().zip(&held).filter(|(_, held)| **held == most).map(|(sentence, _)| *sentence);
    let quoted: Vec<&str> = best.take(MOST_SENTENCES).collect();
    quote_sentences(&quoted)
}

/// The item's description, cut to the limit of a quotation, for a question about it whose words stand nowhere in its
/// record: what is asked in other words may be in it.
pub(super) fn quote_description(item: &Item) -> Option<String> {
    quote_sentences(&[item.description.as_deref()?])
}

/// How many of the terms and words a sentence holds, a term also by a word of its meaning.
fn count_held(sentence: &str, terms: &[Term], implied: &[&str]) -> usize {
    let stems = stem_quote_words(sentence);
    let folded = normalize_text(sentence);
    let meanings: Vec<String> = plain_words(&folded).map(stem_by_meaning).collect();
    let means = |term: &Term| is_of_meaning(&term.said) && meanings.contains(&stem_by_meaning(&term.said));
    let said = terms.iter().filter(|term| term.stands_in(&stems) || means(term)).count();
    said + implied.iter().filter(|word| stems.contains(&Stemmer::Inflection.stem(word))).count()
}

/// Words with which a description says when a thing is to be had, folded.
const TO_BE_HAD: [&str; 7] =
    ["encomenda", "antecedencia", "agendada", "reserva", "retirada", "pronta", "disponivel"];
/// Words that ask when a thing is to be had.
const ASKED_FOR: [&str; 12] = [
    "hoje",
    "amanha",
    "pegar",
    "buscar",
    "retirar",
    "retirada",
    "pronta",
    "chega",
    "encomenda",
    "encomendar",
    "today",
    "tomorrow",
];

/// What a description may say on a message in words that the message has not.
fn list_implied_words(found: &TurnFindings<'_>) -> Vec<&'static str> {
    let folded = normalize_text(found.message);
    let asks_when = plain_words(&folded).any(|word| ASKED_FOR.contains(&word));
    TO_BE_HAD.iter().filter(|_| asks_when).copied().collect()
}

/// Turns of speech that ask what a thing is for, folded.
const WHAT_FOR: [&str; 9] = [
    "para que serve",
    "pra que serve",
    "serve para que",
    "serve pra que",
    "e pra que",
    "e para que",
    "o que faz",
    "what is it for",
    "what does it do",
];

/// Whether the message names the item and asks what it is for: `e o Etefolha, serve pra quê?`; or names it alone, going on
/// with what was asked before of another.
fn asks_what_for(found: &TurnFindings<'_>, item: &Item) -> bool {
    let folded = normalize_text(found.message);
    let words = format!(" {} ", plain_words(&folded).collect::<Vec<_>>().join(" "));
    if WHAT_FOR.iter().any(|asked| words.contains(&format!(" {asked} "))) {
        return true;
    }
    let stems = stems_of(found.message);
    let goes_on = WORDS.lead.at_start(&stems) > 0 && !WORDS.attribute.are_in(&stems);
    let is_open = found.question.order.is_none() && !found.question.reckons();
    goes_on && is_open && found.items.len() == 1 && is_named_in(found, item)
}

/// Words of a question for a price.
pub(super) const ASKING_PRICE: [&str; 8] =
    ["preco", "precos", "valor", "quanto", "custa", "custam", "price", "much"];
/// Words of a sentence that says why there is none, or how it is made.
const OF_PRICE: [&str; 8] =
    ["preco", "precos", "valor", "orcamento", "cotacao", "consulta", "consulte", "price"];

/// What the record says of the price of an item that has none: `o preço é fechado em março`.
fn quote_of_price(found: &TurnFindings<'_>, item: &Item, sentences: &[&str]) -> Option<String> {
    let has_one_of = |text: &str, words: &[&str]| {
        let folded = normalize_text(text);
        plain_words(&folded).any(|word| words.contains(&word))
    };
    if item.least_price().is_some() || !has_one_of(found.message, &ASKING_PRICE) {
        return None;
    }
    let of_price: Vec<&str> = sentences
        .iter()
        .copied()
        .filter(|sentence| has_one_of(sentence, &OF_PRICE))
        .take(MOST_SENTENCES)
        .collect();
    quote_sentences(&of_price)
}

/// What the message asks of an item, beside its name.
pub(super) fn find_asked_terms(found: &TurnFindings<'_>, item: &Item) -> Vec<Term> {
    let wanted = WantedTerms::of(&telling_words(found.message), found.index);
    wanted.terms.into_iter().filter(|term| !is_of_name(term, item)).collect()
}

/// The sentences as one quotation without marks, cut to its limit; none where it is blank.
fn quote_sentences(sentences: &[&str]) -> Option<String> {
    let text = strip_marks(&sentences.join(" "));
    let text = cut_text(text.trim(), QUOTE_CHARS);
    (!text.trim().is_empty()).then(|| escape_line(text.trim()))
}

/// `Me fala mais desse`, `pra que serve?`: of one record that was shown, what it is.
fn asks_in_general(found: &TurnFindings<'_>) -> bool {
    let stems = stems_of(found.message);
    let of_price = WORDS.attribute.are_in(&stems) || found.question.order.is_some();
    found.question.records.len() == 1 && !of_price
}

/// Words of the item's own name tell nothing of what is asked about it.
fn is_of_name(term: &Term, item: &Item) -> bool {
    term.stands_in(&stem_quote_words(&item.name))
}

/// The stems of all words, in order.
pub(super) fn stem_quote_words(text: &str) -> Vec<String> {
    plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect()
}

fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(['.', '!', '?']) {
        let end = at + 1;
        if text[end..].starts_with([' ', '\n']) {
            sentences.push(text[start..end].trim());
            start = end;
        }
    }
    sentences.push(text[start..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}
