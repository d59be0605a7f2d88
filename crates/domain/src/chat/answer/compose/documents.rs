//! What an item's label or leaflet says on a question of use, in its own sentences and with its name.

use super::findings::{TurnFindings, escape_line, is_named_in};
use super::quotes::find_asked_terms;
use super::sums::name_words;
use crate::catalog::{DocumentKind, Item};
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::claims::{UseTopics, find_target_choices, find_use_rows, find_use_statements};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::search::Hit;
use crate::text::normalize_text;

/// Most sentences that are quoted of one item's documents.
const MOST_STATEMENTS: usize = 2;
/// Longest name of a document, in characters.
const TITLE_CHARS: usize = 120;

/// Words, folded, that tell how a use is asked for and not of what.
const ASIDES: [&str; 34] = [
    "hectare",
    "hectares",
    "ha",
    "alqueire",
    "alqueires",
    "dia",
    "dias",
    "hora",
    "horas",
    "tempo",
    "periodo",
    "antes",
    "depois",
    "colheita",
    "colher",
    "aplicar",
    "aplico",
    "aplicacao",
    "pulverizar",
    "pulverizo",
    "harvest",
    "spray",
    "spraying",
    "long",
    "day",
    "days",
    "hour",
    "hours",
    "before",
    "after",
    "waiting",
    "period",
    "can",
    "seguranca",
];

/// The text that asks of the use of a product: the message; where it only names another crop (`e no trigo?`), with the
/// question that it goes on with.
fn use_question_of<'a>(found: &TurnFindings<'a>) -> &'a str {
    let stems = stems_of(found.message);
    let asks_else = [&WORDS.shopping, &WORDS.faq, &WORDS.attribute].iter().any(|words| words.are_in(&stems));
    let names_crop = || find_target_choices(found.message).iter().any(|targets| !targets.is_empty());
    let is_whole = asks_else || !UseTopics::asked_in(found.message).is_empty() || !names_crop();
    if is_whole { found.message } else { found.use_question }
}

/// Whether a dose is asked for.
pub(super) fn asks_dose(found: &TurnFindings<'_>) -> bool {
    WORDS.dose.are_in(&stems_of(use_question_of(found)))
}

/// Whether the documents of a product that the message means answer its question of use.
pub(super) fn is_stated_in_documents(found: &TurnFindings<'_>, text: &impl Fn(Phrase) -> String) -> bool {
    let mut items = found.items.iter().filter_map(|hit| hit.item.as_ref());
    items.any(|item| is_meant(found, item) && quote_documents(found, item, text).is_some())
}

/// Whether the message names the item, or points at what was shown.
fn is_meant(found: &TurnFindings<'_>, item: &Item) -> bool {
    !found.question.records.is_empty() || is_named_in(found, item)
}

/// The sentences of the item's label and leaflet that answer a question of use, for each crop that is asked for, and for
/// which of them none does: the dose of another crop is no answer.
pub(super) fn quote_documents(
    found: &TurnFindings<'_>,
    item: &Item,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let topics = UseTopics::asked_in(use_question_of(found));
    let hit = found.items.iter().find(|hit| hit.item.as_ref().is_some_and(|other| other.id == item.id))?;
    if topics.is_empty() || !hit.documents.iter().any(|document| document.kind.states_use()) {
        return None;
    }
    let name = stems_of(&item.name);
    let (mut lines, mut unstated): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for mut targets in find_target_choices(found.message) {
        targets.retain(|target| !name.contains(target));
        let quotes = quote_statements(found, (item, hit), &topics, &targets, text);
        // Of several at once (`ferrugem na soja`) one may be stated all the same.
        if let ([target], true) = (targets.as_slice(), quotes.is_empty() && is_meant(found, item)) {
            let word = find_word(found.written, target).or_else(|| find_word(found.message, target));
            unstated.extend(word);
        }
        for quote in quotes {
            if !lines.contains(&quote) {
                lines.push(quote);
            }
        }
    }
    lines.extend(name_words(Phrase::NotInDocuments, &unstated, text));
    (!lines.is_empty()).then(|| lines.join("\n  "))
}

/// The statements of an item's documents on `topics` that are of all `targets`.
fn quote_statements(
    found: &TurnFindings<'_>,
    (item, hit): (&Item, &Hit),
    topics: &UseTopics,
    targets: &[String],
    text: &impl Fn(Phrase) -> String,
) -> Vec<String> {
    let terms = find_asked_terms(found, item);
    let is_aside = |said: &str| ASIDES.contains(&normalize_text(said).as_str());
    let besides: Vec<_> = terms
        .iter()
        .filter(|term| {
            let stems = stems_of(&term.said);
            !WORDS.dose.are_in(&stems) && UseTopics::asked_in(&term.said).is_empty() && !is_aside(&term.said)
        })
        .collect();
    // A statement of the crop that is asked for comes before any that holds more of the rest.
    let count_held = |stems: &[String]| {
        let is_of_crop = !targets.is_empty() && targets.iter().all(|target| stems.contains(target));
        let held = besides.iter().filter(|term| term.stands_in(stems)).count();
        if is_of_crop { held + besides.len() + 1 } else { held }
    };
    let answers = |held: usize| match targets.is_empty() {
        true => held > 0 || besides.is_empty(),
        false => held > besides.len(),
    };
    // Who names a crop is told its row of a table; who names none, the table.
    let stated = if targets.is_empty() && besides.is_empty() {
        find_use_statements(&hit.documents, topics, count_held, MOST_STATEMENTS)
    } else {
        find_use_rows(&hit.documents, topics, count_held, MOST_STATEMENTS)
    };
    let quotes = stated.iter().filter(|one| answers(one.held)).map(|one| {
        let name = name_document(one.document.kind, one.document.title(), one.page, text);
        format!("{name}: {}", escape_line(&one.text))
    });
    quotes.collect()
}

/// The word of `message` that has a stem, as it was written.
fn find_word(message: &str, stem: &str) -> Option<String> {
    let words = message.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .find(|word| stems_of(word).iter().any(|own| own == stem))
        .map(str::to_owned)
}

/// Names the document that an answer quotes: `Segundo a bula «Bula 2024», página 2`.
pub fn name_document(
    kind: DocumentKind,
    title: &str,
    page: Option<u32>,
    text: &impl Fn(Phrase) -> String,
) -> String {
    let by = if kind == DocumentKind::Label { Phrase::ByLabel } else { Phrase::ByLeaflet };
    let page = page.map(|page| format!(", {} {page}", text(Phrase::Page))).unwrap_or_default();
    format!("{} «{}»{page}", text(by), escape_line(&sanitize_field(title, TITLE_CHARS)))
}
