//! What an item's label or leaflet says on a question of use, in its own sentences and with its name.

use super::findings::{TurnFindings, escape_line};
use super::quotes::find_asked_terms;
use crate::catalog::{DocumentKind, Item};
use crate::chat::answer::phrase::Phrase;
use crate::chat::answer::sanitize::sanitize_field;
use crate::chat::grounding::claims::{UseTopics, find_targets, find_use_rows, find_use_statements};
use crate::chat::intent::wording::words::{WORDS, stems_of};

/// Most sentences that are quoted of one item's documents.
const MOST_STATEMENTS: usize = 2;
/// Longest name of a document, in characters.
const TITLE_CHARS: usize = 120;

/// The sentences of the item's label and leaflet that answer a question of use; none where none holds what is asked
/// besides, or the crop that is asked for: the dose of another crop is no answer.
pub(super) fn quote_documents(
    found: &TurnFindings<'_>,
    item: &Item,
    text: &impl Fn(Phrase) -> String,
) -> Option<String> {
    let topics = UseTopics::asked_in(found.message);
    let hit = found.items.iter().find(|hit| hit.item.as_ref().is_some_and(|other| other.id == item.id))?;
    if topics.is_empty() || hit.documents.is_empty() {
        return None;
    }
    let terms = find_asked_terms(found, item);
    let besides: Vec<_> = terms
        .iter()
        .filter(|term| {
            let stems = stems_of(&term.said);
            !WORDS.dose.are_in(&stems) && UseTopics::asked_in(&term.said).is_empty()
        })
        .collect();
    let name = stems_of(&item.name);
    let mut targets = find_targets(found.message);
    targets.retain(|target| !name.contains(target));
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
        find_use_statements(&hit.documents, &topics, count_held, MOST_STATEMENTS)
    } else {
        find_use_rows(&hit.documents, &topics, count_held, MOST_STATEMENTS)
    };
    let quotes: Vec<String> = stated
        .iter()
        .filter(|one| answers(one.held))
        .map(|one| {
            let name = name_document(one.document.kind, one.document.title(), one.page, text);
            format!("{name}: {}", escape_line(&one.text))
        })
        .collect();
    (!quotes.is_empty()).then(|| quotes.join("\n  "))
}

/// `Segundo a bula «Bula 2024», página 2`.
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
