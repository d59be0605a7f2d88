//! What a record says on a question, in its own sentences.

use super::findings::{TurnFindings, escape_line};
use crate::catalog::Item;
use crate::chat::answer::sanitize::{cut_text, strip_marks};
use crate::chat::intent::reading::wanted::{Term, WantedTerms};
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
    if telling_words(found.message).is_empty() && asks_in_general(found) {
        return quote_sentences(&sentences[..sentences.len().min(MOST_SENTENCES)]);
    }
    let held: Vec<usize> = sentences
        .iter()
        .map(|sentence| {
            let stems = stem_quote_words(sentence);
            terms.iter().filter(|term| term.stands_in(&stems)).count()
        })
        .collect();
    let most = held.iter().copied().max().filter(|most| *most > 0)?;
    let best = sentences.iter().zip(&held).filter(|(_, held)| **held == most).map(|(sentence, _)| *sentence);
    let quoted: Vec<&str> = best.take(MOST_SENTENCES).collect();
    quote_sentences(&quoted)
}

/// Words of a question for a price.
const ASKING_PRICE: [&str; 8] = ["preco", "precos", "valor", "quanto", "custa", "custam", "price", "much"];
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
fn stem_quote_words(text: &str) -> Vec<String> {
    plain_words(&normalize_text(text)).map(|word| Stemmer::Inflection.stem(word)).collect()
}

fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(['.', '!', '?', ';']) {
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
