//! The labels and leaflets that an answer's doses and periods come from, where the answer does not name them.

use super::quantities::{Quantity, find_quantities};
use crate::catalog::{DocumentKind, DocumentText};
use crate::chat::grounding::citations::bind_citation_marks;
use crate::chat::grounding::doses::{StatedDoses, states_dose};
use crate::chat::grounding::evidence::{faq_text, item_text};
use crate::chat::grounding::sentences::find_sentence_ranges;
use crate::search::Hit;
use crate::text::normalize_text;

/// A document that states a dose or a period of an answer, which no field of a record and no FAQ states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseSource {
    /// The number of the item that it is a document of.
    pub mark: u32,
    /// Label or leaflet.
    pub kind: DocumentKind,
    /// What people call it, without the suffix of a file.
    pub title: String,
    /// The page, from 1, where pages are known.
    pub page: Option<u32>,
}

/// The documents that `answer` takes a dose, a period or a count of applications from without naming document and page,
/// each once, in order. `given` are doses that the message itself came with.
pub fn find_unnamed_sources(answer: &str, hits: &[(u32, &Hit)], given: StatedDoses) -> Vec<UseSource> {
    let mut found: Vec<UseSource> = Vec::new();
    if hits.iter().all(|(_, hit)| hit.documents.is_empty()) {
        return found;
    }
    let records = UseFigures::of_records(hits, given);
    let marks: Vec<u32> = hits.iter().map(|(mark, _)| *mark).collect();
    let folded = normalize_text(answer);
    for range in find_sentence_ranges(answer) {
        let sentence = &answer[range];
        let periods = find_periods(sentence);
        if periods.is_empty() && !states_dose(sentence) {
            continue;
        }
        let cited = bind_citation_marks(sentence, &marks).cited;
        // The record that the sentence cites comes first: leaflets of two products often state the same dose.
        let (first, others): (Vec<_>, Vec<_>) = hits.iter().partition(|(mark, _)| cited.contains(mark));
        let source = first.into_iter().chain(others).find_map(|(mark, hit)| {
            let documents = hit.documents.iter().filter(|document| document.kind.states_use());
            let mut pages =
                documents.filter_map(|document| find_page(document, &records, sentence, &periods));
            pages.next().map(|of| of.source(mark))
        });
        found.extend(source.filter(|source| !is_named(source, &folded) && !found.contains(source)));
    }
    found
}

/// Where a document states what a sentence says.
struct FoundPage<'a> {
    document: &'a DocumentText,
    page: Option<u32>,
}

impl FoundPage<'_> {
    fn source(&self, mark: u32) -> UseSource {
        UseSource { mark, kind: self.document.kind, title: self.document.title().to_owned(), page: self.page }
    }
}

/// The first page that states a figure of the sentence that no record states.
fn find_page<'a>(
    document: &'a DocumentText,
    records: &UseFigures,
    sentence: &str,
    periods: &[Quantity],
) -> Option<FoundPage<'a>> {
    let states = |text: &str| {
        let own = UseFigures { doses: StatedDoses::of_text(text), periods: find_periods(text) };
        let adds_period = || periods.iter().any(|period| own.states(period) && !records.states(period));
        own.doses.add_to(&records.doses, sentence) || adds_period()
    };
    document.pages().find(|(_, text)| states(text)).map(|(page, _)| FoundPage { document, page })
}

/// Doses and periods that texts state.
struct UseFigures {
    doses: StatedDoses,
    periods: Vec<Quantity>,
}

impl UseFigures {
    /// Those of the fields of records, without their documents.
    fn of_records(hits: &[(u32, &Hit)], given: StatedDoses) -> Self {
        let mut figures = Self { doses: given, periods: Vec::new() };
        for (_, hit) in hits {
            let bare = Hit { documents: Vec::new(), ..(*hit).clone() };
            figures.doses.add_hit(&bare);
            let text = item_text(&bare).or_else(|| bare.faq.as_ref().map(faq_text)).unwrap_or_default();
            figures.periods.extend(find_periods(&text));
        }
        figures
    }

    fn states(&self, period: &Quantity) -> bool {
        self.periods.iter().any(|own| own.dimension == period.dimension && period.agrees(own))
    }
}

fn find_periods(text: &str) -> Vec<Quantity> {
    let mut periods = find_quantities(text);
    periods.retain(Quantity::is_of_use);
    periods
}

/// Whether the answer, folded, has the document's title, and its page where that is known.
fn is_named(source: &UseSource, answer: &str) -> bool {
    let has_page = source.page.is_none_or(|page| {
        ["pagina", "pag.", "p.", "page"].iter().any(|word| answer.contains(&format!("{word} {page}")))
    });
    has_page && answer.contains(&normalize_text(&source.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::item_hit;

    fn leaflet(name: &str, text: &str) -> DocumentText {
        DocumentText { name: name.into(), kind: DocumentKind::Leaflet, text: text.into() }
    }

    /// The titles and pages of the documents that an answer about two products does not name.
    fn unnamed(answer: &str) -> Vec<(u32, String, Option<u32>)> {
        let mut first = item_hit("Ferrugen 200 SC", None, "Fungicida. No trigo, 0,4 L/ha.");
        first.documents = vec![leaflet("Bula Ferrugen.pdf", "Capa\u{c}Soja: 0,5 L/ha. Carência de 30 dias.")];
        let mut second = item_hit("Base 480", None, "Herbicida.");
        second.documents = vec![leaflet("Bula Base.txt", "Soja: 0,5 L/ha.")];
        let hits = [(1, &first), (2, &second)];
        let found = find_unnamed_sources(answer, &hits, StatedDoses::of_text("use 7 L/ha"));
        found.into_iter().map(|one| (one.mark, one.title, one.page)).collect()
    }

    #[test]
    fn the_leaflet_of_the_cited_item_is_the_source_of_a_dose_with_its_page() {
        let (first, second) = ((1, "Bula Ferrugen".to_owned(), Some(2)), (2, "Bula Base".to_owned(), None));
        assert_eq!(unnamed("Na soja vai a 0,5 L/ha [1]. A carência é de 30 dias [1]."), [first.clone()]);
        assert_eq!(unnamed("O Base vai a 0,5 L/ha [2]."), [second]);
        assert_eq!(unnamed("São 0,5 L/ha."), [first]);
    }

    #[test]
    fn what_the_answer_names_or_a_record_or_the_message_states_needs_no_line() {
        for answer in [
            "Segundo a bula «Bula Ferrugen», página 2, são 0,5 L/ha [1].",
            "No trigo são 0,4 L/ha [1].",
            "Você escreveu 7 L/ha.",
            "O Ferrugen é um fungicida [1].",
        ] {
            assert_eq!(unnamed(answer), [], "{answer}");
        }
        assert_eq!(unnamed("Segundo a bula «Bula Ferrugen», são 0,5 L/ha [1].").len(), 1, "without the page");
    }
}
